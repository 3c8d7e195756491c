"""Boards in compiled code: a tuple of integers that is a field of a state, held in vectors.

Numba holds each entry of a tuple in a value of its own, and reading one by a variable index is a
choice among all of them. Here it is a store and a load.

Importing this module imports Numba.
"""

import operator
from itertools import islice
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, models, overload, overload_method, register_model

from spielbaum.kernel import boards
from spielbaum.kernel.intrinsics import stands_for
from spielbaum.kernel.native_functions import LINKED, typed_by

_PLACE = ir.IntType(32)
_WORD = ir.IntType(64)


class BoardIterator(types.SimpleIteratorType):  # type: ignore[misc]
    """An iterator over a board."""

    def __init__(self, board: "BoardType") -> None:
        self.board = board
        super().__init__(f"iterator({board})", board.dtype)


class BoardType(types.IterableType):  # type: ignore[misc]
    """A tuple of integers, signed or unsigned."""

    def __init__(self, length: int, dtype: types.Integer = types.int64) -> None:
        self.length, self.dtype = length, dtype
        super().__init__(f"tuple of {length} {dtype}")

    @property
    def iterator_type(self) -> BoardIterator:
        """The type of its iterator."""
        return BoardIterator(self)


@register_model(BoardType)
class _BoardModel(models.PrimitiveModel):  # type: ignore[misc]
    """A struct of vectors whose lengths are powers of two: LLVM takes any other vector apart, entry by entry."""

    def __init__(self, manager: Any, kind: BoardType) -> None:
        super().__init__(manager, kind, ir.LiteralStructType([ir.VectorType(_WORD, part) for part in parts(kind)]))

    def get_argument_type(self) -> Any:
        return tuple(self.get_value_type().elements)

    def as_argument(self, builder: Any, value: Any) -> Any:
        return cgutils.unpack_tuple(builder, value)

    def from_argument(self, builder: Any, value: Any) -> Any:
        return cgutils.pack_struct(builder, value)


def parts(kind: BoardType) -> list[int]:
    """Return the lengths of the vectors that hold a board."""
    return [1 << bit for bit in reversed(range(kind.length.bit_length())) if kind.length >> bit & 1]


@register_model(BoardIterator)
class _IteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: BoardIterator) -> None:
        fields = [("index", types.EphemeralPointer(types.int64)), ("board", types.EphemeralPointer(kind.board))]
        super().__init__(manager, kind, fields)


def board_of(builder: Any, numbers: list[Any]) -> Any:
    """Return a board of 64-bit numbers."""
    vectors, left = [], iter(numbers)
    for part in parts(BoardType(len(numbers))):
        vector = ir.Constant(ir.VectorType(_WORD, part), ir.Undefined)
        for place, number in enumerate(islice(left, part)):
            vector = builder.insert_element(vector, number, _PLACE(place))
        vectors.append(vector)
    return cgutils.pack_struct(builder, vectors)


def numbers_of(builder: Any, board: Any) -> list[Any]:
    """Return the numbers of a board."""
    return [
        builder.extract_element(vector, _PLACE(place))
        for vector in cgutils.unpack_tuple(builder, board)
        for place in range(vector.type.count)
    ]


def _place_in_memory(builder: Any, board: Any, place: Any) -> tuple[Any, Any]:
    """Return the addresses of a copy of a board in the frame, and of the number at an index."""
    with builder.goto_entry_block():
        copy = builder.alloca(board.type)
    builder.store(board, copy)
    return copy, _address(builder, copy, place)


def _address(builder: Any, copy: Any, place: Any) -> Any:
    return builder.gep(builder.bitcast(copy, _WORD.as_pointer()), [place], inbounds=True)


