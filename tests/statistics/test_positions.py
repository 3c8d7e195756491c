"""Proportions and growth with depth: compared with simple fits, and intervals contain the true values."""

import numpy as np
import pytest
import scipy

from spielbaum.statistics import growth_factor, part_of
from tiers import at_night


def test_the_interval_of_a_proportion_contains_it_and_narrows() -> None:
    widths: list[float] = []
    for size in (10, 100, 1000):
        found = part_of([True] * (size * 7 // 10) + [False] * (size * 3 // 10))
        assert found.part == pytest.approx(0.7)
        assert found.low < found.part < found.high
        known = scipy.stats.binomtest(size * 7 // 10, size).proportion_ci(method="wilson")
        assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=1e-6)
        widths.append(found.high - found.low)
    assert widths == sorted(widths, reverse=True)


def test_unanimous_positions_have_an_interval_too() -> None:
    found = part_of([True] * 20)
    assert (found.part, found.high) == (1, 1)
    assert found.low == pytest.approx(scipy.stats.binomtest(20, 20).proportion_ci(method="wilson").low, abs=1e-6)
    assert (part_of([]).low, part_of([]).high, part_of([]).positions) == (0, 1, 0)


def test_the_fit_goes_through_the_geometric_means() -> None:
    generator = np.random.default_rng(1)
    depths = np.arange(1, 9)
    logs = 0.5 + np.log(3.3) * depths + generator.normal(0, 0.4, (30, 8))
    found = growth_factor([dict(zip(depths.tolist(), np.exp(row).tolist(), strict=True)) for row in logs])
    slope, height = np.polyfit(depths, logs.mean(axis=0), 1)
    assert found.base == pytest.approx(np.exp(slope))
    assert found.constant == pytest.approx(np.exp(height))
    assert (found.depths, found.positions) == ((1, 8), 30)


def test_easy_positions_that_are_searched_deeper_do_not_bias_growth() -> None:
    hard = [{depth: 1000 * 4.0**depth for depth in (1, 2, 3)}] * 5
    easy = [{depth: 2 * 4.0**depth for depth in range(1, 8)}] * 5
    assert growth_factor(hard + easy).base == pytest.approx(4)


@pytest.mark.slow
def test_intervals_of_growth_have_their_coverage() -> None:
    generator = np.random.default_rng(7)
    inside, runs = 0, 100 if at_night() else 40
    for run in range(runs):
        bases = generator.normal(np.log(2.5), 0.2, 40)
        series = [{depth: float(np.exp(base * depth)) for depth in range(1, 6)} for base in bases]
        found = growth_factor(series, seed=run)
        inside += found.low <= 2.5 <= found.high
    assert 0.89 < inside / runs < 0.99


def test_growth_needs_two_depths_and_its_interval_two_positions() -> None:
    assert growth_factor([{4: 100}, {5: 200}, {}]) is None
    alone = growth_factor([{1: 2, 2: 8}])
    assert (alone.base, alone.low, alone.high, alone.positions) == (pytest.approx(4), None, None, 1)
