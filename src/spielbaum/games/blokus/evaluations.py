"""Evaluations of Blokus.

``influence`` counts the pieces on the board, and the free squares that a player can still reach: the corners, and all
squares within three steps of one, as far as the player may cover them. Large pieces count more than their squares: 16,
10, 6, 4 and 2 points. It is the evaluation of the program ``irori/blokus`` for Duo, here for any number of players.

``squares`` is the score so far.

For three players and more both are one larger, so that they are never 0.
"""

from collections.abc import Callable

from spielbaum import Evaluation, Unit
from spielbaum.games._vectors import for_each
from spielbaum.games.blokus.board import Board
from spielbaum.games.blokus.placements import REACH, make_surroundings
from spielbaum.games.blokus.rules import State
from spielbaum.games.blokus.scores import Score, largest_score
from spielbaum.kernel import popcount

SQUARES = Unit("square", "squares")

WORTH = (0, 2, 4, 6, 10, 16)
"""The points for placing a piece, by the number of its squares."""

STEPS = 3
"""The steps from a corner that count."""


def make_reach(board: Board) -> Callable[[State, int], tuple[int, int]]:
    """Return ``reach(state, colour)``: the corners of a colour, and the squares within three steps of one."""
    size = board.size
    everything = (1 << len(board.pieces)) - 1
    surroundings = make_surroundings(board)

    def reach(state: State, colour: int) -> tuple[int, int]:
        usable, corners = surroundings(state.rows, colour, state.left[colour] == everything)
        count = 0
        reached = [0]
        for row in corners:
            count += popcount(row)
            reached.append(row)
        reached.append(0)
        for _ in range(STEPS):
            above = 0
            for i in range(1, size + 1):
                here = reached[i]
                reached[i] |= (here << 1 | here >> 1 | above | reached[i + 1]) & usable[i + REACH - 1] >> REACH
                above = here
        squares = 0
        for row in reached:
            squares += popcount(row)
        return count, squares

    return reach


def make_evaluations(board: Board, score: Score) -> dict[str, Evaluation]:
    """Return the evaluations: the lead for two players."""
    players, own_colours = board.players, board.colours_each
    reach = make_reach(board)
    values = tuple(WORTH[size] for size in board.sizes)
    kinds = len(board.pieces)

    def influence_of(state: State, player: int) -> int:
        points = 0
        for i in range(own_colours):
            colour = player + players * i
            for piece in range(kinds):
                points += values[piece] * (1 - (state.left[colour] >> piece & 1))
            if not state.out >> colour & 1:
                points += reach(state, colour)[1]
        return points

    most = own_colours * sum(values) + own_colours * board.size**2
    return {
        "influence": _evaluation(influence_of, players, most, None),
        "squares": _evaluation(score, players, largest_score(board), SQUARES),
    }


def _evaluation(points: Score, players: int, most: int, unit: Unit | None) -> Evaluation:
    """Return the evaluation by points of each player, in which a win counts more than all of them."""

    def above_zero(state: State, player: int) -> int:
        return 1 + points(state, player)

    if players > 2:
        vector, most = for_each(range(players), above_zero), most + 1
        return Evaluation(vector, 2 * most, non_negative=True, maximum=most, maximal_sum=players * most, unit=unit)

    def lead(state: State) -> tuple[int, int]:
        own, other = points(state, 0), points(state, 1)
        return own - other, other - own

    return Evaluation(lead, 2 * most, maximum=most, unit=unit)


def make_order(board: Board) -> Callable[[State, int], int]:
    """Return ``order(state, action)``: the squares of the piece, 0 for a pass."""
    squares = board.size**2
    sizes = (*(len(shape.squares) for shape in board.orientations), 0)

    def order(_state: State, action: int) -> int:
        return sizes[action // squares]

    return order
