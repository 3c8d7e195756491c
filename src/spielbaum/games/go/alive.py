"""Stones that cannot be taken, and points that are theirs: what is known of the end of a game that passes end.

A region is a connected part of the board without the living stones. It is vital to a block if all its points lie beside
that block. A block with two vital regions lives, if the blocks around these regions do: the other cannot fill both at
once. That is Benson's theorem; his regions may have stones of the other away from the block, these may not, so that
they stay vital when such stones are taken off.

A region is theirs, too, if at most one of its points lies beside no living stone. Whoever owns it answers each stone
that the other places there: beside living stones, first beside the far point, never where the other has no stone. Each
such stone lives, so they come to an end; then the other's stones there have at most the far point as a liberty, and are
taken off. The region stays the owner's whatever is played elsewhere, and no position comes again.

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


@cache
def make_alive(goban: Goban) -> Callable[[Points], Points]:
    """Return ``alive(own)``: a player's stones that cannot be taken, even if this player always passes."""
    near, connected, first, bit = make_near(goban), make_connected(goban), make_first(goban), make_bit(goban)
    least, full = goban.size, (U64(goban.full[0]), U64(goban.full[1]))

    def has_two_vital_regions(block: Points, living: Points) -> bool:
        rest, beside = without(full, living), near(block)
        vital = without(rest, connected(without(rest, beside), rest))
        return any_in(vital) and any_in(without(vital, connected(bit(first(vital)), vital)))

    def alive(own: Points) -> Points:
        living, shrinking = own, size_of(own) >= least
        if not shrinking:
            return U64(0), U64(0)
        while shrinking:
            left, shrinking = living, False
            while any_in(left):
                block = connected(bit(first(left)), living)
                left = without(left, block)
                if not has_two_vital_regions(block, living):
                    living, shrinking = without(living, block), True
        return living

    return alive


@cache
def make_secured(goban: Goban) -> Callable[[Points, int], Points]:
    """Return ``secured(own, ko)``: points that a player keeps or gets, with a point that ko forbids this player."""
    near, connected, first, bit = make_near(goban), make_connected(goban), make_first(goban), make_bit(goban)
    size, alive, full = goban.size, make_alive(goban), (U64(goban.full[0]), U64(goban.full[1]))

    def has_room(beyond: Points) -> bool:
        """Return whether two points, or more, are not neighbours."""
        return size_of(beyond) > (1 if size == 2 else 2) or (
            size_of(beyond) == 2 and not any_in(common(near(beyond), beyond))
        )

    def secured(own: Points, ko: int) -> Points:
        living = alive(own)
        if not any_in(living):
            return living
        rest = without(full, living)
        far, open_points = without(rest, near(living)), (U64(0), U64(0))
        while any_in(far):
            region = connected(bit(first(far)), rest)
            beyond = common(region, far)
            if has_room(beyond) or any_in(common(beyond, own)) or (ko != NO_KO and any_in(common(bit(ko), region))):
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
        low, high = 2 * size_of(secured(own, state.ko)) - board, board - 2 * size_of(secured(other, NO_KO))
        if state.passes:  # whoever passes, too, ends the game as it stands
            lead = size_of(area(own, other)) - size_of(area(other, own))
            low, high = max(low, lead), max(high, lead)
        return utility(low, mover), utility(high, mover)

    return bounds
