"""The legal moves of chess: checks and pins are found first, and restrict the moves of the pieces.

An action is ``source | target << 6 | promoted << 12``, with squares as the side to move sees them; ``promoted`` is 0 or
a knight, 1, a bishop, 2, a rook, 3, or a queen, 4.
"""

from collections.abc import Iterator
from typing import NamedTuple

from spielbaum import U64
from spielbaum.games.chess.attacks import (
    LINES,
    ROW_8,
    WHOLE,
    attacks_left,
    attacks_right,
    bishop_attacks,
    enemy_pawn_attacks,
    king_attacks,
    knight_attacks,
    pawn_attacks,
    pawn_pushes,
    rook_attacks,
)
from spielbaum.games.chess.state import State
from spielbaum.kernel import clear_lowest, lowest_bit, lowest_index, popcount

KNIGHT, BISHOP, ROOK, QUEEN = 1, 2, 3, 4

SHORT_ROOK, SHORT_EMPTY, SHORT_SAFE, SHORT_KING = 1 << 7, 0x60, 0x60, 1 << 6
LONG_ROOK, LONG_EMPTY, LONG_SAFE, LONG_KING = 1 << 0, 0x0E, 0x0C, 1 << 2


class Guard(NamedTuple):
    """The restrictions by the safety of the king."""

    king: int
    occupied: U64
    checkers: U64
    answers: U64  # targets of other pieces: all squares, or those that end a check; none in double check
    pinned: U64  # own pieces that may only move along the line from the king


def guard_of(state: State) -> Guard:
    """Return the checks and pins of the side to move.

    For every enemy slider on a line with the king the pieces between are counted: none is a check, one own piece
    is a pin.
    """
    king, occupied = lowest_index(state.own & state.kings), U64(state.own | state.enemy)
    near = knight_attacks(king) & state.knights | pawn_attacks(U64(1 << king)) & state.pawns
    checkers, between, pinned = U64(near & state.enemy), U64(0), U64(0)
    for line in range(4):
        path = LINES[(king << 2 | line) & 255]
        sliders = U64(path & state.enemy & (state.straights if line < 2 else state.diagonals))
        while sliders:
            square = lowest_index(sliders)
            gap = U64(path & (1 << max(king, square)) - (2 << min(king, square)))
            blockers = U64(gap & occupied)
            if not blockers:
                checkers = U64(checkers | lowest_bit(sliders))
                between = U64(between | gap)
            elif not clear_lowest(blockers):
                pinned = U64(pinned | blockers & state.own)
            sliders = U64(clear_lowest(sliders))
    answers = U64(WHOLE)
    if checkers:
        answers = U64(0) if clear_lowest(checkers) else U64(checkers | between)
    return Guard(king, occupied, checkers, answers, pinned)


def pin_line(king: int, square: int) -> U64:
    """Return the line through the king and a square."""
    found = U64(0)
    for line in range(4):
        path = U64(LINES[(king << 2 | line) & 255])
        if path >> square & 1:
            found = path
    return found


def attackers(state: State, square: int, occupied: U64) -> U64:
    """Return the enemy pieces that attack a square, given the occupied squares."""
    near = knight_attacks(square) & state.knights | king_attacks(square) & state.kings
    pawns = pawn_attacks(U64(1 << square)) & state.pawns
    far = bishop_attacks(square, occupied) & state.diagonals | rook_attacks(square, occupied) & state.straights
    return U64((near | pawns | far) & state.enemy)


def in_check(state: State) -> bool:
    """Return whether the king of the side to move is attacked."""
    king = lowest_index(state.own & state.kings)
    return attackers(state, king, U64(state.own | state.enemy)) != 0


def attacked(state: State, occupied: U64) -> U64:
    """Return all squares that the enemy attacks, given the occupied squares."""
    enemy = state.enemy
    squares = enemy_pawn_attacks(U64(state.pawns & enemy))
    pieces = U64(state.knights & enemy)
    while pieces:
        squares = U64(squares | knight_attacks(lowest_index(pieces)))
        pieces = U64(clear_lowest(pieces))
    pieces = U64(state.diagonals & enemy)
    while pieces:
        squares = U64(squares | bishop_attacks(lowest_index(pieces), occupied))
        pieces = U64(clear_lowest(pieces))
    pieces = U64(state.straights & enemy)
    while pieces:
        squares = U64(squares | rook_attacks(lowest_index(pieces), occupied))
        pieces = U64(clear_lowest(pieces))
    return U64(squares | king_attacks(lowest_index(state.kings & enemy)))


def king_targets(state: State, guard: Guard) -> U64:
    """Return the targets of the king, including castling."""
    steps = U64(king_attacks(guard.king) & ~state.own)
    short = state.castling & SHORT_ROOK and not guard.occupied & SHORT_EMPTY
    long = state.castling & LONG_ROOK and not guard.occupied & LONG_EMPTY
    castles = not guard.checkers and (short or long)
    if not steps and not castles:
        return U64(0)
    unsafe = attacked(state, U64(guard.occupied ^ state.own & state.kings))
    targets = U64(steps & ~unsafe)
    if castles and short and not unsafe & SHORT_SAFE:
        targets = U64(targets | SHORT_KING)
    if castles and long and not unsafe & LONG_SAFE:
        targets = U64(targets | LONG_KING)
    return targets


