"""What a game says of its board, so that it can be drawn and touched: squares, what stands on them, their names."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Cell:
    """One square of a board that is drawn in colours.

    Parameters
    ----------
    text
        What stands on it, a letter or two; empty for nothing. Of a square without a piece it is drawn quietly.
    ground
        The colour of the square, ``#rrggbb``; None outside the board.
    owner
        Whose piece stands on it; None for nobody's.
    name
        What a hand touches and a voice reads: ``e4``. Squares that mean the same may share a name, as those of a column
        in Connect Four. Empty for what cannot be touched.
    piece
        Which drawing stands on it, such as ``knight`` or ``disc``, in the owner's colour; without it the text is
        written.

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
    """A cell anywhere: for boards that are not rows of squares.

    Parameters
    ----------
    cell
        What is there.
    x, y
        Its middle, in squares from the left and from the top.
    width, height
        Its size in squares.
    shape
        Of its ground.
    """

    cell: Cell
    x: float
    y: float
    width: float = 1
    height: float = 1
    shape: Literal["square", "disc"] = "square"


def grid(rows: Sequence[Sequence[Cell]]) -> list[Place]:
    """Return rows of cells as places.

    Examples
    --------
    >>> [(place.cell.name, place.x, place.y) for place in grid([[Cell(name="a1"), Cell(name="b1")]])]
    [('a1', 0.5, 0.5), ('b1', 1.5, 0.5)]
    """
    return [Place(cell, c + 0.5, r + 0.5) for r, row in enumerate(rows) for c, cell in enumerate(row)]


def split_names(text: str, names: Sequence[str]) -> tuple[str, ...] | None:
    """Return the names that an action's text consists of, one after the other; None if it does not.

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
