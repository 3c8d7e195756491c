"""Evaluations of chess in hundredths of a pawn: material, and position.

The positional evaluation is tapered: interpolated between middle game and endgame by the remaining pieces.
The two values are summed in one integer: ``both(m, e)`` is ``m + 65536 e``.
"""

from collections.abc import Callable

from spielbaum import U64
from spielbaum.game import Term
from spielbaum.games.chess.features import FEATURE_NAMES, SideFeatures, features, features_of_both
from spielbaum.games.chess.state import WHITE, State, pieces_of, turned
from spielbaum.games.chess.weights import SQUARES, TEMPO, WEIGHTS
from spielbaum.kernel import clear_lowest, dot, lowest_index, popcount

MATE = 100_000
"""The value of a win, larger than any evaluation."""

MOST = 40_000
"""A bound of all evaluations: middle game and endgame have 16 bits each, and a sign."""


def middle_of(values: int) -> int:
    """Return the value for the middle game."""
    return values - 65536 * end_of(values)


def end_of(values: int) -> int:
    """Return the value for the endgame.

    Examples
    --------
    >>> from spielbaum.games.chess.weights import both
    >>> middle_of(both(-3, 5)), end_of(both(-3, 5)), end_of(both(7, -2))
    (-3, 5, -2)
    """
    return (values + 32768) >> 16


PAWN, KNIGHT, BISHOP, ROOK, QUEEN = 100, 300, 300, 500, 900
"""The usual values of pieces."""

PHASES = (1, 1, 2, 4)
"""The phase of knight, bishop, rook and queen; the initial position has 24."""

FULL_PHASE = 24


def material(state: State) -> tuple[int, int]:
    """Return the material of a player less the opponent's."""
    return _for_both(state, _worth(state, state.own) - _worth(state, state.enemy))


def positional(state: State) -> tuple[int, int]:
    """Return material, piece-square tables, mobility, pawn structure and king safety."""
    other = turned(state)
    mine, others = features_of_both(state, other)
    values = dot(WEIGHTS, mine) - dot(WEIGHTS, others) + _on_squares(state) - _on_squares(other)
    phase = min(FULL_PHASE, _phase(mine) + _phase(others))
    score = middle_of(values) * phase + end_of(values) * (FULL_PHASE - phase)
    return _for_both(state, _rounded(score) + TEMPO)


def terms_of_material(state: State) -> list[Term]:
    """Return the pieces of White and of Black, and their values."""
    rows, worth = features(state), {"pawns": PAWN, "knights": KNIGHT, "bishops": BISHOP, "rooks": ROOK, "queens": QUEEN}
    return [Term(name, tuple(row[FEATURE_NAMES.index(name)] for row in rows), weight) for name, weight in worth.items()]


def terms_of_position(state: State) -> list[Term]:
    """Return all features of White and of Black with their weights in this phase, squares, and tempo."""
    mine, others = features_of_both(state, turned(state))
    phase = min(FULL_PHASE, _phase(mine) + _phase(others))

    def now(values: int) -> float:
        return (middle_of(values) * phase + end_of(values) * (FULL_PHASE - phase)) / FULL_PHASE

    found = [
        Term(name, pair, now(WEIGHTS[i])) for i, name in enumerate(FEATURE_NAMES) for pair in [(mine[i], others[i])]
    ]
    found.append(Term("squares", (now(_on_squares(state)), now(_on_squares(turned(state)))), 1))
    found.append(Term("to-move", (1, 0), TEMPO))
    if state.to_move == WHITE:
        return found
    return [term._replace(values=(term.values[1], term.values[0])) for term in found]


def _for_both(state: State, points: int) -> tuple[int, int]:
    """Return the points of the side to move as a vector."""
    return (points, -points) if state.to_move == WHITE else (-points, points)


def _worth(state: State, pieces: U64) -> int:
    """Return the material of some pieces; a queen is on two boards and counts once."""
    return (
        PAWN * popcount(U64(pieces & state.pawns))
        + KNIGHT * popcount(U64(pieces & state.knights))
        + BISHOP * popcount(U64(pieces & state.diagonals))
        + ROOK * popcount(U64(pieces & state.straights))
        + (QUEEN - BISHOP - ROOK) * popcount(U64(pieces & state.diagonals & state.straights))
    )


def _phase(features: SideFeatures) -> int:
    knight, bishop, rook, queen = PHASES
    return knight * features.knights + bishop * features.bishops + rook * features.rooks + queen * features.queens


def _rounded(score: int) -> int:
    """Return a score in hundredths of a pawn, rounded towards zero, so that it is symmetric."""
    return score // FULL_PHASE if score >= 0 else -(-score // FULL_PHASE)


def _summing(values: tuple[int, ...]) -> Callable[[U64], int]:
    """Return the function that sums a piece-square table over pieces."""

    def summed(pieces: U64) -> int:
        total = 0
        while pieces:
            total += values[lowest_index(pieces) & 63]
            pieces = U64(clear_lowest(pieces))
        return total

    return summed


_of_pawns, _of_knights, _of_bishops, _of_rooks, _of_queens, _of_kings = map(_summing, SQUARES)


def _on_squares(state: State) -> int:
    """Return the piece-square values of the side to move."""
    pawns, knights, bishops, rooks, queens, kings = pieces_of(state)
    minors = _of_knights(knights) + _of_bishops(bishops)
    return _of_pawns(pawns) + minors + _of_rooks(rooks) + _of_queens(queens) + _of_kings(kings)
