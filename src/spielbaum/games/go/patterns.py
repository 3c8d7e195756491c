"""Patterns around a stone: keys of the history of proofs."""

from collections.abc import Callable

from spielbaum import U64
from spielbaum.games.go.goban import Goban
from spielbaum.games.go.rules import BLACK, State

AROUND = 8
"""The neighbours of a point, including diagonal ones."""


def make_pattern(goban: Goban) -> Callable[[State, int], int]:
    """Return ``pattern(state, action)``: a number for a point and the stones around it, the mover's and others.

    For boards in one word with more than a row to spare.
    """
    size, pass_, patterns = goban.size, goban.points, int(3**AROUND)
    places = [(row - 1, column - 1) for row in range(3) for column in range(3)]
    digits: tuple[int, ...] = tuple(_in_threes(mask) for mask in range(1 << len(places)))
    on_board: tuple[int, ...] = tuple(
        sum(
            1 << i
            for i, (up, right) in enumerate(places)
            if 0 <= point // size + up < size and 0 <= point % size + right < size
        )
        for point in range(goban.points)
    )

    def around(stones: U64, point: int) -> int:
        """Return the stones on the eight points around one as digits 0 and 1 of a number of base 3."""
        window = U64(U64(stones << U64(size + 1)) >> U64(point))
        below, beside, above = window & U64(7), window >> U64(size) & U64(7), window >> U64(2 * size) & U64(7)
        return digits[int(below | beside << U64(3) | above << U64(6)) & on_board[point]]

    def pattern(state: State, action: int) -> int:
        if action == pass_:
            return patterns * pass_
        mover = state.plies & 1
        own, other = (state.black, state.white) if mover == BLACK else (state.white, state.black)
        return patterns * action + around(own, action) + 2 * around(other, action)

    return pattern


def _in_threes(mask: int) -> int:
    """Return the eight bits around the middle one of nine as digits of a number of base 3."""
    around = mask & 15 | mask >> 5 << 4
    return sum(3**i for i in range(AROUND) if around >> i & 1)
