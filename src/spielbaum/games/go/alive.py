"""Unconditionally alive stones and secured points: bounds for games that only passes end.

A region is a connected part of the board without living stones. It is vital to a block if all its points are next to
that block. A block with two vital regions is alive if the blocks around these regions are: the opponent cannot fill
both at once. That is Benson's theorem; his regions may contain enemy stones away from the block, these may not, so that
they stay vital when such stones are captured.

A player who answers needs less. To destroy an eye the opponent must fill all points next to the block and have an empty
one left, which must be far from the block. So one vital region is enough if another region, next to no other living
block, is such an eye: one point in it, or two neighbours, are far from the block and without own stones, and the
opponent cannot make an eye there. It cannot make one of a point with its own stone, since after a capture everything
around is empty. Nor can it of an empty point with two empty neighbours next to the block, since the owner takes the one
that is left. With two empty far points there must be three such neighbours, at least one of each. Each answer makes the
block grow, or the next one will, so no position repeats. While ko forbids its owner a point, none of this is used.

A region is secured, too, if at most one of its points is next to no living stone. Its owner answers each stone that
the opponent places there: next to living stones, first next to the far point, never into a region without enemy stones.
Each such stone lives, so the answers end; then the enemy stones there have at most the far point as a liberty, and are
captured. The region stays secured whatever is played elsewhere, and no position repeats.

In a small region, points that are next to no living stone and have an enemy stone do not count: to live there, the
opponent needs two of the empty ones. Captures and further play in such regions were verified by brute force for all
regions of up to ten points on boards up to 5 x 5, with the opponent moving first, unrestricted by ko.

D. B. Benson, Life in the game of Go, Information Sciences 10 (1976); M. Müller, Playing it safe: recognizing secure
territories in computer Go by using static rules and search, Game Programming Workshop in Japan (1997).
"""

from collections.abc import Callable
from functools import cache

from spielbaum import U64
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
)
from spielbaum.games.go.rules import BLACK, NO_KO, Rules, State, make_area, make_stones

SMALL, WIDEST = 10, 5
"""The points of a small region, and the largest board on which all of these were verified."""


@cache
def make_has_room(goban: Goban) -> Callable[[Points], bool]:
    """Return ``has_room(far)``: whether some points include two that are not neighbours."""
    near, most = make_near(goban), 1 if goban.size == 2 else 2

    def has_room(far: Points) -> bool:
        return size_of(far) > most or (size_of(far) == 2 and not any_in(common(near(far), far)))

    return has_room


@cache
def make_alive(goban: Goban) -> Callable[[Points, Points, bool], Points]:
    """Return ``alive(own, other, answering)``: a player's stones that cannot be captured if this player moves second.

    They are alive even if the player always passes, unless it is ``answering``.
    """
    near, connected, first, bit = make_near(goban), make_connected(goban), make_first(goban), make_bit(goban)
    least, has_room, full = goban.size, make_has_room(goban), (U64(goban.full[0]), U64(goban.full[1]))

    def is_eye(region: Points, far: Points, own: Points, other: Points) -> bool:
        """Return whether a region, with some points far from a block, is an eye of it if its owner answers."""
        if has_room(far) or any_in(common(far, own)):
            return False
        hollow = without(far, other)
        if not any_in(hollow):
            return True
        ways = common(near(hollow), without(region, union(far, other)))
        if size_of(hollow) == 1:
            return size_of(ways) > 1
        beside_first = common(near(bit(first(hollow))), ways)
        return size_of(ways) > 2 and any_in(beside_first) and any_in(without(ways, beside_first))

    def has_two_eyes(block: Points, living: Points, own: Points, other: Points, answering: bool) -> bool:
        rest = without(full, living)
        far = without(rest, near(block))
        vital = without(rest, connected(far, rest))
        if not any_in(vital):
            return False
        if any_in(without(vital, connected(bit(first(vital)), vital))):
            return True
        left = far if size_of(far) <= 2 else without(far, near(far))  # two neighbours only if no other point is far
        while answering and any_in(left):
            region = connected(bit(first(left)), rest)
            beside = common(near(region), living)
            alone = any_in(beside) and not any_in(without(beside, block))
            if alone and is_eye(region, common(region, far), own, other):
                return True
            left = without(left, region)
        return False

    def alive(own: Points, other: Points, answering: bool) -> Points:
        living, shrinking = own, size_of(own) >= least
        if not shrinking:
            return U64(0), U64(0)
        while shrinking:
            left, shrinking = living, False
            while any_in(left):
                block = connected(bit(first(left)), living)
                left = without(left, block)
                if not has_two_eyes(block, living, own, other, answering):
                    living, shrinking = without(living, block), True
        return living

    return alive


@cache
def make_is_closed(goban: Goban) -> Callable[[Points, Points, Points, Points], bool]:
    """Return ``is_closed(region, beyond, own, other)``: whether the owner gets the whole region.

    ``beyond`` are its points that are next to no living stone.
    """
    has_room, small = make_has_room(goban), SMALL if goban.size <= WIDEST else 0

    def is_closed(region: Points, beyond: Points, own: Points, other: Points) -> bool:
        eyes = without(beyond, other) if size_of(region) <= small else beyond
        return not has_room(eyes) and not any_in(common(beyond, own))

    return is_closed


@cache
def make_secured(goban: Goban) -> Callable[[Points, Points, int], Points]:
    """Return ``secured(own, other, ko)``: the points that a player, who may not play at ``ko``, keeps or gets."""
    near, connected, first, bit = make_near(goban), make_connected(goban), make_first(goban), make_bit(goban)
    is_closed, alive, full = make_is_closed(goban), make_alive(goban), (U64(goban.full[0]), U64(goban.full[1]))

    def secured(own: Points, other: Points, ko: int) -> Points:
        living = alive(own, other, ko == NO_KO)
        if not any_in(living):
            return living
        rest = without(full, living)
        far, open_points = without(rest, near(living)), (U64(0), U64(0))
        while any_in(far):
            region = connected(bit(first(far)), rest)
            has_ko = ko != NO_KO and any_in(common(bit(ko), region))
            if has_ko or not is_closed(region, common(region, far), own, other):
                open_points = union(open_points, region)
            far = without(far, region)
        return without(full, open_points)

    return secured


def make_bounds(rules: Rules) -> Callable[[State], tuple[float, float]]:
    """Return ``bounds(state)``, for games that only passes end, without earlier positions."""
    goban, double_komi, points, _ = rules
    stones, secured, area = make_stones(goban), make_secured(goban), make_area(goban)
    board = goban.points

    def utility(lead: int, player: int) -> float:
        doubled = 2 * lead - (double_komi if player == BLACK else -double_komi)
        return 0.5 * doubled if points else float((doubled > 0) - (doubled < 0))

    def bounds(state: State) -> tuple[float, float]:
        mover = state.plies & 1
        own, other = stones(state, mover), stones(state, 1 - mover)
        low, high = 2 * size_of(secured(own, other, state.ko)) - board, board - 2 * size_of(secured(other, own, NO_KO))
        if state.passes:  # another pass ends the game
            lead = size_of(area(own, other)) - size_of(area(other, own))
            low, high = max(low, lead), max(high, lead)
        return utility(low, mover), utility(high, mover)

    return bounds
