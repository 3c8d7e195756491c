"""The scores of Blokus: a point for each square on the board, and bonuses for placing all pieces.

The rules of the box count a point less for each square that is left, which comes to the same.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from spielbaum.games.blokus.board import Board
from spielbaum.kernel import popcount

if TYPE_CHECKING:
    from spielbaum.games.blokus.rules import State

ALL_PLACED, MONOMINO_LAST = 15, 5
"""The bonuses for placing all pieces, and for placing the monomino last."""

SIZES = range(6)
"""The squares of a piece, by its size."""

Score = Callable[["State", int], int]
"""``(state, player) -> points``."""


def make_worth(board: Board, values: Sequence[int]) -> Callable[[int], int]:
    """Return ``worth(pieces)``: the sum of the values of some pieces, which depend on their size.

    Pieces are counted from each size upwards, and each count by what a piece of that size is worth more.
    """
    from_size = tuple(
        sum(1 << piece for piece, size in enumerate(board.sizes) if size >= least)
        for least in range(1, board.largest + 1)
    )
    more = tuple(values[size] - values[size - 1] for size in range(1, board.largest + 1))

    def worth(pieces: int) -> int:
        points = 0
        for i in range(len(from_size)):
            points += popcount(pieces & from_size[i]) * more[i]
        return points

    return worth


def make_score(board: Board) -> Score:
    """Return ``score(state, player)``: the points of a player, with all own colours."""
    players, own_colours = board.players, board.colours_each
    whole = sum(board.sizes)
    squares_of = make_worth(board, SIZES)

    def score(state: "State", player: int) -> int:
        points = 0
        for i in range(own_colours):
            colour = player + players * i
            points += whole - squares_of(state.left[colour])
            if state.left[colour] == 0:
                points += ALL_PLACED + MONOMINO_LAST * (state.small_last >> colour & 1)
        return points

    return score


def largest_score(board: Board) -> int:
    """Return the largest score of a player."""
    return board.colours_each * (sum(board.sizes) + ALL_PLACED + MONOMINO_LAST)