def captors_in_passing(state: State) -> U64:
    """Return the pawns that may legally capture en passant."""
    king, victim = lowest_index(state.own & state.kings), U64(state.en_passant >> 8)
    pawns = U64(enemy_pawn_attacks(state.en_passant) & state.own & state.pawns)
    captors = U64(0)
    while pawns:
        pawn = U64(lowest_bit(pawns))
        occupied = U64((state.own | state.enemy) & ~(pawn | victim) | state.en_passant)
        if not attackers(state, king, occupied) & ~victim:
            captors = U64(captors | pawn)
        pawns = U64(clear_lowest(pawns))
    return captors


def pawn_targets(state: State, guard: Guard, pawns: U64) -> U64:
    """Return the targets of some pawns, ignoring pins and en passant."""
    pushes = pawn_pushes(pawns, U64(WHOLE ^ guard.occupied))
    return U64((pushes | pawn_attacks(pawns) & state.enemy) & guard.answers)


def targets_of(state: State, guard: Guard, square: int) -> U64:
    """Return the targets of the piece on a square."""
    piece = U64(1 << square)
    if piece & state.kings:
        return king_targets(state, guard)
    if piece & state.pawns:
        targets = pawn_targets(state, guard, piece)
    else:
        targets = knight_attacks(square) if piece & state.knights else U64(0)
        if piece & state.diagonals:
            targets = bishop_attacks(square, guard.occupied)
        if piece & state.straights:
            targets = U64(targets | rook_attacks(square, guard.occupied))
        targets = U64(targets & ~state.own & guard.answers)
    if piece & guard.pinned:
        targets = U64(targets & pin_line(guard.king, square))
    if state.en_passant and piece & state.pawns and piece & captors_in_passing(state):
        targets = U64(targets | state.en_passant)
    return targets


def actions(state: State) -> Iterator[int]:
    """Yield the legal moves: by source, then by target, from the mover's a1 along the rows; queens first."""
    guard, pieces = guard_of(state), state.own
    while pieces:
        source = lowest_index(pieces)
        targets = targets_of(state, guard, source)
        promotes = U64(1 << source) & state.pawns & ROW_8 >> 8
        while targets:
            move, promoted = source | lowest_index(targets) << 6, QUEEN if promotes else 0
            yield move | promoted << 12
            while promoted > KNIGHT:
                promoted -= 1
                yield move | promoted << 12
            targets = U64(clear_lowest(targets))
        pieces = U64(clear_lowest(pieces))


def noisy_actions(state: State) -> Iterator[int]:
    """Yield the captures and the promotions to a queen among the legal moves, in the same order."""
    guard, pieces = guard_of(state), state.own
    goals = U64(state.enemy | state.en_passant)
    while pieces:
        source = lowest_index(pieces)
        piece = U64(1 << source)
        promotes = piece & state.pawns & ROW_8 >> 8
        targets = U64(targets_of(state, guard, source) & (goals | ROW_8 if promotes else goals))
        if state.en_passant and not piece & state.pawns:
            targets = U64(targets & state.enemy)
        while targets:
            move, promoted = source | lowest_index(targets) << 6, QUEEN if promotes else 0
            yield move | promoted << 12
            if promotes and U64(lowest_bit(targets)) & state.enemy:
                while promoted > KNIGHT:
                    promoted -= 1
                    yield move | promoted << 12
            targets = U64(clear_lowest(targets))
        pieces = U64(clear_lowest(pieces))


def count_actions(state: State) -> int:
    """Return the number of legal moves."""
    guard = guard_of(state)
    count = popcount(king_targets(state, guard))
    if not guard.answers:  # double check
        return count
    count += _count_pawn_moves(state, guard)
    allowed, free = U64(~state.own & guard.answers), U64(state.own & ~guard.pinned)
    pieces = U64(state.knights & free)
    while pieces:
        count += popcount(U64(knight_attacks(lowest_index(pieces)) & allowed))
        pieces = U64(clear_lowest(pieces))
    pieces = U64(state.diagonals & free)
    while pieces:
        count += popcount(U64(bishop_attacks(lowest_index(pieces), guard.occupied) & allowed))
        pieces = U64(clear_lowest(pieces))
    pieces = U64(state.straights & free)
    while pieces:
        count += popcount(U64(rook_attacks(lowest_index(pieces), guard.occupied) & allowed))
        pieces = U64(clear_lowest(pieces))
    pieces = U64(guard.pinned & ~state.pawns)
    while pieces:
        count += popcount(targets_of(state, guard, lowest_index(pieces)))
        pieces = U64(clear_lowest(pieces))
    return count


def _count_pawn_moves(state: State, guard: Guard) -> int:
    free = U64(state.own & state.pawns & ~guard.pinned)
    prey = U64(state.enemy & guard.answers)
    count = _each(U64(pawn_pushes(free, U64(WHOLE ^ guard.occupied)) & guard.answers))
    count += _each(U64(attacks_left(free) & prey)) + _each(U64(attacks_right(free) & prey))
    pinned = U64(state.own & state.pawns & guard.pinned)
    while pinned:
        square = lowest_index(pinned)
        targets = pawn_targets(state, guard, U64(lowest_bit(pinned)))
        count += _each(U64(targets & pin_line(guard.king, square)))
        pinned = U64(clear_lowest(pinned))
    if state.en_passant:
        count += popcount(captors_in_passing(state))
    return count


def _each(targets: U64) -> int:
    """Return the number of pawn moves to some targets: four for each on the last row."""
    return popcount(targets) + 3 * popcount(U64(targets & ROW_8))
