"""Hints of chess for searches: move ordering, quiescence, null moves, exchanges."""

from spielbaum import U64
from spielbaum.games.chess.attacks import (
    bishop_attacks,
    enemy_pawn_attacks,
    king_attacks,
    knight_attacks,
    pawn_attacks,
    rook_attacks,
)
from spielbaum.games.chess.moves import QUEEN, in_check
from spielbaum.games.chess.state import State, turned
from spielbaum.kernel import lowest_bit

VICTIMS = (100, 100, 300, 310, 500, 900)
"""By the piece on the target: if it is empty, a pawn is captured en passant."""

KING = 6
MOST = 100_000
"""Larger than any exchange."""

PROMOTIONS = (0, 200, 100, 150, 800)
"""The gain of a promotion to knight, bishop, rook, queen."""


def rank_on(state: State, square: int) -> int:
    """Return the piece on a square: 0 nothing, 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king."""
    pawn, knight, king = state.pawns >> square & 1, state.knights >> square & 1, state.kings >> square & 1
    diagonal, straight = state.diagonals >> square & 1, state.straights >> square & 1
    return pawn + 2 * knight + 3 * diagonal + 4 * straight - 2 * (diagonal & straight) + 6 * king


def is_capture(state: State, action: int) -> bool:
    """Return whether a move captures, including en passant."""
    source, goal = action & 63, U64(1 << (action >> 6 & 63))
    return bool(goal & state.enemy or (goal & state.en_passant and state.pawns >> source & 1))


def order(state: State, action: int) -> int:
    """Return the score of a move: most valuable victim, least valuable attacker (MVV-LVA), and promotions."""
    if not is_capture(state, action):
        return PROMOTIONS[action >> 12]
    victim, taker = rank_on(state, action >> 6 & 63), rank_on(state, action & 63)
    return VICTIMS[victim] + PROMOTIONS[action >> 12] + 10 - taker


def noisy(state: State, action: int) -> bool:
    """Return whether quiescence search tries a move: captures, and promotions to a queen."""
    return is_capture(state, action) or action >> 12 == QUEEN


def may_stand_pat(state: State) -> bool:
    """Return whether quiescence search may stand pat: not in check, where every move is tried."""
    return not in_check(state)


def null_move(state: State) -> State:
    """Return the state after a null move, before which no position can be repeated."""
    after = turned(state)
    return State(*after[:8], U64(0), 0, after.number + state.to_move, after.to_move)


def may_pass(state: State) -> bool:
    """Return whether a null move is allowed.

    It is not in check, with pawns alone, where zugzwang is common, or if an en passant capture is possible, a right
    that a null move would end.
    """
    pieces = state.knights | state.diagonals | state.straights
    return bool(state.own & pieces) and not state.en_passant and not in_check(state)


def extends(state: State) -> bool:
    """Return whether a search is extended by a ply: in check."""
    return in_check(state)


def gain(state: State, action: int) -> int:
    """Return the gain of a move on its target, in hundredths of a pawn: static exchange evaluation (SEE).

    Both sides capture with the least valuable piece, or stop if that is better. Pins are ignored. The gains that each
    side can secure form a window, as in alpha-beta.
    """
    source, square, promoted = action & 63, action >> 6 & 63, action >> 12
    target = U64(1 << square)
    occupied = U64((state.own | state.enemy) & ~U64(1 << source))
    score = PROMOTIONS[promoted]
    if is_capture(state, action):
        score += VICTIMS[rank_on(state, square)]
        if not target & state.enemy:
            occupied = U64(occupied & ~(target >> 8))
    hanging = VICTIMS[promoted + 1] if promoted else _worth(rank_on(state, source))
    low, high, sign = -MOST, MOST, -1
    while low < high:
        if sign < 0:
            high = max(low, min(high, score))
        else:
            low = min(high, max(low, score))
        side, other = (state.own, state.enemy) if sign > 0 else (state.enemy, state.own)
        around = _attackers(state, square, occupied)
        piece, rank = _least_valuable(state, U64(around & side))
        if rank == 0 or (rank == KING and around & other):
            break
        score += sign * hanging
        hanging, sign = _worth(rank), -sign
        occupied = U64(occupied & ~piece)
    return max(low, min(high, score))


def _worth(rank: int) -> int:
    return MOST if rank == KING else VICTIMS[rank]


def _attackers(state: State, square: int, occupied: U64) -> U64:
    """Return the remaining pieces of both sides that attack a square."""
    target = U64(1 << square)
    pawns = state.pawns & (pawn_attacks(target) & state.enemy | enemy_pawn_attacks(target) & state.own)
    near = knight_attacks(square) & state.knights | king_attacks(square) & state.kings
    far = bishop_attacks(square, occupied) & state.diagonals | rook_attacks(square, occupied) & state.straights
    return U64((pawns | near | far) & occupied)


def _least_valuable(state: State, pieces: U64) -> tuple[U64, int]:
    """Return the least valuable of some pieces and its rank, or 0."""
    queens = state.diagonals & state.straights
    if pieces & state.pawns:
        return U64(lowest_bit(U64(pieces & state.pawns))), 1
    if pieces & state.knights:
        return U64(lowest_bit(U64(pieces & state.knights))), 2
    if pieces & state.diagonals & ~queens:
        return U64(lowest_bit(U64(pieces & state.diagonals & ~queens))), 3
    if pieces & state.straights & ~queens:
        return U64(lowest_bit(U64(pieces & state.straights & ~queens))), 4
    if pieces & queens:
        return U64(lowest_bit(U64(pieces & queens))), 5
    return (pieces, KING) if pieces else (U64(0), 0)
