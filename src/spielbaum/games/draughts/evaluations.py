"""What is counted in a position of draughts, and two evaluations made of it.

A. L. Samuel, Some studies in machine learning using the game of checkers, IBM Journal of Research and Development 3
(1959): advancement, back row, centre and mobility beside the pieces.
"""

from collections.abc import Callable

from spielbaum import Evaluation, Unit
from spielbaum.game import Term
from spielbaum.games.draughts.rules import BITS, BLACK, FIRST_ROW, LAST_ROW, WHITE, State, jumps_in, steps
from spielbaum.kernel import dot, popcount

FEATURE_NAMES = ("men", "kings", "back", "advanced", "centre", "moves")
"""Men; kings; men on their first row; rows that the men have gone; pieces in the middle; steps, captures apart."""

Features = tuple[int, int, int, int, int, int]

WEIGHTS = (100, 140, 8, 2, 3, 2)
"""Of the features in the evaluation ``positional``."""

MATERIAL = (2, 3)
"""Of men and kings in the evaluation ``material``."""

UTILITY_WEIGHT = 100_000
"""What a win is worth beside the estimates."""

MOST = 10_000
"""No estimate is larger: twelve pieces are worth a fifth of it."""

CENTRE = sum(1 << BITS[number - 1] for number in (10, 11, 14, 15, 18, 19, 22, 23))
LOW_ROWS, MIDDLE_ROWS, HIGH_ROWS = (sum(1 << bit for i, bit in enumerate(BITS) if i // 4 & mask) for mask in (1, 2, 4))
"""The squares of rows, counted from black's, whose numbers have a bit: the weights 1, 2 and 4 of the number."""


def features(state: State) -> tuple[Features, Features]:
    """Return for each player one number for each feature."""
    black = features_of(state, state.black, BLACK, FIRST_ROW)
    white = features_of(state, state.white, WHITE, LAST_ROW)
    return black, white


def features_of(state: State, own: int, player: int, first_row: int) -> Features:
    """Return the numbers of one player, as if that player were to move."""
    men = own & ~state.kings
    rows = popcount(men & LOW_ROWS) + 2 * popcount(men & MIDDLE_ROWS) + 4 * popcount(men & HIGH_ROWS)
    as_mover, moves = State(state.black, state.white, state.kings, player, 0), 0
    for direction in range(4):
        moves += popcount(steps(as_mover, direction))
    return (
        popcount(men),
        popcount(own & state.kings),
        popcount(men & first_row),
        rows if player == BLACK else 7 * popcount(men) - rows,
        popcount(own & CENTRE),
        moves,
    )


def positional(state: State) -> tuple[int, int]:
    """Return the features of black less those of white, weighted."""
    black, white = features(state)
    points = dot(WEIGHTS, black) - dot(WEIGHTS, white)
    return points, -points


def material(state: State) -> tuple[int, int]:
    """Return two points for each man and three for each king of black, less those of white."""
    black = 2 * popcount(state.black) + popcount(state.black & state.kings)
    lead = black - 2 * popcount(state.white) - popcount(state.white & state.kings)
    return lead, -lead


def _terms(weights: tuple[int, ...]) -> Callable[[State], list[Term]]:
    """Return what a weighted sum of the features is made of, those that count."""

    def terms(state: State) -> list[Term]:
        black, white = features(state)
        triples = zip(FEATURE_NAMES, zip(black, white, strict=True), weights, strict=False)
        return [Term(name, pair, weight) for name, pair, weight in triples]

    return terms


EVALUATIONS = {
    f.__name__: Evaluation(
        f, UTILITY_WEIGHT, maximum=MOST, terms=_terms(weights), unit=Unit("man", "men", size=weights[0])
    )
    for f, weights in ((positional, WEIGHTS), (material, MATERIAL))
}
"""The first is the default."""


def order(state: State, action: int) -> int:
    """Return four for each captured piece, and for a man how many pairs of rows he has gone."""
    begin = action & 63
    if state.kings >> begin & 1:
        return 4 * jumps_in(action)
    pair = begin // 9
    return 4 * jumps_in(action) + (pair if state.to_move == BLACK else 3 - pair)
