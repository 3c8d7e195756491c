"""``max`` and ``min`` in compiled code.

Numba compiles a function of its library for every combination of types. Of numbers, and of tuples of them, these are
instructions.

Importing this module imports Numba.
"""

import inspect
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, overload, type_callable

from spielbaum.kernel.intrinsics import stands_for
from spielbaum.kernel.native_boards import BoardType, numbers_of
from spielbaum.kernel.native_functions import LINKED
from spielbaum.kernel.native_wide import WIDE, is_whole

_HIGHEST = 2**63 - 1


@stands_for(max)
def largest(*numbers: Any) -> Any:
    """Return the largest number, of equal ones the first."""
    return max(*numbers)


@stands_for(min)
def smallest(*numbers: Any) -> Any:
    """Return the smallest number, of equal ones the first."""
    return min(*numbers)


def _kind(numbers: Iterable[types.Type], *, is_max: bool) -> types.Type | None:
    """Return the type of the result; it fits if signed and unsigned integers are mixed."""
    kinds = set(map(types.unliteral, numbers))
    if WIDE in kinds:
        return WIDE if all(map(is_whole, kinds)) else None
    if not kinds or not all(isinstance(kind, types.Boolean | types.Integer | types.Float) for kind in kinds):
        return None
    if any(isinstance(kind, types.Float) for kind in kinds):
        return types.float64
    signs = {kind.signed for kind in kinds if isinstance(kind, types.Integer)}
    if not signs:
        return types.boolean
    return types.int64 if signs == {True} or (True in signs and not is_max) else types.uint64


def _define(function: Callable[..., Any], sign: str, *, is_max: bool) -> None:
    @type_callable(function)  # type: ignore[untyped-decorator]
    def typing(_context: Any) -> Callable[..., Any]:
        def typed(*given: Any) -> types.Type | None:
            names = [inspect.Parameter(f"number{i}", inspect.Parameter.POSITIONAL_ONLY) for i in range(len(given))]
            typed.pysig = inspect.Signature(names)  # type: ignore[attr-defined]
            if len(given) != 1:
                return _kind(given, is_max=is_max)
            (cells,) = given
            if isinstance(cells, BoardType):
                return cells.dtype
            return _kind(cells, is_max=is_max) if isinstance(cells, types.BaseTuple) else None

        return typed

    @lower_builtin(function, types.VarArg(types.Any))  # type: ignore[untyped-decorator]
    def lowered(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds, numbers, wanted = signature.args, args, signature.return_type
        if isinstance(kinds[0], BoardType):
            kinds, numbers = [wanted] * kinds[0].length, numbers_of(builder, args[0])
        elif isinstance(kinds[0], types.BaseTuple):
            kinds, numbers = kinds[0], cgutils.unpack_tuple(builder, args[0])
        if isinstance(wanted, types.Float):
            exceeds = builder.fcmp_ordered
        else:
            exceeds = builder.icmp_signed if getattr(wanted, "signed", False) else builder.icmp_unsigned
        cast = [_cast(context, builder, *pair, wanted) for pair in zip(numbers, kinds, strict=True)]
        return reduce(lambda best, other: builder.select(exceeds(sign, other, best), other, best), cast)

    @overload(function, jit_options=LINKED)
    def of_elements(cells):  # type: ignore[no-untyped-def]
        return (lambda cells: max(cells)) if is_max else (lambda cells: min(cells))


def _cast(context: Any, builder: Any, number: Any, kind: types.Type, wanted: types.Type) -> Any:
    """Return a number in another type, or one in its place that is no more likely to be returned."""
    if wanted == types.uint64 and isinstance(kind, types.Integer) and kind.signed:
        number = context.cast(builder, number, kind, wanted)
        return builder.select(builder.icmp_signed("<", number, number.type(0)), number.type(0), number)
    if wanted == types.int64 and types.unliteral(kind) == types.uint64:
        highest = number.type(_HIGHEST)
        return builder.select(builder.icmp_unsigned(">", number, highest), highest, number)
    return context.cast(builder, number, kind, wanted)


_define(largest, ">", is_max=True)
_define(smallest, "<", is_max=False)
