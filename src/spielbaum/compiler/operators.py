"""Operators on numbers, tuples and lists, with Python's meaning: floors, signs, and errors."""

import ast
import operator
from types import FunctionType
from typing import Any

from spielbaum.compiler import sequences, sets
from spielbaum.compiler.advice import TEXTS
from spielbaum.compiler.code import whole_word
from spielbaum.compiler.constants import LARGEST, SMALLEST, plain
from spielbaum.compiler.convert import as_number
from spielbaum.compiler.emitter import Emitter
from spielbaum.compiler.types import (
    BOOL,
    COUNT,
    FLOAT,
    INT,
    NEVER,
    NONE,
    NUMBERS,
    STR,
    UINT,
    ContainerT,
    SequenceT,
    TupleT,
    change_length,
    is_list,
)
from spielbaum.compiler.values import SMALL, UNKNOWN, Constant, Value
from spielbaum.errors import Message

BINARY: dict[type[ast.operator], tuple[str, Any]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.FloorDiv: ("//", operator.floordiv),
    ast.Mod: ("%", operator.mod),
    ast.Div: ("/", operator.truediv),
    ast.Pow: ("**", operator.pow),
    ast.LShift: ("<<", operator.lshift),
    ast.RShift: (">>", operator.rshift),
    ast.BitAnd: ("&", operator.and_),
    ast.BitOr: ("|", operator.or_),
    ast.BitXor: ("^", operator.xor),
}


def binary(emitter: Emitter, sign: str, one: Any, other: Any, node: ast.AST) -> Any:
    """Return ``one sign other``."""
    if isinstance(one, Constant) and isinstance(other, Constant) and not _is_number(one) and not _is_number(other):
        folded = _folded(sign, one, other)
        if folded is not None:
            return folded
    defined = _defined(sign, one, other)
    if defined is not None:
        return emitter.compiler.call(emitter, *defined, {}, node)
    if sign == "*" and sequences.is_sequence(one) != sequences.is_sequence(other):
        items, times = (one, other) if sequences.is_sequence(one) else (other, one)
        return repeated(emitter, items, emitter.value(times, node), node)
    if sign == "+" and sequences.is_sequence(one) and sequences.is_sequence(other):
        return concatenated(emitter, one, other, node)
    one, other = (emitter.unwrapped(emitter.value(side, node), node) for side in (one, other))
    if sign == "|" and all(_is_mapping(side.type) for side in (one, other)):
        made = emitter.compiler.dictionary_of(emitter, one, node)
        made.type.cell.default = one.type.cell.default
        with emitter.inside((id(node), "merged")):
            emitter.compiler.update_dictionary(emitter, made, other, node)
        return made
    if isinstance(one.type, ContainerT) and one.type.kind == "set":
        return sets.operation(emitter, sign, one, other, node)
    for side in (one, other):
        if side.type not in NUMBERS:
            if side.type == NEVER:
                return Value(NEVER)
            emitter.fail(node, f"uses {sign} with {one.type} and {other.type}{_advice(one.type, other.type)}")
    return arithmetic(emitter, sign, one, other, node)


def _advice(*kinds: Any) -> str:
    if NONE in kinds:
        return ": test before, with 'is None'"
    return f": a text is made, {TEXTS}" if STR in kinds else ": both must be numbers"


def _is_mapping(kind: Any) -> bool:
    """Return whether values of a type are dictionaries that ``|`` merges, not counts."""
    return isinstance(kind, ContainerT) and kind.kind == "dict" and kind.cell.default != COUNT


def _defined(sign: str, one: Any, other: Any) -> tuple[Constant, list[Any]] | None:
    """Return the method by which the class of an operand defines an operator, and its arguments."""
    function = next(function for text, function in BINARY.values() if text == sign)
    name = function.__name__.strip("_")
    for prefix, owner, argument in (("", one, other), ("r", other, one)):
        cls = owner.type.cls if isinstance(owner, Value) and isinstance(owner.type, TupleT) else type(
            owner.value) if isinstance(owner, Constant) else None  # fmt: skip
        member = getattr(cls, f"__{prefix}{name}__", None) if hasattr(cls, "_fields") else None
        if isinstance(member, FunctionType):
            return Constant(member, name), [owner, argument]
    return None


def _is_number(constant: Constant) -> bool:
    return isinstance(plain(constant.value), int | float)


def _folded(sign: str, one: Constant, other: Constant) -> Constant | None:
    function = next(function for text, function in BINARY.values() if text == sign)
    try:
        return Constant(function(plain(one.value), plain(other.value)), one.path)
    except TypeError:
        return None


