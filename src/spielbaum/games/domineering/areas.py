"""Moves that a player of Domineering is sure of, whatever the other does, against those that the other can have.

The player keeps to areas of two squares that do not overlap. A *safe* area can be touched by no domino of the other. In
a *pair* two areas lie side by side, and the outer one can be touched through the inner one alone: a domino in the inner
one makes the outer one safe. Of the other areas a domino of the other spoils one, or two that are *linked* because it
fits across both; a *couple* are two in the same lines that are linked with each other alone.

A *cover* is a set of squares of which each domino of the other covers one, exactly one: in each run of squares every
second one, as there is one for every domino of a best packing. The other makes no more moves than the cover has
squares, and each of them that an area of the player takes is a move less. So an area is worth its own move and one for
each of its squares in the cover: 1, 2 or 3, and a pair is worth 4. Small components count besides as what they are
known to be worth (:mod:`spielbaum.games.domineering.components`).

N. Bullock, Domineering: solving large combinatorial search spaces, ICGA Journal 25 (2002): areas of these kinds.
König's theorem: in a run of squares the largest packing has as many dominoes as the least cover has squares.
"""

from collections.abc import Callable
from typing import NamedTuple

from spielbaum import U64
from spielbaum.games.domineering.components import MOVE, Sure
from spielbaum.games.domineering.rules import Board, make_packings, make_places
from spielbaum.kernel import popcount

PAIR, PAIR_IN_TOUCH, PAIR_TAKEN = 24, 21, 48
"""Twelfths of a move that a pair counts, apart or where the other reaches a second area through it, and brings."""

COUPLE, COUPLE_OF_THREE = 18, 21
"""Twelfths of two linked areas side by side that are worth 2 moves each, or 3 and 1."""

HOPE = 2
"""Other areas are tried where no more moves are missing."""

LARGE = 2**20
"""More than any board is worth."""


class Areas(NamedTuple):
    """Areas of one player that do not overlap, each by its upper or left square, and two kinds of pairs by number.

    ``in_touch`` are the pairs where a domino of the other fits across the inner area and one outside the pair. Of each
    couple the first area is given.
    """

    safe: U64
    apart: int
    in_touch: int
    single: U64
    couples: U64
    linked: U64


class Worth(NamedTuple):
    """What areas are worth in twelfths of a move, the most that a move in one gains, and what the next one gains."""

    sure: int
    first: int
    then: int


def sure_worth(areas: Areas, cover: U64, width: int) -> Worth:
    """Return what a player gets at least of all areas; ``width`` leads to an area's other square.

    The player always takes what gains most. A single area counts as 6 twelfths for each move that it is worth, and to
    take it gains 6 for each; a linked one as 4, gaining 8; a pair as 24, gaining 24, or 21, gaining 27; a couple, worth
    3 and 1 or twice 2, as half of the larger one and of what is then left, a single area: 21 or 18, gaining as much. No
    domino of the other spoils more than can still be gained: of a single area 6 for each move, of two linked ones 4 for
    each, of a pair or a couple all. What lies across the inner area of a pair and another area leaves the outer one as
    a single area. If both lie in the same lines, as many squares of the outer area are in the cover as of the other
    one, and no more is spoilt than the pair counts. Else the other one may be worth one move more: 27, of a pair that
    counts as 21.
    """
    twelfths = 12 * popcount(areas.safe) + PAIR * areas.apart + PAIR_IN_TOUCH * areas.in_touch
    twelfths += 6 * worth(areas.single, cover, width) + 4 * worth(areas.linked, cover, width)
    even = popcount(areas.couples & ~(cover ^ cover >> width))
    twelfths += COUPLE * popcount(areas.couples) + (COUPLE_OF_THREE - COUPLE) * even
    most = max(8 * largest_worth(areas.linked, cover, width), 6 * largest_worth(areas.single, cover, width))
    most = max(most, COUPLE * (areas.couples != 0), COUPLE_OF_THREE * (even != 0))
    # Without branches, which a processor would guess wrong.
    pairs, gain = areas.apart + areas.in_touch, PAIR_TAKEN - PAIR_IN_TOUCH
    return Worth(
        twelfths,
        max(gain * (areas.in_touch > 0), PAIR * (pairs > 0), most),
        max(gain * (areas.in_touch > 1), PAIR * (pairs > 1), most),
    )


def ahead(areas: Worth, numbers: int, first: int, then: int, begins: bool) -> int:
    """Return how far ahead a player is at least, in 24ths of a move: the player moves last if that is more than 0.

    ``numbers`` is what small components are worth, ``first`` what the best move in one gains, and ``then`` the next.
    Who begins takes what gains most, and then the other spoils no more than the most that is left.
    """
    gain = max(2 * areas.first, first)
    if begins:
        return 2 * areas.sure + numbers + gain - max(min(2 * areas.first, first), 2 * areas.then, then)
    return 2 * areas.sure + numbers + MOVE - gain


def worth(areas: U64, cover: U64, width: int) -> int:
    """Return what some areas are worth together: their number, and that of their squares in the cover."""
    return popcount(areas) + popcount((areas | areas << width) & cover)


