"""A position of Domineering as the sum of its components: bounds of the small ones, and a key of all.

A line of squares that only one player can use is worth its moves. The values of small components are in a table
(:mod:`spielbaum.games.domineering.components`). The key depends neither on where components are nor on how they are
reflected.
"""

from collections.abc import Callable
from typing import NamedTuple

from spielbaum import U64
from spielbaum.game.hashes import MASK, ODD, mixed, otherwise_mixed
from spielbaum.games._bitboards import make_folds, make_reflections
from spielbaum.games._sums.bounds import MOVE, SumBound, integer, plus
from spielbaum.games.domineering.components import (
    BASE,
    MOST,
    NEGATIVE,
    OWN_NEGATIVE,
    lookup_of,
    make_component,
    make_corner,
    make_place,
)
from spielbaum.games.domineering.rules import Board, make_packings, make_places, make_useful
from spielbaum.kernel import popcount


class Sum(NamedTuple):
    """The squares and the number of the large components, and lower bounds and hashes of the others.

    ``upright`` and ``across`` are their bounds for the two players, ``lock`` and ``place`` their hashes.
    """

    rest: U64
    large: int
    upright: SumBound
    across: SumBound
    lock: U64
    place: U64


def make_own_lines(size: Board) -> Callable[[U64, int], U64]:
    """Return ``own_lines(free, player)``: the squares of the lines in which the opponent has no move.

    A line is a maximal run of free squares.
    """
    places, step, word = make_places(size), size.step, size.word

    def own_lines(free: U64, player: int) -> U64:
        own, width = places(free, player), 1 if player else step
        others = places(free, 1 - player)
        shared, found = word(free & (others | others << (step if player else 1))), word(0)
        while shared != found:
            found = shared
            shared = word(shared | (shared & own) << width | shared >> width & own)
        return word((own | own << width) & ~shared)

    return own_lines


class Sums(NamedTuple):
    """Functions: the sum of free squares, and two hashes of a sum."""

    sum_of: Callable[[U64], Sum]
    hashes_of: Callable[[Sum], tuple[U64, U64]]


def make_sums(size: Board) -> Sums:
    """Return the functions for a board."""
    step, word, squares = size.step, size.word, size.rows * size.columns
    places, useful, own_lines = make_places(size), make_useful(size), make_own_lines(size)
    packed = make_packings(size).forwards
    component, corner, place_of = make_component(size), make_corner(size), make_place(size)
    words_upright, words_across, known_values = lookup_of(size)[1:4]
    folded, otherwise_folded = make_folds(size.wide)
    upside_down, left_to_right = make_reflections(size.rows, size.columns, size.word)

    def least_shape(part: U64) -> U64:
        """Return the least image of a component under reflections and translations."""
        flipped = upside_down(part)
        turned, mirrored = corner(left_to_right(flipped)), corner(left_to_right(part))
        return min(corner(part), corner(flipped), turned, mirrored)

    def sum_of(free: U64) -> Sum:
        """Return the sum; its hashes are those of the small components, in any order.

        Components that are integers, and lines of either player, are added up. The hash of another small component
        is that of its value. A value and its negative cancel, as do two of a value that is its own negative.
        """
        lines, others = own_lines(free, 0), own_lines(free, 1)
        whole = popcount(packed(places(lines, 0), step)) - popcount(packed(places(others, 1), 1))
        upright = integer(MOVE * whole)
        across = integer(-MOVE * whole)
        left, rest = useful(word(free & ~(lines | others))), word(0)
        lock, place, paired, large = U64(0), U64(0), U64(0), 0
        while left:
            part = component(left)
            left = word(left & ~part)
            if popcount(part) > MOST:
                rest, large = word(rest | part), large + 1
                continue
            found = place_of(corner(part))
            upright = plus(upright, words_upright[found])
            across = plus(across, words_across[found])
            known = known_values[found]
            whole += (known & 255) - BASE
            value = U64(known >> 10)
            if known & OWN_NEGATIVE:
                paired = U64(paired ^ mixed(value))
            elif known & NEGATIVE:
                lock, place = U64(lock - mixed(value) & MASK), U64(place - otherwise_mixed(value) & MASK)
            elif value:
                lock, place = U64(lock + mixed(value) & MASK), U64(place + otherwise_mixed(value) & MASK)
        difference = U64(2 * (whole + squares))
        lock = U64(lock + mixed(paired) + difference & MASK)
        return Sum(rest, large, upright, across, lock, U64(place + otherwise_mixed(paired) + difference * ODD & MASK))

    def hashes_of(whole: Sum) -> tuple[U64, U64]:
        """Return two hashes of all components, up to reflections and translations."""
        lock, place, left = whole.lock, whole.place, whole.rest
        while left:
            part = left if whole.large == 1 else component(left)
            left = word(left & ~part)
            shape = least_shape(part)
            lock = U64(lock + mixed(folded(shape)) & MASK)
            place = U64(place + otherwise_mixed(otherwise_folded(shape)) & MASK)
        return lock, place

    return Sums(sum_of, hashes_of)
