"""Features of Chinese Checkers, for learned evaluations."""

from collections.abc import Callable

from spielbaum.games._vectors import for_each
from spielbaum.games.chinese_checkers.evaluations import make_remaining
from spielbaum.games.chinese_checkers.moves import bit, first, make_moves, without_first
from spielbaum.games.chinese_checkers.rules import State, pegs_of, taken
from spielbaum.games.chinese_checkers.star import Race, words
from spielbaum.kernel import popcount

FEATURE_NAMES = ("distance", "stragglers", "home", "hops", "centre")
"""The steps from the pegs to the outermost cell of the goal; the pegs on the initial cells; those in the
goal; the sum of the cells that each peg can reach by hops; the pegs on the line from arm to arm, or next to it."""


def make_features(race: Race) -> Callable[[State], tuple[tuple[int, ...], ...]]:
    """Return ``features(state)``: the features of each player."""
    remaining, hops = make_remaining(race), make_moves(race).hops
    starts_low, starts_high = zip(*map(words, race.homes), strict=True)
    goals_low, goals_high = zip(*map(words, race.goals), strict=True)
    lines = [race.line(player) for player in range(race.players)]
    lines_low, lines_high = zip(*map(words, lines), strict=True)

    def within(low: int, high: int, cells_low: int, cells_high: int) -> int:
        return popcount(low & cells_low) + popcount(high & cells_high)

    def hops_of(state: State, pegs_low: int, pegs_high: int) -> int:
        """Return the sum of the cells that each peg can reach by hops, without its own."""
        taken_low, taken_high = taken(state)
        count = 0
        while pegs_low | pegs_high:
            source = first(pegs_low, pegs_high)
            pegs_low, pegs_high = without_first(pegs_low, pegs_high)
            own_low, own_high = bit(source)
            low, high = hops(taken_low ^ own_low, taken_high ^ own_high, source)
            count += popcount(low) + popcount(high) - 1
        return count

    def features_of(state: State, player: int) -> tuple[int, ...]:
        low, high = pegs_of(state, player)
        return (
            remaining(state, player),
            within(low, high, starts_low[player], starts_high[player]),
            within(low, high, goals_low[player], goals_high[player]),
            hops_of(state, low, high),
            within(low, high, lines_low[player], lines_high[player]),
        )

    features = for_each(range(race.players), features_of)
    features.__name__ = "features"
    return features
