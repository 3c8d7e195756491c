"""Numbers of 128 bits in compiled code: fields declared :data:`spielbaum.U128`.

Numba has none. This type is not one of Numba's integers, so that nothing treats it as a number of 64 bits and truncates
it: other integers are widened in operations with it, and only ``U64`` narrows it.

Importing this module imports Numba.
"""

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import lower_builtin, lower_cast, models, register_model, typeof_impl

from spielbaum.kernel.calling import Wide
from spielbaum.kernel.native_functions import typed_by

_WORD, _WIDE = ir.IntType(64), ir.IntType(128)


class WideType(types.Hashable):  # type: ignore[misc]
    """An unsigned integer of 128 bits."""

    bitwidth, signed = 128, False

    def __init__(self) -> None:
        super().__init__("uint128")

    def can_convert_from(self, context: Any, other: Any) -> Any:
        """Return the conversion from another type: from an integer it is as safe as to a float."""
        return context.can_convert(types.int64, types.float64) if is_whole(other) else None


WIDE = WideType()


def is_whole(kind: Any) -> bool:
    """Return whether a type is an integer type."""
    return isinstance(types.unliteral(kind), types.Integer | types.Boolean | WideType)


@register_model(WideType)
class _WideModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: WideType) -> None:
        super().__init__(manager, kind, _WIDE)


@typeof_impl.register(Wide)
def _typeof(_number: Wide, _purpose: Any) -> WideType:
    return WIDE


def words_in_wide(builder: Any, number: Any) -> list[Any]:
    """Return the low and the high word of a wide number."""
    return [builder.trunc(number, _WORD), builder.trunc(builder.lshr(number, _WIDE(64)), _WORD)]


def wide_of(builder: Any, low: Any, high: Any) -> Any:
    """Return the wide number of two words."""
    return builder.or_(builder.zext(low, _WIDE), builder.shl(builder.zext(high, _WIDE), _WIDE(64)))


@lower_cast(types.Integer, WideType)
def _widened(_context: Any, builder: Any, kind: Any, _wide: Any, number: Any) -> Any:
    return builder.sext(number, _WIDE) if kind.signed else builder.zext(number, _WIDE)


@lower_cast(types.Boolean, WideType)
def _widened_truth(context: Any, builder: Any, kind: Any, _wide: Any, truth: Any) -> Any:
    return builder.zext(context.cast(builder, truth, kind, types.uint64), _WIDE)


def _register(operations: tuple[Any, ...], returns: Any, made: Callable[..., Any], operands: int = 2) -> None:
    """Define operators of wide numbers, also with other integers."""

    def one(number: Any) -> Any:
        return returns(WIDE) if number == WIDE else None

    def two(number: Any, other: Any) -> Any:
        return returns(WIDE, WIDE) if WIDE in (number, other) and is_whole(number) and is_whole(other) else None

    def lowered(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return made(builder, *args)

    for operation in operations:
        typed_by(operation)(one if operands == 1 else two)
        lower_builtin(operation, *[WideType] * operands)(lowered)


def _shift(direction: str) -> Callable[..., Any]:
    def shifted(builder: Any, number: Any, amount: Any) -> Any:
        """Shift; a shift by all bits or more leaves nothing."""
        moved = getattr(builder, direction)(number, amount)
        return builder.select(builder.icmp_unsigned(">=", amount, _WIDE(128)), _WIDE(0), moved)

    return shifted


def _comparison(sign: str) -> Callable[..., Any]:
    return lambda builder, one, other: builder.icmp_unsigned(sign, one, other)


def _against_zero(sign: str) -> Callable[..., Any]:
    return lambda builder, number: builder.icmp_unsigned(sign, number, _WIDE(0))


for _name in ("and_", "or_", "xor", "add", "sub", "mul"):
    _both = getattr(operator, _name), getattr(operator, f"i{_name.strip('_')}")
    _register(_both, WIDE, getattr(ir.IRBuilder, _name))
for _name, _sign in {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    _register((getattr(operator, _name),), types.boolean, _comparison(_sign))
_register((operator.lshift, operator.ilshift), WIDE, _shift("shl"))
_register((operator.rshift, operator.irshift), WIDE, _shift("lshr"))
_register((operator.invert,), WIDE, ir.IRBuilder.not_, 1)
_register((operator.neg,), WIDE, ir.IRBuilder.neg, 1)
_register((operator.pos,), WIDE, lambda _builder, number: number, 1)
_register((operator.not_,), types.boolean, _against_zero("=="), 1)
_register((operator.truth, bool), types.boolean, _against_zero("!="), 1)
