"""Numbers of 128 bits in compiled code: fields declared :data:`spielbaum.U128`.

Numba has none. This type is not one of Numba's integers, so that nothing treats it as a number of 64 bits and truncates
it: other integers are widened in operations with it, and only ``U64`` narrows it.

Importing this module imports Numba.
"""

import operator
from collections.abc import Callable
from functools import reduce
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, lower_builtin, lower_cast, models, register_model, typeof_impl

from spielbaum.kernel.calling import Wide
from spielbaum.kernel.numba_internals import AbstractTemplate, Conversion, infer_global, lower_constant

_WORD, _WIDE = ir.IntType(64), ir.IntType(128)


class WideType(types.Hashable):  # type: ignore[misc]
    """An unsigned integer of 128 bits."""

    bitwidth, signed = 128, False

    def __init__(self) -> None:
        super().__init__("uint128")

    def can_convert_from(self, _context: Any, other: Any) -> Any:
        """Return the conversion from another type: that of integers."""
        return Conversion.safe if is_whole(other) else None


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


@lower_constant(WideType)
def _constant(_context: Any, _builder: Any, _kind: Any, number: int) -> Any:
    return _WIDE(int(number))


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


def _register(operations: tuple[Any, ...], returns: Any, made: Callable[..., Any], operands: int | None = 2) -> None:
    """Define operators of wide numbers, also with other integers; ``operands`` is None for any number of them."""

    class Template(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, kws: Any) -> Any:
            wide = any(isinstance(kind, WideType) for kind in args)
            if kws or len(args) != (operands or max(2, len(args))) or not wide or not all(map(is_whole, args)):
                return None
            return returns(*[WIDE] * len(args))

    def lowered(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return made(builder, *args)

    for operation in operations:
        infer_global(operation)(type("WideTemplate", (Template,), {"key": operation}))
        lower_builtin(operation, *([WideType] * operands if operands else [types.VarArg(WideType)]))(lowered)


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


def _extreme(sign: str) -> Callable[..., Any]:
    def extreme(builder: Any, *numbers: Any) -> Any:
        return reduce(lambda x, y: builder.select(builder.icmp_unsigned(sign, y, x), y, x), numbers)

    return extreme


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
_register((min,), WIDE, _extreme("<"), None)
_register((max,), WIDE, _extreme(">"), None)


@intrinsic
def as_wide(_context: Any, number: Any) -> Any:
    """Return an integer as a wide number."""
    if not is_whole(number):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], signature.args[0], WIDE)

    return WIDE(number), codegen


@intrinsic
def low_word(_context: Any, number: Any) -> Any:
    """Return the low word of a wide number."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.trunc(args[0], _WORD)

    return types.uint64(number), codegen
