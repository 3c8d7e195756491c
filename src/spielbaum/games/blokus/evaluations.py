"""Evaluations of Blokus.

``influence`` counts the pieces on the board, and the free squares that a player can still reach: the corners, and all
squares within three steps of one, as far as the player may cover them. Large pieces count more than their squares: 16,
10, 6, 4 and 2 points. It is the evaluation of the program ``irori/blokus`` for Duo, here for any number of players.

``squares`` is the score so far.

For three players and more both are one larger, so that they are never 0.
"""

from collections.abc import Callable

from spielbaum import Evaluation, Unit
from spielbaum.games._vectors import for_each, lead_of
from spielbaum.games.blokus.board import Board
from spielbaum.games.blokus.placements import make_surroundings
from spielbaum.games.blokus.rules import State
from spielbaum.games.blokus.scores import Score, largest_score, make_worth
from spielbaum.games.blokus.squares import LAST_ROW, ROW_BITS
from spielbaum.kernel import popcount

SQUARES = Unit("square", "squares")

WORTH = (0, 2, 4, 6, 10, 16)
"""The points for placing a piece, by the number of its squares."""

STEPS = 3
"""The steps from a corner that count."""


def make_reach(board: Board) -> Callable[[State, int], tuple[int, int]]:
    """Return ``reach(state, colour)``: the corners of a colour, and the squares within three steps of one."""
    count = board.words
    everything = (1 << len(board.pieces)) - 1
    surroundings = make_surroundings(board)

    def reach(state: State, colour: int) -> tuple[int, int]:
        usable, reached = surroundings(state.covered, colour, state.left[colour] == everything)
        corners, squares = 0, 0
        for word in reached:
            corners += popcount(word)
        for _ in range(STEPS):
            before = 0
            for i in range(count):
                here = reached[i]
                near = here << 1 | here >> 1 | here << ROW_BITS | here >> ROW_BITS | before >> LAST_ROW
                if i < count - 1:
                    near |= reached[i + 1] << LAST_ROW
                reached[i] |= near & usable[i]
                before = here
        for word in reached:
            squares += popcount(word)
        return corners, squares

    return reach


def make_evaluations(board: Board, score: Score) -> dict[str, Evaluation]:
    """Return the evaluations: the lead for two players."""
    players, own_colours = board.players, board.colours_each
    reach = make_reach(board)
    worth = make_worth(board, WORTH)
    everything = (1 << len(board.pieces)) - 1

    def influence_of(state: State, player: int) -> int:
        points = 0
        for i in range(own_colours):
            colour = player + players * i
            points += worth(everything & ~state.left[colour])
            if not state.out >> colour & 1:
                points += reach(state, colour)[1]
        return points

    most = own_colours * (worth(everything) + board.size**2)
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

    return Evaluation(lead_of(for_each(range(players), points)), 2 * most, maximum=most, unit=unit)


def make_order(board: Board) -> Callable[[State, int], int]:
    """Return ``order(state, action)``: large pieces first, and of equal ones those nearer to the centre; a pass is 0.

    The distance of a piece is the sum of those of its squares, each in rows plus in columns, here doubled.
    """
    size = board.size
    farther = 2 * board.largest * size
    worth, across = [], []
    for shape in board.orientations:
        for place in range(size):
            rows = sum(abs(2 * (place + row) - size + 1) for row, _ in shape.squares)
            columns = sum(abs(2 * (place + column) - size + 1) for _, column in shape.squares)
            worth.append((len(shape.squares) + 1) * farther - rows)
            across.append(columns)
    by_row, by_column = (*worth, 0), (*across, 0)

    def order(_state: State, action: int) -> int:
        row = action // size
        return by_row[row] - by_column[row // size * size + action % size]

    return order
