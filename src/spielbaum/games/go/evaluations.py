"""Features of Go, and three evaluations.

All of them estimate Black's final margin, after komi, in half points, so that
values are integers, or in points if that is the utility of the game. They know nothing of life and death.
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
"""Stones; empty points next to them; stones of groups with one liberty; empty points surrounded by own stones
only; area; empty points that are nearer to own stones than to others."""

Features = tuple[int, int, int, int, int, int]

UTILITY_WEIGHT = 1000
"""The value of a win, larger than any evaluation."""

IN_DANGER = 40
"""The score of a stone that is captured or saved, larger than any other score of a move."""


@cache
def make_nearer(goban: Goban) -> Callable[[Points, Points], Points]:
    """Return ``nearer(own, other)``: own stones, and the empty points that are nearer to these than to others.

    Distances are over empty points. Both sides grow a step at a time; a point that both reach at once is neutral, and
    stops both.
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
    """Return ``features(state)``: the features of each player."""
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
        """Return the points nearer to Black less those nearer to White, without stones that can be captured now."""
        mover = state.plies & 1
        own, other = stones(state, mover), stones(state, 1 - mover)
        other = without(other, groups(other, other, empty(own, other), True))
        lead = size_of(nearer(own, other)) - size_of(nearer(other, own))
        value = unit * (lead if mover == BLACK else -lead) - komi
        return value, -value

    def area(state: State) -> tuple[float, float]:
        """Return the area of Black less that of White."""
        black, white = stones(state, BLACK), stones(state, WHITE)
        value = unit * (size_of(area_of(black, white)) - size_of(area_of(white, black))) - komi
        return value, -value

    def liberties(state: State) -> tuple[float, float]:
        """Return the stones of Black, and the empty points next to them, less those of White."""
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
    """Return ``order(state, action)``: moves that capture or save stones, then those with room, the pass last.

    Room is the empty points next to the stone and next to these, and lines from the edge, less own stones next to it.
    A pass that wins the game comes first.
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

    It ignores captures by the new stone.
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
    """``noisy(state, action)``, whether a stone captures, and ``gain``, the gain of the capture."""

    noisy: Callable[[State, int], bool]
    gain: Callable[[State, int], int]


def make_captures(rules: Rules) -> Captures:
    """Return the hooks for captures: each stone is a point less for the opponent, and one more for the player."""
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
