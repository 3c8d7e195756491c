"""The pieces of Blokus: all polyominoes of one to five squares, and their orientations.

Pentominoes have the names of Golomb, all others those of the letters they look like, with the number of their squares
where a larger piece has the letter too: the names that Pentobi uses.
"""

from typing import NamedTuple

Square = tuple[int, int]
"""Row and column, rows from the top."""

DRAWINGS = {
    "F": ".XX/XX./.X.",
    "I5": "XXXXX",
    "L5": "XXXX/X...",
    "N": "XXX./..XX",
    "P": "XX/XX/X.",
    "T5": "XXX/.X./.X.",
    "U": "X.X/XXX",
    "V5": "X../X../XXX",
    "W": "X../XX./.XX",
    "X": ".X./XXX/.X.",
    "Y": "XXXX/.X..",
    "Z5": "XX./.X./.XX",
    "I4": "XXXX",
    "L4": "XXX/X..",
    "O": "XX/XX",
    "T4": "XXX/.X.",
    "Z4": "XX./.XX",
    "I3": "XXX",
    "V3": "XX/X.",
    "2": "XX",
    "1": "X",
}
"""The pieces, large ones first; the monomino is last."""


class Orientation(NamedTuple):
    """A piece as it lies: its number, its squares in reading order, the first row and column being 0, and its size."""

    piece: int
    squares: tuple[Square, ...]
    height: int
    width: int


def pieces_up_to(largest: int) -> tuple[str, ...]:
    """Return the names of the pieces of at most ``largest`` squares.

    Examples
    --------
    >>> [len(pieces_up_to(largest)) for largest in range(1, 6)]
    [1, 2, 4, 9, 21]
    """
    return tuple(name for name, drawing in DRAWINGS.items() if drawing.count("X") <= largest)


def shape_of(squares: list[Square]) -> tuple[Square, ...]:
    """Return squares in reading order, moved to the first row and column.

    Examples
    --------
    >>> shape_of([(7, 3), (6, 4), (6, 3)])
    ((0, 0), (0, 1), (1, 0))
    """
    top, left = min(row for row, _ in squares), min(column for _, column in squares)
    return tuple(sorted((row - top, column - left) for row, column in squares))


def images_of(name: str) -> list[tuple[Square, ...]]:
    """Return the different shapes of a piece that is turned and turned over.

    Examples
    --------
    >>> [len(images_of(name)) for name in ("F", "X", "Z4")]
    [8, 1, 4]
    """
    rows = DRAWINGS[name].split("/")
    squares = [(row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "X"]
    images: dict[tuple[Square, ...], None] = {}
    for _ in range(2):
        for _ in range(4):
            squares = [(column, -row) for row, column in squares]
            images[shape_of(squares)] = None
        squares = [(row, -column) for row, column in squares]
    return sorted(images)


def orientations(names: tuple[str, ...]) -> list[Orientation]:
    """Return all orientations of some pieces, piece by piece.

    Examples
    --------
    >>> len(orientations(pieces_up_to(5)))
    91
    """
    return [
        Orientation(piece, squares, 1 + max(row for row, _ in squares), 1 + max(column for _, column in squares))
        for piece, name in enumerate(names)
        for squares in images_of(name)
    ]
