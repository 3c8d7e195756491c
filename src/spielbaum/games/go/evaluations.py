"""What is counted in a position of Go, and three evaluations made of it.

All of them estimate how many points Black has more than White at the end, the komi taken off, in half points, so that
values are whole numbers; where the game itself is worth points, in points. They know nothing of life and death.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from spielbaum import U64, Evaluation, Unit
from spielbaum.games.go.goban import (
    Goban,
    Points,
    any_in,
    common,
    make_bit,
    make_connected,
    make_empty,
    make_groups,
    make_near,
    size_of,
    union,
    without,
)
from spielbaum.games.go.rules import BLACK, WHITE, Rules, State, make_area, make_stones, make_taken

FEATURE_NAMES = ("stones", "liberties", "atari", "eyes", "area", "nearer")
"""Stones; empty points beside them; stones of groups with one liberty; empty points with nothing but own stones beside
them; stones and what only they surround; empty points that are nearer to own stones than to others."""

Features = tuple[int, int, int, int, int, int]

UTILITY_WEIGHT = 1000
"""What a win is worth beside the estimates: more than any of them."""

IN_DANGER = 40
"""For each stone that is taken or saved: more than a move can count that does neither."""


@cache
def make_nearer(goban: Goban) -> Callable[[Points, Points], Points]:
    """Return ``nearer(own, other)``: own stones, and the empty points that are fewer steps from these than from others.

    Steps lead over empty points. Both sides grow by a step at a time; a point that both reach at once is nobody's, and
    nobody goes on from there.
    """
    near, empty = make_near(goban), make_empty(goban)

    def nearer(own: Points, other: Points) -> Points:
        free, growing = empty(own, other), True
        while growing:
            mine, theirs = common(near(own), free), common(near(other), free)
            own, other = union(own, without(mine, theirs)), union(other, without(theirs, mine))
            free = without(without(free, mine), theirs)
            growing = any_in(mine) or any_in(theirs)
        return own

    return nearer


def make_features(goban: Goban) -> Callable[[State], tuple[Features, Features]]:
    """Return ``features(state)``: for each player one number for each feature."""
    stones, near, empty, groups = make_stones(goban), make_near(goban), make_empty(goban), make_groups(goban)
    area, nearer = make_area(goban), make_nearer(goban)

    def of_player(own: Points, other: Points) -> Features:
        free = empty(own, other)
        beside = common(near(own), free)
        return (
            size_of(own),
            size_of(beside),
            size_of(groups(own, own, free, True)),
            size_of(without(without(beside, near(free)), near(other))),
            size_of(area(own, other)),
            size_of(nearer(own, other)) - size_of(own),
        )

    def features(state: State) -> tuple[Features, Features]:
        black, white = stones(state, BLACK), stones(state, WHITE)
        return of_player(black, white), of_player(white, black)

    return features


def make_evaluations(rules: Rules) -> Mapping[str, Evaluation]:
    """Return the evaluations, the default first."""
    goban = rules.goban
    stones, near, empty, groups = make_stones(goban), make_near(goban), make_empty(goban), make_groups(goban)
    area_of, nearer = make_area(goban), make_nearer(goban)
    unit = 1 if rules.points else 2
    komi = rules.double_komi / 2 if rules.points else rules.double_komi

    def influence(state: State) -> tuple[float, float]:
        """Return the points nearer to black less those nearer to white; stones that can be taken at once are gone."""
        mover = state.plies & 1
        own, other = stones(state, mover), stones(state, 1 - mover)
        other = without(other, groups(other, other, empty(own, other), True))
        lead = size_of(nearer(own, other)) - size_of(nearer(other, own))
        value = unit * (lead if mover == BLACK else -lead) - komi
        return value, -value

    def area(state: State) -> tuple[float, float]:
        """Return the stones and surrounded points of black less those of white."""
        black, white = stones(state, BLACK), stones(state, WHITE)
        value = unit * (size_of(area_of(black, white)) - size_of(area_of(white, black))) - komi
        return value, -value

    def liberties(state: State) -> tuple[float, float]:
        """Return the stones of black, and the empty points beside them, less those of white."""
        black, white = stones(state, BLACK), stones(state, WHITE)
        free = empty(black, white)
        lead = size_of(black) + size_of(common(near(black), free))
        lead -= size_of(white) + size_of(common(near(white), free))
        value = unit * lead - komi
        return value, -value

    weight = 1 if rules.points else UTILITY_WEIGHT
    largest = unit * goban.points + abs(komi)
    counted = Unit("point", "points", size=unit)
    return {f.__name__: Evaluation(f, weight, maximum=largest, unit=counted) for f in (influence, area, liberties)}


def make_order(rules: Rules) -> Callable[[State, int], int]:
    """Return ``order(state, action)``: moves that take stones or save them, then those with room, the pass last.

    Room is empty points beside the stone and beside these, and lines from the edge; own stones beside it make it less.
    A pass that ends the game with a win comes first of all.
    """
    goban, double_komi = rules.goban, rules.double_komi
    size, last, area = goban.size, goban.points, make_area(goban)
    stones, near, empty, bit = make_stones(goban), make_near(goban), make_empty(goban), make_bit(goban)
    taken, saved = make_taken(goban), make_saved(goban)
    lines = [min(i, size - 1 - i, 3) for i in range(size)]
    inner = tuple(row + column for row in lines for column in lines)

    def order(state: State, action: int) -> int:
        mover = state.plies & 1
        own, other = stones(state, mover), stones(state, 1 - mover)
        if action == last:
            lead = 2 * (size_of(area(own, other)) - size_of(area(other, own)))
            wins = lead > (double_komi if mover == BLACK else -double_komi)
            return IN_DANGER * last if state.passes and wins else -IN_DANGER
        stone = bit(action)
        free, beside = empty(own, other), near(stone)
        ways = common(beside, free)
        room = size_of(ways) + size_of(common(near(ways), free)) - size_of(common(beside, own))
        danger = size_of(taken(stone, own, other)) + size_of(saved(stone, own, other))
        return IN_DANGER * danger + 2 * room + inner[action]

    return order


def make_saved(goban: Goban) -> Callable[[Points, Points, Points], Points]:
    """Return ``saved(stone, own, other)``: own stones in atari that have more than one liberty with a new stone.

    It knows nothing of stones that the new one takes.
    """
    near, connected, empty = make_near(goban), make_connected(goban), make_empty(goban)

    def saved(stone: Points, own: Points, other: Points) -> Points:
        free = empty(union(own, stone), other)
        beside_free = near(free)
        pressed = without(common(near(stone), own), beside_free)
        if any_in(pressed):
            joined = connected(pressed, own)
            in_atari = without(joined, connected(common(joined, beside_free), joined))
            if size_of(common(near(connected(stone, union(own, stone))), free)) > 1:
                return in_atari
        return U64(0), U64(0)

    return saved


class Captures(NamedTuple):
    """``noisy(state, action)``, whether a stone takes others off, and ``gain``, what that is worth."""

    noisy: Callable[[State, int], bool]
    gain: Callable[[State, int], int]


def make_captures(rules: Rules) -> Captures:
    """Return the hooks for moves that take stones: each of these is a point less for the other and one more here."""
    goban = rules.goban
    last, unit = goban.points, 1 if rules.points else 2
    stones, bit, taken = make_stones(goban), make_bit(goban), make_taken(goban)

    def taken_by(state: State, action: int) -> Points:
        mover = state.plies & 1
        return taken(bit(action), stones(state, mover), stones(state, 1 - mover))

    def noisy(state: State, action: int) -> bool:
        return action != last and any_in(taken_by(state, action))

    def gain(state: State, action: int) -> int:
        return 2 * unit * size_of(taken_by(state, action)) if action != last else 0

    return Captures(noisy, gain)
