"""The rules of Chameleon Chess.

W. Grosskopf, Chamäleon Schach (1982). Colours and owners share one numbering: red 0, green 1, yellow 2, blue 3.
Pawn ``i`` of owner ``p`` is a knight on colour ``(p + i) % 4``, and from there its role goes round: knight, queen,
bishop, rook.

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

NAMES = "RGYB"
SQUARES = "BRBYGRBYRGRBYGRBGYRGRBBYYBGYGRYGBRYBRBGRRGGYBYRBGYBRGYBYRGYBRGYG"
COLOUR_LOW = sum((NAMES.index(colour) & 1) << square for square, colour in enumerate(SQUARES))
COLOUR_HIGH = sum((NAMES.index(colour) >> 1) << square for square, colour in enumerate(SQUARES))
START = ((56, 57, 58, 59), (63, 55, 47, 39), (7, 6, 5, 4), (0, 8, 16, 24))
"""The squares of each owner's pawns, in pawn order."""

CAPTURED = 64
KNIGHT, QUEEN, BISHOP, ROOK = range(4)

# In the order in which actions are generated: (row, column) steps of knights; rays of bishops, then of rooks.
KNIGHT_DOWN, KNIGHT_OVER = (2, 1, -2, -1, 2, 1, -2, -1), (1, 2, 1, 2, -1, -2, -1, -2)
RAY_DOWN, RAY_OVER = (1, -1, 1, -1, 1, -1, 0, 0), (1, 1, -1, -1, 0, 0, 1, -1)


class State(NamedTuple):
    """Where the pawns are, the playing area, and whose turn it is.

    The squares of an owner's four pawns stand in the bytes of one number, pawn 0 lowest, 64 for a captured one. The
    area is ``top | bottom << 3 | left << 6 | right << 9``, rows and columns included.
    """

    red: int
    green: int
    yellow: int
    blue: int
    red_board: U64
    green_board: U64
    yellow_board: U64
    blue_board: U64
    area: int
    owner: int  # to move


def state_of(pawns: Mapping[int, tuple[int, ...]], owner: int, area: int) -> State:
    """Return a state from the squares of each owner's pawns; interpreted only."""
    packed = [sum(square << 8 * i for i, square in enumerate(pawns.get(p, (CAPTURED,) * 4))) for p in range(4)]
    boards = [sum(1 << square for square in pawns.get(p, ()) if square != CAPTURED) for p in range(4)]
    return State(*packed, *map(U64, boards), area, owner)  # type: ignore[arg-type, call-arg]


def bounding_area(pawns: int) -> int:
    """Return the bounding box of a board, for the start of a game."""
    squares = [square for square in range(64) if pawns >> square & 1]
    rows, columns = [square >> 3 for square in squares], [square & 7 for square in squares]
    return min(rows) | max(rows) << 3 | min(columns) << 6 | max(columns) << 9


def pawns_of(state: State, owner: int) -> int:
    """Return the squares of an owner's pawns, one in each byte."""
    if owner < 2:
        return state.red if owner == 0 else state.green
    return state.yellow if owner == 2 else state.blue


def board_of(state: State, owner: int) -> int:
    """Return an owner's pawns as a board."""
    if owner < 2:
        return state.red_board if owner == 0 else state.green_board
    return state.yellow_board if owner == 2 else state.blue_board


def role_on(square: int, owner: int, pawn: int) -> int:
    """Return the role of a pawn on a square."""
    colour = (COLOUR_LOW >> square & 1) + 2 * (COLOUR_HIGH >> square & 1)
    return (colour - owner - pawn) & 3


def edges(area: int) -> tuple[int, int, int, int]:
    """Return the first and the last row and the first and the last column of an area."""
    return area & 7, area >> 3 & 7, area >> 6 & 7, area >> 9 & 7


def is_terminal(state: State) -> bool:
    """Return whether at most one owner has pawns."""
    return owners_left(state) <= 1


def owners_left(state: State) -> int:
    """Return how many owners have pawns."""
    return (
        (1 if state.red_board else 0)
        + (1 if state.green_board else 0)
        + (1 if state.yellow_board else 0)
        + (1 if state.blue_board else 0)
    )


def actions(state: State) -> Iterator[int]:
    """Yield ``pawn << 6 | square`` for all moves of the owner to move."""
    own = board_of(state, state.owner)
    others = state.red_board | state.green_board | state.yellow_board | state.blue_board
    others = U64(others & ~own)
    top, bottom, left, right = edges(state.area)
    pawns = pawns_of(state, state.owner)
    for pawn in range(4):
        square = pawns >> 8 * pawn & 255
        if square == CAPTURED:
            continue
        role = role_on(square, state.owner, pawn)
        if role == KNIGHT:
            for step in range(8):
                row, column = (square >> 3) + KNIGHT_DOWN[step], (square & 7) + KNIGHT_OVER[step]
                if top <= row <= bottom and left <= column <= right and not own >> row * 8 + column & 1:
                    yield pawn << 6 | row * 8 + column
            continue
        first, last = 4 * (role == ROOK), 8 - 4 * (role == BISHOP)
        for ray in range(first, last):
            down, over = RAY_DOWN[ray], RAY_OVER[ray]
            row, column = (square >> 3) + down, (square & 7) + over
            while top <= row <= bottom and left <= column <= right:
                target = row * 8 + column
                if own >> target & 1:
                    break
                yield pawn << 6 | target
                if others >> target & 1:
                    break
                row, column = row + down, column + over


