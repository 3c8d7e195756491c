"""Go: stones without liberties are captured; the larger area, stones and the points that they surround, wins.

A group is a connected set of stones of one colour; its liberties are the empty points next to it. A stone that is
placed captures all groups of the opponent without liberties; its own group must then have one. If a lone stone with a
single liberty has captured exactly one stone, it may not be recaptured on the next ply (ko). Two passes end the
game, and so does a limit of plies.

J. Tromp and B. Taylor, The game of Go, https://tromp.github.io/go.html: area scoring.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from spielbaum import U64
from spielbaum.games._rules import RuleFunctions
from spielbaum.games.go.goban import (
    Goban,
    Points,
    any_in,
    common,
    make_bit,
    make_connected,
    make_empty,
    make_first,
    make_groups,
    make_near,
    size_of,
    union,
    without,
    without_first,
)

BLACK, WHITE = 0, 1
NO_KO = -1
PASSES = 2
"""The successive passes that end the game."""

ENDLESS = -1


class State(NamedTuple):
    """The stones of both players, in two words each, the point of a ko, passes and plies."""

    black: U64
    black_high: U64
    white: U64
    white_high: U64
    ko: int  # the point where a stone is forbidden, or NO_KO
    passes: int  # the last plies in a row
    plies: int  # Black is to move if it is even; 0 or 1 without a limit


class Rules(NamedTuple):
    """The options of a game.

    Parameters
    ----------
    goban
        The board.
    double_komi
        The komi in half points.
    points
        Whether the utility is the margin in points, instead of a win.
    longest
        The limit of plies; ``ENDLESS`` if only passes end the game. Then states do not count plies, but
        only the player to move, so that positions repeat exactly.
    """

    goban: Goban
    double_komi: int
    points: bool
    longest: int


@cache
def make_stones(goban: Goban) -> Callable[[State, int], Points]:
    """Return ``stones(state, player)``."""
    _, full_high = goban.full

    def stones(state: State, player: int) -> Points:
        if player == BLACK:
            return state.black, U64(state.black_high & U64(full_high))
        return state.white, U64(state.white_high & U64(full_high))

    return stones


@cache
def make_legal(goban: Goban) -> Callable[[Points, Points], Points]:
    """Return ``legal(own, other)``: the points where a player can place a stone, ignoring ko.

    A stone next to an empty point is always legal. Another one must join a group with more than one
    liberty, or capture a group with one. Only groups next to such points are examined.
    """
    near, groups, empty = make_near(goban), make_groups(goban), make_empty(goban)

    def legal(own: Points, other: Points) -> Points:
        free = empty(own, other)
        open_points = common(free, near(free))
        closed = without(free, open_points)
        if any_in(closed):
            beside = near(closed)
            joined = groups(own, common(own, beside), free, False)
            taken = groups(other, common(other, beside), free, True)
            return union(open_points, common(closed, near(union(joined, taken))))
        return open_points

    return legal


@cache
def make_taken(goban: Goban) -> Callable[[Points, Points, Points], Points]:
    """Return ``taken(stone, own, other)``: the opponent's stones that a new stone captures.

    A neighbour with an adjacent liberty stays with its group; if that holds for all of them,
    no group is filled.
    """
    near, connected, empty = make_near(goban), make_connected(goban), make_empty(goban)

    def taken(stone: Points, own: Points, other: Points) -> Points:
        beside_free = near(empty(union(own, stone), other))
        pressed = common(near(stone), other)
        if any_in(without(pressed, beside_free)):
            threatened = connected(pressed, other)
            return without(threatened, connected(common(threatened, beside_free), threatened))
        return U64(0), U64(0)

    return taken


@cache
def make_area(goban: Goban) -> Callable[[Points, Points], Points]:
    """Return ``area(own, other)``: a player's stones, and the empty points that only they surround."""
    near, connected, empty = make_near(goban), make_connected(goban), make_empty(goban)

    def area(own: Points, other: Points) -> Points:
        free = empty(own, other)
        return union(own, without(connected(near(own), free), connected(near(other), free)))

    return area


def make_rules(rules: Rules) -> RuleFunctions:
    """Return the rules for a board, and ``count``."""
    goban, double_komi, points, longest = rules
    last = goban.points  # the number of the pass
    kept_plies = 1 if longest == ENDLESS else -1
    stones, legal, taken, area = make_stones(goban), make_legal(goban), make_taken(goban), make_area(goban)
    near, bit, first = make_near(goban), make_bit(goban), make_first(goban)

    def initial() -> State:
        return State(U64(0), U64(0), U64(0), U64(0), NO_KO, 0, 0)

    def to_move(state: State) -> int:
        return state.plies & 1

    def allowed(state: State) -> Points:
        mover = state.plies & 1
        found = legal(stones(state, mover), stones(state, 1 - mover))
        return without(found, bit(state.ko)) if state.ko != NO_KO else found

    def actions(state: State) -> Iterator[int]:
        left = allowed(state)
        while any_in(left):
            yield first(left)
            left = without_first(left)
        yield last

    def count(state: State) -> int:
        return size_of(allowed(state)) + 1

    def result(state: State, action: int) -> State:
        if action == last:
            words = state.black, state.black_high, state.white, state.white_high
            return State(*words, NO_KO, state.passes + 1, state.plies + 1 & kept_plies)
        mover = state.plies & 1
        own, other, stone = stones(state, mover), stones(state, 1 - mover), bit(action)
        off, ko = taken(stone, own, other), NO_KO
        if size_of(off) == 1 and not any_in(without(near(stone), other)):
            ko = first(off)
        own, other = union(own, stone), without(other, off)
        if mover == BLACK:
            return State(own[0], own[1], other[0], other[1], ko, 0, state.plies + 1 & kept_plies)
        return State(other[0], other[1], own[0], own[1], ko, 0, state.plies + 1 & kept_plies)

    def is_terminal(state: State) -> bool:
        return state.passes >= PASSES or (longest != ENDLESS and state.plies >= longest)

    def utility(state: State) -> tuple[float, float]:
        black, white = stones(state, BLACK), stones(state, WHITE)
        lead = 2 * (size_of(area(black, white)) - size_of(area(white, black))) - double_komi
        won = 0.5 * lead if points else float((lead > 0) - (lead < 0))
        return won, -won

    return RuleFunctions(initial, to_move, actions, result, is_terminal, utility, count)
