"""Builtin functions, functions of the standard library, and those of Spielbaum for bits."""

import ast
import collections
import copy
import itertools
import math
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from spielbaum.compiler import containers, dictionaries, library, operators, sequences, sets, sorting, tables
from spielbaum.compiler.bools import truth
from spielbaum.compiler.constants import is_table, plain
from spielbaum.compiler.emitter import Emitter, as_value
from spielbaum.compiler.types import (
    BOOL,
    COUNT,
    FLOAT,
    INT,
    NEVER,
    NONE,
    NUMBERS,
    RANGE,
    UINT,
    ContainerT,
    SequenceT,
    TupleT,
    change_length,
    holds_container,
    is_list,
    widen,
)
from spielbaum.compiler.values import NOTHING, SMALL, UNKNOWN, Constant, Generator, Lazy, Static, Value, Variable
from spielbaum.errors import CompileError, Message

Function = Callable[[Emitter, Sequence[Any], dict[str, Any], Any], Any]
F = TypeVar("F", bound=Function)

_FUNCTIONS: dict[Any, Function] = {}
_OF_BITS: dict[str, Function] = {}
GO_OVER = frozenset({any, all, sum, min, max, len, set, frozenset, tuple, list, sorted, enumerate, reversed})
"""Functions that go over their only argument once, so that a list need not be made for it."""
WITH_SOURCE: dict[Any, Callable[[Any, ast.Call], Any]] = {}
"""Functions that read the source of their arguments."""


def of(*functions: Any) -> Callable[[F], F]:
    """Register the translation of a function."""

    def register(function: F) -> F:
        _FUNCTIONS.update(dict.fromkeys(functions, function))
        return function

    return register


def named(*names: str) -> Callable[[F], F]:
    """Register the translation of a function for bits by its name; ``translate_bits`` says which function that is."""

    def register(function: F) -> F:
        _OF_BITS.update(dict.fromkeys(names, function))
        return function

    return register


def find(value: Any) -> Function | None:
    """Return the translation of a function, or None."""
    try:
        return _FUNCTIONS.get(value)
    except TypeError:
        return None


def translate_bits(functions: Iterable[Any]) -> None:
    """Let functions be translated by their names: ``popcount``, ``lowest_index`` and the like."""
    _FUNCTIONS.update(
        {function: _OF_BITS[function.__name__] for function in functions if function.__name__ in _OF_BITS}
    )


def _value(emitter: Emitter, arguments: Sequence[Any], place: int, node: ast.AST) -> Value:
    return emitter.unwrapped(emitter.value(arguments[place], node), node)


def _count(emitter: Emitter, arguments: Sequence[Any], least: int, most: int, node: Any) -> None:
    if not least <= len(arguments) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        emitter.fail(node, f"calls {ast.unparse(node.func)} with {len(arguments)} arguments, not {wanted}")


# Sizes and sequences


