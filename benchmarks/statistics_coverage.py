"""Measure the coverage of intervals and the error rates of tests in simulated games between players of known strengths.

Usage: python benchmarks/statistics_coverage.py [ratings | shares | seats | sprt | until] [RUNS]; by default everything,
with 1000 runs each. It takes a few minutes.
"""

import itertools
import sys
from collections.abc import Callable

import numpy as np

from spielbaum.statistics import Result, Sprt, Until, ratings, seat_effect, share_of, shares
from spielbaum.statistics.elo import ELO

Generator = np.random.Generator
Winners = Callable[[Generator, np.ndarray], tuple[int, ...]]
"""Draws who shares the win, from the strengths by seat."""


def split(tied: float) -> Winners:
    """Share some of the wins, without changing the expected shares."""

    def draw(generator: Generator, strengths: np.ndarray) -> tuple[int, ...]:
        reach = np.cumsum(np.exp(strengths))
        draws = 2 if generator.random() < tied else 1
        return tuple(sorted({int(np.searchsorted(reach, x)) for x in generator.random(draws) * reach[-1]}))

    return draw


def davidson(weight: float) -> Winners:
    """Let two seats tie as in the model of Davidson, Firth, Kosmidis and Turner."""

    def draw(generator: Generator, strengths: np.ndarray) -> tuple[int, ...]:
        seats = range(len(strengths))
        sets = [*itertools.combinations(seats, 1), *itertools.combinations(seats, 2)]
        worth = [np.exp(strengths[list(members)].mean()) * (weight if len(members) > 1 else 1) for members in sets]
        return sets[int(np.searchsorted(np.cumsum(worth), generator.random() * sum(worth)))]

    return draw


def season(
    generator: Generator, strengths: np.ndarray, rounds: int, winners: Winners, *, seats: float = 0, opening: float = 0
) -> list[Result]:
    """Return rounds of all seatings.

    ``seats`` is the advantage of the first seat in natural units; ``opening`` is the deviation of the advantage that an
    opening gives to each seat.
    """
    found = []
    for block in range(rounds):
        given = generator.normal(0, opening, len(strengths))
        given[0] += seats
        for seating in itertools.permutations(range(len(strengths))):
            drawn = winners(generator, strengths[list(seating)] + given)
            found.append(Result.won(seating, drawn, block))
    return found


RATINGS = [
    ("2 players, no ties", 2, 20, split(0), {}),
    ("2 players, ties", 2, 20, split(0.4), {}),
    ("2 players, Davidson", 2, 20, davidson(1), {"ties": "davidson"}),
    ("3 players, no ties", 3, 10, split(0), {}),
    ("3 players, ties", 3, 10, split(0.4), {}),
    ("3 players, Davidson", 3, 10, davidson(0.5), {"ties": "davidson"}),
    ("3 players, first seat 100 Elo", 3, 15, split(0.2), {"seats": True}),
    ("4 players, no ties", 4, 10, split(0), {}),
    ("4 players, ties", 4, 10, split(0.4), {}),
    ("4 players, Davidson", 4, 10, davidson(0.5), {"ties": "davidson"}),
    ("4 players, one round", 4, 1, split(0.2), {}),
]


def measure_ratings(runs: int) -> None:
    """Print how often the interval of a rating contains the true strength."""
    for name, players, rounds, winners, options in RATINGS:
        generator = np.random.default_rng(1)
        inside = 0
        for _ in range(runs):
            strengths = generator.normal(0, 0.7, players)
            strengths -= strengths.mean()
            first = 100 / ELO if "seats" in options else 0.0
            games = season(generator, strengths, rounds, winners, seats=first)
            found = ratings(games, [str(player) for player in range(players)], **options)
            inside += sum(row.low <= ELO * true <= row.high for row, true in zip(found.players, strengths, strict=True))
        print(f"ratings: {name}, {rounds} rounds: {inside / runs / players:.1%} of {runs} runs", flush=True)


