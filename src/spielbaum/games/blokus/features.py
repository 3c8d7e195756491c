"""Features of Blokus, for learned evaluations."""

from collections.abc import Callable

from spielbaum.games._vectors import for_each
from spielbaum.games.blokus.board import Board
from spielbaum.games.blokus.evaluations import make_reach
from spielbaum.games.blokus.rules import State
from spielbaum.games.blokus.scores import Score
from spielbaum.kernel import popcount

FEATURE_NAMES = ("squares", "pieces", "corners", "reach")
"""The squares on the board, with bonuses; the pieces left; the corners; the squares within three steps of one."""


def make_features(board: Board, score: Score) -> Callable[[State], tuple[tuple[int, ...], ...]]:
    """Return ``features(state)``: the features of each player."""
    players, own_colours = board.players, board.colours_each
    reach = make_reach(board)

    def features_of(state: State, player: int) -> tuple[int, ...]:
        left, corners, squares = 0, 0, 0
        for i in range(own_colours):
            colour = player + players * i
            left += popcount(state.left[colour])
            if not state.out >> colour & 1:
                more_corners, more_squares = reach(state, colour)
                corners += more_corners
                squares += more_squares
        return score(state, player), left, corners, squares

    features = for_each(range(players), features_of)
    features.__name__ = "features"
    return features