def place_from_start(
    context: Any, builder: Any, kind: Any, place: Any, length: Any, message: str, location: Any = None
) -> Any:
    """Return an index from the start, given one that may be negative; one out of range raises ``IndexError``."""
    whole = place.type(length) if isinstance(length, int) else length
    if kind.signed:
        place = builder.select(builder.icmp_signed("<", place, place.type(0)), builder.add(place, whole), place)
    with builder.if_then(builder.icmp_unsigned(">=", place, whole), likely=False):
        context.call_conv.return_user_exc(builder, IndexError, (message,), loc=location)
    return place


def _with_number(builder: Any, board: Any, place: Any, number: Any) -> Any:
    copy, address = _place_in_memory(builder, board, place)
    builder.store(number, address)
    return builder.load(copy)


@intrinsic
def _at(_context: Any, board: Any, place: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.load(_place_in_memory(builder, *args)[1])

    return board.dtype(board, types.int64), codegen


@intrinsic
def _with(_context: Any, board: Any, place: Any, number: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        number = context.cast(builder, args[2], signature.args[2], board.dtype)
        return _with_number(builder, args[0], args[1], number)

    return board(board, types.int64, number), codegen


@intrinsic
def _part(_context: Any, board: Any, places: Any) -> Any:
    """Return a board of some entries of another one, with indexes that are literals."""
    wanted = [place.literal_value for place in places]

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        numbers = numbers_of(builder, args[0])
        return board_of(builder, [numbers[place] for place in wanted])

    return BoardType(len(wanted), board.dtype)(board, places), codegen


@intrinsic
def _joined(_context: Any, one: Any, other: Any) -> Any:
    length = _length(one) + _length(other)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        numbers = []
        for kind, value in zip(signature.args, args, strict=True):
            numbers += _numbers_in(context, builder, kind, value, types.int64)
        return board_of(builder, numbers)

    return BoardType(length)(one, other), codegen


@intrinsic
def _same(_context: Any, one: Any, other: Any) -> Any:
    """Return whether two boards of one length have the same numbers."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        differ = ir.Constant(ir.IntType(1), 0)
        for vectors in zip(*(cgutils.unpack_tuple(builder, board) for board in args), strict=True):
            bits = builder.icmp_unsigned("!=", *vectors)
            bits = builder.bitcast(bits, ir.IntType(bits.type.count))
            differ = builder.or_(differ, builder.icmp_unsigned("!=", bits, bits.type(0)))
        return builder.not_(differ)

    return types.boolean(one, other), codegen


def _length(kind: Any) -> int:
    return kind.length if isinstance(kind, BoardType) else len(kind)


def _numbers_in(context: Any, builder: Any, kind: Any, value: Any, wanted: Any) -> list[Any]:
    if isinstance(kind, BoardType):
        return numbers_of(builder, value)
    return [
        context.cast(builder, builder.extract_value(value, place), source, wanted) for place, source in enumerate(kind)
    ]


def is_board_like(kind: Any, length: int) -> bool:
    """Return whether a value of a type can be cast to a board of a length."""
    if isinstance(kind, BoardType):
        return bool(kind.length == length)
    if isinstance(kind, types.List):  # its length is checked at run time
        return _is_whole(kind.dtype)
    return isinstance(kind, types.BaseTuple) and len(kind) == length and all(map(_is_whole, kind))


def as_board(context: Any, builder: Any, kind: Any, value: Any, wanted: BoardType) -> Any:
    """Return a value cast to a board."""
    if isinstance(kind, BoardType):
        return value
    if isinstance(kind, types.List):
        return context.compile_internal(builder, _from_list(wanted), wanted(kind), [value])
    return board_of(builder, _numbers_in(context, builder, kind, value, wanted.dtype))


def _from_list(wanted: BoardType) -> Any:
    length = wanted.length

    @intrinsic
    def empty(_context: Any) -> Any:
        def codegen(context: Any, _builder: Any, signature: Any, _args: Any) -> Any:
            return ir.Constant(context.get_value_type(signature.return_type), ir.Undefined)

        return wanted(), codegen

    def board_of_list(cells):  # type: ignore[no-untyped-def]
        if len(cells) != length:
            raise ValueError("the tuple of a state has more or fewer numbers than at the start of the game")
        board = empty()
        for place in range(length):
            board = _with(board, place, cells[place])
        return board

    return board_of_list


def _is_whole(kind: Any) -> bool:
    return isinstance(types.unliteral(kind), types.Integer | types.Boolean)


@lower_builtin("getiter", BoardType)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    (kind,), (board,) = sig.args, args
    iterator = context.make_helper(builder, kind.iterator_type)
    index = cgutils.alloca_once(builder, _WORD)
    builder.store(_WORD(0), index)
    iterator.index, (iterator.board, _) = index, _place_in_memory(builder, board, _WORD(0))
    return iterator._getvalue()


@lower_builtin("iternext", BoardIterator)
def _iternext(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    (kind,), (value,) = sig.args, args
    iterator, result = context.make_helper(builder, kind, value=value), context.make_helper(builder, sig.return_type)
    index = builder.load(iterator.index)
    valid = builder.icmp_signed("<", index, _WORD(kind.board.length))
    result.second = valid
    with builder.if_then(valid):
        result.first = builder.load(_address(builder, iterator.board, index))
        builder.store(builder.add(index, _WORD(1)), iterator.index)
    return result._getvalue()


@typed_by(operator.getitem)
def _type_of_number(board: Any, index: Any) -> Any:
    if not isinstance(board, BoardType) or not _is_whole(index):
        return None
    return board.dtype(board, _place(index))


def _place(index: Any) -> Any:
    return types.uint64 if types.unliteral(index) == types.uint64 else types.int64


@lower_builtin(operator.getitem, BoardType, types.Integer)
def _number(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    board, kind = sig.args
    place = place_from_start(context, builder, kind, args[1], board.length, "tuple index out of range")
    return builder.load(_place_in_memory(builder, args[0], place)[1])


@stands_for(boards.replaced)
@intrinsic
def _replaced(_context: Any, board: Any, square: Any, piece: Any) -> Any:
    if not (isinstance(board, BoardType) and _is_whole(square) and _is_whole(piece)):
        return None
    message = "list assignment index out of range"

    def codegen(context: Any, builder: Any, signature: Any, args: Any, loc: Any = None) -> Any:
        place = place_from_start(context, builder, signature.args[1], args[1], board.length, message, loc)
        return _with_number(builder, args[0], place, args[2])

    return board(board, _place(square), board.dtype), codegen


# Numba compares the signatures of a function and of its overload literally: no annotations here.


@overload(operator.getitem, jit_options=LINKED)
def _getitem(board, index):  # type: ignore[no-untyped-def]
    if not isinstance(board, BoardType):
        return None
    length = board.length
    if isinstance(index, types.SliceType):

        def part(board, index):  # type: ignore[no-untyped-def]
            return [_at(board, place) for place in range(*index.indices(length))]

        return part
    return None


@overload(len, jit_options=LINKED)
def _len(board):  # type: ignore[no-untyped-def]
    if isinstance(board, BoardType):
        length = board.length
        return lambda board: length  # noqa: ARG005
    return None


@overload(operator.contains, jit_options=LINKED)
def _contains(board, number):  # type: ignore[no-untyped-def]
    if not isinstance(board, BoardType):
        return None

    def contains(board, number):  # type: ignore[no-untyped-def]
        found = False
        for cell in board:
            found |= cell == number
        return found

    return contains


@overload(operator.eq, jit_options=LINKED)
def _eq(board, other):  # type: ignore[no-untyped-def]
    if _are_slices(board, other):

        def same(board, other):  # type: ignore[no-untyped-def]
            if len(board) != len(other):
                return False
            for place in range(len(board)):  # noqa: SIM110
                if board[place] != other[place]:
                    return False
            return True

        return same
    if not _are_boards(board, other):
        return None
    if not isinstance(other, BoardType):
        return lambda board, other: board == _joined(other, ())
    if not isinstance(board, BoardType):
        return lambda board, other: other == board
    if other.length != board.length:
        return lambda board, other: False  # noqa: ARG005
    return lambda board, other: _same(board, other)


@overload(operator.ne, jit_options=LINKED)
def _ne(board, other):  # type: ignore[no-untyped-def]
    if _are_boards(board, other) or _are_slices(board, other):
        return lambda board, other: not board == other  # noqa: SIM201
    return None


@overload(operator.add, jit_options=LINKED)
def _add(one, other):  # type: ignore[no-untyped-def]
    if _are_boards(one, other):
        return lambda one, other: _joined(one, other)
    if not _are_slices(one, other):
        return None
    if isinstance(other, types.BaseTuple) and not len(other):
        return lambda one, other: one.copy()  # noqa: ARG005
    if isinstance(one, types.BaseTuple) and not len(one):
        return lambda one, other: other.copy()  # noqa: ARG005
    if isinstance(other, types.BaseTuple):
        return lambda one, other: one + list(_joined(other, ()))
    if isinstance(one, types.BaseTuple):
        return lambda one, other: list(_joined(one, ())) + other
    return lambda one, other: list(one) + list(other)


def _are_boards(*kinds: Any) -> bool:
    """Return whether all can be cast to boards, and at least one is a board."""
    return any(isinstance(kind, BoardType) for kind in kinds) and all(map(_has_known_length, kinds))


def _are_slices(one: Any, other: Any) -> bool:
    """Return whether one is a list, like a slice of a board, and the other one can be cast to a board."""
    kinds = (one, other) if isinstance(one, types.List) else (other, one)
    return isinstance(kinds[0], types.List) and _is_whole(kinds[0].dtype) and _has_known_length(kinds[1])


def _has_known_length(kind: Any) -> bool:
    return isinstance(kind, BoardType) or (isinstance(kind, types.BaseTuple) and all(map(_is_whole, kind)))


@overload(sum, jit_options=LINKED)
def _sum(cells, start=0):  # type: ignore[no-untyped-def]
    if not isinstance(cells, BoardType | types.Generator):
        return None

    def sum_of(cells, start=0):  # type: ignore[no-untyped-def]
        total = start
        for cell in cells:
            total += cell
        return total

    return sum_of


@overload(reversed, jit_options=LINKED)
def _reversed(cells):  # type: ignore[no-untyped-def]
    return (lambda cells: cells[::-1]) if isinstance(cells, BoardType) else None


@overload(any, jit_options=LINKED)
def _any(cells):  # type: ignore[no-untyped-def]
    if not isinstance(cells, BoardType | types.List | types.Generator):
        return None

    def any_of(cells):  # type: ignore[no-untyped-def]
        for cell in cells:  # noqa: SIM110
            if cell:
                return True
        return False

    return any_of


@overload(all, jit_options=LINKED)
def _all(cells):  # type: ignore[no-untyped-def]
    if not isinstance(cells, BoardType | types.List | types.Generator):
        return None

    def all_of(cells):  # type: ignore[no-untyped-def]
        for cell in cells:  # noqa: SIM110
            if not cell:
                return False
        return True

    return all_of


@overload(tuple, jit_options=LINKED)
def _tuple(cells):  # type: ignore[no-untyped-def]
    if isinstance(cells, BoardType):
        return lambda cells: cells
    if isinstance(cells, types.List):
        return lambda cells: cells.copy()
    return None


@overload_method(BoardType, "count", jit_options=LINKED)
def _count(board, number):  # type: ignore[no-untyped-def]
    def count(board, number):  # type: ignore[no-untyped-def]
        found = 0
        for cell in board:
            if cell == number:
                found += 1
        return found

    return count


@overload_method(BoardType, "index", jit_options=LINKED)
def _index(board, number):  # type: ignore[no-untyped-def]
    def index(board, number):  # type: ignore[no-untyped-def]
        for place, cell in enumerate(board):
            if cell == number:
                return place
        raise ValueError("tuple.index(x): x not in tuple")

    return index
