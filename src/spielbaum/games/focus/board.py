"""The board of Focus: eight by eight squares without three in each corner, the setups, and stacks as numbers.

Square ``s`` is row ``s // 8`` from the top and column ``s % 8`` from the left; numbers of corners are not used::

    8           2  3  4  5
    7        9 10 11 12 13 14
    6    16 17 18 19 20 21 22 23
    5    24 25 26 27 28 29 30 31
    4    32 33 34 35 36 37 38 39
    3    40 41 42 43 44 45 46 47
    2       49 50 51 52 53 54
    1          58 59 60 61
         a  b  c  d  e  f  g  h

A stack is a number with two bits for each piece, the owner's, the top piece lowest, and a 1 above the bottom piece.
The empty stack is 1. Four stacks share a word.
"""

from collections.abc import Mapping, Sequence

SIZE = 8
INDENTS = (2, 1, 0, 0, 0, 0, 1, 2)
"""The columns that are missing on either side of each row."""

SQUARES = tuple(SIZE * row + column for row, gap in enumerate(INDENTS) for column in range(gap, SIZE - gap))
BOARD = sum(1 << square for square in SQUARES)
COLUMNS = "abcdefgh"

HIGHEST = 5
"""The most pieces of a stack."""

EMPTY = 1
FULL = 1 << 2 * HIGHEST
"""The 1 above five pieces."""

STACK_BITS = 16
"""The bits of a stack in a word; eleven are used."""
ANY_STACK = (1 << STACK_BITS) - 1
PER_WORD = 4
WORDS = SIZE * SIZE // PER_WORD

SETUPS = {
    2: "...." "RRGGRR" ".GGRRGG." ".RRGGRR." ".GGRRGG." ".RRGGRR." "GGRRGG" "....",
    3: "...." "RRGGBB" ".GGBBRR." ".BBRRGG." ".RRGGBB." ".GGBBRR." "BBRRGG" "....",
    4: "RRBG" "GGGBGB" "RRRRBGBG" "GGGGBGBG" "YRYRYYYY" "YRYRBBBB" "RYRYYY" "YRBB",
}  # fmt: skip
"""The pieces at the start by the number of players, row by row from the top.

Of four players each has a side of the board, clockwise from the left, and shares no quarter with the player opposite.
"""

PIECES = {2: 18, 3: 13, 4: 13}
"""The pieces of each player, by the number of players; of three players each has one in reserve."""

LETTERS = "RGBY"
"""The colours of the players: red, green, blue, yellow."""


def name_of(square: int) -> str:
    """Return the name of a square.

    Examples
    --------
    >>> name_of(2), name_of(61)
    ('c8', 'f1')
    """
    return f"{COLUMNS[square % SIZE]}{SIZE - square // SIZE}"


NUMBERS = {name_of(square): square for square in SQUARES}
"""The number of each square by its name."""


def crossed(square: int, longest: int) -> int:
    """Return the set of squares up to a number of steps away, straight along the row or the column.

    Examples
    --------
    >>> [name_of(target) for target in SQUARES if crossed(2, 2) >> target & 1]
    ['d8', 'e8', 'c7', 'c6']
    """
    row, column = divmod(square, SIZE)
    steps = ((-1, 0), (1, 0), (0, -1), (0, 1))
    places = ((row + down * n, column + over * n) for down, over in steps for n in range(1, longest + 1))
    return sum(1 << SIZE * r + c for r, c in places if 0 <= r < SIZE and 0 <= c < SIZE) & BOARD


CROSSES = tuple(crossed(square, height) for square in range(SIZE * SIZE) for height in range(SIZE))
"""The targets of a stack, ``SIZE * square + height``."""


def stack_of(pieces: Sequence[int]) -> int:
    """Return the number of a stack, given the owners of its pieces from the bottom; not compiled.

    Examples
    --------
    >>> f"{stack_of([2, 0, 3]):b}"
    '1100011'
    """
    stack = EMPTY
    for piece in pieces:
        stack = stack << 2 | piece
    return stack


def pieces_of(stack: int) -> tuple[int, ...]:
    """Return the owners of the pieces of a stack from the bottom; not compiled.

    Examples
    --------
    >>> pieces_of(stack_of([2, 0, 3]))
    (2, 0, 3)
    """
    return () if stack <= EMPTY else (*pieces_of(stack >> 2), stack & 3)


def start_of(players: int) -> Mapping[int, tuple[int, ...]]:
    """Return the stacks at the start: the owners of their pieces by square."""
    letters = zip(SQUARES, SETUPS[players], strict=True)
    return {square: (LETTERS.index(letter),) for square, letter in letters if letter != "."}
