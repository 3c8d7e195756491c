"""The one pass of stock mode, over the statements of a function before types are inferred.

Numba's arithmetic is undefined where integers overflow, and where they are shifted by all bits or more; its tuples do
not say where an index was out of range. Here such operations become calls of functions that do.

Importing this module imports Numba.
"""

import operator
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils, ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.untyped_passes import IRProcessing
from numba.extending import intrinsic, overload

from spielbaum.kernel import progress
from spielbaum.kernel.native_boards import BoardType, place_from_start

OUTSIDE = "tuple index out of range"
OUTSIDE_ARRAY = "index is out of bounds"

SHORTEST_TABLE = 8
"""Numba chooses among the numbers of shorter tables, and reads longer ones from memory here."""


class Settings(NamedTuple):
    """What the pass has to know about a function.

    Attributes
    ----------
    checked
        Whether indexes into arrays are checked.
    marks
        Compiled functions that return the end of the region, and that cut it back; None without a region.
    """

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
            block.body = [new for old in block.body for new in _replaced(old, block.scope, known, settings.checked)]
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


def _replaced(statement: Any, scope: Any, known: dict[str, Any], checked: bool) -> Iterator[Any]:
    """Yield what replaces a statement."""
    value = statement.value if isinstance(statement, ir.Assign) else None
    if isinstance(value, ir.Expr) and value.op in ("binop", "inplace_binop") and value.fn in _OPERATIONS:
        yield from _call(_OPERATIONS[value.fn], [value.lhs, value.rhs], statement.target, scope, statement.loc)
    elif isinstance(value, ir.Expr) and value.op == "getitem" and value.index.name not in known:
        table = known.get(value.value.name)
        if table is not None and _is_table(table):
            yield from _call(_look_up(table), [value.index], statement.target, scope, statement.loc)
            return
        check = _check_all if checked else _check_tuples
        yield from _call(check, [value.value, value.index], None, scope, statement.loc)
        yield statement
    else:
        yield statement


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


def _is_table(found: Any) -> bool:
    """Return whether a captured object is a tuple of numbers of one kind."""
    return type(found) is tuple and len(found) >= SHORTEST_TABLE and {type(item) for item in found} in ({int}, {float})


def _look_up(numbers: tuple[Any, ...]) -> Any:
    """Return a function that looks up a number of a table."""
    kind, content = (types.float64, llvm.DoubleType()) if type(numbers[0]) is float else (types.int64, llvm.IntType(64))

    @intrinsic
    def look_up(_context: Any, index: Any) -> Any:
        if not isinstance(index, types.Integer):
            return None

        def codegen(context: Any, builder: Any, signature: Any, args: Any, loc: Any = None) -> Any:
            (given,) = signature.args
            place = context.cast(builder, args[0], given, _as_integer(given))
            place = place_from_start(context, builder, _as_integer(given), place, len(numbers), OUTSIDE, loc)
            constant = llvm.ArrayType(content, len(numbers))([content(number) for number in numbers])
            table = cgutils.global_constant(builder, ".numbers", constant)
            return builder.load(builder.gep(table, [place.type(0), place], inbounds=True))

        return kind(index), codegen

    return look_up


def _checker(kinds: tuple[type, ...]) -> Any:
    """Return a function that checks an index into an object of given types."""

    @intrinsic
    def check(_context: Any, value: Any, index: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any, loc: Any = None) -> Any:
            kind, place_kind = signature.args
            if isinstance(kind, kinds) and isinstance(place_kind, types.Integer):
                place = context.cast(builder, args[1], place_kind, _as_integer(place_kind))
                length, told = _length(context, builder, kind, args[0])
                place_from_start(context, builder, _as_integer(place_kind), place, length, told, loc)
            return context.get_dummy_value()

        return types.void(value, index), codegen

    return check


def _length(context: Any, builder: Any, kind: Any, value: Any) -> tuple[Any, str]:
    """Return the length of a value, and what an exception says."""
    if isinstance(kind, types.Array):
        shape = cgutils.create_struct_proxy(kind)(context, builder, value=value).shape
        return builder.extract_value(shape, 0), OUTSIDE_ARRAY
    return kind.length if isinstance(kind, BoardType) else len(kind), OUTSIDE


_check_tuples = _checker((BoardType, types.BaseTuple))
_check_all = _checker((BoardType, types.BaseTuple, types.Array))
