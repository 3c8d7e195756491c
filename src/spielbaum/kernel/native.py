"""The intrinsics of :mod:`spielbaum.kernel.bits`, and casts of tuples.

Importing this module imports Numba.
"""

from math import nan
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload, overload_method

from spielbaum.kernel import bits
from spielbaum.kernel.native_boards import BoardType, as_board, board_of, is_board_like, numbers_of
from spielbaum.kernel.native_wide import WIDE, WideType, as_wide, is_whole, low_word, words_in_wide
from spielbaum.kernel.shape import Shape

TOO_WIDE = "a number of 128 bits stands where one of 64 is wanted: declare the field U128, or take a word, U64(...)"

LONGEST = 64
"""The bits of the longest integers that become floats."""

_INTEGERS = types.Integer | WideType


def state_type(state_class: Any, shape: Shape) -> types.Type:
    """Return the Numba type of a state: its fields as int64, uint64 or uint128, or boards of the first two."""
    fields: list[types.Type] = []
    for length, unsigned, wide in zip(*shape, strict=True):
        number = WIDE if wide else types.uint64 if unsigned else types.int64
        fields.append(number if length is None else BoardType(length, number))
    if len(set(fields)) == 1:
        return types.NamedUniTuple(fields[0], len(fields), state_class)
    return types.NamedTuple(fields, state_class)


def vector_type(players: int) -> types.Type:
    """Return the Numba type of a vector: one float for each player."""
    return types.UniTuple(types.float64, players)


def tuple_caster(target: Any, weight: float = 1, source: str = "a state", most: int | None = None) -> Any:
    """Return a compiled function that casts a tuple to ``target``, element by element, each times ``weight``.

    If the absolute value of an integer exceeds ``most``, all elements are NaN.
    """

    @intrinsic
    def cast(_context: Any, numbers: Any) -> Any:
        given, tuple_in = _as_tuple(numbers, len(target))
        if not isinstance(given, types.BaseTuple) or len(given) != len(target) or not _all_fit(given, target):
            raise TypingError(f"{source} must be a tuple of {len(target)} numbers, not {_described(given)}")

        def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            value = tuple_in(context, builder, args[0])
            elements = [
                _casted(context, builder, builder.extract_value(value, i), source, wanted)
                for i, (source, wanted) in enumerate(zip(given, target, strict=True))
            ]
            if weight != 1:
                elements = [builder.fmul(element, element.type(weight)) for element in elements]
            for i, kind in enumerate(given):
                if most is not None and isinstance(kind, types.Integer) and kind.bitwidth == LONGEST:
                    beyond = _is_beyond(builder, builder.extract_value(value, i), most, signed=kind.signed)
                    elements = [builder.select(beyond, element.type(nan), element) for element in elements]
            return context.make_tuple(builder, target, elements)

        return target(numbers), codegen

    return cast


def _as_tuple(kind: Any, *lengths: int) -> tuple[Any, Any]:
    """Return the type of a list as a tuple of known lengths, and what writes it; other types as they are."""
    made = kind.as_tuple(lengths) if hasattr(kind, "as_tuple") else None
    return made or (kind, lambda _context, _builder, value: value)


def _described(kind: Any) -> str:
    return "a generator" if isinstance(kind, types.Generator) else str(getattr(kind, "described", kind))


def _is_beyond(builder: Any, number: Any, most: int, *, signed: bool) -> Any:
    """Return whether the absolute value of a number of 64 bits exceeds ``most``."""
    if not signed:
        return builder.icmp_unsigned(">", number, number.type(most))
    return builder.icmp_unsigned(">", builder.add(number, number.type(most)), number.type(2 * most))


def _all_fit(given: Any, target: Any) -> bool:
    return all(_fits_into(kind, wanted) for kind, wanted in zip(given, target, strict=True))


def _fits_into(kind: Any, wanted: Any) -> bool:
    if isinstance(wanted, BoardType):
        return is_board_like(kind, wanted.length)
    if isinstance(kind, WideType) and isinstance(wanted, types.Integer):  # it would be truncated
        raise TypingError(TOO_WIDE)
    return is_whole(kind) if isinstance(wanted, WideType) else _is_number(kind)


def _casted(context: Any, builder: Any, value: Any, source: Any, wanted: Any) -> Any:
    if isinstance(wanted, BoardType):
        return as_board(context, builder, source, value, wanted)
    return context.cast(builder, value, source, wanted)


