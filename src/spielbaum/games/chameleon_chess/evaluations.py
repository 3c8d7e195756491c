"""The four evaluations of the thesis: pawns, and then roles or moves.

A finished game is evaluated like any other, and a win has no bonus, as published.

Source: J. Dröse, thesis on a computer opponent for Chameleon Chess (2020).
"""

from collections.abc import Callable

from spielbaum import U64
from spielbaum.games.chameleon_chess.rules import CAPTURED, State, actions, board_of, pawns_of, role_on
from spielbaum.kernel import popcount

ROLE_POINTS = (1, 5, 2, 3)
"""Of knight, queen, bishop and rook."""

Points = Callable[[State, int], int]


def pawn_count(state: State, owner: int) -> int:
    """Return how many pawns an owner has."""
    return popcount(U64(board_of(state, owner)))


def role_points(state: State, owner: int) -> int:
    """Return the sum over an owner's pawns of what their present roles are worth."""
    pawns = pawns_of(state, owner)
    points = 0
    for pawn in range(4):
        square = pawns >> 8 * pawn & 255
        if square != CAPTURED:
            points += ROLE_POINTS[role_on(square, owner, pawn)]
    return points


def move_count(state: State, owner: int) -> int:
    """Return how many moves an owner's pawns have, whoever is to move."""
    as_mover = State(
        state.red, state.green, state.yellow, state.blue,
        state.red_board, state.green_board, state.yellow_board, state.blue_board,
        state.area, owner,
    )  # fmt: skip
    moves = 0
    for _ in actions(as_mover):
        moves += 1
    return moves


def count_pawns_10_roles(state: State, owner: int) -> int:
    """Return ten times the pawns and the roles."""
    return 10 * pawn_count(state, owner) + role_points(state, owner)


def count_pawns_100_roles(state: State, owner: int) -> int:
    """Return a hundred times the pawns and the roles."""
    return 100 * pawn_count(state, owner) + role_points(state, owner)


def count_pawns_100_moves(state: State, owner: int) -> int:
    """Return a hundred times the pawns and the moves."""
    return 100 * pawn_count(state, owner) + move_count(state, owner)


EVALUATIONS: dict[str, Points] = {
    "count-pawns-100-roles": count_pawns_100_roles,
    "count-pawns": pawn_count,
    "count-pawns-10-roles": count_pawns_10_roles,
    "count-pawns-100-moves": count_pawns_100_moves,
}
"""The first is the default."""
