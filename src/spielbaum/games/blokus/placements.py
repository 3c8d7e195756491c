"""The legal placements of a colour.

A piece may be placed on free squares that have no edge in common with a square of its colour, if it covers a *corner*:
such a square that touches one of its colour at a corner. From a corner a piece reaches no farther than four steps. The
41 squares within four steps are one number, the *window* of the corner, in reading order::

            .               with a bit for each square that may be covered
          . . .
        . . . . .
      . . . . . . .
    . . . . o . . . .       o: the corner
      . . . . . . .
        . . . . .
          . . .
            .

A placement is then a mask in this window, and a test is one operation. Most corners can be left in two directions
only, since the squares beside them touch the own piece; so the placements are listed by the neighbours of the corner
that they may cover. A corner is closed when its placements have been found, so that none is found twice.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from spielbaum.games.blokus.board import Board
from spielbaum.games.blokus.squares import LAST_ROW, ROW_BITS, WORD_ROWS, words
from spielbaum.kernel import clear_lowest, each_bit, lowest_index

REACH = 4
"""The steps from a corner to the farthest square of a piece."""

NARROW = tuple(REACH - abs(down) for down in range(-REACH, REACH + 1))
"""For each row of a window the squares to either side of the middle."""

PLACES = {
    (row, column): number
    for number, (row, column) in enumerate(
        (down, over)
        for down, half in zip(range(-REACH, REACH + 1), NARROW, strict=True)
        for over in range(-half, half + 1)
    )
}
"""The bit of each square of a window, by row and column from its middle."""

NEIGHBOURS = tuple(PLACES[place] for place in ((-1, 0), (0, -1), (0, 1), (1, 0)))
"""The bits of the four neighbours of the middle."""


class Surroundings(NamedTuple):
    """The squares that a colour may cover, and those of them that are corners, as words."""

    usable: list[int]
    corners: list[int]


class Placements(NamedTuple):
    """The placements that cover the middle of a window.

    They are listed for each set of neighbours that may be covered, and for each piece in it: placements from
    ``begins[pieces * neighbours + piece]`` to before the next begin. Adding ``steps`` to the square of the corner gives
    the action.
    """

    begins: tuple[int, ...]
    masks: tuple[int, ...]
    steps: tuple[int, ...]


def list_placements(board: Board) -> Placements:
    """Return the placements by the neighbours that they may cover."""
    begins: list[int] = []
    masks: list[int] = []
    steps: list[int] = []
    shapes = board.orientations
    for neighbours in range(1 << len(NEIGHBOURS)):
        refused = sum(1 << place for i, place in enumerate(NEIGHBOURS) if not neighbours >> i & 1)
        for piece in range(len(board.pieces)):
            begins.append(len(masks))
            for number, shape in enumerate(shapes):
                if shape.piece != piece:
                    continue
                for row, column in shape.squares:
                    mask = sum(1 << PLACES[down - row, over - column] for down, over in shape.squares)
                    if not mask & refused:
                        masks.append(mask)
                        steps.append((number * board.size - row) * board.size - column)
    return Placements((*begins, len(masks)), tuple(masks), tuple(steps))


def make_surroundings(board: Board) -> Callable[[tuple[int, ...], int, bool], Surroundings]:
    """Return ``surroundings(covered, colour, is_first)``; the only corner of a first piece is the start."""
    count, colours = board.words, board.colours
    full, starts = board.full, tuple(tuple(words([start], count)) for start in board.starts)

    def surroundings(covered: tuple[int, ...], colour: int, is_first: bool) -> Surroundings:
        usable, corners = [0] * count, [0] * count
        first = colour * count
        for i in range(count):
            taken = 0
            for other in range(colours):
                taken |= covered[other * count + i]
            here = covered[first + i]
            vertical = here << ROW_BITS | here >> ROW_BITS
            if i > 0:
                vertical |= covered[first + i - 1] >> LAST_ROW
            if i < count - 1:
                vertical |= covered[first + i + 1] << LAST_ROW
            usable[i] = full[i] & ~(taken | here << 1 | here >> 1 | vertical)
            corners[i] = starts[colour][i] & usable[i] if is_first else usable[i] & (vertical << 1 | vertical >> 1)
        return Surroundings(usable, corners)

    return surroundings


def make_placements(board: Board) -> Callable[[tuple[int, ...], int, int], Iterator[int]]:
    """Return ``placements(covered, colour, left)``: the actions of a colour that has some pieces left."""
    size, kinds = board.size, len(board.pieces)
    begins, masks, steps = list_placements(board)
    surroundings = make_surroundings(board)
    everything = (1 << kinds) - 1
    above, left_of, right_of, below = NEIGHBOURS
    line = (1 << size) - 1

    def window_of(rows: list[int], row: int, column: int) -> int:
        """Return the window around a square, from rows with a margin."""
        window, place = 0, 0
        for i, half in enumerate(NARROW):
            width = 2 * half + 1
            window |= (rows[row + i] >> column + REACH - half & (1 << width) - 1) << place
            place += width
        return window

    def placements(covered: tuple[int, ...], colour: int, left: int) -> Iterator[int]:
        usable, corners = surroundings(covered, colour, left == everything)
        rows = [0] * REACH
        for i in range(size):
            rows.append((usable[i // WORD_ROWS] >> ROW_BITS * (i % WORD_ROWS) & line) << REACH)
        rows.extend([0] * REACH)
        for row in range(size):
            open_corners = corners[row // WORD_ROWS] >> ROW_BITS * (row % WORD_ROWS) & line
            while open_corners:
                column = lowest_index(open_corners)
                open_corners = clear_lowest(open_corners)
                window = window_of(rows, row, column)
                blocked = ~window
                neighbours = (
                    (window >> above & 1)
                    | (window >> left_of & 1) << 1
                    | (window >> right_of & 1) << 2
                    | (window >> below & 1) << 3
                )
                for piece in each_bit(left):
                    list_number = kinds * neighbours + piece
                    for i in range(begins[list_number], begins[list_number + 1]):
                        if not masks[i] & blocked:
                            yield steps[i] + row * size + column
                rows[row + REACH] &= ~(1 << column + REACH)

    return placements
