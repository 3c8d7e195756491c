"""Operators on numbers, tuples and lists, with Python's meaning: floors, signs, and errors."""

import ast
import operator
from functools import reduce
from types import FunctionType
from typing import Any

from spielbaum.compiler import containers, matches, sequences, sets
from spielbaum.compiler.advice import TEXTS
from spielbaum.compiler.bools import both, negated, truth
from spielbaum.compiler.choices import each
from spielbaum.compiler.constants import plain
from spielbaum.compiler.convert import as_number
from spielbaum.compiler.emitter import Emitter
from spielbaum.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    INTEGERS,
    NEVER,
    NONE,
    NUMBERS,
    STR,
    UINT,
    ContainerT,
    EnumT,
    OptionalT,
    SequenceT,
    TupleT,
    change_length,
    is_list,
    join,
)
from spielbaum.compiler.values import SMALL, UNKNOWN, Choice, Constant, Value

_WRAP = 2**63
_WORD = (1 << 64) - 1

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
            kind = UINT if _WRAP <= folded < 2 * _WRAP else kind
            return Value(kind, (str((folded + _WRAP) % 2**64 - _WRAP),), known=folded)
    for side in (one, other):
        if side.known is not UNKNOWN and not -_WRAP <= side.known < 2 * _WRAP:
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
    return str(found)


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
    return emitter.fail(node, f"uses {sign} with floats: make them whole first, with int(...)")


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
            emitter.fail(node, "uses ~ with a float")
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


# Comparisons

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
_FLOAT_COMPARISONS = {"eq": "oeq", "ne": "une", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge"}
_KNOWN = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge
}  # fmt: skip


def compared(emitter: Emitter, how: str, one: Any, other: Any, node: ast.AST) -> Value:
    """Return a comparison as a bool."""
    if isinstance(one, Constant) and isinstance(other, Constant):
        return truth(bool(_KNOWN[how](plain(one.value), plain(other.value))))
    one, other = emitter.value(one, node), emitter.value(other, node)
    if how in ("eq", "ne"):
        found = _equal(emitter, one, other, node)
        return found if how == "eq" else negated(emitter, found)
    one, other = emitter.unwrapped(one, node), emitter.unwrapped(other, node)
    if one.type in NUMBERS and other.type in NUMBERS:
        return _compared_numbers(emitter, how, one, other)
    if _orders(one) and _orders(other):
        return _compared_sequences(emitter, how, one, other, node)
    if NEVER in (one.type, other.type):
        return Value(BOOL, ("undef",))
    if all(isinstance(side.type, ContainerT) and side.type.kind == "set" for side in (one, other)):
        return sets.compared(emitter, how, one, other, node)
    return emitter.fail(node, f"compares {one.type} with {other.type}: let both be numbers, or both tuples or lists")


def _orders(value: Value) -> bool:
    return isinstance(value.type, TupleT | SequenceT) or is_list(value.type)


def _compared_numbers(emitter: Emitter, how: str, one: Value, other: Value) -> Value:
    code = emitter.code
    if one.known is not UNKNOWN and other.known is not UNKNOWN:
        return truth(bool(_KNOWN[how](one.known, other.known)))
    if FLOAT in (one.type, other.type):
        a, b = as_double(emitter, one), as_double(emitter, other)
        return Value(BOOL, (code.of_bit(code.op(f"fcmp {_FLOAT_COMPARISONS[how]} double {a}, {b}")),))
    if how in ("eq", "ne") or UINT not in (one.type, other.type):
        word = code.compare(how if how in ("eq", "ne") else f"s{how}", one.word, other.word)
        if UINT in (one.type, other.type) and INT in (one.type, other.type):
            signed = one if one.type == INT else other
            if signed.known is UNKNOWN or signed.known < 0:
                negative = code.compare("slt", signed.word, "0")
                word = code.choose(negative, "0" if how == "eq" else "1", word)
        return Value(BOOL, (word,))
    word = code.compare(f"u{how}", one.word, other.word)
    for side, value in (("left", one), ("right", other)):
        if value.type == INT and (value.known is UNKNOWN or value.known < 0):
            negative = code.compare("slt", value.word, "0")
            less = how in ("lt", "le")
            word = code.choose(negative, str(int(less == (side == "left"))), word)
    return Value(BOOL, (word,))


