"""Evaluations of Focus: captures still missing and stacks controlled, or stacks alone.

``captures`` is the evaluation of J. A. M. Nijssen, Monte-Carlo tree search for multi-player games, thesis (2013):
600 less 100 for each piece that the player still has to capture in the short game, and 1 for each stack.
"""

from collections.abc import Callable

from spielbaum import Evaluation, Unit
from spielbaum.games._vectors import for_each, lead_of
from spielbaum.games.focus.board import PIECES
from spielbaum.games.focus.rules import State, captured_in, make_missing, pieces_in
from spielbaum.kernel import popcount

POINTS = Unit("point", "points")
STACKS = Unit("stack", "stacks")

MISSING = 6
"""The pieces that a player has to capture at the start of the short game, whatever the number of players."""
CAPTURE = 100
"""The points for each piece that is no longer missing."""
WIN = 1000


def make_evaluations(players: int, *, short: bool) -> dict[str, Evaluation]:
    """Return the evaluations; the first is that of the short or of the full game."""
    missing, pieces = make_missing(players), players * PIECES[players]

    def points(state: State, player: int) -> float:
        captured = MISSING - missing(state.beside[player], player)
        return 1.0 * (CAPTURE * captured + popcount(state.tops[player]))

    def mobile(state: State, player: int) -> float:
        return 1.0 * (popcount(state.tops[player]) + pieces_in(state.beside[player], player))

    most = CAPTURE * MISSING
    captures = {"captures": _estimate(players, points, most + pieces, players * most + pieces, POINTS)}
    stacks = {"stacks": _estimate(players, mobile, pieces, pieces, STACKS)}
    return captures | stacks if short else stacks | captures


def make_scores(players: int) -> Callable[[State], tuple[float, ...]]:
    """Return ``scores(state)``: a player's captured pieces and one more; the winner has all pieces of the game."""
    pieces = players * PIECES[players]

    def score(state: State, player: int) -> float:
        if player == state.winner:
            return 1.0 * pieces
        return 1.0 + captured_in(state.beside[player], player, players)

    return for_each(range(players), score)


def _estimate(
    players: int, entry: Callable[[State, int], float], maximum: int, maximal_sum: int, unit: Unit
) -> Evaluation:
    """Return the evaluation with an entry for each player; of two players, the own one less the other."""
    vector = for_each(range(players), entry)
    if players > 2:
        return Evaluation(
            vector, utility_weight=WIN, non_negative=True, maximum=maximum, maximal_sum=maximal_sum, unit=unit
        )
    return Evaluation(lead_of(vector), utility_weight=WIN, maximum=maximum, unit=unit)
