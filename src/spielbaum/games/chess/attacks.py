"""The attacks of chess pieces, as bit boards.

Square ``s`` is bit ``s``: file ``s & 7`` from a, row ``s >> 3`` from the side of the player to move.

Sliders use obstruction difference (G. Isenberg): on each side of the piece the nearest blocker ends its
attacks. Subtracting the blocker below from those above changes exactly the bits between the two::

    line                     ......x.    squares above the piece ... below it
    above                    1..1....    two blockers
    nearest below            .......1
    above - below            1..01111    the changed bits are the attacked squares
"""

from spielbaum import U64
from spielbaum.games._bitboards import reached

RANKS_AND_FILES = ((0, 1), (1, 0))
DIAGONALS = ((1, 1), (1, -1))
KNIGHT_STEPS = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))
KING_STEPS = tuple((up, over) for up in (-1, 0, 1) for over in (-1, 0, 1) if up or over)

WHOLE = (1 << 64) - 1
FILE_A, FILE_H = 0x0101010101010101, 0x8080808080808080
ROW_1, ROW_3, ROW_8 = 0xFF, 0xFF0000, 0xFF << 56

KNIGHT = tuple(reached(square, KNIGHT_STEPS, 1) for square in range(64))
KING = tuple(reached(square, KING_STEPS, 1) for square in range(64))
LINES = tuple(
    reached(square, ((up, over), (-up, -over)), 7)
    for square in range(64)
    for up, over in (*RANKS_AND_FILES, *DIAGONALS)
)
"""The rank, the file and the two diagonals of each square, without the square: ``LINES[4 * square + line]``."""


def line_attacks(square: int, line: U64, occupied: U64) -> U64:
    """Return the attacks of a piece along a line, including the nearest blockers."""
    blockers = U64(line & occupied)
    below = U64((1 << square) - 1)
    nearest = U64(1 << (blockers & below | 1).bit_length() - 1)
    above = U64(blockers & ~below)
    return U64(line & (above ^ above - nearest))


def rook_attacks(square: int, occupied: U64) -> U64:
    """Return the attacks of a rook."""
    rank, file = LINES[square << 2 & 255], LINES[square << 2 & 255 | 1]
    return U64(line_attacks(square, U64(rank), occupied) | line_attacks(square, U64(file), occupied))


def bishop_attacks(square: int, occupied: U64) -> U64:
    """Return the attacks of a bishop."""
    rising, falling = LINES[square << 2 & 255 | 2], LINES[square << 2 & 255 | 3]
    return U64(line_attacks(square, U64(rising), occupied) | line_attacks(square, U64(falling), occupied))


def queen_attacks(square: int, occupied: U64) -> U64:
    """Return the attacks of a queen."""
    return U64(bishop_attacks(square, occupied) | rook_attacks(square, occupied))


def knight_attacks(square: int) -> U64:
    """Return the attacks of a knight."""
    return U64(KNIGHT[square & 63])


def king_attacks(square: int) -> U64:
    """Return the attacks of a king."""
    return U64(KING[square & 63])


def pawn_pushes(pawns: U64, empty: U64) -> U64:
    """Return the targets of pawn pushes of the player to move, single and double."""
    steps = U64(pawns << 8 & empty)
    return U64(steps | (steps & ROW_3) << 8 & empty)


def pawn_attacks(pawns: U64) -> U64:
    """Return the attacks of pawns of the player to move, upwards."""
    return U64(attacks_left(pawns) | attacks_right(pawns))


def attacks_left(pawns: U64) -> U64:
    """Return the attacks of pawns of the player to move towards the a-file."""
    return U64((pawns & ~FILE_A) << 7 & WHOLE)


def attacks_right(pawns: U64) -> U64:
    """Return the attacks of pawns of the player to move towards the h-file."""
    return U64((pawns & ~FILE_H) << 9 & WHOLE)


def enemy_pawn_attacks(pawns: U64) -> U64:
    """Return the attacks of pawns of the opponent, downwards."""
    return U64(U64(pawns & ~FILE_A) >> 9 | U64(pawns & ~FILE_H) >> 7)
