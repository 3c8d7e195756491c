"""The board of Chinese Checkers: a star of six arms, its cells, and their neighbours.

A cell has a row from the top and a column in half steps, as in the picture. This is the star with arms of two
rows; cells are numbered row by row::

    0             .                9
    1           .   .              8
    2   .   .   .   .   .   .   .  7        a step to the right: two columns on
    3     .   .   .   .   .   .    6        a step down: a row, and a column to either side
    4       .   .   .   .   .      5
    5     .   .   .   .   .   .    4        arms, clockwise from the top: 0 to 5
    6   .   .   .   .   .   .   .  3
    7           .   .              2
    8             .                1
        a b c d e f g h i j k l m

In compiled code a set of cells is two words, of the first ``HALF`` cells and of the others. There are at most 121, so
no word needs its sign bit.
"""

from collections.abc import Iterable
from functools import cached_property
from math import sqrt
from string import ascii_lowercase

HALF = 61
"""The number of cells in the low word."""

DIRECTIONS = ((-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1))
"""The six steps, in rows and columns."""

DOWN = sqrt(3) / 2
"""The distance of two rows, if neighbours are one apart."""

ARMS = 6
SEATS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 5: (0, 1, 2, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""The arms of the players by their number, in turn order: those of OpenSpiel, which has no five players."""

Place = tuple[int, int]
Words = tuple[int, int]


def words(cells: Iterable[int]) -> Words:
    """Return a set of cells as two words.

    Examples
    --------
    >>> words([0, 2, 61])
    (5, 1)
    """
    whole = sum(1 << cell for cell in cells)
    return whole & (1 << HALF) - 1, whole >> HALF


class Star:
    """A star.

    Parameters
    ----------
    arm
        The rows of an arm, 1 to 4.

    Examples
    --------
    >>> [len(Star(arm).places) for arm in (1, 2, 3, 4)]
    [13, 37, 73, 121]
    """

    def __init__(self, arm: int) -> None:
        self.arm = arm
        self.rows, self.columns = 4 * arm + 1, 6 * arm + 1
        self.tips = ((0, 3 * arm), (arm, 6 * arm), (3 * arm, 6 * arm), (4 * arm, 3 * arm), (3 * arm, 0), (arm, 0))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Row and column of every cell: those of two triangles, one pointing up and one pointing down."""
        middle, long = 3 * self.arm, 3 * self.arm
        return tuple(
            (row, column)
            for row in range(self.rows)
            for column in range(self.columns)
            if (row + column - middle) % 2 == 0
            and (abs(column - middle) <= row <= long or abs(column - middle) <= self.rows - 1 - row <= long)
        )

    @cached_property
    def numbers(self) -> dict[Place, int]:
        """The number of the cell at each place."""
        return {place: number for number, place in enumerate(self.places)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell: the letter of its column, and its row from below."""
        return tuple(f"{ascii_lowercase[column]}{self.rows - row}" for row, column in self.places)

    def near(self, cell: int) -> list[int]:
        """Return the neighbours of a cell."""
        row, column = self.places[cell]
        around = ((row + down, column + over) for down, over in DIRECTIONS)
        return [self.numbers[place] for place in around if place in self.numbers]

    def hops(self, cell: int) -> list[tuple[int, int]]:
        """Return for each direction the cells that a hop leads over and to; ``len(places)`` for cells off the star."""
        row, column = self.places[cell]
        nowhere = len(self.places)
        found = []
        for down, over in DIRECTIONS:
            landing = self.numbers.get((row + 2 * down, column + 2 * over), nowhere)
            found.append((nowhere if landing == nowhere else self.numbers[row + down, column + over], landing))
        return found

    def distance(self, cell: int, place: Place) -> int:
        """Return the number of steps to a place on an infinite empty board."""
        down, over = (abs(one - other) for one, other in zip(self.places[cell], place, strict=True))
        return down + max(0, over - down) // 2

    def corner(self, arm: int, rows: int) -> list[int]:
        """Return the cells of the outer rows of an arm, row by row from its tip."""
        found = [(self.distance(cell, self.tips[arm]), cell) for cell in range(len(self.places))]
        return [cell for distance, cell in sorted(found) if distance < rows]


class Race(Star):
    """A star with the homes and goals of some players.

    Parameters
    ----------
    arm
        The rows of an arm.
    players
        The number of players, 2 to 6.
    rows
        The rows of pegs of a player.

    Attributes
    ----------
    homes, goals
        For each player the cells of the own and of the opposite arm that hold the pegs.
    tips_of
        For each player the outermost place of the goal.

    Examples
    --------
    >>> Race(2, 2, 2).homes
    ([0, 1, 2], [36, 34, 35])
    """

    def __init__(self, arm: int, players: int, rows: int) -> None:
        super().__init__(arm)
        self.players = players
        seats = SEATS[players]
        self.homes = tuple(self.corner(seat, rows) for seat in seats)
        self.goals = tuple(self.corner((seat + ARMS // 2) % ARMS, rows) for seat in seats)
        self.tips_of = tuple(self.tips[(seat + ARMS // 2) % ARMS] for seat in seats)
        self.pegs = len(self.homes[0])

    def distances(self, player: int) -> list[int]:
        """Return the distance of each cell from the outermost cell of a player's goal."""
        return [self.distance(cell, self.tips_of[player]) for cell in range(len(self.places))]

    def line(self, player: int) -> list[int]:
        """Return the cells within distance one of the straight line between the tips of a player's home and goal.

        Examples
        --------
        >>> race = Race(1, 2, 1)
        >>> [race.names[cell] for cell in race.line(0)]
        ['d5', 'c4', 'e4', 'b3', 'd3', 'f3', 'c2', 'e2', 'd1']
        """
        start, end = _point(self.places[self.homes[player][0]]), _point(self.tips_of[player])
        along = (end - start) / abs(end - start)
        sideways = [((_point(place) - start) * along.conjugate()).imag for place in self.places]
        return [cell for cell, offset in enumerate(sideways) if abs(offset) < 1.01]


def _point(place: Place) -> complex:
    """Return the position of a place, across and down, if neighbours are one apart."""
    row, column = place
    return complex(column / 2, row * DOWN)
