"""Boards that can be drawn and clicked: cells, their pieces and their names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from spielbaum.errors import Sentence

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True)
class Cell:
    """A square of a board.

    Parameters
    ----------
    text
        One or two letters for the piece; empty without one. On a square without a piece the text is drawn faintly.
    ground
        The colour of the square, ``#rrggbb``; None outside the board.
    owner
        The player whose piece is on the square; None without a piece.
    name
        The name of the square for clicking and for reading aloud: ``e4``. Squares with the same meaning may share a
        name, like those of a column in Connect Four. Empty if it cannot be clicked.
    piece
        The drawing of the piece, such as ``knight`` or ``disc``, in the owner's colour; without it the text is drawn.

    Examples
    --------
    >>> Cell("X", "#c8b48a", owner=0)
    Cell(text='X', ground='#c8b48a', owner=0, name='', piece='')
    """

    text: str = ""
    ground: str | None = None
    owner: int | None = None
    name: str = ""
    piece: str = ""


@dataclass(frozen=True)
class Place:
    """A cell at any position, for boards that are not rows of squares.

    Parameters
    ----------
    cell
        The cell.
    x, y
        Its centre, in squares from the left and from the top.
    width, height
        Its size in squares.
    shape
        The shape of its ground.
    """

    cell: Cell
    x: float
    y: float
    width: float = 1
    height: float = 1
    shape: Literal["square", "disc"] = "square"


def place_fault(place: Place, players: int) -> str | None:
    """Return why a place cannot be drawn in a game for a number of players; None if it can.

    Examples
    --------
    >>> place_fault(Place(Cell("X", owner=2), 0, 0), 2)
    "the owner of the cell 'X' is 2, and players are 0 to 1"
    """
    cell = place.cell
    what = Sentence("the cell {!r}", cell.name or cell.text) if cell.name or cell.text else Sentence("a cell")
    if cell.ground is not None and not _COLOUR.fullmatch(cell.ground):
        return Sentence("the ground of {} is {!r}, not a colour such as '#c8b48a'", what, cell.ground)
    if cell.owner is not None and cell.owner not in range(players):
        return Sentence("the owner of {} is {!r}, and players are 0 to {}", what, cell.owner, players - 1)
    if not (place.width > 0 and place.height > 0):
        return Sentence("{} has the size {} × {}", what, place.width, place.height)
    return None


MARGIN = 0.4
"""The width of a row or column of labels at the edge of a grid, in squares."""


def grid(rows: Sequence[Sequence[Cell]]) -> list[Place]:
    """Return rows of cells as places; an outer row or column that holds only labels is narrow.

    Examples
    --------
    >>> [(place.cell.name, place.x, place.y) for place in grid([[Cell(name="a1"), Cell(name="b1")]])]
    [('a1', 0.5, 0.5), ('b1', 1.5, 0.5)]
    >>> [place.width for place in grid([[Cell("1"), Cell(ground="#c8b48a", name="a1")]])]
    [0.4, 1]
    """
    width = max(map(len, rows), default=0)
    columns = [[row[c] for row in rows if c < len(row)] for c in range(width)]
    heights, widths = _sizes(rows), _sizes(columns)
    lefts, tops = list(accumulate(widths, initial=0)), list(accumulate(heights, initial=0))
    return [
        Place(cell, lefts[c] + widths[c] / 2, tops[r] + heights[r] / 2, widths[c], heights[r])
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
    ]


def _sizes(lines: Sequence[Sequence[Cell]]) -> list[float]:
    outer = (0, len(lines) - 1)
    return [MARGIN if i in outer and _only_labels(line) else 1 for i, line in enumerate(lines)]


def _only_labels(line: Sequence[Cell]) -> bool:
    """Return whether a line has no square and at least half its cells have text; else it is a gap in the board."""
    return not any(cell.ground for cell in line) and 2 * sum(bool(cell.text) for cell in line) >= max(1, len(line))


def split_names(text: str, names: Sequence[str]) -> tuple[str, ...] | None:
    """Return the names that concatenate to an action's text; None if there are none.

    Examples
    --------
    >>> split_names("b1c3", ["b1", "c3"]), split_names("pass", ["b1", "c3"])
    (('b1', 'c3'), None)
    """
    if not text:
        return ()
    for name in sorted({name for name in names if name and text.startswith(name)}, key=len, reverse=True):
        rest = split_names(text[len(name) :], names)
        if rest is not None:
            return name, *rest
    return None
