# ruff: noqa: C414, RUF005
"""Tuples as fields of compiled states: all that may be done with them gives what it gives in plain Python."""

import random
from collections import namedtuple
from typing import Any, NamedTuple

import pytest

from spielbaum import U64, replaced
from spielbaum.errors import GameError
from spielbaum.kernel import AsIntegers, AsState, compile_kernel, misfit, pack, scrambled, shape_of, signed


class Position(NamedTuple):
    board: tuple[int, ...]
    masks: tuple[U64, ...]
    flags: tuple[bool, bool, bool]
    place: int


START = Position((3, 1, 4, 1, 5, 9, -2), (0, 2**64 - 1), (True, False, True), 2)
SHAPE = shape_of(START)
as_state, as_integers = AsState(START), AsIntegers(SHAPE)


def a_position(generator: random.Random) -> Position:
    return Position(
        tuple(generator.choice((0, 1, 1, 2, -3, 2**40)) for _ in range(7)),
        tuple(U64(generator.getrandbits(64)) for _ in range(2)),
        (generator.random() < 0.5, generator.random() < 0.5, generator.random() < 0.5),
        generator.randrange(7),
    )


def read(fields: Any) -> tuple[int, ...]:
    """Read a board in every way there is."""
    position = as_state(fields)
    board, masks, flags, place = position
    by_loop = by_number = pairs = later = 0
    for number, piece in enumerate(board):
        by_loop += number * piece
    for number in range(len(board)):
        by_number += board[number] ^ position.board[-number - 1]
    for one, other in zip(board, board[1:]):  # noqa: B905, RUF007
        pairs += one * 3 - other
    for piece in board[place:]:
        later += piece
    for place_from_the_end, piece in enumerate(reversed(board)):
        later += place_from_the_end * piece
    twos = [piece for piece in board if piece == 2]
    plain = (
        board[0], board[-1], board[place], board[place - 7], len(board), len(board[2:5]), len(board[place:]),
        by_loop, by_number, pairs, later, len(twos), sum(board), sum(board[:3]), max(board), min(board),
        1 in board, 77 in board, 1 not in board, board.count(1), board.index(board[3]),
    )  # fmt: skip
    return plain + (
        board == board, board == replaced(board, 0, 8), board != board[::-1], board[1:4] == board[1:4],
        board == (0, 0, 0, 0, 0, 0, 0), (board + (5, 6))[8], len((1, 2) + board + board), board[::2][1],
        masks[0] >> 63, masks[1] >> 3 & 255, flags[0], flags[1] and flags[2], any(flags), all(flags),
        sorted(board)[3], list(board)[place], tuple(list(board))[place], board[4:1:-1][2],
    )  # fmt: skip


def write(fields: Any) -> tuple[int, ...]:
    """Make a board in every way there is."""
    position = as_state(fields)
    board, masks, flags, place = position
    cells = list(board)
    cells[place], cells[0] = 7, cells[place]
    one = Position(tuple(cells), masks, flags, place)
    two = Position(replaced(board, -1, place), replaced(masks, 1, masks[0] | 1), replaced(flags, 0, place > 3), 1)
    three = Position(tuple([piece + 1 for piece in board]), masks, (place > 1, True, flags[0]), place)
    six = Position(board[:place] + (99,) + board[place + 1 :], masks, flags, board[:place] == (3, 1))
    four = Position(board[3:] + board[:3], (masks[1], masks[0]), flags, board[place])
    five = Position((0,) * 6 + (place,), masks, (False,) * 3, 0)
    return mixture(one), mixture(two), mixture(three), mixture(four), mixture(five), mixture(six)


def mixture(made: Any) -> int:
    """Return one number that stands for a state."""
    mixed = U64(0)
    for number in as_integers(as_state(made)):
        mixed = scrambled(U64(mixed ^ U64(number)))
    return signed(mixed)


@pytest.mark.slow
def test_reads_and_writes_are_those_of_python() -> None:
    generator, compiled = random.Random(0), [(function, compile_kernel(function)) for function in (read, write)]
    for position in [START, *(a_position(generator) for _ in range(200))]:
        for function, kernel in compiled:
            assert tuple(map(int, kernel(pack(position, SHAPE)))) == tuple(map(int, function(position)))


def outside(fields: Any) -> int:
    return as_state(fields).board[fields[3]]


def changed_outside(fields: Any) -> int:
    position = as_state(fields)
    return replaced(position.board, position.place, 0)[0]


def too_short(fields: Any) -> int:
    position = as_state(fields)
    return as_state(Position(tuple([position.place] * position.place), position.masks, position.flags, 0)).board[0]


@pytest.mark.parametrize("function", [outside, changed_outside])
def test_an_index_out_of_range_is_an_error(function: Any) -> None:
    kernel = compile_kernel(function)
    assert kernel(pack(START._replace(place=-7), SHAPE)) == function(START._replace(place=-7))
    for place in (7, -8, 2**40):
        with pytest.raises(IndexError):
            function(START._replace(place=place))
        with pytest.raises(GameError, match=f"{function.__name__} in .*, raises IndexError: .* index out of range"):
            kernel(pack(START._replace(place=place), SHAPE))


def test_a_list_of_another_length_is_no_board() -> None:
    kernel = compile_kernel(too_short)
    assert kernel(pack(START._replace(place=7), SHAPE)) == 7
    with pytest.raises(GameError, match="more or fewer numbers than at the start"):
        kernel(pack(START._replace(place=6), SHAPE))


Bare = namedtuple("Bare", "board place")


def test_undeclared_fields_have_the_type_of_the_initial_state() -> None:
    assert shape_of(Bare((1, 2), 3)).lengths == (2, None)
    assert misfit(Bare((1, 2), 3), shape=shape_of(Bare((1, 2), 3))) is None
    assert pack(Bare((1, True), 3), shape_of(Bare((1, 2), 3))) == ((1, 1), 3)


class Grid(NamedTuple):
    rows: tuple[tuple[int, ...], ...]


class Names(NamedTuple):
    names: tuple[str, ...]


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (Grid(((1, 2), (3, 4))), "one tuple"),
        (Names(("a",)), "is declared tuple"),
        (START._replace(board=()), "begins as \\(\\)"),
    ],
)
def test_other_tuples_are_refused(state: Any, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        shape_of(state)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"board": (1, 2, 3)}, "field board of Position has 3 numbers, and 7 at the start of the game"),
        ({"board": [1] * 7}, "field board of Position is [1, 1, 1, 1, 1, 1, 1], not a tuple"),
        ({"board": (1,) * 6 + (0.5,)}, "field board of Position, number 6, is 0.5, not a whole number"),
        ({"board": (2**63,) + (1,) * 6}, "field board of Position, number 0, is 9223372036854775808, which does not"),
        ({"masks": (0, -1)}, "field masks of Position, number 1, is -1, which does not fit into 64 bits"),
        ({"place": (1,)}, "field place of Position is (1,), not a whole number"),
    ],
)
def test_a_state_that_does_not_fit_is_explained(change: dict[str, Any], sentence: str) -> None:
    assert str(misfit(START._replace(**change), shape=SHAPE)).startswith(sentence)
    with pytest.raises(GameError):
        pack(START._replace(**change), SHAPE)