def largest_worth(areas: U64, cover: U64, width: int) -> int:
    """Return what the best of some areas is worth, 0 if there is none."""
    one, other = areas & cover, areas & cover >> width
    return (areas != 0) + (one | other != 0) + (one & other != 0)


class Outlast(NamedTuple):
    """What is known of a player from the free squares.

    ``outlasts(free, player, begins, small)`` says whether that one is known to make the last move; ``small`` is what
    components are worth that are not among the free squares. ``lead(free, player)`` says how far ahead one who does not
    begin is at least, in 24ths of a move, by one choice of areas.
    """

    outlasts: Callable[[U64, int, bool, Sure], bool]
    lead: Callable[[U64, int], int]


def make_outlast(size: Board) -> Outlast:
    """Return the functions on a board of one size."""
    places, step, word = make_places(size), size.step, size.word
    forwards, backwards = make_packings(size)

    def chosen(own: U64, width: int, from_behind: bool) -> U64:
        """Return as many places as there can be of which no two overlap, beginning at one end of each run."""
        return backwards(own, width) if from_behind else forwards(own, width)

    def areas_of(free: U64, player: int, others: U64, from_behind: bool) -> Areas:
        width, cross = (1, step) if player else (step, 1)
        own = places(free, player)
        before, behind = word(others << cross), others  # squares the other covers with the one before, or behind them
        covered = word(before | behind)
        safe = chosen(word(own & ~(covered | covered >> width)), width, from_behind)
        taken = word(safe | safe << width)

        # Pairs, the outer area before the inner one and behind it; ``from_behind`` those behind it first.
        inner_behind = inner_before = word(0)
        for behind_now in (from_behind, not from_behind):
            areas, fence = places(word(free & ~taken), player), behind if behind_now else before
            shut, beside = word(own & ~(fence | fence >> width)), areas << cross if behind_now else areas >> cross
            outer = chosen(word(shut & areas & beside), width, from_behind)
            inner = word(outer >> cross) if behind_now else word(outer << cross)
            if behind_now:
                inner_before = inner
            else:
                inner_behind = inner
            taken = word(taken | outer | outer << width | inner | inner << width)

        # Other areas, those that are open on one side first.
        shut = word(own & ~((before | before >> width) & (behind | behind >> width)))
        some = chosen(word(places(word(free & ~taken), player) & shut), width, from_behind)
        squares = word(some | some << width)
        some = word(some | chosen(places(word(free & ~(taken | squares)), player), width, from_behind))
        squares = word(some | some << width)
        across = word(others & squares & squares >> cross)
        onwards, back = (
            word(some & (across | across >> width)),
            word(some & (across << cross | across << cross >> width)),
        )
        linked = word(onwards | back)
        couples = word(onwards & ~back & (back & ~onwards) >> cross)

        # Pairs in touch with an area that does not lie in the same lines.
        reached = word(squares | inner_behind | inner_behind << width | inner_before | inner_before << width)
        touched = word(others & reached & reached >> cross)
        touching = word(touched << cross)
        askew = word(inner_behind & ~((some | inner_before) >> cross) & (touched | touched >> width))
        in_touch = popcount(askew)
        askew = word(inner_before & ~((some | inner_behind) << cross) & (touching | touching >> width))
        in_touch += popcount(askew)
        apart = popcount(word(inner_behind | inner_before)) - in_touch
        return Areas(safe, apart, in_touch, word(some & ~linked), couples, word(linked & ~(couples | couples << cross)))

    def lead_of(areas: Areas, covers: tuple[U64, U64], player: int, begins: bool, small: Sure) -> int:
        most = -LARGE
        for cover in covers:
            sure = sure_worth(areas, cover, 1 if player else step)
            most = max(most, ahead(sure, small.cold, small.cold_first, small.cold_then, begins))
            if small.hot > small.cold:
                most = max(most, ahead(sure, small.hot, small.hot_first, small.hot_then, begins))
        return most - MOVE * popcount(covers[0])

    def covers_of(others: U64, cross: int) -> tuple[U64, U64]:
        return backwards(others, cross), word(forwards(others, cross) << cross)

    def outlasts(free: U64, player: int, begins: bool, small: Sure) -> bool:
        others = places(free, 1 - player)
        width, cross = (1, step) if player else (step, 1)
        covers, packed = covers_of(others, cross), forwards(places(free, player), width)
        if others and MOVE * (popcount(packed) + begins - popcount(covers[0])) + small.cold <= 0:
            return False  # even a best packing makes too few moves, and areas seldom make up for it
        for from_behind in (False, True):
            most = lead_of(areas_of(free, player, others, from_behind), covers, player, begins, small)
            if most > 0 or most <= -HOPE * MOVE:
                return most > 0
        return False

    def lead(free: U64, player: int) -> int:
        others = places(free, 1 - player)
        areas, covers = areas_of(free, player, others, False), covers_of(others, step if player else 1)
        return lead_of(areas, covers, player, False, Sure(0, 0, 0, 0, 0, 0))

    return Outlast(outlasts, lead)
