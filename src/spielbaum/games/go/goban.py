"""The board of Go: points as bits of two words, neighbours, and connected sets.

Points are numbered row by row from the bottom left, so in size 9::

    72 73 74 75 76 77 78 79 80      9
     :                               :
     9 10 11 12 13 14 15 16 17      2
     0  1  2  3  4  5  6  7  8      1
     A  B  C  D  E  F  G  H  J

The first word has the first seven rows of a board of size 9, the second word the other two. Smaller boards
are in the first word, point ``p`` being bit ``p``; operations on the second word are then masked by a constant 0,
and the compiler removes them.

The functions for a board are cached, so that a kernel compiles each of them once.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from spielbaum import U64
from spielbaum.kernel import clear_lowest, lowest_index, popcount

Points = tuple[U64, U64]
"""A set of points."""

NEITHER_I = "ABCDEFGHJKLMNOPQRST"
"""The names of the columns."""


class Goban(NamedTuple):
    """The size of a board, and the numbers that follow from it; functions of this module need 2 to 9."""

    size: int

    @property
    def points(self) -> int:
        """The number of points."""
        return self.size * self.size

    @property
    def is_large(self) -> bool:
        """Whether the points do not fit into two words."""
        return self.size > 9

    @property
    def split(self) -> int:
        """The number of points in the first word."""
        return self.size * min(self.size, 64 // self.size)

    def words(self, points: int) -> tuple[int, int]:
        """Return the two words of a set given as one long number.

        Examples
        --------
        >>> Goban(9).words(1 << 63 | 1), Goban(8).words(1 << 63 | 1)
        ((1, 1), (9223372036854775809, 0))
        """
        return points & (1 << self.split) - 1, points >> self.split

    @property
    def full(self) -> tuple[int, int]:
        """All points."""
        return self.words((1 << self.points) - 1)

    def column(self, number: int) -> int:
        """Return the points of a column, as one long number."""
        return sum(1 << self.size * row + number for row in range(self.size))

    def name(self, point: int) -> str:
        """Return the name of a point.

        Examples
        --------
        >>> Goban(9).name(8), Goban(9).name(80)
        ('J1', 'J9')
        """
        return f"{NEITHER_I[point % self.size]}{point // self.size + 1}"


def union(some: Points, others: Points) -> Points:
    """Return the points of either set."""
    return U64(some[0] | others[0]), U64(some[1] | others[1])


def common(some: Points, others: Points) -> Points:
    """Return the points of both sets."""
    return U64(some[0] & others[0]), U64(some[1] & others[1])


def without(some: Points, others: Points) -> Points:
    """Return the points of the first set that are not in the second one."""
    return U64(some[0] & ~others[0]), U64(some[1] & ~others[1])


def size_of(points: Points) -> int:
    """Return the number of points in a set."""
    return popcount(points[0]) + popcount(points[1])


def any_in(points: Points) -> bool:
    """Return whether a set has points."""
    return (points[0] | points[1]) != 0


@cache
def make_bit(goban: Goban) -> Callable[[int], Points]:
    """Return ``bit(point)``: the set of one point."""
    split = goban.split
    has_two = split < goban.points

    def bit(point: int) -> Points:
        if has_two and point >= split:
            return U64(0), U64(U64(1) << point - split)
        return U64(U64(1) << point), U64(0)

    return bit


@cache
def make_first(goban: Goban) -> Callable[[Points], int]:
    """Return ``first(points)``: the lowest point of a set that is not empty."""
    split = goban.split

    def first(points: Points) -> int:
        return lowest_index(points[0]) if points[0] else split + lowest_index(points[1])

    return first


def without_first(points: Points) -> Points:
    """Return a set that is not empty without its lowest point."""
    if points[0]:
        return U64(clear_lowest(points[0])), points[1]
    return points[0], U64(clear_lowest(points[1]))


@cache
def make_near(goban: Goban) -> Callable[[Points], Points]:
    """Return ``near(points)``: all neighbours of some points, possibly including some of these."""
    size, top = goban.size, goban.split - goban.size
    full_low, full_high = goban.full
    all_points = (1 << goban.points) - 1
    not_first_low, not_first_high = goban.words(all_points & ~goban.column(0))
    not_last_low, not_last_high = goban.words(all_points & ~goban.column(size - 1))

    def near(points: Points) -> Points:
        low, high = points
        beside_low = (low & U64(not_last_low)) << 1 | (low & U64(not_first_low)) >> 1
        beside_high = (high & U64(not_last_high)) << 1 | (high & U64(not_first_high)) >> 1
        return (
            U64((beside_low | low << size | low >> size | high << top) & U64(full_low)),
            U64((beside_high | high << size | high >> size | low >> top) & U64(full_high)),
        )

    return near


@cache
def make_connected(goban: Goban) -> Callable[[Points, Points], Points]:
    """Return ``connected(points, within)``: the connected parts of a set that contain some points."""
    near = make_near(goban)

    def connected(points: Points, within: Points) -> Points:
        reached, growing = common(points, within), True
        while growing:
            more = common(union(near(reached), reached), within)
            growing = any_in(without(more, reached))
            reached = more
        return reached

    return connected


@cache
def make_empty(goban: Goban) -> Callable[[Points, Points], Points]:
    """Return ``empty(own, other)``: the points without a stone."""
    full_low, full_high = goban.full

    def empty(own: Points, other: Points) -> Points:
        return U64(~(own[0] | other[0]) & U64(full_low)), U64(~(own[1] | other[1]) & U64(full_high))

    return empty


@cache
def make_groups(goban: Goban) -> Callable[[Points, Points, Points, bool], Points]:
    """Return ``groups(stones, some, free, in_atari)``.

    It returns the groups among stones of one colour that contain some of them: those with one liberty, or those with
    more, given the free points.
    """
    near, connected, first, bit = make_near(goban), make_connected(goban), make_first(goban), make_bit(goban)

    def groups(stones: Points, some: Points, free: Points, in_atari: bool) -> Points:
        left, found = some, (U64(0), U64(0))
        while any_in(left):
            group = connected(bit(first(left)), stones)
            left = without(left, group)
            if (size_of(common(near(group), free)) == 1) == in_atari:
                found = union(found, group)
        return found

    return groups
