"""Features of draughts, and two evaluations.

A. L. Samuel, Some studies in machine learning using the game of checkers, IBM Journal of Research and Development 3
(1959): advancement, back row, centre and mobility.
"""

from collections.abc import Callable

from spielbaum import Evaluation, Unit
from spielbaum.game import Term
from spielbaum.games.draughts.rules import BITS, BLACK, FIRST_ROW, LAST_ROW, WHITE, State, jumps_in, steps
from spielbaum.kernel import dot, popcount

FEATURE_NAMES = ("men", "kings", "back", "advanced", "centre", "moves")
"""Men; kings; men on their first row; rows advanced by men; pieces in the centre; steps without captures."""

Features = tuple[int, int, int, int, int, int]

WEIGHTS = (100, 140, 8, 2, 3, 2)
"""The weights of the features in ``positional``."""

MATERIAL = (2, 3)
"""The weights of men and kings in ``material``."""

UTILITY_WEIGHT = 100_000
"""The value of a win, larger than any evaluation."""

MOST = 10_000
"""A bound of all evaluations: twelve pieces are worth a fifth of it."""

CENTRE = sum(1 << BITS[number - 1] for number in (10, 11, 14, 15, 18, 19, 22, 23))
LOW_ROWS, MIDDLE_ROWS, HIGH_ROWS = (sum(1 << bit for i, bit in enumerate(BITS) if i // 4 & mask) for mask in (1, 2, 4))
"""The squares of the rows, counted from Black's, whose numbers have bit 0, 1 and 2."""


def features(state: State) -> tuple[Features, Features]:
    """Return the features of each player."""
    black = features_of(state, state.black, BLACK, FIRST_ROW)
    white = features_of(state, state.white, WHITE, LAST_ROW)
    return black, white


def features_of(state: State, own: int, player: int, first_row: int) -> Features:
    """Return the features of one player, as if that player were to move."""
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
    """Return the weighted features of Black less those of White."""
    black, white = features(state)
    points = dot(WEIGHTS, black) - dot(WEIGHTS, white)
    return points, -points


def material(state: State) -> tuple[int, int]:
    """Return two points for each man and three for each king of Black, less those of White."""
    black = 2 * popcount(state.black) + popcount(state.black & state.kings)
    lead = black - 2 * popcount(state.white) - popcount(state.white & state.kings)
    return lead, -lead


def _terms(weights: tuple[int, ...]) -> Callable[[State], list[Term]]:
    """Return the terms of a weighted sum of features."""

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
    """Return four for each captured piece, plus for a man the pairs of rows that he has advanced."""
    begin = action & 63
    if state.kings >> begin & 1:
        return 4 * jumps_in(action)
    pair = begin // 9
    return 4 * jumps_in(action) + (pair if state.to_move == BLACK else 3 - pair)
