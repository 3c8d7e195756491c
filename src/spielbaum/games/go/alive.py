"""Stones that cannot be taken, and points that are theirs: what is known of the end of a game that passes end.

A region is a connected part of the board without the living stones. It is vital to a block if all its points lie beside
that block. A block with two vital regions lives, if the blocks around these regions do: the other cannot fill both at
once. That is Benson's theorem; his regions may have stones of the other away from the block, these may not, so that
they stay vital when such stones are taken off.

A player who answers needs less. To destroy an eye the other must fill all points beside the block and have an empty one
left, which must lie far from it. So one vital region is enough if another region, which lies beside no other living
block, is such an eye: one point in it, or two neighbours, are far from the block, without own stones, and the other
cannot make an eye of one of them. It cannot where it has a stone, and once such stones are taken, all around is empty;
nor where two empty points beside an empty one lie beside the block, for if one is taken, the owner takes the other; and
where two are empty, not if there are three such points, at least one beside each. By an answer the block grows, or it
will by the next, so that no position comes again. While ko forbids its owner a point nothing of this is asked.

A region is theirs, too, if at most one of its points lies beside no living stone. Whoever owns it answers each stone
that the other places there: beside living stones, first beside the far point, never where the other has no stone. Each
such stone lives, so they come to an end; then the other's stones there have at most the far point as a liberty, and are
taken off. The region stays the owner's whatever is played elsewhere, and no position comes again.

In a small region, points that lie beside no living stone and have a stone of the other do not count: to live there,
the other needs two of the empty ones. What becomes of the region when such stones are taken off, and the other plays
there anew, was found by playing out all regions of up to ten points on boards up to 5 x 5, the other first and free of
any ko.

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
"""Points of a small region, and of a side of the widest board on which all of them were played out."""


@cache
def make_has_room(goban: Goban) -> Callable[[Points], bool]:
    """Return ``has_room(far)``: whether two points, or more, are not neighbours."""
    near, most = make_near(goban), 1 if goban.size == 2 else 2

    def has_room(far: Points) -> bool:
        return size_of(far) > most or (size_of(far) == 2 and not any_in(common(near(far), far)))

    return has_room


@cache
def make_alive(goban: Goban) -> Callable[[Points, Points, bool], Points]:
    """Return ``alive(own, other, answering)``: a player's stones that cannot be taken if this player moves second.

    They live even if the player always passes, unless it answers.
    """
    near, connected, first, bit = make_near(goban), make_connected(goban), make_first(goban), make_bit(goban)
    least, has_room, full = goban.size, make_has_room(goban), (U64(goban.full[0]), U64(goban.full[1]))

    def is_eye(region: Points, far: Points, own: Points, other: Points) -> bool:
        """Return whether a region, in which some points are far from a block, is an eye of it if its owner answers."""
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
        left = far if size_of(far) <= 2 else without(far, near(far))  # two neighbours only where no other point is far
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
    """Return ``is_closed(region, beyond, own, other)``: whether its owner gets all of a region.

    ``beyond`` are its points that lie beside no living stone.
    """
    has_room, small = make_has_room(goban), SMALL if goban.size <= WIDEST else 0

    def is_closed(region: Points, beyond: Points, own: Points, other: Points) -> bool:
        eyes = without(beyond, other) if size_of(region) <= small else beyond
        return not has_room(eyes) and not any_in(common(beyond, own))

    return is_closed


@cache
def make_secured(goban: Goban) -> Callable[[Points, Points, int], Points]:
    """Return ``secured(own, other, ko)``: points that a player keeps or gets, who may not play where ko forbids it."""
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
    """Return ``bounds(state)``, true where nothing but passes ends the game, and nothing was played before."""
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
        if state.passes:  # whoever passes, too, ends the game as it stands
            lead = size_of(area(own, other)) - size_of(area(other, own))
            low, high = max(low, lead), max(high, lead)
        return utility(low, mover), utility(high, mover)

    return bounds
