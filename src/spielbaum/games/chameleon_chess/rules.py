"""The rules of Chameleon Chess.

W. Grosskopf, Chamäleon Schach (1982). Colours and owners share one numbering: red 0, green 1, yellow 2, blue 3.
Pawn ``i`` of owner ``p`` is a knight on colour ``(p + i) % 4``, and on the following colours queen,
bishop and rook.

Square ``s`` is row ``s // 8`` from the top (rank 8) and column ``s % 8`` from the left (file a)::

    0 b r b y g r b y     8
    1 r g r b y g r b     7     turn order: red, blue, yellow, green
    2 g y r g r b b y     6
    3 y b g y g r y g     5
    4 b r y b r b g r     4
    5 r g g y b y r b     3
    6 g y b r g y b y     2
    7 r g y b r g y g     1
      a b c d e f g h
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from spielbaum import U64
from spielbaum.games.chameleon_chess.moves import OFFSETS, moves_from
from spielbaum.kernel import clear_lowest, lowest_index

NAMES = "RGYB"
SQUARES = "BRBYGRBYRGRBYGRBGYRGRBBYYBGYGRYGBRYBRBGRRGGYBYRBGYBRGYBYRGYBRGYG"
COLOUR_LOW = sum((NAMES.index(colour) & 1) << square for square, colour in enumerate(SQUARES))
COLOUR_HIGH = sum((NAMES.index(colour) >> 1) << square for square, colour in enumerate(SQUARES))
START = ((56, 57, 58, 59), (63, 55, 47, 39), (7, 6, 5, 4), (0, 8, 16, 24))
"""The squares of each owner's pawns, in pawn order."""

ROW, COLUMN = 0xFF, 0x0101010101010101
"""The squares of row 0 and of column 0."""

SMALLEST = 1 << 6
"""An area of three by three is less than this."""


class State(NamedTuple):
    """The pawns, the playing area, and the owner to move.

    Five boards have the pawns and, in two bits each, their owners and their kinds, the colours on which they
    are knights. The area is ``top | left << 3 | (rows - 3) << 6 | (columns - 3) << 9``.
    """

    pawns: U64
    owner_low: U64
    owner_high: U64
    kind_low: U64
    kind_high: U64
    area: int
    owner: int  # to move


def state_of(pawns: Mapping[int, tuple[int | None, ...]], owner: int, area: int) -> State:
    """Return a state from the squares of each owner's pawns, None for captured ones; not compiled."""
    boards = [0] * 5
    for p, squares in pawns.items():
        for i, square in enumerate(squares):
            kind = (p + i) & 3
            for board, bit in enumerate((1, p & 1, p >> 1, kind & 1, kind >> 1)):
                boards[board] |= 0 if square is None else bit << square
    return State(*map(U64, boards), area, owner)  # type: ignore[call-arg]


def board_of(state: State, owner: int) -> int:
    """Return an owner's pawns as a board."""
    return state.pawns & _equal(state.owner_low, state.owner_high, owner)


def pawn_board(state: State, owner: int, pawn: int) -> int:
    """Return the board of one pawn, empty if it has been captured."""
    return board_of(state, owner) & _equal(state.kind_low, state.kind_high, (owner + pawn) & 3)


def _equal(low: int, high: int, number: int) -> int:
    """Return the squares on which two boards have the bits of a number."""
    return (low ^ ((number & 1) - 1)) & (high ^ ((number >> 1) - 1))


def role_boards(state: State) -> tuple[int, int]:
    """Return the two bits of each pawn's role: the colour of its square less its kind, modulo 4."""
    low = COLOUR_LOW ^ state.kind_low
    high = COLOUR_HIGH ^ state.kind_high ^ (state.kind_low & ~COLOUR_LOW)
    return state.pawns & low, state.pawns & high


def role_on(state: State, square: int) -> int:
    """Return the role of the pawn on a square."""
    low, high = role_boards(state)
    return (low >> square & 1) | (high >> square & 1) << 1


def area_of(top: int, bottom: int, left: int, right: int) -> int:
    """Return the area between two rows and two columns, inclusive."""
    return top | left << 3 | (bottom - top - 2) << 6 | (right - left - 2) << 9


def edges(area: int) -> tuple[int, int, int, int]:
    """Return the first and the last row and the first and the last column of an area."""
    top, left = area & 7, area >> 3 & 7
    return top, top + 2 + (area >> 6 & 7), left, left + 2 + (area >> 9)


def area_board(area: int) -> int:
    """Return the squares of an area."""
    top, bottom, left, right = edges(area)
    columns = (2 << right) - (1 << left)
    return U64(columns * COLUMN) >> 8 * (7 - bottom + top) << 8 * top


