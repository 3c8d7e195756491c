"""The boards of Blokus: their size, the squares that must be covered first, and the colours of the players.

Squares are named as in the program Pentobi: the columns by letters from the left, the rows by numbers from below.
"""

from functools import cached_property
from itertools import product
from string import ascii_lowercase

from spielbaum.games.blokus.pieces import Orientation, Square, orientations, pieces_up_to
from spielbaum.games.blokus.squares import WORD_ROWS, words

CLASSIC, DUO = 20, 14
"""The rows and columns of the boards in the box."""

START = 4
"""The rows and columns between a starting square and the edge of the board of Duo."""

NAMES = {4: ("blue", "yellow", "red", "green"), 2: ("purple", "orange")}
"""The names of the colours in turn order, by their number."""

PAIRS = ("blue-red", "yellow-green")
"""The names of two players who have two colours each."""


class Board:
    """A board with its colours and their pieces.

    Parameters
    ----------
    size
        Its rows and columns.
    colours
        The number of colours: four, or two in Duo.
    players
        The number of players.
    largest
        The squares of the largest pieces.

    Examples
    --------
    >>> classic, duo = Board(20, 4, 4, 5), Board(14, 2, 2, 5)
    >>> [classic.name(*square) for square in classic.starts], [duo.name(*square) for square in duo.starts]
    (['a20', 't20', 't1', 'a1'], ['e10', 'j5'])
    >>> [duo.name(*square) for square in duo.squares(duo.placements[0])], len(duo.placements)
    (['a14', 'b14', 'b13', 'c13', 'b12'], 13729)
    """

    def __init__(self, size: int, colours: int, players: int, largest: int) -> None:
        self.size, self.colours, self.players, self.largest = size, colours, players, largest
        self.names = NAMES[colours]
        self.letters = "".join(name[0].upper() for name in self.names)
        self.player_names = self.names[:players] if colours != 2 * players else PAIRS
        self.pieces = pieces_up_to(largest)
        self.colours_each = colours // players
        """The colours of each player: those whose numbers differ by the number of players."""

    @cached_property
    def words(self) -> int:
        """The number of words of a set of squares."""
        return -(-self.size // WORD_ROWS)

    @cached_property
    def full(self) -> tuple[int, ...]:
        """All squares as words."""
        return tuple(words(product(range(self.size), range(self.size)), self.words))

    @cached_property
    def orientations(self) -> list[Orientation]:
        """The orientations of all pieces."""
        return orientations(self.pieces)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of squares of each piece."""
        found = {each.piece: len(each.squares) for each in self.orientations}
        return tuple(found[piece] for piece in range(len(found)))

    @cached_property
    def starts(self) -> tuple[Square, ...]:
        """The square that the first piece of each colour must cover: the corners, or two squares in Duo."""
        last = self.size - 1
        if self.colours == 2:
            inset = self.size * START // DUO
            return (inset, inset), (last - inset, last - inset)
        return (0, 0), (0, last), (last, last), (last, 0)

    @cached_property
    def pass_action(self) -> int:
        """The action of a colour that cannot place a piece; all placements are smaller numbers."""
        return len(self.orientations) * self.size**2

    @cached_property
    def placements(self) -> list[int]:
        """All placements on the empty board, wherever the piece lies."""
        return [
            (number * self.size + row) * self.size + column
            for number, shape in enumerate(self.orientations)
            for row, column in product(range(self.size - shape.height + 1), range(self.size - shape.width + 1))
        ]

    def squares(self, action: int) -> list[Square]:
        """Return the squares that a placement covers, in reading order."""
        orientation, place = divmod(action, self.size**2)
        row, column = divmod(place, self.size)
        return [(row + down, column + over) for down, over in self.orientations[orientation].squares]

    def name(self, row: int, column: int) -> str:
        """Return the name of a square."""
        return f"{ascii_lowercase[column]}{self.size - row}"
