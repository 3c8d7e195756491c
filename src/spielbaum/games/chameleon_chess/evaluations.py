"""The four evaluations of the thesis, by pawns and roles or moves, and the share of strength.

The evaluations of the thesis treat terminal states like any other, without a bonus for a win, as published. The shares
of all owners sum to 1, like the utilities of a terminal state.

Source: H. Dröse, thesis on a computer opponent for Chameleon Chess (2020).
"""

from collections.abc import Callable

from spielbaum import U64
from spielbaum.games.chameleon_chess.rules import State, board_of, moves_of, role_boards
from spielbaum.kernel import popcount

ROLE_POINTS = (1, 5, 2, 3)
"""The points of knight, queen, bishop and rook."""

STRENGTHS = (100, 115, 105, 108)
"""The strengths of knight, queen, bishop and rook; the best of several in matches of Max^n at depth 3."""

Points = Callable[[State, int], float]


def pawn_count(state: State, owner: int) -> int:
    """Return the number of an owner's pawns."""
    return popcount(U64(board_of(state, owner)))


def role_points(state: State, owner: int) -> int:
    """Return the sum of the points of an owner's pawns in their current roles."""
    return _sum_over_roles(state, board_of(state, owner), ROLE_POINTS)


def _sum_over_roles(state: State, pawns: int, worth: tuple[int, int, int, int]) -> int:
    """Return the sum of the worth of the roles of some pawns."""
    low, high = role_boards(state)
    knight, queen, bishop, rook = worth
    return (
        knight * popcount(U64(pawns))
        + (queen - knight) * popcount(U64(pawns & (low & ~high)))
        + (bishop - knight) * popcount(U64(pawns & (high & ~low)))
        + (rook - knight) * popcount(U64(pawns & (low & high)))
    )


def move_count(state: State, owner: int) -> int:
    """Return the number of moves of an owner's pawns, whoever is to move."""
    as_mover = State(*state[:6], owner)
    moves = 0
    for pawn in range(4):
        moves += popcount(moves_of(as_mover, pawn)[0])
    return moves


def count_pawns_10_roles(state: State, owner: int) -> int:
    """Return ten times the pawns, plus the roles."""
    return 10 * pawn_count(state, owner) + role_points(state, owner)


def count_pawns_100_roles(state: State, owner: int) -> int:
    """Return a hundred times the pawns, plus the roles."""
    return 100 * pawn_count(state, owner) + role_points(state, owner)


def count_pawns_100_moves(state: State, owner: int) -> int:
    """Return a hundred times the pawns, plus the moves."""
    return 100 * pawn_count(state, owner) + move_count(state, owner)


def share(state: State, owner: int) -> float:
    """Return an owner's share of the strength of all pawns, an estimate of the probability to win."""
    part = 1 / _sum_over_roles(state, state.pawns, STRENGTHS)  # computed once for all owners
    return _sum_over_roles(state, board_of(state, owner), STRENGTHS) * part


EVALUATIONS: dict[str, Points] = {
    "count-pawns-100-roles": count_pawns_100_roles,
    "count-pawns": pawn_count,
    "count-pawns-10-roles": count_pawns_10_roles,
    "count-pawns-100-moves": count_pawns_100_moves,
}
"""The evaluations of the thesis; the first is the default."""

MOST_POINTS = {
    "count-pawns-100-roles": 4 * (100 + max(ROLE_POINTS)),
    "count-pawns": 4,
    "count-pawns-10-roles": 4 * (10 + max(ROLE_POINTS)),
    "count-pawns-100-moves": 4 * (100 + 27),
}
"""The largest values: four pawns, all of them queens, with at most 27 moves each."""
