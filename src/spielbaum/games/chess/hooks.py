"""What searches ask of chess besides the rules: which moves to try first, and which to go on with at the horizon."""

from spielbaum import U64
from spielbaum.games.chess.moves import QUEEN, in_check
from spielbaum.games.chess.state import State

VICTIMS = (100, 100, 300, 310, 500, 900)
"""By what stands on the square: where there is nothing, a pawn is captured in passing."""

PROMOTIONS = (0, 200, 100, 150, 800)
"""What it is worth that a pawn becomes knight, bishop, rook, queen."""


def rank_on(state: State, square: int) -> int:
    """Return the piece on a square: 0 nothing, 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king."""
    pawn, knight, king = state.pawns >> square & 1, state.knights >> square & 1, state.kings >> square & 1
    diagonal, straight = state.diagonals >> square & 1, state.straights >> square & 1
    return pawn + 2 * knight + 3 * diagonal + 4 * straight - 2 * (diagonal & straight) + 6 * king


def is_capture(state: State, action: int) -> bool:
    """Return whether a move captures, in passing included."""
    source, goal = action & 63, U64(1 << (action >> 6 & 63))
    return bool(goal & state.enemy or (goal & state.en_passant and state.pawns >> source & 1))


def order(state: State, action: int) -> int:
    """Return how promising a move is: the most valuable victim first, taken by the least valuable piece; promotions."""
    if not is_capture(state, action):
        return PROMOTIONS[action >> 12]
    victim, taker = rank_on(state, action >> 6 & 63), rank_on(state, action & 63)
    return VICTIMS[victim] + PROMOTIONS[action >> 12] + 10 - taker


def noisy(state: State, action: int) -> bool:
    """Return whether quiescence search goes on with a move: captures, and pawns that become queens."""
    return is_capture(state, action) or action >> 12 == QUEEN


def may_stand_pat(state: State) -> bool:
    """Return whether quiescence search may leave all captures alone: not in check, where every move is tried."""
    return not in_check(state)