def _equal(emitter: Emitter, one: Value, other: Value, node: ast.AST) -> Value:
    code = emitter.code
    a, b = one.type, other.type
    if NEVER in (a, b):
        return Value(BOOL, ("undef",))
    if NONE in (a, b):
        return emitter.is_none(other if a == NONE else one) if a != b else truth(True)
    if isinstance(a, OptionalT) or isinstance(b, OptionalT):
        return _equal_optional(emitter, one, other, node)
    if a in NUMBERS and b in NUMBERS:
        return _compared_numbers(emitter, "eq", one, other)
    if a == b and (a == STR or isinstance(a, EnumT)):
        return Value(BOOL, (code.compare("eq", one.word, other.word),))
    if isinstance(a, TupleT) and isinstance(b, TupleT):
        if len(a.items) != len(b.items):
            return truth(False)
        if max(a.words, b.words) <= SMALL or a.element is None or b.element is None:
            found = truth(True)
            for mine, theirs in zip(emitter.items(one), emitter.items(other), strict=True):
                found = both(emitter, found, _equal(emitter, mine, theirs, node))
            return found
    if isinstance(a, ContainerT) and isinstance(b, ContainerT) and a.kind == b.kind and a.kind in ("set", "dict"):
        if a.kind == "set":
            return sets.compared(emitter, "eq", one, other, node)
        return containers.equal(emitter, one, other, node)
    if _orders(one) and _orders(other) and is_list(a) == is_list(b):
        return _compared_sequences(emitter, "eq", one, other, node)
    return truth(False)


def _equal_optional(emitter: Emitter, one: Value, other: Value, node: ast.AST) -> Value:
    """Return whether both are None, or both are values that are equal."""
    no_one, no_other = emitter.is_none(one), emitter.is_none(other)
    one, other = _held(emitter, one), _held(emitter, other)
    if NEVER in (one.type, other.type):
        return both(emitter, no_one, no_other)
    same = _equal(emitter, one, other, node)
    present = both(emitter, negated(emitter, no_one), negated(emitter, no_other))
    found = both(emitter, present, same)
    absent = both(emitter, no_one, no_other)
    if absent.known is False:
        return found
    return Value(BOOL, (emitter.code.op(f"or i64 {found.word}, {absent.word}"),))


def _held(emitter: Emitter, value: Value) -> Value:
    kind = value.type
    if not isinstance(kind, OptionalT):
        return value
    if value.pointer:
        return emitter.loaded(kind.inner, value.pointer, 1)
    return Value(kind.inner, value.parts[1:])


def _compared_sequences(emitter: Emitter, how: str, one: Value, other: Value, node: ast.AST) -> Value:
    """Return a comparison of sequences, which is decided by the first elements that differ, or by their lengths."""
    are_fixed = isinstance(one.type, TupleT) and isinstance(other.type, TupleT) and how != "eq"
    if are_fixed and (max(one.type.words, other.type.words) <= SMALL or None in (one.type.element, other.type.element)):
        return _compared_tuples(emitter, how, one, other, node)
    code = emitter.code
    mine, theirs = sequences.view_of(emitter, one, node), sequences.view_of(emitter, other, node)
    if NEVER in (mine.element, theirs.element):
        return _compared_numbers(emitter, how, Value(INT, (mine.length,)), Value(INT, (theirs.length,)))
    shorter = code.choose(code.compare("slt", mine.length, theirs.length), mine.length, theirs.length)
    found: list[Any] = []
    if how == "eq":
        same, differ = emitter.split(code.op(f"icmp eq i64 {mine.length}, {theirs.length}"))
        emitter.resume(differ)
        found.append(emitter.leave(truth(False)))
        emitter.resume(same)
    emitter.collecting(found)

    def body(place: str) -> None:
        a, b = (sequences.element_at(emitter, view, place, node) for view in (mine, theirs))
        with emitter.inside((id(node), "compared")):
            equal = _equal(emitter, a, b, node)
        same, differ = emitter.split(code.truth(equal.word))
        emitter.resume(differ)
        found.append(emitter.leave(truth(False) if how == "eq" else compared(emitter, how, a, b, node)))
        emitter.resume(same)

    sequences.count_up(emitter, lambda: shorter, body, "compare", node)
    emitter.collected()
    by_length = (
        truth(True)
        if how == "eq"
        else _compared_numbers(emitter, how, Value(INT, (mine.length,)), Value(INT, (theirs.length,)))
    )
    found.append(emitter.leave(by_length))
    return emitter.met(found, node)


def _compared_tuples(emitter: Emitter, how: str, one: Value, other: Value, node: ast.AST) -> Value:
    """Return a comparison of short tuples."""
    pairs = list(zip(emitter.items(one), emitter.items(other), strict=False))
    lengths = len(one.type.items), len(other.type.items)
    found = truth(bool(_KNOWN[how](*lengths)))
    for a, b in reversed(pairs):
        strict = compared(emitter, how[0] + "t", a, b, node)
        rest = both(emitter, _equal(emitter, a, b, node), found)
        found = Value(BOOL, (emitter.code.op(f"or i64 {strict.word}, {rest.word}"),))
    return found


# Membership


