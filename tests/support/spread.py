"""Tic-tac-toe with its nine squares spread over 128 bits: truncation to 64 would change values and counts."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from spielbaum import U128, Game
from spielbaum.kernel import each_bit


class Spread(NamedTuple):
    crosses: U128
    noughts: U128
    to_move: int


GAP = 15
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINES = tuple(sum(1 << GAP * square for square in row) for row in ROWS)
FULL = sum(1 << GAP * square for square in range(9)) << 7
"""The highest square is bit 127."""


def to_move(state: Spread) -> int:
    return state.to_move


def actions(state: Spread) -> Iterator[int]:
    for bit in each_bit(FULL & ~(state.crosses | state.noughts)):
        yield (bit - 7) // GAP


def result(state: Spread, square: int) -> Spread:
    bit = U128(1) << square * GAP + 7
    if state.to_move == 0:
        return Spread(U128(state.crosses | bit), state.noughts, 1)
    return Spread(state.crosses, U128(state.noughts | bit), 0)


def has_line(stones: int) -> bool:
    for line in LINES:  # noqa: SIM110
        if stones >> 7 & line == line:
            return True
    return False


def is_terminal(state: Spread) -> bool:
    return has_line(state.crosses) or has_line(state.noughts) or state.crosses | state.noughts == FULL


def utility(state: Spread) -> tuple[int, int]:
    won = has_line(state.crosses) - has_line(state.noughts)
    return won, -won


def spread(**changes: Any) -> Game:
    """Return the game."""
    return Game(
        **{
            "name": "spread",
            "players": 2,
            "initial": lambda: Spread(U128(0), U128(0), 0),
            "to_move": to_move,
            "actions": actions,
            "result": result,
            "is_terminal": is_terminal,
            "utility": utility,
            "zero_sum": True,
            "max_utility": 1,
            **changes,
        }
    )