def arithmetic(emitter: Emitter, sign: str, one: Value, other: Value, node: ast.AST) -> Value:
    """Return the result of an operator on numbers."""
    if sign in ("&", "|", "^") and one.type == other.type == BOOL:
        word = emitter.code.op(f"{ {'&': 'and', '|': 'or', '^': 'xor'}[sign] } i64 {one.word}, {other.word}")
        return Value(BOOL, (word,))
    if FLOAT in (one.type, other.type) or sign == "/":
        return _of_floats(emitter, sign, one, other, node)
    kind = UINT if UINT in (one.type, other.type) else INT
    if one.known is not UNKNOWN and other.known is not UNKNOWN:
        folded = _known(sign, int(one.known), int(other.known), unsigned=kind == UINT)
        if folded is not None:
            kind = UINT if 2**63 <= folded <= LARGEST else kind
            return Value(kind, (whole_word(folded),), known=folded)
    for side in (one, other):
        if side.known is not UNKNOWN and not SMALLEST <= side.known <= LARGEST:
            emitter.fail(node, f"uses {side.known}, a number of more than 64 bits: keep numbers below 2**63")
    return _of_integers(emitter, sign, one, other, kind, node)


def _known(sign: str, one: int, other: int, *, unsigned: bool) -> int | None:
    if (sign in ("//", "%") and other == 0) or (sign in ("<<", ">>", "**") and not 0 <= other < 1024):
        return None
    function = next(function for text, function in BINARY.values() if text == sign)
    found: int = function(one, other)
    return found % 2**64 if unsigned else found


_PLAIN = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor"}


def _of_integers(emitter: Emitter, sign: str, one: Value, other: Value, kind: Any, node: ast.AST) -> Value:
    code, a, b = emitter.code, one.word, other.word
    if sign in _PLAIN:
        return Value(kind, (code.op(f"{_PLAIN[sign]} i64 {a}, {b}"),))
    if sign in ("//", "%"):
        if other.known is UNKNOWN or other.known == 0:
            zero = "integer division or modulo by zero"
            emitter.throw_if(code.op(f"icmp eq i64 {b}, 0"), ZeroDivisionError, zero)
        if kind == UINT:
            return Value(kind, (code.op(f"{'udiv' if sign == '//' else 'urem'} i64 {a}, {b}"),))
        return Value(kind, (_floored(emitter, sign, a, b, other),))
    if sign in ("<<", ">>"):
        return Value(kind, (_shifted(emitter, sign, a, other, unsigned=kind == UINT),))
    return _power(emitter, one, other, kind, node)


def _floored(emitter: Emitter, sign: str, a: str, b: str, other: Value) -> str:
    """Return a quotient rounded down, or its remainder, which has the sign of the divisor."""
    code = emitter.code
    if other.known is not UNKNOWN and int(other.known) > 0 and int(other.known) & (int(other.known) - 1) == 0:
        if sign == "%":
            return code.op(f"and i64 {a}, {int(other.known) - 1}")
        return code.op(f"ashr i64 {a}, {int(other.known).bit_length() - 1}")
    if other.known is UNKNOWN:  # the least number divided by -1 does not fit, and would stop the process
        b_is_minus = code.op(f"icmp eq i64 {b}, -1")
        quotient_of_minus = code.op(f"sub i64 0, {a}")
        safe = code.op(f"select i1 {b_is_minus}, i64 1, i64 {b}")
    else:
        safe = b
    rest = code.op(f"srem i64 {a}, {safe}")
    differs = code.op(f"icmp slt i64 {code.op(f'xor i64 {rest}, {safe}')}, 0")
    off = code.op(f"and i1 {code.op(f'icmp ne i64 {rest}, 0')}, {differs}")
    if sign == "%":
        found = code.op(f"select i1 {off}, i64 {code.op(f'add i64 {rest}, {safe}')}, i64 {rest}")
        return str(found if other.known is not UNKNOWN else code.op(f"select i1 {b_is_minus}, i64 0, i64 {found}"))
    quotient = code.op(f"sdiv i64 {a}, {safe}")
    found = code.op(f"sub i64 {quotient}, {code.op(f'zext i1 {off} to i64')}")
    if other.known is UNKNOWN:
        found = code.op(f"select i1 {b_is_minus}, i64 {quotient_of_minus}, i64 {found}")
    return found


def _shifted(emitter: Emitter, sign: str, a: str, other: Value, *, unsigned: bool) -> str:
    code, b = emitter.code, other.word
    if other.known is UNKNOWN:
        if other.type != UINT:
            emitter.throw_if(code.op(f"icmp slt i64 {b}, 0"), ValueError, "negative shift count")
        far, amount = code.compare("ugt", b, "63"), code.op(f"and i64 {b}, 63")
    else:
        far, amount = str(int(int(other.known) > 63)), str(int(other.known) & 63)
    if sign == "<<":
        return code.choose(far, "0", code.op(f"shl i64 {a}, {amount}"))
    how = "lshr" if unsigned else "ashr"
    gone = "0" if unsigned else code.op(f"ashr i64 {a}, 63")
    return code.choose(far, gone, code.op(f"{how} i64 {a}, {amount}"))


