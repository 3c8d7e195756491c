"""Sets of points as long numbers, bit ``p`` for point ``p``: stones and areas on boards of any size, for views."""

from collections.abc import Sequence
from functools import cache

from spielbaum import U64
from spielbaum.games.go.goban import Goban
from spielbaum.games.go.large import BLACK_STONE, WHITE_STONE, LargeState
from spielbaum.games.go.rules import State

AnyState = State | LargeState


def stones_on(goban: Goban, state: AnyState) -> tuple[int, int]:
    """Return the stones of Black and of White."""
    if isinstance(state, LargeState):
        black, white = (
            sum(1 << point for point, stone in enumerate(state.board) if stone == colour)
            for colour in (BLACK_STONE, WHITE_STONE)
        )
        return black, white
    return state.black | state.black_high << goban.split, state.white | state.white_high << goban.split


def state_with(goban: Goban, stones: Sequence[int], ko: int, passes: int, plies: int) -> AnyState:
    """Return the state of a board with stones."""
    black, white = stones
    if goban.is_large:
        board = tuple((black >> p & 1) * BLACK_STONE + (white >> p & 1) * WHITE_STONE for p in range(goban.points))
        return LargeState(board, ko, passes, plies)
    one, two = goban.words(black), goban.words(white)
    return State(U64(one[0]), U64(one[1]), U64(two[0]), U64(two[1]), ko, passes, plies)


@cache
def _masks(goban: Goban) -> tuple[int, int, int]:
    """Return all points, those that are not in the first column, and those that are not in the last."""
    full = (1 << goban.points) - 1
    return full, full & ~goban.column(0), full & ~goban.column(goban.size - 1)


def near(goban: Goban, points: int) -> int:
    """Return the neighbours of some points, possibly including some of these."""
    full, not_first, not_last = _masks(goban)
    beside = (points & not_last) << 1 | (points & not_first) >> 1
    return (beside | points << goban.size | points >> goban.size) & full


def connected(goban: Goban, points: int, within: int) -> int:
    """Return the connected parts of a set that contain some points."""
    reached, more = 0, points & within
    while more != reached:
        reached, more = more, (near(goban, more) | more) & within
    return reached


def areas(goban: Goban, black: int, white: int) -> tuple[int, int]:
    """Return the area of each player: the stones, and the empty points that only they surround."""
    free = _masks(goban)[0] & ~(black | white)
    of_black, of_white = (connected(goban, near(goban, stones), free) for stones in (black, white))
    return black | of_black & ~of_white, white | of_white & ~of_black