@of(range)
def _range(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    _count(emitter, arguments, 1, 3, node)
    values = [_value(emitter, arguments, place, node) for place in range(len(arguments))]
    for value in values:
        if value.type not in (INT, UINT, BOOL, NEVER):
            emitter.fail(node, f"makes a range of {value.type}: its ends must be whole numbers")
    words = [value.word if value.parts else "0" for value in values]
    start, stop = ("0", words[0]) if len(words) == 1 else (words[0], words[1])
    return Value(RANGE, (start, stop, words[2] if len(words) == 3 else "1"))


def _from_library(function: Any) -> Function:
    """Return the translation of a function that is written in Python."""

    def call(emitter: Emitter, arguments: Sequence[Any], named: dict[str, Any], node: ast.AST) -> Any:
        try:
            return emitter.compiler.call(emitter, Constant(function, function.__name__), arguments, named, node)
        except CompileError as error:
            if "library.py" not in str(error):
                raise
            emitter.fail(node, Message("uses {!r}, which cannot be compiled here: write a loop", ast.unparse(node)))

    return call


_FUNCTIONS.update({function: _from_library(translation) for function, translation in library.TRANSLATIONS.items()})


@of(itertools.islice)
def _islice(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Any:
    function = library.first_of if len(arguments) == 2 else library.islice
    return _from_library(function)(emitter, arguments, {}, node)


@of(itertools.repeat)
def _repeat(emitter: Emitter, arguments: Sequence[Any], named: dict[str, Any], node: ast.AST) -> Any:
    if len(arguments) == 1 and not named:
        emitter.fail(node, Message("repeats a value without end: write [value] * n"))
    return _from_library(library.repeat)(emitter, arguments, named, node)


@of(itertools.permutations)
def _permutations(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Any:
    values = emitter.held(sequences.list_of(emitter, arguments[0], node, "permuted"), node)
    size = arguments[1] if len(arguments) > 1 else sequences.length_of(emitter, emitter.current(values), node)
    return _from_library(library.all_permutations)(emitter, [emitter.current(values), size], {}, node)


@of(operator.itemgetter, operator.attrgetter)
def _getter(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: Any) -> Constant:
    known = [plain(one.value) if isinstance(one, Constant) else one.known for one in arguments]
    if UNKNOWN in known:
        emitter.fail(node, Message("takes an item that is not in the source: write lambda item: item[...]"))
    getter = operator.attrgetter if all(isinstance(one, str) for one in known) else operator.itemgetter
    return Constant(getter(*known), ast.unparse(node))


@of(copy.copy, copy.deepcopy)
def _copied(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: Any) -> Any:
    value = emitter.value(arguments[0], node)
    if not isinstance(value.type, ContainerT):
        return value
    if sets.is_set(value):
        return sets.set_of(emitter, value, node)
    if value.type.kind == "dict":
        return dictionaries.dictionary_of(emitter, value, node)
    if not holds_container(value.type.element) or ast.unparse(node.func).rpartition(".")[2] != "deepcopy":
        return _list(emitter, [value], {}, node)
    made = sequences.new_list(emitter, node, "deep", NEVER)
    change_length(made.type.cell)
    held = emitter.held(made, node)

    def body(element: Any) -> None:
        with emitter.inside((id(node), "deep")):
            inner = _copied(emitter, [element], {}, node)
        sequences.append(emitter, emitter.current(held).word, made.type.cell, inner, node)

    emitter.compiler.iterate(emitter, value, body, node)
    return emitter.current(held)


@of(dict.fromkeys)
def _from_keys(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    made = tables.new_table(emitter, node)
    held = emitter.held(made, node)
    value = emitter.held(emitter.value(arguments[1], node) if len(arguments) > 1 else NOTHING, node)

    def body(element: Any) -> None:
        key = emitter.value(as_value(emitter, element, node), node)
        containers.put_item(emitter, emitter.current(held), key, emitter.value(value, node), node)

    emitter.compiler.iterate(emitter, arguments[0], body, node)
    return made


@of(collections.defaultdict)
def _default_dictionary(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    made = tables.new_table(emitter, node)
    if arguments:
        made.type.cell.default = arguments[0]
        if len(arguments) > 1:
            dictionaries.update(emitter, made, arguments[1], node)
    return made


@of(collections.Counter)
def _counter(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    made = tables.new_table(emitter, node)
    made.type.cell.default = COUNT
    if arguments:
        dictionaries.count_in(emitter, made, arguments[0], node)
    return made


def _lazy(kind: str) -> Function:
    def function(emitter: Emitter, arguments: Sequence[Any], named: dict[str, Any], node: ast.AST) -> Lazy:
        if kind in ("map", "filter"):
            return Lazy(kind, tuple(emitter.held(one, node) for one in arguments[1:]), arguments[0])
        extra = named.get("strict") if kind == "zip" else None
        if kind == "enumerate":
            extra = named.get("start", arguments[1] if len(arguments) > 1 else None)
            arguments = arguments[:1]
        held = tuple(emitter.held(one, node) for one in arguments)
        return Lazy(kind, held, None if extra is None else emitter.held(extra, node))

    return function


for _kind in (enumerate, zip, reversed, map, filter):
    _FUNCTIONS[_kind] = _lazy(_kind.__name__)


@of(iter)
def _iter(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Any:
    return Lazy("iter", (emitter.held(arguments[0], node),))


@of(list)
def _list(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    if not arguments:
        return sequences.new_list(emitter, node, "list", NEVER)
    return sequences.list_of(emitter, arguments[0], node)


@of(tuple)
def _tuple(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Any:
    if not arguments:
        return Constant((), "")
    return tuple_from(emitter, arguments[0], node)


def tuple_from(emitter: Emitter, iterable: Any, node: ast.AST) -> Any:
    """Return ``tuple(iterable)``: of fixed length if that is known, else a sequence."""
    if isinstance(iterable, Constant) and is_table(iterable):
        return Constant(tuple(plain(iterable.value)), iterable.path)
    if isinstance(iterable, Value):
        iterable = emitter.unwrapped(iterable, node)
        kind = iterable.type
        if isinstance(kind, TupleT):
            return Value(TupleT(kind.items), iterable.parts, iterable.pointer)
        if isinstance(kind, SequenceT):
            return iterable
        if is_list(kind) and kind.cell.length and kind.element == NEVER:  # the type of its elements is found later
            return Value(NEVER)
        if is_list(kind) and isinstance(kind.cell.length, int) and kind.element != NEVER:
            whole = TupleT((kind.element,) * kind.cell.length)
            return emitter.convert(iterable, whole, node)
    size = fixed_length(emitter, iterable)
    if size is not None:
        return _tuple_of_length(emitter, iterable, size, node)
    made = sequences.list_of(emitter, iterable, node, "tuple")
    return Value(SequenceT(made.type.element), made.parts)


def fixed_length(emitter: Emitter, iterable: Any) -> int | None:
    """Return the number of elements that an iterable yields, if that is known."""
    if isinstance(iterable, Variable):
        iterable = Value(iterable.type)
    if isinstance(iterable, Constant):
        value = plain(iterable.value)
        return len(value) if isinstance(value, tuple | list | range | dict | str) else None
    if isinstance(iterable, Value):
        kind = iterable.type
        if isinstance(kind, TupleT):
            return len(kind.items)
        if kind == RANGE and iterable.parts and all(part.lstrip("-").isdigit() for part in iterable.parts):
            start, stop, step = map(int, iterable.parts)
            return len(range(start, stop, step)) if step else None
        if is_list(kind):
            return kind.cell.length if kind.element != NEVER and isinstance(kind.cell.length, int) else None
        return None
    if isinstance(iterable, Lazy):
        sizes = [fixed_length(emitter, inner) for inner in iterable.inner]
        if iterable.kind == "filter" or None in sizes:
            return None
        known = [size for size in sizes if size is not None]
        if iterable.kind == "combinations":
            return math.comb(known[0], iterable.extra)
        return math.prod(known) if iterable.kind == "product" else min(known)
    if isinstance(iterable, Generator) and isinstance(iterable.function, ast.GeneratorExp):
        (first, *rest), ((_, inner),) = iterable.function.generators, iterable.arguments
        return None if rest or first.ifs else fixed_length(emitter, inner)
    return None


MOST_UNROLLED = 16


def _tuple_of_length(emitter: Emitter, iterable: Any, size: int, node: ast.AST) -> Value:
    """Return a tuple of the elements of an iterable of known length."""
    code = emitter.code
    cell = emitter.compiler.cell((emitter.path, id(node), "elements"))
    place = code.slot((emitter.path, id(node), "place"), 1)
    code.store("0", place)
    kind = cell.element
    row = TupleT((kind,) * size)
    slot = emitter.room(node, "row", max(1, row.words))

    def body(element: Any) -> None:
        value = emitter.value(element, node)
        if not widen(cell, value.type):
            emitter.fail(node, f"makes a tuple of {cell.root.element} and {value.type}")
        if cell.root.element == kind:
            at = code.load(place)
            emitter.store(emitter.convert(value, kind, node), slot, code.times(at, kind.words))
            code.store(code.op(f"add i64 {at}, 1"), place)

    emitter.compiler.iterate(emitter, iterable, body, node)
    if row.words > SMALL:
        return Value(row, pointer=slot)
    return emitter.loaded(row, slot)


@of(set, frozenset)
def _set(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    if not arguments:
        return sets.new_set(emitter, node)
    return sets.set_of(emitter, arguments[0], node)


@of(dict)
def _dict(emitter: Emitter, arguments: Sequence[Any], named: dict[str, Any], node: ast.AST) -> Value:
    if named:
        pairs = [(emitter.value(Constant(name), node), emitter.value(value, node)) for name, value in named.items()]
        return containers.dictionary_of_pairs(emitter, pairs, node)
    return dictionaries.dictionary_of(emitter, arguments[0] if arguments else Constant(()), node)


@of(collections.deque)
def _deque(emitter: Emitter, arguments: Sequence[Any], named: dict[str, Any], node: ast.AST) -> Value:
    if named or len(arguments) > 1:
        emitter.fail(
            node, Message("makes a deque with maxlen, which cannot be compiled: write popleft() where it is full")
        )
    return containers.deque_of(emitter, arguments[0] if arguments else None, node)


@of(sorted)
def _sorted(emitter: Emitter, arguments: Sequence[Any], named: dict[str, Any], node: ast.AST) -> Value:
    if "key" in named:
        made = sequences.list_of(emitter, arguments[0], node)
    else:
        with sets.without_order(emitter):
            made = sequences.list_of(emitter, arguments[0], node)
    key = named.get("key")
    held = emitter.held(made, node)
    key = None if isinstance(key, Value) and key.type == NONE else key
    sorting.sort(emitter, emitter.value(held, node), key, named.get("reverse"), node)
    return emitter.value(held, node)


# Numbers


@of(abs)
def _abs(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    value, code = _value(emitter, arguments, 0, node), emitter.code
    if value.type == FLOAT:
        number = operators.as_double(emitter, value)
        return operators.of_double(emitter, code.op(f"call double @llvm.fabs.f64(double {number})"))
    if value.type == UINT:
        return value
    if value.type == NEVER:
        return value
    if value.type not in NUMBERS:
        emitter.fail(node, f"takes abs of {value.type}: only numbers have an absolute value")
    if value.known is not UNKNOWN:
        return emitter.integer(abs(int(value.known)))
    negative = code.compare("slt", value.word, "0")
    return Value(INT, (code.choose(negative, code.op(f"sub i64 0, {value.word}"), value.word),))


@of(divmod)
def _divmod(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    one, other = _value(emitter, arguments, 0, node), _value(emitter, arguments, 1, node)
    if NEVER in (one.type, other.type):
        return Value(NEVER)
    parts = [operators.arithmetic(emitter, sign, one, other, node) for sign in ("//", "%")]
    return emitter.tuple_of(parts, None, node)


@of(int)
def _int(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    if not arguments:
        return emitter.integer(0)
    value = _value(emitter, arguments, 0, node)
    if value.type == NEVER:
        return value
    if value.type not in NUMBERS:
        emitter.fail(node, f"makes a number of {value.type}: only numbers can be given to int")
    if value.type == FLOAT:
        number = operators.as_double(emitter, value)
        return Value(INT, (emitter.code.op(f"fptosi double {number} to i64"),))
    return Value(INT, value.parts, known=value.known if value.known is UNKNOWN else int(value.known))


@of(bool)
def _bool(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    return emitter.compiler.truth_of(emitter, arguments[0], node) if arguments else truth(False)


@of(float)
def _float(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    if arguments and isinstance(arguments[0], Constant) and isinstance(arguments[0].value, str):  # float("inf")
        return emitter.value(Constant(float(arguments[0].value)), node)
    return emitter.convert(_value(emitter, arguments, 0, node), FLOAT, node)


@of(pow)
def _pow(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    _count(emitter, arguments, 2, 2, node)
    return operators.arithmetic(
        emitter, "**", _value(emitter, arguments, 0, node), _value(emitter, arguments, 1, node), node
    )


@of(round)
def _round(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    value = _value(emitter, arguments, 0, node)
    if len(arguments) > 1:
        emitter.fail(node, Message("rounds to digits, which cannot be compiled: multiply before"))
    if value.type != FLOAT:
        return value
    nearest = emitter.code.op(f"call double @llvm.rint.f64(double {operators.as_double(emitter, value)})")
    return Value(INT, (emitter.code.op(f"fptosi double {nearest} to i64"),))


@of(isinstance)
def _isinstance(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    value = emitter.value(arguments[0], node)
    wanted = arguments[1].value if isinstance(arguments[1], Constant) else None
    known = {int: (INT, UINT, BOOL), bool: (BOOL,), float: (FLOAT,)}
    if isinstance(wanted, tuple) and all(one in known for one in wanted):
        return truth(any(value.type in known[one] for one in wanted))
    if wanted in known:
        return truth(value.type in known[wanted])
    if isinstance(wanted, type) and issubclass(wanted, tuple | list):
        return truth(
            (isinstance(value.type, TupleT) and (wanted is tuple or value.type.cls is wanted))
            or (isinstance(value.type, SequenceT) and wanted is tuple)
            or (is_list(value.type) and wanted is list)
        )
    return emitter.fail(node, Message("asks for the type of a value: let each variable hold values of one type"))


@of(print)
def _print(emitter: Emitter, _arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    emitter.fail(node, Message("uses 'print', which cannot be compiled: take it out, or see it with SPIELBAUM_JIT=0"))
    return NOTHING


def _float_function(text: str) -> Function:
    def function(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
        number = operators.as_double(emitter, _value(emitter, arguments, 0, node))
        return operators.of_double(emitter, emitter.code.op(f"call double {text}(double {number})"))

    return function


_FUNCTIONS[math.fabs] = _float_function("@llvm.fabs.f64")
for _name in ("sin", "cos", "tan", "atan", "tanh", "sinh", "cosh"):
    _FUNCTIONS[getattr(math, _name)] = _float_function(f"@{_name}")


def _in_domain(text: str, outside: str) -> Function:
    """Return the translation of a function that raises ``ValueError`` where a comparison with 0 is true."""

    def function(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
        number = operators.as_double(emitter, _value(emitter, arguments, 0, node))
        emitter.throw_if(emitter.code.op(f"fcmp {outside} double {number}, 0.0"), ValueError, "math domain error")
        found = operators.of_double(emitter, emitter.code.op(f"call double {text}(double {number})"))
        if len(arguments) == 1:
            return found
        base = operators.as_double(emitter, _value(emitter, arguments, 1, node))
        emitter.throw_if(emitter.code.op(f"fcmp {outside} double {base}, 0.0"), ValueError, "math domain error")
        divisor = operators.of_double(emitter, emitter.code.op(f"call double {text}(double {base})"))
        return operators.arithmetic(emitter, "/", found, divisor, node)

    return function


_FUNCTIONS[math.sqrt] = _in_domain("@llvm.sqrt.f64", "olt")
for _name in ("log", "log2", "log10"):
    _FUNCTIONS[getattr(math, _name)] = _in_domain(f"@{_name}", "ole")


@of(math.exp)
def _exp(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    code, number = emitter.code, operators.as_double(emitter, _value(emitter, arguments, 0, node))
    emitter.throw_if(code.op(f"fcmp ogt double {number}, 0x40862E42FEFA39EF"), OverflowError, "math range error")
    return operators.of_double(emitter, code.op(f"call double @exp(double {number})"))


@of(math.isinf, math.isnan)
def _is_special(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: Any) -> Value:
    code, number = emitter.code, operators.as_double(emitter, _value(emitter, arguments, 0, node))
    if ast.unparse(node.func).endswith("isnan"):
        return Value(BOOL, (code.of_bit(code.op(f"fcmp uno double {number}, 0.0")),))
    size = code.op(f"call double @llvm.fabs.f64(double {number})")
    return Value(BOOL, (code.of_bit(code.op(f"fcmp oeq double {size}, 0x7FF0000000000000")),))


@of(math.ceil)
def _ceil(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    value = _value(emitter, arguments, 0, node)
    if value.type != FLOAT:
        return value
    down = _floor(emitter, [operators.unary(emitter, ast.USub, value, node)], {}, node)
    return operators.unary(emitter, ast.USub, down, node)


@of(math.floor)
def _floor(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    value = _value(emitter, arguments, 0, node)
    if value.type != FLOAT:
        return value
    number = operators.as_double(emitter, value)
    down = emitter.code.op(f"call double @llvm.floor.f64(double {number})")
    return Value(INT, (emitter.code.op(f"fptosi double {down} to i64"),))


@of(itertools.product)
def _product(emitter: Emitter, arguments: Sequence[Any], named: dict[str, Any], node: ast.AST) -> Lazy:
    times = named["repeat"].known if "repeat" in named else 1
    if times is UNKNOWN:
        emitter.fail(node, Message("repeats product a number of times that is not in the source: write loops"))
    first, *others = [*arguments] * int(times) or [Constant(((),), "")]
    return Lazy(
        "product", (emitter.held(first, node), *(_lasting(emitter, one, node, i) for i, one in enumerate(others)))
    )


def _lasting(emitter: Emitter, iterable: Any, node: ast.AST, place: int) -> Any:
    """Return an iterable as one that can be gone over again and again."""
    if isinstance(iterable, Static) and not is_table(iterable):
        iterable = sequences.list_of(emitter, iterable, node, f"again {place}")
    return emitter.held(iterable, node)


@of(itertools.combinations)
def _combinations(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Lazy:
    size = emitter.value(arguments[1], node)
    if size.known is UNKNOWN:
        emitter.fail(node, Message("takes combinations of a number that is not in the source: write loops"))
    return Lazy("combinations", (emitter.held(sequences.list_of(emitter, arguments[0], node), node),), int(size.known))


@of(itertools.pairwise)
def _pairwise(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Lazy:
    every = emitter.held(sequences.list_of(emitter, arguments[0], node), node)
    later = sequences.slice_of(emitter, emitter.current(every), emitter.integer(1), None, None, node, "later")
    return Lazy("zip", (every, emitter.held(later, node)))


@of(itertools.chain)
def _chain(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    made = sequences.list_of(emitter, arguments[0], node, "chain") if arguments else sequences.new_list(
        emitter, node, "chain", NEVER)  # fmt: skip
    for place, other in enumerate(arguments[1:]):
        with emitter.inside((id(node), "chain", place)):
            operators.extend(emitter, made, other, node)
    return made


# Bits


@named("U64")
def _u64(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    value = _value(emitter, arguments, 0, node)
    return Value(UINT, value.parts, known=value.known if value.known is UNKNOWN else int(value.known) % 2**64)


@named("signed")
def _signed(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    return Value(INT, _value(emitter, arguments, 0, node).parts)


@named("popcount")
def _popcount(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    word = _value(emitter, arguments, 0, node).word
    return Value(INT, (emitter.code.op(f"call i64 @llvm.ctpop.i64(i64 {word})"),))


@named("lowest_index")
def _lowest_index(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    word = _value(emitter, arguments, 0, node).word
    return Value(INT, (emitter.code.op(f"call i64 @llvm.cttz.i64(i64 {word}, i1 true)"),))


@named("lowest_bit")
def _lowest_bit(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    value, code = _value(emitter, arguments, 0, node), emitter.code
    return Value(value.type, (code.op(f"and i64 {value.word}, {code.op(f'sub i64 0, {value.word}')}"),))


@named("clear_lowest")
def _clear_lowest(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    value, code = _value(emitter, arguments, 0, node), emitter.code
    return Value(value.type, (code.op(f"and i64 {value.word}, {code.op(f'sub i64 {value.word}, 1')}"),))


@named("reversed_bytes")
def _reversed_bytes(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    word = _value(emitter, arguments, 0, node).word
    return Value(UINT, (emitter.code.op(f"call i64 @llvm.bswap.i64(i64 {word})"),))


@named("replaced")
def _replaced(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    board, place, piece = (_value(emitter, arguments, at, node) for at in range(3))
    kind = board.type
    if not isinstance(kind, TupleT) or kind.element is None:
        emitter.fail(node, f"replaces an item of {kind}, not of a tuple")
    slot = emitter.room(node, "replaced", kind.words)
    emitter.store(board, slot)
    at = sequences.place_in(emitter, place, str(len(kind.items)), "tuple")
    emitter.store(emitter.convert(piece, kind.element, node), slot, at)
    if kind.words > SMALL:
        return Value(TupleT(kind.items), pointer=slot)
    return emitter.loaded(TupleT(kind.items), slot)