def _power(emitter: Emitter, one: Value, other: Value, kind: Any, node: ast.AST) -> Value:
    code = emitter.code
    if other.known is UNKNOWN or int(other.known) < 0:
        emitter.throw_if(code.op(f"icmp slt i64 {other.word}, 0"), ValueError, "a negative power of a whole number")
    if other.known is not UNKNOWN and 0 <= int(other.known) <= 8:
        word = "1"
        for _ in range(int(other.known)):
            word = code.op(f"mul i64 {word}, {one.word}")
        return Value(kind, (word,))
    product, base = (code.slot((emitter.path, id(node), part), 1) for part in ("product", "base"))
    code.store("1", product)
    code.store(one.word, base)
    exponent = other.word
    left = code.slot((emitter.path, id(node), "exponent"), 1)
    code.store(exponent, left)

    def once() -> list[Any]:
        now = code.load(left)
        going, end = emitter.split(code.op(f"icmp ne i64 {now}, 0"))
        emitter.resume(going)
        odd, square = code.op(f"and i64 {now}, 1"), code.load(base)
        so_far = code.load(product)
        code.store(code.choose(odd, code.op(f"mul i64 {so_far}, {square}"), so_far), product)
        code.store(code.op(f"mul i64 {square}, {square}"), base)
        code.store(code.op(f"lshr i64 {now}, 1"), left)
        return [end]

    emitter.meet(emitter.repeat((id(node), "power"), once, node), node)
    return Value(kind, (code.load(product),))


_FLOAT_OPERATIONS = {"+": "fadd", "-": "fsub", "*": "fmul"}


def as_double(emitter: Emitter, value: Value) -> str:
    """Return a number as a double of LLVM."""
    word = as_number(emitter, value, FLOAT).word
    return emitter.code.op(f"bitcast i64 {word} to double")


def of_double(emitter: Emitter, number: str) -> Value:
    """Return a double of LLVM as a float."""
    return Value(FLOAT, (emitter.code.op(f"bitcast double {number} to i64"),))


def _of_floats(emitter: Emitter, sign: str, one: Value, other: Value, node: ast.AST) -> Value:
    code = emitter.code
    a, b = as_double(emitter, one), as_double(emitter, other)
    if sign in _FLOAT_OPERATIONS:
        return of_double(emitter, code.op(f"{_FLOAT_OPERATIONS[sign]} double {a}, {b}"))
    if sign in ("/", "//", "%"):
        zero = "division by zero" if sign == "/" else "float floor division by zero"
        emitter.throw_if(code.op(f"fcmp oeq double {b}, 0.0"), ZeroDivisionError, zero)
        if sign == "/":
            return of_double(emitter, code.op(f"fdiv double {a}, {b}"))
        rest = code.op(f"frem double {a}, {b}")
        differs = code.op(f"fcmp olt double {code.op(f'fmul double {rest}, {b}')}, 0.0")
        rest = code.op(f"select i1 {differs}, double {code.op(f'fadd double {rest}, {b}')}, double {rest}")
        if sign == "%":
            return of_double(emitter, rest)
        quotient = code.op(f"fdiv double {code.op(f'fsub double {a}, {rest}')}, {b}")
        return of_double(
            emitter, code.op(f"call double @llvm.floor.f64(double {code.op(f'fadd double {quotient}, 0.5')})")
        )
    if sign == "**" and other.known is not UNKNOWN and other.known in (0, 1, 2, 3, 4):
        found = "1.0"
        for _ in range(int(other.known)):
            found = code.op(f"fmul double {found}, {a}")
        return of_double(emitter, found)
    if sign == "**" and other.known == 0.5:
        return of_double(emitter, code.op(f"call double @llvm.sqrt.f64(double {a})"))
    return emitter.fail(node, Message("uses {} with floats: make them whole first, with int(...)", sign))


# Unary operators


def unary(emitter: Emitter, sign: type[ast.unaryop], value: Any, node: ast.AST) -> Value:
    """Return ``-value``, ``+value`` or ``~value``."""
    number = emitter.unwrapped(emitter.value(value, node), node)
    if number.type == NEVER:
        return number
    if number.type not in NUMBERS:
        emitter.fail(node, f"uses - or ~ with {number.type}: only numbers have a sign")
    if number.type == FLOAT:
        if sign is ast.Invert:
            emitter.fail(node, Message("uses ~ with a float"))
        if sign is ast.UAdd:
            return number
        return of_double(emitter, emitter.code.op(f"fneg double {as_double(emitter, number)}"))
    if number.type == BOOL:
        number = as_number(emitter, number, INT)
    if sign is ast.UAdd:
        return number
    if sign is ast.USub:
        return arithmetic(emitter, "-", Value(number.type, ("0",), known=0), number, node)
    return arithmetic(emitter, "^", number, Value(number.type, ("-1",)), node)


