"""The moves of a pawn, as one number with its bits in the order of move generation.

Each of eight rays has seven bits, from near to far, the bishop's rays before the rook's; then come the knight's jumps::

    63      56 55     49     34     28 27     21     13      7 6       0
    | knight  | ray 7  | ... | ray 4  | ray 3  | ... | ray 1  | ray 0  |
"""

from spielbaum import U64
from spielbaum.games._bitboards import reached
from spielbaum.kernel import popcount

KNIGHT, QUEEN, BISHOP, ROOK = range(4)

# In the order of move generation: (row, column) steps of rays, the bishop's first, and jumps of knights.
RAYS = ((1, 1), (-1, 1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1))
JUMPS = ((2, 1), (1, 2), (-2, 1), (-1, 2), (2, -1), (1, -2), (-2, -1), (-1, -2))

OFFSETS = (
    *(distance * (8 * down + over) for down, over in RAYS for distance in range(1, 8)),
    *(8 * down + over for down, over in JUMPS),
)
"""The change of the square for each bit."""

RAY_BOARDS = tuple(reached(square, [ray], 7) for square in range(64) for ray in RAYS)
JUMP_BOARDS = tuple(reached(square, JUMPS, 1) for square in range(64))


def moves_from(square: int, role: int, allowed: int, others: int) -> U64:
    """Return the moves of a pawn.

    Parameters
    ----------
    square, role
        Its square and its role.
    allowed
        The squares of the area without own pawns.
    others
        The enemy pawns, which it may capture but not pass.
    """
    if role == KNIGHT:
        return _jumps(square, allowed)
    moves = 0
    blockers = U64(others | ~allowed)
    for ray in range(4 * (role == ROOK), 8 - 4 * (role == BISHOP), 2):
        moves |= _up(square, ray, allowed, blockers) | _down(square, ray + 1, allowed, blockers)
    return U64(moves)


def _up(square: int, ray: int, allowed: int, blockers: int) -> int:
    """Return the moves along a ray of ascending squares, up to the lowest blocker."""
    path = RAY_BOARDS[square << 3 | ray]
    blocked = path & blockers
    return (1 << popcount(path & (blocked ^ blocked - 1) & allowed)) - 1 << 7 * ray


def _down(square: int, ray: int, allowed: int, blockers: int) -> int:
    """Return the moves along a ray of descending squares, down to the highest blocker, or square 0."""
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
