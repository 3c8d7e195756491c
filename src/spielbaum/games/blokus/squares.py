"""Sets of squares as words: three rows to a word, with a bit between rows that is always 0.

So all neighbours of a set are found by shifts, and squares beyond the board are removed by one mask.
"""

from collections.abc import Iterable

from spielbaum.games.blokus.pieces import Square

ROW_BITS = 21
"""The bits of a row: up to 20 squares, and one that is 0."""

WORD_ROWS = 3
LAST_ROW = ROW_BITS * (WORD_ROWS - 1)
"""The shift from the first row of a word to the last one."""


def words(squares: Iterable[Square], count: int) -> list[int]:
    """Return a set of squares as ``count`` words.

    Examples
    --------
    >>> words([(0, 0), (0, 2), (4, 1)], 2) == [0b101, 1 << 21 + 1]
    True
    """
    found = [0] * count
    for row, column in squares:
        found[row // WORD_ROWS] |= 1 << ROW_BITS * (row % WORD_ROWS) + column
    return found


def squares_of(found: Iterable[int]) -> list[Square]:
    """Return the squares of a set in reading order.

    Examples
    --------
    >>> squares_of([0b101, 1 << 21 + 1])
    [(0, 0), (0, 2), (4, 1)]
    """
    return [
        (WORD_ROWS * number + place // ROW_BITS, place % ROW_BITS)
        for number, word in enumerate(found)
        for place in range(WORD_ROWS * ROW_BITS)
        if word >> place & 1
    ]