def integers_caster(shape: Shape) -> Any:
    """Return a compiled function that returns all numbers of a state as int64."""
    has_boards = any(shape.lengths)
    target = BoardType(shape.size) if has_boards else types.UniTuple(types.int64, shape.size)

    @intrinsic
    def cast(_context: Any, fields: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers = []
            for i, kind in enumerate(signature.args[0]):
                value = builder.extract_value(args[0], i)
                if isinstance(kind, BoardType):
                    numbers += numbers_of(builder, value)
                elif isinstance(kind, WideType):
                    numbers += words_in_wide(builder, value)
                else:
                    numbers.append(context.cast(builder, value, kind, types.int64))
            return board_of(builder, numbers) if has_boards else context.make_tuple(builder, target, numbers)

        return target(fields), codegen

    return cast


def rows_caster(count: int, row: Any, source: str) -> Any:
    """Return a compiled function that casts a tuple of tuples to ``count`` tuples of the type ``row``."""
    target = types.UniTuple(row, count)

    @intrinsic
    def cast(_context: Any, rows: Any) -> Any:
        whole, tuple_in = _as_tuple(rows, count, len(row))
        if not isinstance(whole, types.BaseTuple) or len(whole) != count or not all(map(_fits, whole)):
            raise TypingError(f"{source} must be {count} tuples of {len(row)} numbers, not {_described(whole)}")

        def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            made, held = [], tuple_in(context, builder, args[0])
            for i, given in enumerate(whole):
                value = builder.extract_value(held, i)
                numbers = [
                    context.cast(builder, builder.extract_value(value, j), kind, wanted)
                    for j, (kind, wanted) in enumerate(zip(given, row, strict=True))
                ]
                made.append(context.make_tuple(builder, row, numbers))
            return context.make_tuple(builder, target, made)

        return target(rows), codegen

    def _fits(given: Any) -> bool:
        return isinstance(given, types.BaseTuple) and len(given) == len(row) and all(map(_is_number, given))

    return cast


def _is_number(kind: Any) -> bool:
    return isinstance(types.unliteral(kind), types.Integer | types.Float | types.Boolean)


def _as_int64(context: Any, builder: Any, count: Any, kind: Any) -> Any:
    """Return a number of bits."""
    if isinstance(kind, WideType):
        return words_in_wide(builder, count)[0]
    return context.cast(builder, count, kind, types.int64)


@intrinsic
def _count_ones(_context: Any, number: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _as_int64(context, builder, builder.ctpop(args[0]), signature.args[0])

    return types.int64(number), codegen


@intrinsic
def _count_trailing_zeros(_context: Any, number: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _as_int64(context, builder, builder.cttz(args[0], cgutils.true_bit), signature.args[0])

    return types.int64(number), codegen


@intrinsic
def _count_leading_zeros(_context: Any, number: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _as_int64(context, builder, builder.ctlz(args[0], cgutils.false_bit), signature.args[0])

    return types.int64(number), codegen


@intrinsic
def _without_lowest(_context: Any, number: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        (value,) = args
        return builder.and_(value, builder.sub(value, value.type(1)))

    return number(number), codegen


@intrinsic
def _swap_bytes(_context: Any, number: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.bswap(args[0])

    return types.uint64(types.uint64), codegen


@intrinsic
def _as_bits(_context: Any, number: Any) -> Any:
    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], context.get_value_type(types.int64))

    return types.int64(types.float64), codegen


@intrinsic
def _as_float(_context: Any, bits: Any) -> Any:
    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], context.get_value_type(types.float64))

    return types.float64(types.int64), codegen


# Numba compares the signatures of a function and of its overload literally: no annotations here.


@overload(bits.popcount)
def _popcount(number):  # type: ignore[no-untyped-def]
    if isinstance(number, _INTEGERS):
        return lambda number: _count_ones(number)
    return None


@overload(bits.lowest_bit)
def _lowest_bit(number):  # type: ignore[no-untyped-def]
    if isinstance(number, _INTEGERS):
        return lambda number: number & -number
    return None


@overload(bits.lowest_index)
def _lowest_index(number):  # type: ignore[no-untyped-def]
    if isinstance(number, _INTEGERS):
        return lambda number: _count_trailing_zeros(number)
    return None


@overload(bits.clear_lowest)
def _clear_lowest(number):  # type: ignore[no-untyped-def]
    if isinstance(number, _INTEGERS):
        return lambda number: _without_lowest(number)
    return None


@overload(bits.reversed_bytes)
def _reversed_bytes(number):  # type: ignore[no-untyped-def]
    return (lambda number: _swap_bytes(types.uint64(number))) if isinstance(number, types.Integer) else None


@overload(bits.U64)
def _u64(number):  # type: ignore[no-untyped-def]
    if isinstance(number, WideType):
        return lambda number: low_word(number)
    if isinstance(number, types.Integer):
        return lambda number: types.uint64(number)
    return None


@overload(bits.U128)
def _u128(number):  # type: ignore[no-untyped-def]
    return (lambda number: as_wide(number)) if is_whole(number) else None


@overload_method(WideType, "bit_count")
@overload_method(types.Integer, "bit_count")
def _bit_count(number):  # type: ignore[no-untyped-def]
    return lambda number: _count_ones(number)


@overload_method(WideType, "bit_length")
@overload_method(types.Integer, "bit_length")
def _bit_length(number):  # type: ignore[no-untyped-def]
    width = number.bitwidth
    return lambda number: width - _count_leading_zeros(number)


@overload(bits.signed)
def _signed(number):  # type: ignore[no-untyped-def]
    return (lambda number: types.int64(number)) if isinstance(number, types.Integer) else None


@overload(bits.one_word)
def _one_word(number):  # type: ignore[no-untyped-def]
    if isinstance(number, WideType):
        raise TypingError(TOO_WIDE)
    return (lambda number: number) if isinstance(number, types.Integer) else None


@overload(bits.bits_of)
def _bits_of(number):  # type: ignore[no-untyped-def]
    return (lambda number: _as_bits(number)) if isinstance(number, types.Float) else None


@overload(bits.float_of)
def _float_of(bits):  # type: ignore[no-untyped-def]
    return (lambda bits: _as_float(bits)) if isinstance(bits, types.Integer) else None
