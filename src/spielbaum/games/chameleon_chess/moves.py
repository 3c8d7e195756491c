"""Where a pawn may go, as one number whose bits stand in the order in which moves are generated.

Each of eight rays has seven bits, from near to far, the bishop's rays before the rook's; then come the knight's jumps::

    63      56 55     49     34     28 27     21     13      7 6       0
    | knight  | ray 7  | ... | ray 4  | ray 3  | ... | ray 1  | ray 0  |
"""

from spielbaum import U64
from spielbaum.games._bitboards import reached
from spielbaum.kernel import popcount

KNIGHT, QUEEN, BISHOP, ROOK = range(4)

# In the order in which actions are generated: (row, column) steps of rays, first the bishop's, and jumps of knights.
RAYS = ((1, 1), (-1, 1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1))
JUMPS = ((2, 1), (1, 2), (-2, 1), (-1, 2), (2, -1), (1, -2), (-2, -1), (-1, -2))

OFFSETS = (
    *(distance * (8 * down + over) for down, over in RAYS for distance in range(1, 8)),
    *(8 * down + over for down, over in JUMPS),
)
"""By how much each bit changes the number of the square."""

RAY_BOARDS = tuple(reached(square, [ray], 7) for square in range(64) for ray in RAYS)
JUMP_BOARDS = tuple(reached(square, JUMPS, 1) for square in range(64))


def moves_from(square: int, role: int, allowed: int, others: int) -> U64:
    """Return the moves of a pawn.

    Parameters
    ----------
    square, role
        Where it stands, and as what.
    allowed
        The squares in the area without own pawns.
    others
        The enemies, whom it may capture and not pass.
    """
    if role == KNIGHT:
        return _jumps(square, allowed)
    moves = 0
    blockers = U64(others | ~allowed)
    for ray in range(4 * (role == ROOK), 8 - 4 * (role == BISHOP), 2):
        moves |= _up(square, ray, allowed, blockers) | _down(square, ray + 1, allowed, blockers)
    return U64(moves)


def _up(square: int, ray: int, allowed: int, blockers: int) -> int:
    """Return the moves along a ray on which squares rise: as far as the lowest blocker."""
    path = RAY_BOARDS[square << 3 | ray]
    blocked = path & blockers
    return (1 << popcount(path & (blocked ^ blocked - 1) & allowed)) - 1 << 7 * ray


def _down(square: int, ray: int, allowed: int, blockers: int) -> int:
    """Return the moves along a ray on which squares fall: as far as the highest blocker, or square 0."""
    path = RAY_BOARDS[square << 3 | ray]
    blocked = U64(path & blockers | 1)
    return (1 << popcount(path & -1 << blocked.bit_length() - 1 & allowed)) - 1 << 7 * ray


def _jumps(square: int, allowed: int) -> U64:
    """Return the moves of a knight."""
    board = U64(JUMP_BOARDS[square] & allowed)
    moves = 0
    for jump in range(8):
        moves |= (board >> (square + OFFSETS[56 + jump] & 63) & 1) << 56 + jump
    return U64(moves)
