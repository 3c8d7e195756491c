"""Who of two players of Domineering is sure to make the last move, whatever the other does.

The player, whose dominoes lie along the rows, keeps to strips of the board that no domino of the other touches two of:
what they are worth against the number of moves that the other can make at most is known
(:mod:`spielbaum.games.domineering.strips`). Runs that share no domino of the other are strips as they are. Of the
others, *open* runs, places in every second column that lie one below the other are stacks. What is left are runs again,
without squares that a domino of the other touches together with a stack; where one touches two runs, the one that is
not in the cover loses its square.

A cover takes every second square of each run of the other, beginning at one end or at the other; with stacks in even or
in odd columns there are four ways, and the best counts. Small components are worth what is known of them.

N. Bullock, Domineering: solving large combinatorial search spaces, ICGA Journal 25 (2002): what a player is sure of
against what the other can have. König's theorem: in a run the largest packing has as many dominoes as the least cover
has squares.
"""

from collections.abc import Callable
from typing import NamedTuple

from spielbaum import U64
from spielbaum.games.domineering.rules import Board, make_packings, make_places
from spielbaum.games.domineering.strips import make_strips
from spielbaum.games.domineering.sure import MOVE, Sure, ahead, only
from spielbaum.kernel import popcount

HOPE = 4
"""Another way is tried where no more moves are missing."""


class Outlast(NamedTuple):
    """What is known of the player whose dominoes lie along the rows, from the free squares.

    ``outlasts(free, begins, small)`` says whether that one is known to make the last move; ``small`` is what components
    are worth that are not among the free squares. ``lead(free)`` says how far ahead one is, in eighths of a move, in
    one way to lay strips.
    """

    outlasts: Callable[[U64, bool, Sure], bool]
    lead: Callable[[U64], int]


def make_outlast(size: Board) -> Outlast:
    """Return the functions on a board of one size."""
    places, step, word = make_places(size), size.step, size.word
    forwards, backwards = make_packings(size)
    with_runs, with_stacks = make_strips(size)
    even = sum(1 << square for square in range(size.rows * size.columns) if square % size.columns % 2 == 0)
    odd = size.full & ~even
    doublings = max(1, size.columns - 2).bit_length()

    def squares_of(own: U64) -> U64:
        return word(own | own << 1)

    def parted(own: U64, others: U64) -> tuple[U64, U64]:
        """Return the squares of open runs, that share a domino of the other with another run, and of the others."""
        squares = squares_of(own)
        shared, within = word(others & squares & squares >> step), own
        opened = word(shared | shared << step)
        for k in range(doublings):
            opened = word(opened | (opened & within) << (1 << k) | opened >> (1 << k) & within)
            within = word(within & within >> (1 << k))
        return opened, word(squares & ~opened)

    def with_strips(sure: Sure, opened: U64, clear: U64, others: U64, cover: U64, columns: U64) -> Sure:
        """Add the strips of one way to lay them on the squares of open runs and of the others."""
        own = word(places(opened, 1) & columns)
        stacks = word(own & (own << step | own >> step))
        stacked = squares_of(stacks)
        left = squares_of(places(word(opened & ~stacked), 1))
        below, above = others & stacked & left >> step, others & left & stacked >> step
        left = squares_of(places(word(left & ~(below << step | above)), 1))
        shared = word(others & left & left >> step)
        runs = places(word(clear | left & ~((shared | shared << step) & ~cover)), 1)
        return with_stacks(with_runs(sure, runs, word(others | others << step), cover), stacks, others, cover)

    def outlasts(free: U64, begins: bool, small: Sure) -> bool:
        others, own = places(free, 0), places(free, 1)
        first, second = backwards(others, step), word(forwards(others, step) << step)
        against = MOVE * popcount(first)
        if MOVE * (popcount(forwards(own, 1)) + begins + 1) + small.cold <= against:
            return False  # even a best packing makes too few moves, and strips seldom make up for it
        opened, clear = parted(own, others)
        for way in range(4 if opened else 2):  # without open runs there are no stacks in any columns
            columns, cover = word(even) if way < 2 else word(odd), first if way % 2 == 0 else second
            most = ahead(with_strips(small, opened, clear, others, cover, columns), against, begins)
            if most > 0 or most <= -HOPE * MOVE:
                return most > 0
        return False

    def lead(free: U64) -> int:
        others, own = places(free, 0), places(free, 1)
        cover = backwards(others, step)
        opened, clear = parted(own, others)
        return with_strips(only(0), opened, clear, others, cover, word(even)).hot - MOVE * popcount(cover)

    return Outlast(outlasts, lead)
