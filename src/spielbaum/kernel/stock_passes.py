"""The one pass of stock mode, over the statements of a function before types are inferred.

Numba's arithmetic is undefined where integers overflow, and where they are shifted by all bits or more; its tuples do
not say where an index was out of range. Here such operations become calls of functions that do.

Importing this module imports Numba.
"""

import operator
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeGuard

import numpy as np
from numba import types
from numba.core import cgutils, ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.untyped_passes import IRProcessing
from numba.extending import intrinsic, overload

from spielbaum.kernel import progress
from spielbaum.kernel.calling import Wide
from spielbaum.kernel.native_boards import BoardType, place_from_start
from spielbaum.kernel.native_wide import WIDE, wide_of

SHORTEST_TABLE = 8
"""Numba chooses among the numbers of shorter tables, and reads longer ones from memory here."""


class Settings(NamedTuple):
    """What the pass has to know about a function.

    Attributes
    ----------
    is_of_a_game
        Whether exceptions name it.
    checked
        Whether indexes into arrays and divisors are checked.
    marks
        Compiled functions that return the end of the region, and that cut it back; None without a region.
    """

    is_of_a_game: bool
    checked: bool
    marks: tuple[Any, Any] | None


class StockPipeline(CompilerBase):  # type: ignore[misc]
    """Numba's passes, and this one."""

    def define_pipelines(self) -> list[PassManager]:
        """Return the passes."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(DefinedOperations, IRProcessing)
        passes.finalize()
        return [passes]


@register_pass(mutates_CFG=False, analysis_only=False)
class DefinedOperations(FunctionPass):  # type: ignore[misc]
    """The pass."""

    _name = "defined_operations"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Replace arithmetic, look up tables in memory, check indexes, and give the region back at the end."""
        function = state.func_ir
        settings = function.func_id.func.__dict__.get("settings")
        if settings is None:  # a function of Numba's own
            return False
        progress.step()
        known = _known(function.blocks)
        for block in function.blocks.values():
            block.body = [new for old in block.body for new in _replaced(old, block.scope, known, settings)]
        if settings.marks is not None and not function.is_generator:
            _give_back(function.blocks, settings.marks)
        return True


def _known(blocks: Any) -> dict[str, Any]:
    """Return the values of variables that are assigned once: constants and captured objects."""
    assigned = [statement for block in blocks.values() for statement in block.find_insts(ir.Assign)]
    times = Counter(statement.target.name for statement in assigned)
    return {
        statement.target.name: statement.value.value
        for statement in assigned
        if times[statement.target.name] == 1 and isinstance(statement.value, ir.Const | ir.Global | ir.FreeVar)
    }


def _replaced(statement: Any, scope: Any, known: dict[str, Any], settings: Settings) -> Iterator[Any]:
    """Yield what replaces a statement."""
    value, location = statement.value if isinstance(statement, ir.Assign) else None, statement.loc
    if isinstance(value, ir.Const | ir.Global | ir.FreeVar) and _holds_wide(value.value):
        yield from _wide(value.value, statement.target, scope, location)
    elif not isinstance(value, ir.Expr):
        yield statement
    elif value.op in ("binop", "inplace_binop") and value.fn in _OPERATIONS:
        yield from _call(_OPERATIONS[value.fn], [value.lhs, value.rhs], statement.target, scope, location)
    elif value.op == "getitem" and _is_table(table := known.get(value.value.name)) and value.index.name not in known:
        array = scope.redefine("$table", location)
        yield ir.Assign(ir.Global("table", np.array(table), location), array, location)
        yield from _call(_check_tables, [array, value.index], None, scope, location)
        yield ir.Assign(ir.Expr.getitem(array, value.index, location), statement.target, location)
    else:
        for check, operands in _checks(value, known, settings) if settings.is_of_a_game else ():
            yield from _call(check, operands, None, scope, location)
        yield statement


def _checks(value: Any, known: dict[str, Any], settings: Settings) -> Iterator[tuple[Any, list[Any]]]:
    """Yield the check of an expression, which raises what Numba would, and says where, and its operands."""
    if value.op == "getitem":
        yield (_check_all if settings.checked else _check_tuples), [value.value, value.index]
    elif settings.checked and value.op in ("binop", "inplace_binop") and value.fn in _DIVISIONS:
        yield _DIVISIONS[value.fn], [value.lhs, value.rhs]
    elif settings.checked and value.op == "call" and known.get(value.func.name) is divmod:
        yield _DIVISIONS[divmod], value.args


