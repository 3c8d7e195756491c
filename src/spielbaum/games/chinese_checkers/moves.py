"""The targets of a peg in one turn: a step to a neighbour, or any number of hops.

A hop leads over one peg, of any player, to the free cell right behind it. A turn is its source and
its target, so different ways to the same cell are one action.
"""

from collections.abc import Callable
from typing import NamedTuple

from spielbaum.games.chinese_checkers.star import HALF, Star, Words, words
from spielbaum.kernel import clear_lowest, lowest_index

CELL_BITS = 7
"""The bits of the number of a cell."""

ANY_CELL = (1 << CELL_BITS) - 1

Reach = Callable[[int, int, int], Words]
"""``(low, high, source) -> cells``; the words have all pegs except the one on the source."""


class Moves(NamedTuple):
    """The targets of a peg: ``hops`` by hops only, including the source; ``targets`` in a turn, without the source."""

    hops: Reach
    targets: Reach


def bit(cell: int) -> Words:
    """Return the set of one cell."""
    return (1 << cell, 0) if cell < HALF else (0, 1 << cell - HALF)


def holds(low: int, high: int, cell: int) -> int:
    """Return 1 if a cell is in a set, else 0."""
    return (low >> cell if cell < HALF else high >> cell - HALF) & 1


def first(low: int, high: int) -> int:
    """Return the first cell of a set that is not empty."""
    return lowest_index(low) if low else HALF + lowest_index(high)


def without_first(low: int, high: int) -> Words:
    """Return a set without its first cell."""
    return (clear_lowest(low), high) if low else (low, clear_lowest(high))


def make_moves(star: Star) -> Moves:
    """Return the functions for a star.

    Six cells of seven bits each are packed into one number: those that hops lead over, and those that they lead to. A
    hop that would leave the star leads over a cell that does not exist, which never has a peg.
    """
    cells = range(len(star.places))
    middles = tuple(_packed([over for over, _ in star.hops(cell)]) for cell in cells)
    landings = tuple(_packed([to for _, to in star.hops(cell)]) for cell in cells)
    near_low, near_high = zip(*(words(star.near(cell)) for cell in cells), strict=True)

    def hops(low: int, high: int, source: int) -> Words:
        reached_low, reached_high = bit(source)
        open_low, open_high = reached_low, reached_high
        while open_low | open_high:
            cell = first(open_low, open_high)
            open_low, open_high = without_first(open_low, open_high)
            over, to = middles[cell], landings[cell]
            for _ in range(6):
                landing = to & ANY_CELL
                if holds(low, high, over & ANY_CELL) and not holds(low | reached_low, high | reached_high, landing):
                    new_low, new_high = bit(landing)
                    reached_low, reached_high = reached_low | new_low, reached_high | new_high
                    open_low, open_high = open_low | new_low, open_high | new_high
                over, to = over >> CELL_BITS, to >> CELL_BITS
        return reached_low, reached_high

    def targets(low: int, high: int, source: int) -> Words:
        own_low, own_high = bit(source)
        hops_low, hops_high = hops(low, high, source)
        return (near_low[source] & ~low | hops_low) & ~own_low, (near_high[source] & ~high | hops_high) & ~own_high

    return Moves(hops, targets)


def _packed(cells: list[int]) -> int:
    return sum(cell << CELL_BITS * i for i, cell in enumerate(cells))
