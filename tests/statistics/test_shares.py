"""Shares and their intervals: compared with SciPy's bootstrap, by rounds, and wide for few games."""

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from simulated import season
from spielbaum.statistics import Result, difference, share_of, shares
from spielbaum.statistics.resampling import interval, resampled
from tiers import at_night, examples


def mean(sums: np.ndarray) -> np.ndarray:
    return sums[:, 0] / sums[:, 1]


def test_units_are_drawn_as_scipy_draws_them() -> None:
    generator = np.random.default_rng(1)
    rows = np.stack([generator.integers(0, 5, 150) / 2, generator.integers(2, 4, 150)], axis=1).astype(float)
    ours = mean(resampled(rows, np.empty((0, 2)), seed=2))
    theirs = scipy.stats.bootstrap(
        (rows[:, 0], rows[:, 1]),
        lambda won, played, axis: won.sum(axis) / played.sum(axis),
        paired=True,
        vectorized=True,
        method="percentile",
        rng=np.random.default_rng(3),
    )
    assert ours.std() == pytest.approx(theirs.standard_error, rel=0.04)
    expected = theirs.confidence_interval.low, theirs.confidence_interval.high
    assert np.quantile(ours, [0.025, 0.975]) == pytest.approx(expected, abs=0.004)
    imagined = np.array([[0.0, 2.5], [2.5, 2.5]])
    assert interval(rows, imagined, mean, seed=2) == pytest.approx(expected, abs=0.01)


def test_games_of_a_round_count_together() -> None:
    """If the opening decides, the same seat wins both games of a pair, and shares hardly vary."""
    decided = [Result.won(seating, (block % 2,), block) for block in range(100) for seating in [(0, 1), (1, 0)]]
    apart = [Result.won(result.seating, result.winners, number) for number, result in enumerate(decided)]
    together, alone = shares(decided, "ab")[0], shares(apart, "ab")[0]
    assert (together.unit, together.units, alone.units) == ("round", 100, 200)
    assert together.share == alone.share == 0.5
    assert together.high - together.low < 0.3 * (alone.high - alone.low)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds"), [(2, 20), pytest.param(2, 60, marks=pytest.mark.long), (3, 12)])
def test_intervals_contain_the_true_share(players: int, rounds: int) -> None:
    generator = np.random.default_rng(4)
    runs = 100 if at_night() else 50
    inside = 0
    for _ in range(runs):
        rows = shares(season(generator, [0.0] * players, rounds, tied=0.3), "abc"[:players])
        inside += sum(row.low <= 1 / players <= row.high for row in rows)
    assert 0.9 <= inside / runs / players <= 0.995


def test_unanimous_results_have_an_interval() -> None:
    for rounds in (20, 100):
        games = [Result.won(seating, (seating.index(0),), b) for b in range(rounds) for seating in [(0, 1), (1, 0)]]
        won, lost = shares(games, "ab")
        assert (won.high, lost.low) == (1, 0)
        assert 1 / rounds < 1 - won.low < 4 / rounds
        assert lost.high == pytest.approx(1 - won.low, abs=0.3 / rounds)


def test_games_without_a_player_do_not_count_for_it() -> None:
    results = [Result.won(seating, (0,), block) for block, seating in enumerate([(0, 1), (1, 0), (0, 2)])]
    assert [row.games for row in shares(results, ["a", "b", "c"])] == [3, 2, 1]


def test_with_few_rounds_games_are_the_units() -> None:
    few = season(np.random.default_rng(5), [0.0, 0.0], 9)
    assert shares(few, "ab")[0].unit == "game"
    nobody = shares(few, "abc")[2]
    assert (nobody.games, nobody.low, nobody.high) == (0, 0, 1)
    assert difference(few, "abc", player="a", other="c").superiority == 0.5
    assert [row.low for row in shares([], "ab")] == [0, 0]


@examples(30)
@given(st.integers(0, 1000), st.integers(2, 4), st.integers(1, 15))
def test_properties_of_shares(seed: int, players: int, rounds: int) -> None:
    games = season(np.random.default_rng(seed), [0.3] + [0.0] * (players - 1), rounds, tied=0.3)
    rows = shares(games, "abcd"[:players])
    assert sum(row.share for row in rows) == pytest.approx(1)
    assert all(0 <= row.low <= row.share <= row.high <= 1 for row in rows)
    assert rows == shares(games, "abcd"[:players])


@examples(30)
@given(st.integers(0, 1000), st.integers(1, 15))
def test_properties_of_differences(seed: int, rounds: int) -> None:
    games = season(np.random.default_rng(seed), [0.3, 0.0, 0.0], rounds, tied=0.3)
    one = difference(games, "abc", player="a", other="b")
    other = difference(games, "abc", player="b", other="a")
    assert one.difference == pytest.approx(-other.difference)
    assert one.low == pytest.approx(-other.high, abs=0.05)
    assert one.superiority == pytest.approx(1 - other.superiority, abs=0.03)
    first, second, _ = shares(games, "abc")
    assert one.difference == pytest.approx(first.share - second.share)


def test_superiority_is_certain_for_the_better_player_and_half_for_equals() -> None:
    generator = np.random.default_rng(6)
    better = season(generator, [0.5, -0.5], 200, tied=0.3)
    assert difference(better, "ab", player="a", other="b").superiority > 0.99
    assert share_of(0) == 0.5
    even = [Result.won(seating, (0, 1), block) for block in range(50) for seating in [(0, 1), (1, 0)]]
    assert difference(even, "ab", player="a", other="b").superiority == pytest.approx(0.5, abs=0.02)