def result(state: State, action: int) -> State:
    """Return the state after a move, the shrinking of the area and what rule 3 removes."""
    pawn, target = action >> 6, action & 63
    owner = state.owner
    source = pawns_of(state, owner) >> 8 * pawn & 255
    moved = U64(U64(1) << source | U64(1) << target)
    taken = U64(U64(1) << target)
    # 1. The pawn moves, an enemy on its square is captured.
    red = _moved(state.red, pawn, target, owner == 0, state.red_board & taken != 0)
    green = _moved(state.green, pawn, target, owner == 1, state.green_board & taken != 0)
    yellow = _moved(state.yellow, pawn, target, owner == 2, state.yellow_board & taken != 0)
    blue = _moved(state.blue, pawn, target, owner == 3, state.blue_board & taken != 0)
    red_board = U64(state.red_board ^ moved) if owner == 0 else U64(state.red_board & ~taken)
    green_board = U64(state.green_board ^ moved) if owner == 1 else U64(state.green_board & ~taken)
    yellow_board = U64(state.yellow_board ^ moved) if owner == 2 else U64(state.yellow_board & ~taken)
    blue_board = U64(state.blue_board ^ moved) if owner == 3 else U64(state.blue_board & ~taken)
    # 2. The area becomes the bounding box of what is left, but never smaller than three by three.
    area = shrunk(state.area, U64(red_board | green_board | yellow_board | blue_board))
    after = State(red, green, yellow, blue, red_board, green_board, yellow_board, blue_board, area, owner)
    # 3. On the last nine squares a knight in the centre is removed.
    after = without_centre_knight(after)
    # 4. The next owner in turn who has a pawn moves.
    following = (owner + 3) & 3
    while not board_of(after, following) and following != owner:
        following = (following + 3) & 3
    return State(
        after.red, after.green, after.yellow, after.blue,
        after.red_board, after.green_board, after.yellow_board, after.blue_board,
        area, following,
    )  # fmt: skip


def _moved(pawns: int, pawn: int, target: int, is_mover: bool, is_hit: bool) -> int:
    if is_mover:
        return pawns & ~(255 << 8 * pawn) | target << 8 * pawn
    return _without(pawns, target) if is_hit else pawns


def _without(pawns: int, square: int) -> int:
    for i in range(4):
        if pawns >> 8 * i & 255 == square:
            return pawns & ~(255 << 8 * i) | CAPTURED << 8 * i
    return pawns


def shrunk(area: int, pawns: int) -> int:
    """Return the area after a move: rows and columns without pawns at its edges are gone, but three lines stay."""
    top, bottom, left, right = edges(area)
    if bottom - top == 2 and right - left == 2:
        return area
    rows = columns = 0
    for line in range(8):
        rows |= (1 if pawns >> 8 * line & 255 else 0) << line
        columns |= int(pawns >> 8 * line & 255)
    return _lines(rows, top, bottom) | _lines(columns, left, right) << 6


def _lines(used: int, low: int, high: int) -> int:
    """Return the first and the last used line as ``first | last << 3``, widened to three lines inside the old ones."""
    first, last = 0, 7
    while not used >> first & 1:
        first += 1
    while not used >> last & 1:
        last -= 1
    while last - first < 2:
        if first > low:
            first -= 1
        if last - first < 2 and last < high:
            last += 1
    return first | last << 3


def without_centre_knight(state: State) -> State:
    """Return the state without a knight in the centre of a three by three area, unless only one owner is left."""
    top, bottom, left, right = edges(state.area)
    if bottom - top != 2 or right - left != 2 or owners_left(state) < 2:
        return state
    centre = (top + 1) * 8 + left + 1
    bit = U64(U64(1) << centre)
    for owner in range(4):
        if board_of(state, owner) & bit:
            pawns = pawns_of(state, owner)
            for pawn in range(4):
                if pawns >> 8 * pawn & 255 == centre and role_on(centre, owner, pawn) == KNIGHT:
                    return State(
                        _without(state.red, centre) if owner == 0 else state.red,
                        _without(state.green, centre) if owner == 1 else state.green,
                        _without(state.yellow, centre) if owner == 2 else state.yellow,
                        _without(state.blue, centre) if owner == 3 else state.blue,
                        U64(state.red_board & ~bit), U64(state.green_board & ~bit),
                        U64(state.yellow_board & ~bit), U64(state.blue_board & ~bit),
                        state.area, state.owner,
                    )  # fmt: skip
    return state