def measure_shares(runs: int) -> None:
    """Print how often the interval of a share contains the true one, if the openings of rounds favour seats."""
    for players, rounds in ((2, 10), (2, 50), (2, 200), (3, 20), (4, 10)):
        generator = np.random.default_rng(2)
        inside = 0
        for _ in range(runs):
            games = season(generator, np.zeros(players), rounds, split(0.3), opening=0.5)
            inside += sum(row.low <= 1 / players <= row.high for row in shares(games, "abcd"[:players]))
        print(f"shares: {players} players, {rounds} rounds: {inside / runs / players:.1%} of {runs} runs", flush=True)


def measure_seats(runs: int) -> None:
    """Print how often the test finds an effect of the seat, if there is none and if there is one."""
    for players, advantage in ((2, 0.0), (3, 0.0), (4, 0.0), (2, 100 / ELO), (4, 100 / ELO)):
        generator = np.random.default_rng(3)
        found = 0
        for _ in range(runs):
            strengths = generator.normal(0, 0.7, players)
            games = season(generator, strengths, 20, split(0.3), seats=advantage, opening=0.3)
            found += seat_effect(games).p_value <= 0.05
        print(f"seats: {players} players, first seat {advantage * ELO:.0f} Elo: {found / runs:.1%} found", flush=True)


def pair_of_games(generator: Generator, elo: float, draws: float, opening: float) -> float:
    """Return the score of the first player in two games of an opening with a bounded advantage for one seat."""
    favour, total = generator.uniform(-opening, opening), 0.0
    for side in (1, -1):
        mean = share_of(elo) + side * favour
        drawn = draws * 2 * min(mean, 1 - mean)
        total += float(np.searchsorted([1 - mean - drawn / 2, 1 - mean + drawn / 2], generator.random())) / 2
    return total


SPRT = [(20, 0, 0), (20, 0.3, 0.1), (20, 0.6, 0.2), (50, 0.3, 0.1), (50, 0.8, 0.3), (100, 0.3, 0)]
"""The tested difference, the fraction of draws, and the maximum shift of a share by an opening."""


def measure_sprt(runs: int) -> None:
    """Print the error rate of the test, and the number of pairs it takes, at the two hypotheses."""
    for elo1, draws, opening in SPRT:
        for elo, wrong in ((0, "H1"), (elo1, "H0")):
            generator = np.random.default_rng(4)
            errors = pairs = 0
            for _ in range(runs):
                test = Sprt(0, elo1)
                while not test.decision:
                    test.update(pair_of_games(generator, elo, draws, opening))
                errors += test.decision == wrong
                pairs += sum(test.counts)
            print(
                f"sprt: elo1={elo1}, {draws:.0%} draws, openings ±{opening}, truly {elo}: "
                f"{errors / runs:.1%} wrong of {runs} runs, {pairs / runs:.0f} pairs on the mean",
                flush=True,
            )


def measure_until(runs: int) -> None:
    """Print how often the intervals contain the true shares when their width has ended the match."""
    for players, width in ((2, 0.2), (2, 0.1), (3, 0.1)):
        generator = np.random.default_rng(5)
        inside = rounds = 0
        for _ in range(runs):
            rule, block = Until("abcd"[:players], width=width), 0
            while not rule.done:
                games = season(generator, np.zeros(players), 1, split(0.3), opening=0.5)
                rule.update([Result(game.seating, game.ranking, block) for game in games])
                block += 1
            inside += sum(row.low <= 1 / players <= row.high for row in rule.shares)
            rounds += block
        print(
            f"until: {players} players, width {width}: {inside / runs / players:.1%} of {runs} runs, "
            f"{rounds / runs:.0f} rounds on the mean",
            flush=True,
        )


PARTS = {
    "ratings": measure_ratings,
    "shares": measure_shares,
    "seats": measure_seats,
    "sprt": measure_sprt,
    "until": measure_until,
}


def main() -> None:
    runs = next((int(word) for word in sys.argv[1:] if word.isdigit()), 1000)
    for name, measure in PARTS.items():
        if name in sys.argv or not any(word in PARTS for word in sys.argv):
            measure(runs)


if __name__ == "__main__":
    main()
