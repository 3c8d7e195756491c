"""Whether Horizontal is certain to make the last move.

Horizontal plays only in strips of the board, no two of which share a vertical domino. Their bounds against the largest
number of moves of Vertical are known (:mod:`spielbaum.games.domineering.strips`). Runs that share no vertical domino
are strips as they are. Of the other, *open* runs, places in every second column, one below the other, are stacks. The
rest are runs again, without the squares that share a vertical domino with a stack; if two runs share one, the square
that is not in the cover is given up.

A cover takes every second square of each vertical run, from the top or from the bottom. With stacks in even or in odd
columns there are four ways, and the best counts. Small components have the bounds of their table.

N. Bullock, Domineering: solving large combinatorial search spaces, ICGA Journal 25 (2002): the moves that a player is
certain of against the most that the opponent can have. König's theorem: the largest packing of a run has as many
dominoes as the smallest cover has squares.
"""

from collections.abc import Callable
from typing import NamedTuple

from spielbaum import U64
from spielbaum.games._sums.bounds import MOVE, SumBound, integer, margin
from spielbaum.games.domineering.rules import Board, make_packings, make_places
from spielbaum.games.domineering.strips import make_strips
from spielbaum.kernel import popcount

HOPE = 4
"""Another way is tried only if at most this many moves are missing."""


class Outlast(NamedTuple):
    """Functions of the free squares, for Horizontal.

    ``outlasts(free, begins, small)`` returns whether Horizontal is known to make the last move; ``small`` is the bound
    of further components. ``lead(free)`` returns the lead for one way to lay strips, in eighths of a move.
    """

    outlasts: Callable[[U64, bool, SumBound], bool]
    lead: Callable[[U64], int]


def make_outlast(size: Board) -> Outlast:
    """Return the functions for a board."""
    places, step, word = make_places(size), size.step, size.word
    forwards, backwards = make_packings(size)
    with_runs, with_stacks = make_strips(size)
    even = sum(1 << square for square in range(size.rows * size.columns) if square % size.columns % 2 == 0)
    odd = size.full & ~even
    doublings = max(1, size.columns - 2).bit_length()

    def squares_of(own: U64) -> U64:
        return word(own | own << 1)

    def parted(own: U64, others: U64) -> tuple[U64, U64]:
        """Return the squares of the open runs, which share a vertical domino with another run, and of the others."""
        squares = squares_of(own)
        shared, within = word(others & squares & squares >> step), own
        opened = word(shared | shared << step)
        for k in range(doublings):
            opened = word(opened | (opened & within) << (1 << k) | opened >> (1 << k) & within)
            within = word(within & within >> (1 << k))
        return opened, word(squares & ~opened)

    def with_strips(bound: SumBound, opened: U64, clear: U64, others: U64, cover: U64, columns: U64) -> SumBound:
        """Add the strips of one way to lay them on open runs and on the others."""
        own = word(places(opened, 1) & columns)
        stacks = word(own & (own << step | own >> step))
        stacked = squares_of(stacks)
        left = squares_of(places(word(opened & ~stacked), 1))
        below, above = others & stacked & left >> step, others & left & stacked >> step
        left = squares_of(places(word(left & ~(below << step | above)), 1))
        shared = word(others & left & left >> step)
        runs = places(word(clear | left & ~((shared | shared << step) & ~cover)), 1)
        return with_stacks(with_runs(bound, runs, word(others | others << step), cover), stacks, others, cover)

    def outlasts(free: U64, begins: bool, small: SumBound) -> bool:
        others, own = places(free, 0), places(free, 1)
        first, second = backwards(others, step), word(forwards(others, step) << step)
        against = MOVE * popcount(first)
        if MOVE * (popcount(forwards(own, 1)) + begins + 1) + small.cold <= against:
            return False  # even a largest packing has too few moves, and strips rarely make up for it
        opened, clear = parted(own, others)
        for way in range(4 if opened else 2):  # no open runs, no stacks
            columns, cover = word(even) if way < 2 else word(odd), first if way % 2 == 0 else second
            most = margin(with_strips(small, opened, clear, others, cover, columns), against, begins)
            if most > 0 or most <= -HOPE * MOVE:
                return most > 0
        return False

    def lead(free: U64) -> int:
        others, own = places(free, 0), places(free, 1)
        cover = backwards(others, step)
        opened, clear = parted(own, others)
        return with_strips(integer(0), opened, clear, others, cover, word(even)).hot - MOVE * popcount(cover)

    return Outlast(outlasts, lead)