def is_terminal(state: State) -> bool:
    """Return whether all pawns belong to the owner to move."""
    return U64(board_of(state, state.owner)) == state.pawns


def actions(state: State) -> Iterator[int]:
    """Yield ``pawn << 6 | square`` for all moves of the owner to move."""
    # A small generator is inlined, a large one keeps all its variables in memory.
    for pawn in range(4):
        moves, origin = moves_of(state, pawn)
        while moves:
            yield origin + OFFSETS[lowest_index(moves)]
            moves = U64(clear_lowest(moves))


def moves_of(state: State, pawn: int) -> tuple[U64, int]:
    """Return the moves of a pawn of the owner to move, and the action to its own square."""
    board = pawn_board(state, state.owner, pawn)
    if not board:
        return U64(0), 0
    square, own = lowest_index(board), board_of(state, state.owner)
    allowed, others = area_board(state.area) & ~own, state.pawns & ~own
    return moves_from(square, role_on(state, square), allowed, others), pawn << 6 | square


def noisy(state: State, action: int) -> bool:
    """Return whether a move captures."""
    return state.pawns >> (action & 63) & 1 != 0


def result(state: State, action: int) -> State:
    """Return the state after a move."""
    owner, pawn, target = state.owner, action >> 6, 1 << (action & 63)
    # 1. The pawn moves, and captures.
    kind = (owner + pawn) & 3
    kept = ~(pawn_board(state, owner, pawn) | target)
    after = State(
        U64(state.pawns & kept | target),
        U64(state.owner_low & kept | target & -(owner & 1)),
        U64(state.owner_high & kept | target & -(owner >> 1)),
        U64(state.kind_low & kept | target & -(kind & 1)),
        U64(state.kind_high & kept | target & -(kind >> 1)),
        state.area,
        owner,
    )
    # 2. The area shrinks to the bounding box of all pawns, but not below three by three.
    area = state.area
    if area >= SMALLEST and not fits(area, after.pawns):
        area = shrunk(area, after.pawns)
    # 3. On the last nine squares a knight in the centre is removed.
    if area < SMALLEST:
        after = without_centre_knight(after, area)
    # 4. The next owner in turn who has a pawn moves.
    return State(*after[:5], area, next_owner(after))


def null_move(state: State) -> State:
    """Return the state in which the owner to move has passed."""
    return State(*state[:6], next_owner(state))


def next_owner(state: State) -> int:
    """Return the next owner in turn order with a pawn."""
    following = (state.owner + 3) & 3
    while not board_of(state, following):
        following = (following + 3) & 3
    return following


def fits(area: int, pawns: int) -> bool:
    """Return whether there are pawns in the first and the last row and column of an area."""
    top, bottom, left, right = edges(area)
    rows = pawns & ROW << 8 * top and pawns & ROW << 8 * bottom
    return bool(rows and pawns & COLUMN << left and pawns & COLUMN << right)


def shrunk(area: int, pawns: U64) -> int:
    """Return the smallest area around the pawns of at least three rows and columns, within the old one."""
    top, bottom, left, right = edges(area)
    columns = pawns | pawns >> 32
    columns |= columns >> 16
    columns = (columns | columns >> 8) & ROW
    top, bottom = _widened(lowest_index(pawns) >> 3, (pawns.bit_length() - 1) >> 3, top, bottom)
    left, right = _widened(lowest_index(columns), columns.bit_length() - 1, left, right)
    return area_of(top, bottom, left, right)


def _widened(first: int, last: int, low: int, high: int) -> tuple[int, int]:
    """Return the first and the last line, widened to three between ``low`` and ``high``, starting with the first."""
    while last - first < 2:
        if first > low:
            first -= 1
        if last - first < 2 and last < high:
            last += 1
    return first, last


def without_centre_knight(state: State, area: int) -> State:
    """Return the state without a knight in the centre of a three by three area, unless only one owner is left."""
    if is_terminal(state):
        return state
    low, high = role_boards(state)
    top, _, left, _ = edges(area)
    kept = ~(1 << 8 * (top + 1) + left + 1) | low | high
    return State(
        U64(state.pawns & kept),
        U64(state.owner_low & kept),
        U64(state.owner_high & kept),
        U64(state.kind_low & kept),
        U64(state.kind_high & kept),
        state.area,
        state.owner,
    )


def bounding_area(pawns: int) -> int:
    """Return the bounding box of a board; not compiled."""
    squares = [square for square in range(64) if pawns >> square & 1]
    rows, columns = [square >> 3 for square in squares], [square & 7 for square in squares]
    return area_of(min(rows), max(rows), min(columns), max(columns))