# Sequences


def concatenated(emitter: Emitter, one: Any, other: Any, node: ast.AST) -> Value:
    """Return ``one + other`` of tuples or lists."""
    a, b = (side if isinstance(side, Constant) else emitter.unwrapped(side, node) for side in (one, other))
    kinds = [emitter.type_of(side, node) for side in (a, b)]
    if STR in kinds:
        emitter.fail(node, Message("makes a text with +, {}", TEXTS))
    if is_list(kinds[0]) != is_list(kinds[1]) and not any(isinstance(side, Constant) for side in (a, b)):
        emitter.fail(node, f"adds {kinds[0]} and {kinds[1]}: make them both tuples, or both lists")
    if all(isinstance(kind, TupleT) for kind in kinds):
        left, right = emitter.value(a, node), emitter.value(b, node)
        kind = TupleT((*kinds[0].items, *kinds[1].items))
        if kind.words <= SMALL:
            return Value(kind, left.parts + right.parts)
        slot = emitter.temporary(node, "sum", kind)
        emitter.store(left, slot)
        emitter.store(right, slot, kinds[0].words)
        return emitter.loaded(kind, slot)
    made = sequences.list_of(emitter, a, node, "sum")
    extend(emitter, made, b, node)
    return made if is_list(kinds[0]) or is_list(kinds[1]) else Value(SequenceT(made.type.element), made.parts)


def extend(emitter: Emitter, target: Value, iterable: Any, node: ast.AST) -> None:
    """Write ``list.extend``."""
    code, cell = emitter.code, target.type.cell
    change_length(cell)
    header = code.slot((emitter.path, id(node), "extended"), 1)
    code.store(target.word, header)

    def append(value: Any) -> None:
        sequences.append(emitter, code.load(header), cell, value, node)

    if not (isinstance(iterable, Value) and is_list(iterable.type)):
        emitter.compiler.iterate(emitter, iterable, append, node)
        return
    given = code.slot((emitter.path, id(node), "extending"), 2)  # it may be the same list
    code.store(iterable.word, given)
    code.store(code.load(code.pointer(iterable.word)), given, 1)

    def one(place: str) -> None:
        view = sequences.view_of(emitter, Value(iterable.type, (code.load(given),)), node)
        if view.element != NEVER:
            append(sequences.element_at(emitter, view, place, node))

    sequences.count_up(emitter, lambda: code.load(given, 1), one, "extend", node)


def repeated(emitter: Emitter, items: Any, times: Value, node: ast.AST) -> Any:
    """Return ``items * times``."""
    times = emitter.unwrapped(times, node)
    if isinstance(items, Constant) and times.known is not UNKNOWN:
        return Constant(plain(items.value) * int(times.known), items.path)
    kind = emitter.type_of(items, node)
    items = emitter.value(items, node)
    if isinstance(kind, TupleT) and times.known is not UNKNOWN:
        return emitter.tuple_of([*emitter.items(items)] * int(times.known), None, node)
    code = emitter.code
    view = sequences.view_of(emitter, items, node)
    count = code.choose(code.compare("sgt", times.word, "0"), times.word, "0")
    whole = code.op(f"mul i64 {view.length}, {count}")
    known = (
        str(view.fixed * max(0, int(times.known))) if view.fixed is not None and times.known is not UNKNOWN else whole
    )
    if is_list(kind) and isinstance(items.type.cell.length, int) and times.known is not UNKNOWN:
        known = str(items.type.cell.length * max(0, int(times.known)))
    made = sequences.new_list(emitter, node, "product", view.element, length=known)
    words, header = view.element.words, code.slot((emitter.path, id(node), "repeated"), 3)
    for place, word in enumerate((made.word, view.length, code.word(view.data))):
        code.store(word, header, place)

    def body(place: str) -> None:
        source = code.op(f"urem i64 {place}, {code.load(header, 1)}")
        value = emitter.loaded(view.element, code.pointer(code.load(header, 2)), emitter.code.times(source, words))
        data = code.pointer(code.load(code.pointer(code.load(header)), 2))
        emitter.store(value, data, emitter.code.times(place, words))

    sequences.count_up(emitter, lambda: code.load(code.pointer(code.load(header))), body, "repeat", node)
    return Value(made.type if is_list(kind) else SequenceT(view.element), (code.load(header),))
