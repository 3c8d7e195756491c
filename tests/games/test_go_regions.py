"""Small regions within living stones are played out: where bounds call them closed, their owner gets all of them."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from go_reference import Reference
from spielbaum import U64
from spielbaum.games.go.alive import SMALL, make_is_closed
from spielbaum.games.go.goban import (
    Goban,
    Points,
    any_in,
    common,
    make_bit,
    make_connected,
    make_first,
    make_near,
    size_of,
    union,
    without,
    without_first,
)
from spielbaum.games.go.key import images_of
from spielbaum.kernel import clear_words, compile_kernel, new_words, read_word, words_of, write_word
from tiers import at_night

CLOSED = {8: {3: 13_005, 4: 173_307, 5: 309_003}, 10: {3: 13_005, 4: 5_994_159, 5: 26_347_982}}
"""Closed boards, by the most points of a region and the size."""


def nothing() -> Points:
    return U64(0), U64(0)


def make_count(goban: Goban) -> Callable[[int, Any], int]:
    """Return ``count(points, won)``: in how many boards of a region it is closed, or -1 if one is not its owner's.

    All around are stones of the owner that cannot be taken. The other moves first, knows no ko, and may pass. ``won``
    has a word for each board, which says whether the owner gets all of it.
    """
    near, connected, first, bit = make_near(goban), make_connected(goban), make_first(goban), make_bit(goban)
    is_closed, full = make_is_closed(goban), (U64(goban.full[0]), U64(goban.full[1]))

    def choked(stones: Points, free: Points, friends: Points) -> Points:
        """Return the stones whose group has no free point and none of its friends beside it."""
        return without(stones, connected(common(stones, near(union(free, friends))), stones))

    def placed(stone: Points, mine: Points, theirs: Points, region: Points, owns: bool) -> tuple[Points, Points, bool]:
        """Return both players' stones after one more, and whether it may be placed."""
        around = without(full, region)
        mine = union(mine, stone)
        theirs = without(theirs, choked(theirs, without(region, union(mine, theirs)), nothing() if owns else around))
        left = choked(mine, without(region, union(mine, theirs)), around if owns else nothing())
        return mine, theirs, not any_in(left)

    def place_of(own: Points, other: Points, region: Points) -> int:
        """Return the word of a board."""
        place = 0
        while any_in(region):
            point = bit(first(region))
            place = 4 * place + 2 * any_in(common(own, point)) + any_in(common(other, point))
            region = without_first(region)
        return place

    def is_answered(own: Points, other: Points, ko: Points, region: Points, won: Any) -> bool:
        """Return whether the owner, to move, has a stone after which all is won."""
        left = without(region, union(union(own, other), ko))
        while any_in(left):
            mine, theirs, legal = placed(bit(first(left)), own, other, region, True)
            if legal and read_word(won, place_of(mine, theirs, region)):
                return True
            left = without_first(left)
        return False

    def is_won(own: Points, other: Points, region: Points, won: Any) -> bool:
        """Return whether the owner has an answer to all that the other may play, and to a pass."""
        left = without(region, union(own, other))
        while any_in(left):
            theirs, mine, legal = placed(bit(first(left)), other, own, region, False)
            off = without(own, mine)
            ko = off if size_of(off) == 1 else nothing()
            done = not legal or read_word(won, place_of(mine, theirs, region))  # nothing needs to be answered
            if not done and not is_answered(mine, theirs, ko, region, won):
                return False
            left = without_first(left)
        return is_answered(own, other, nothing(), region, won)

    def count(points: int, won: Any) -> int:
        region, closed, growing, first_time = (U64(points), U64(0)), 0, True, True
        around = without(full, region)
        while growing:
            growing, closed, wrong, taken = False, 0, False, 0
            while True:  # all sets of points with stones, and all that may be the owner's, each time the empty one last
                taken = taken - 1 & points
                black = 0
                while True:
                    black = black - 1 & taken
                    own, other = (U64(black), U64(0)), (U64(taken ^ black), U64(0))
                    free = without(region, union(own, other))
                    if not any_in(choked(own, free, around)) and not any_in(choked(other, free, nothing())):
                        joined = connected(common(own, near(around)), own)
                        rest = without(region, joined)
                        far = without(rest, near(union(around, joined)))
                        place = place_of(own, other, region)
                        known = read_word(won, place) != 0
                        if first_time:
                            known = not any_in(union(far, union(other, common(rest, own))))
                        elif not known:
                            known = is_won(own, other, region, won)
                        if known and not read_word(won, place):
                            write_word(won, place, 1)
                            growing = True
                        if is_closed(rest, far, common(rest, own), other):
                            closed += 1
                            wrong = wrong or not known
                    if black == 0:
                        break
                if taken == 0:
                    break
            growing, first_time = growing or first_time, False
        return -1 if wrong else closed

    return count


def regions(goban: Goban, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the connected sets of up to so many points, one of all images of each."""
    found = {least_image(goban, (p,)) for p in range(goban.points)}
    for _ in range(largest):
        yield from sorted(found)
        found = {
            least_image(goban, (*points, q))
            for points in found
            for p in points
            for q in neighbours(goban, p)
            if q not in points
        }


def neighbours(goban: Goban, point: int) -> list[int]:
    return [goban.size * r + c for r, c in Reference(goban.size, {}).near(divmod(point, goban.size))]


def least_image(goban: Goban, points: tuple[int, ...]) -> tuple[int, ...]:
    return min(tuple(sorted(image)) for image in zip(*(images_of(goban, p) for p in points), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("size", [pytest.param(3, marks=pytest.mark.long), 4, pytest.param(5, marks=pytest.mark.long)])
def test_owners_get_small_closed_regions(size: int) -> None:
    """Where two points or more are far, which is where small regions add something; at night all of these."""
    goban, most = Goban(size), SMALL if at_night() else 8
    largest = min(most, size * size - 1)
    count, won, closed = compile_kernel(make_count(goban)), new_words(4**largest), 0
    for points in regions(goban, largest):
        if sum(set(points).issuperset(neighbours(goban, p)) for p in points) < 2:
            continue
        clear_words(won[: 4 ** len(points)])
        found = count(sum(1 << p for p in points), words_of(won, compiled=True))
        assert found >= 0, points
        closed += found
    assert closed == CLOSED[most][size]
