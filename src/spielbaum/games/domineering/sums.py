"""A board of Domineering as the sum of its components: what the small ones are worth, and a key of all.

Lines of squares that only one player can use are worth their moves, and small components what a table says
(:mod:`spielbaum.games.domineering.components`). The key is equal wherever on the board components lie, and however each
is mirrored.
"""

from collections.abc import Callable
from typing import NamedTuple

from spielbaum import U64
from spielbaum.game.hashes import MASK, ODD, mixed, otherwise_mixed
from spielbaum.games._symmetry import make_folds
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
from spielbaum.games.domineering.rules import Board, make_mirrors, make_packings, make_places, make_useful
from spielbaum.games.domineering.sure import MOVE, Sure, only, with_one_more
from spielbaum.kernel import popcount, pure


class Sum(NamedTuple):
    """The squares and the number of the large components of a board, and what the others are worth at least.

    ``upright`` and ``across`` are what they are worth to either player; ``lock`` and ``place`` are two hashes of them.
    """

    rest: U64
    large: int
    upright: Sure
    across: Sure
    lock: U64
    place: U64


def make_own_lines(size: Board) -> Callable[[U64, int], U64]:
    """Return ``own_lines(free, player)``: the squares of the lines that the other player can touch nowhere.

    A line reaches from one end of free squares to the other.
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
    """Functions: the sum that free squares are, and two hashes of all that is in a sum."""

    sum_of: Callable[[U64], Sum]
    hashes_of: Callable[[Sum], tuple[U64, U64]]


def make_sums(size: Board) -> Sums:
    """Return the functions for boards of one size."""
    step, word, squares = size.step, size.word, size.rows * size.columns
    places, useful, own_lines = make_places(size), make_useful(size), make_own_lines(size)
    packed = make_packings(size).forwards
    component, corner, place_of = make_component(size), make_corner(size), make_place(size)
    words_upright, words_across, known_values = lookup_of(size)[1:4]
    folded, otherwise_folded = make_folds(size.wide)
    upside_down, left_to_right = make_mirrors(size)

    def least_shape(part: U64) -> U64:
        """Return the same for a component, its mirror images, and all of these wherever they lie on the board."""
        flipped = upside_down(part)
        turned, mirrored = corner(left_to_right(flipped)), corner(left_to_right(part))
        return min(corner(part), corner(flipped), turned, mirrored)

    @pure
    def sum_of(free: U64) -> Sum:
        """Return the sum; its hashes are those of the small components, in any order.

        Small components that are integers, and lines of one's own, add up, and only their difference counts. Other
        small components are known by their values. One and its negative are worth nothing together, and neither are
        two of one that is its own negative.
        """
        lines, others = own_lines(free, 0), own_lines(free, 1)
        integer = popcount(packed(places(lines, 0), step)) - popcount(packed(places(others, 1), 1))
        upright = only(MOVE * integer)
        across = only(-MOVE * integer)
        left, rest = useful(word(free & ~(lines | others))), word(0)
        lock, place, paired, large = U64(0), U64(0), U64(0), 0
        while left:
            part = component(left)
            left = word(left & ~part)
            if popcount(part) > MOST:
                rest, large = word(rest | part), large + 1
                continue
            found = place_of(corner(part))
            upright = with_one_more(upright, words_upright[found])
            across = with_one_more(across, words_across[found])
            known = known_values[found]
            integer += (known & 255) - BASE
            value = U64(known >> 10)
            if known & OWN_NEGATIVE:
                paired = U64(paired ^ mixed(value))
            elif known & NEGATIVE:
                lock, place = U64(lock - mixed(value) & MASK), U64(place - otherwise_mixed(value) & MASK)
            elif value:
                lock, place = U64(lock + mixed(value) & MASK), U64(place + otherwise_mixed(value) & MASK)
        difference = U64(2 * (integer + squares))
        lock = U64(lock + mixed(paired) + difference & MASK)
        return Sum(rest, large, upright, across, lock, U64(place + otherwise_mixed(paired) + difference * ODD & MASK))

    def hashes_of(whole: Sum) -> tuple[U64, U64]:
        """Return two hashes of all components, wherever they lie and however each is mirrored."""
        lock, place, left = whole.lock, whole.place, whole.rest
        while left:
            part = left if whole.large == 1 else component(left)
            left = word(left & ~part)
            shape = least_shape(part)
            lock = U64(lock + mixed(folded(shape)) & MASK)
            place = U64(place + otherwise_mixed(otherwise_folded(shape)) & MASK)
        return lock, place

    return Sums(sum_of, hashes_of)