def _holds_wide(value: Any) -> bool:
    return any(map(_holds_wide, value)) if type(value) is tuple else isinstance(value, Wide)


def _wide(value: Any, target: Any, scope: Any, location: Any) -> Iterator[Any]:
    """Yield the statements that make a wide number of two words, or a tuple of such numbers."""
    items = value if type(value) is tuple else value.words
    names = [scope.redefine("$item", location) for _ in items]
    for item, name in zip(items, names, strict=True):
        if _holds_wide(item):
            yield from _wide(item, name, scope, location)
        else:
            yield ir.Assign(ir.Const(item, location), name, location)
    if type(value) is tuple:
        yield ir.Assign(ir.Expr.build_tuple(names, location), target, location)
    else:
        yield from _call(_joined, names, target, scope, location)


@intrinsic
def _joined(_context: Any, low: Any, high: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words = [context.cast(builder, *each, types.uint64) for each in zip(args, signature.args, strict=True)]
        return wide_of(builder, *words)

    return WIDE(low, high), codegen


def _call(function: Any, arguments: list[Any], target: Any, scope: Any, location: Any) -> Iterator[Any]:
    """Yield the statements that call a function."""
    called = scope.redefine("$function", location)
    yield ir.Assign(ir.Global(function.__name__, function, location), called, location)
    result = scope.redefine("$none", location) if target is None else target
    yield ir.Assign(ir.Expr.call(called, arguments, (), location), result, location)


def _give_back(blocks: Any, marks: tuple[Any, Any]) -> None:
    """Mark the end of the region at the beginning, and cut it there before every return."""
    mark, cut = marks
    first = blocks[min(blocks)]
    end = first.scope.redefine("$end", first.loc)
    first.body[:0] = _call(mark, [], end, first.scope, first.loc)
    for block in blocks.values():
        if isinstance(block.body[-1], ir.Return):
            block.body[-1:-1] = _call(cut, [end], None, block.scope, block.loc)


# Arithmetic


def _is_whole(kind: Any) -> bool:
    return isinstance(types.unliteral(kind), types.Integer | types.Boolean)


def _as_integer(kind: Any) -> Any:
    """Return the type in which Numba calculates with a number: 64 bits at least."""
    is_unsigned = isinstance(kind, types.Integer) and not kind.signed
    return types.uint64 if is_unsigned else types.int64


def _defined(sign: Callable[[Any, Any], Any], write: Callable[[Any, Any, Any, Any], Any], *, shifts: bool) -> Any:
    """Return a function like an operator, which is defined for all integers.

    Parameters
    ----------
    sign
        The operator.
    write
        Writes the operation: ``(builder, type, one, other) -> number``.
    shifts
        Whether the type is that of the first operand; otherwise it is signed if one of both is.
    """

    @intrinsic
    def calculated(_context: Any, one: Any, other: Any) -> Any:
        kinds = [_as_integer(one)] if shifts else [_as_integer(one), _as_integer(other)]
        wanted = types.int64 if types.int64 in kinds else types.uint64

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers = [
                context.cast(builder, number, kind, wanted) for number, kind in zip(args, signature.args, strict=True)
            ]
            return write(builder, wanted, *numbers)

        return wanted(one, other), codegen

    def operation(one: Any, other: Any) -> Any:
        return sign(one, other)

    @overload(operation)
    def _typed(one, other):  # type: ignore[no-untyped-def]
        if _is_whole(one) and _is_whole(other):
            return lambda one, other: calculated(one, other)
        return lambda one, other: sign(one, other)

    return operation


def _shift(direction: str) -> Callable[[Any, Any, Any, Any], Any]:
    def shifted(builder: Any, kind: Any, number: Any, amount: Any) -> Any:
        """Shift; a shift by all bits or more leaves nothing, or the sign."""
        last = number.type(number.type.width - 1)
        is_signed = direction == "right" and kind.signed
        gone = builder.ashr(number, last) if is_signed else number.type(0)
        move = builder.shl if direction == "left" else builder.ashr if is_signed else builder.lshr
        return builder.select(builder.icmp_unsigned(">", amount, last), gone, move(number, amount))

    return shifted


_WRITERS: dict[str, tuple[Callable[[Any, Any, Any, Any], Any], bool]] = {
    "add": (lambda builder, _kind, one, other: builder.add(one, other), False),
    "sub": (lambda builder, _kind, one, other: builder.sub(one, other), False),
    "mul": (lambda builder, _kind, one, other: builder.mul(one, other), False),
    "lshift": (_shift("left"), True),
    "rshift": (_shift("right"), True),
}

_OPERATIONS = {
    getattr(operator, name): _defined(getattr(operator, name), write, shifts=shifts)
    for plain, (write, shifts) in _WRITERS.items()
    for name in (plain, f"i{plain}")
}


# Indexes


def _is_table(found: Any) -> TypeGuard[tuple[Any, ...]]:
    """Return whether a captured object is a tuple of numbers of one kind."""
    kinds = {type(item) for item in found} if type(found) is tuple and len(found) >= SHORTEST_TABLE else set()
    return kinds in ({int}, {float}, {np.uint64})


def _checker(messages: dict[type, str]) -> Any:
    """Return a function that checks an index into an object of given types, with what an exception says."""

    @intrinsic
    def check(_context: Any, value: Any, index: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any, loc: Any = None) -> Any:
            kind, given = signature.args
            sentence = next((text for checked, text in messages.items() if isinstance(kind, checked)), None)
            if sentence is not None:
                places = _items(builder, given, args[1])
                for (number, place), length in zip(places, _lengths(context, builder, kind, args[0]), strict=False):
                    if isinstance(number, types.Integer):
                        wanted = _as_integer(number)
                        place = context.cast(builder, place, number, wanted)
                        place_from_start(context, builder, wanted, place, length, sentence, loc)
            return context.get_dummy_value()

        return types.void(value, index), codegen

    return check


def _items(builder: Any, kind: Any, value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the types and values of the parts of an index."""
    if isinstance(kind, types.BaseTuple):
        yield from ((item, builder.extract_value(value, place)) for place, item in enumerate(kind))
    else:
        yield kind, value


def _lengths(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return the lengths of a value along its axes."""
    if isinstance(kind, types.Array):
        return cgutils.unpack_tuple(builder, cgutils.create_struct_proxy(kind)(context, builder, value=value).shape)
    return [kind.length if isinstance(kind, BoardType) else len(kind)]


_TUPLES: dict[type, str] = {BoardType: "tuple index out of range", types.BaseTuple: "tuple index out of range"}

_check_tuples = _checker(_TUPLES)
_check_all = _checker({**_TUPLES, types.Array: "index is out of bounds"})
_check_tables = _checker({types.Array: "tuple index out of range"})


# Divisors


def _division(name: str, *, is_true: bool = False) -> Any:
    """Return a function that checks the second of two numbers, with Numba's name of the operation."""

    @intrinsic
    def check(_context: Any, one: Any, other: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any, loc: Any = None) -> Any:
            kinds = [*map(types.unliteral, signature.args)]
            if all(isinstance(kind, types.Integer | types.Boolean | types.Float) for kind in kinds):
                is_whole = not is_true and all(map(_is_whole, kinds))
                divisor = context.cast(builder, args[1], signature.args[1], types.float64)
                is_zero = builder.fcmp_ordered("==", divisor, divisor.type(0))
                with builder.if_then(is_zero, likely=False):
                    message = f"{'integer ' if is_whole else ''}{name} by zero"
                    context.call_conv.return_user_exc(builder, ZeroDivisionError, (message,), loc=loc)
            return context.get_dummy_value()

        return types.void(one, other), codegen

    return check


_DIVISIONS: dict[Any, Any] = {divmod: _division("divmod")}
for _sign, _name in (("truediv", "division"), ("floordiv", "division"), ("mod", "modulo")):
    _check = _division(_name, is_true=_sign == "truediv")
    _DIVISIONS |= {getattr(operator, _sign): _check, getattr(operator, f"i{_sign}"): _check}
