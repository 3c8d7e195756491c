"""The intrinsics of :mod:`spielbaum.kernel.bits`, and casts of tuples.

Importing this module imports Numba.
"""

from math import nan
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload_method

from spielbaum.kernel import bits
from spielbaum.kernel.native_boards import BoardType, as_board, board_of, is_board_like, numbers_of
from spielbaum.kernel.native_functions import LINKED, Typed, written
from spielbaum.kernel.native_wide import WIDE, WideType, is_whole, words_in_wide
from spielbaum.kernel.shape import Shape

TOO_WIDE = "a number of 128 bits stands where one of 64 is wanted: declare the field U128, or take a word, U64(...)"

LONGEST = 64
"""The bits of the longest integers that become floats."""

_WORD, _FLOAT = ir.IntType(64), ir.DoubleType()
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


def _of_integer(typed: Typed, *, wide: bool = True) -> Typed:
    """Return what types a function of an integer, also of one of 128 bits if ``wide``."""
    return lambda number: typed(number) if isinstance(number, _INTEGERS if wide else types.Integer) else None


def _count(number: Any) -> Any:
    return types.int64(number)


def _alike(number: Any) -> Any:
    kind = number if isinstance(number, WideType) else types.int64 if number.signed else types.uint64
    return kind(kind)


def _fitted(builder: Any, number: Any) -> Any:
    """Return the low word of a number."""
    if number.type.width == _WORD.width:
        return number
    return (builder.trunc if number.type.width > _WORD.width else builder.zext)(number, _WORD)


@written(bits.popcount, _of_integer(_count))
def _popcount(builder: Any, number: Any) -> Any:
    return _fitted(builder, builder.ctpop(number))


@written(bits.lowest_bit, _of_integer(_alike))
def _lowest_bit(builder: Any, number: Any) -> Any:
    return builder.and_(number, builder.neg(number))


@written(bits.lowest_index, _of_integer(_count))
def _lowest_index(builder: Any, number: Any) -> Any:
    return _fitted(builder, builder.cttz(number, cgutils.true_bit))


@written(bits.clear_lowest, _of_integer(_alike))
def _clear_lowest(builder: Any, number: Any) -> Any:
    return builder.and_(number, builder.sub(number, number.type(1)))


@written(bits.reversed_bytes, _of_integer(lambda _number: types.uint64(types.uint64), wide=False))
def _reversed_bytes(builder: Any, number: Any) -> Any:
    return builder.bswap(number)


@written(bits.U64, _of_integer(lambda number: types.uint64(WIDE if number == WIDE else types.uint64)))
def _u64(builder: Any, number: Any) -> Any:
    return _fitted(builder, number)


@written(bits.U128, lambda number: WIDE(WIDE) if is_whole(number) else None)
@written(bits.signed, _of_integer(lambda _number: types.int64(types.int64), wide=False))
@written(bits.one_word, _of_integer(lambda number: _one_word(number)))
def _unchanged(_builder: Any, number: Any) -> Any:
    return number


def _one_word(number: Any) -> Any:
    if isinstance(number, WideType):
        raise TypingError(TOO_WIDE)
    return number(number)


@written(bits.bits_of, lambda number: types.int64(types.float64) if isinstance(number, types.Float) else None)
def _bits_of(builder: Any, number: Any) -> Any:
    return builder.bitcast(number, _WORD)


@written(bits.float_of, _of_integer(lambda _bits: types.float64(types.int64), wide=False))
def _float_of(builder: Any, bits: Any) -> Any:
    return builder.bitcast(bits, _FLOAT)


@intrinsic
def _count_ones(_context: Any, number: Any) -> Any:
    return types.int64(number), lambda _context, builder, _signature, args: _popcount(builder, *args)


@intrinsic
def _count_leading_zeros(_context: Any, number: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return _fitted(builder, builder.ctlz(args[0], cgutils.false_bit))

    return types.int64(number), codegen


# Numba compares the signatures of a method and of its overload literally: no annotations here.


@overload_method(WideType, "bit_count", jit_options=LINKED)
@overload_method(types.Integer, "bit_count", jit_options=LINKED)
def _bit_count(number):  # type: ignore[no-untyped-def]
    return lambda number: _count_ones(number)


@overload_method(WideType, "bit_length", jit_options=LINKED)
@overload_method(types.Integer, "bit_length", jit_options=LINKED)
def _bit_length(number):  # type: ignore[no-untyped-def]
    width = number.bitwidth
    return lambda number: width - _count_leading_zeros(number)