def contains(emitter: Emitter, container: Any, value: Any, node: ast.AST) -> Value:
    """Return ``value in container``."""
    if isinstance(container, Choice):
        return emitter.value(each(emitter, container, node, lambda one: contains(emitter, one, value, node)), node)
    if isinstance(container, Constant):
        return _in_constant(emitter, container, value, node)
    if isinstance(container, Value) and isinstance(container.type, OptionalT):
        container = emitter.unwrapped(container, node)
    if (
        isinstance(container, Value)
        and isinstance(container.type, ContainerT)
        and container.type.kind in ("set", "dict")
    ):
        return containers.contains(emitter, container, emitter.value(value, node), node)
    code = emitter.code
    number = emitter.value(value, node)
    if (words := matches.places(emitter, container, number)) is not None:
        return Value(
            BOOL, (code.compare("ne", reduce(lambda one, other: code.op(f"or i64 {one}, {other}"), words), "0"),)
        )
    wanted = emitter.held(number, node)
    found: list[Any] = emitter.collecting([])

    def body(element: Any) -> None:
        same, differ = emitter.split(
            code.truth(_equal(emitter, emitter.value(element, node), emitter.value(wanted, node), node).word)
        )
        emitter.resume(same)
        found.append(emitter.leave(truth(True)))
        emitter.resume(differ)

    emitter.compiler.iterate(emitter, container, body, node)
    emitter.collected()
    found.append(emitter.leave(truth(False)))
    return emitter.met(found, node)


SPAN = 64


def _in_constant(emitter: Emitter, container: Constant, value: Any, node: ast.AST) -> Value:
    """Return whether a value is one of the captured ones."""
    items = plain(container.value)
    if isinstance(items, str):
        parts = {items[start:stop] for start in range(len(items)) for stop in range(start + 1, len(items) + 1)}
        container, items = Constant(("", *sorted(parts)), container.path), ("", *sorted(parts))
    if isinstance(items, range):
        value = emitter.value(value, node)
        if value.type in INTEGERS:
            return _in_range(emitter, items, value)
    known = list(items) if not isinstance(items, range) else []
    if isinstance(value, Constant) or (isinstance(value, Value) and value.known is not UNKNOWN):
        return truth((plain(value.value) if isinstance(value, Constant) else value.known) in items)
    value = emitter.value(value, node)
    whole = [plain(item) for item in known]
    if value.type in (INT, BOOL) and whole and all(isinstance(item, int) for item in whole):
        low, high = min(whole), max(whole)
        if high - low < SPAN:
            mask = sum(1 << (number - low) for number in set(whole))
            return _in_mask(emitter, value, low, high, mask)
    if isinstance(items, dict | set | frozenset):
        return containers.in_constant(emitter, container, value, node)
    return _in_list(emitter, container, value, node)


def _in_list(emitter: Emitter, container: Constant, value: Value, node: ast.AST) -> Value:
    kind = join(value.type, sequences.view_of(emitter, container, node).element)
    if kind is None:
        return truth(False)
    held = Value(value.type, value.parts, value.pointer)
    return contains(emitter, emitter.value(container, node), held, node)


def _in_mask(emitter: Emitter, value: Value, low: int, high: int, mask: int) -> Value:
    code = emitter.code
    place = code.op(f"sub i64 {value.word}, {low}")
    near = code.op(f"icmp ule i64 {place}, {high - low}")
    safe = code.op(f"and i64 {place}, 63")
    bit = code.op(f"trunc i64 {code.op(f'lshr i64 {(mask + _WRAP) % 2**64 - _WRAP}, {safe}')} to i1")
    return Value(BOOL, (code.of_bit(code.op(f"and i1 {near}, {bit}")),))


def _in_range(emitter: Emitter, items: range, value: Value) -> Value:
    code = emitter.code
    if not len(items):
        return truth(False)
    low, high, step = min(items[0], items[-1]), max(items[0], items[-1]), abs(items.step)
    place = code.op(f"sub i64 {value.word}, {low}")
    near = code.op(f"icmp ule i64 {place}, {high - low}")
    if step > 1:
        met = code.op(f"icmp eq i64 {code.op(f'urem i64 {place}, {step}')}, 0")
        near = code.op(f"and i1 {near}, {met}")
    return Value(BOOL, (code.of_bit(near),))


# Sequences


def concatenated(emitter: Emitter, one: Any, other: Any, node: ast.AST) -> Value:
    """Return ``one + other`` of tuples or lists."""
    a, b = (side if isinstance(side, Constant) else emitter.unwrapped(side, node) for side in (one, other))
    kinds = [emitter.type_of(side, node) for side in (a, b)]
    if STR in kinds:
        emitter.fail(node, f"makes a text with +, {TEXTS}")
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
