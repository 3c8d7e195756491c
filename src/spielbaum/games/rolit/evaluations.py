"""Evaluations of Rolit, and the features for learned ones, which are those of Othello for each player.

``balls`` is the score of the game. It says little before the end, for balls roll again unless they are anchored to a
corner. ``corners-and-mobility`` counts the moves a player would have, the corners, the balls anchored to them along the
edges, and the balls, with weights that depend on how full the board is, plus one, so that it is never 0.
"""

from collections.abc import Callable

from spielbaum import U64, Evaluation, Unit
from spielbaum.games._vectors import for_each, lead_of
from spielbaum.games.othello.evaluations import Edges, PlayerFeatures, make_anchored, make_near, make_player_features
from spielbaum.games.othello.rules import Board, make_moves
from spielbaum.games.rolit.rules import SEATS, State, balls_of, make_scores
from spielbaum.kernel import popcount

BALLS = Unit("ball", "balls")

WEIGHTS = ((0, 2, 30, 8), (3, 1, 15, 5))
"""The weights of balls, moves, corners and anchored balls, at first and when three quarters of the board are full."""


def make_features(board: Board, players: int) -> Callable[[State], tuple[PlayerFeatures, ...]]:
    """Return ``features(state)``: the features of each player."""
    full, corners = board.full, Edges.of(board).corners
    near, of_player = make_near(board), make_player_features(board)

    def features_of(state: State, colour: int) -> PlayerFeatures:
        own, empty = balls_of(state, colour), U64(~state.taken & U64(full))
        return of_player(own, U64(state.taken & ~own), near(empty), near(U64(empty & U64(corners))))

    features: Callable[[State], tuple[PlayerFeatures, ...]] = for_each(SEATS[players], features_of)
    features.__name__ = "features"
    return features


def make_evaluations(board: Board, players: int) -> dict[str, Evaluation]:
    """Return the evaluations for a number of players; for two they are the lead."""
    squares, corners = board.size**2, Edges.of(board).corners
    moves, anchored = make_moves(board), make_anchored(board)

    def points(state: State, colour: int) -> int:
        own = balls_of(state, colour)
        ball, move, corner, anchor = WEIGHTS[4 * popcount(state.taken) > 3 * squares]
        count = 1 + ball * popcount(own) + move * popcount(moves(own, U64(state.taken & ~own)))
        if own & U64(corners):
            count += corner * popcount(U64(own & U64(corners))) + anchor * popcount(anchored(own))
        return count

    most = 1 + max(
        ball * squares + move * squares + 4 * corner + anchor * 4 * board.size for ball, move, corner, anchor in WEIGHTS
    )
    return {
        "corners-and-mobility": _evaluation(for_each(SEATS[players], points), players, most),
        "balls": _evaluation(make_scores(players), players, squares, squares, BALLS),
    }


def _evaluation(
    vector: Callable[[State], tuple[int, ...]],
    players: int,
    most: int,
    most_together: int | None = None,
    unit: Unit | None = None,
) -> Evaluation:
    """Return the evaluation by a number for each player, or by the lead of one of two."""
    if players == 2:
        return Evaluation(lead_of(vector), most + 1, maximum=most, unit=unit)
    return Evaluation(
        vector, most + 1, non_negative=True, maximum=most, maximal_sum=most_together or players * most, unit=unit
    )
