"""The SPRT: published values, the likeliest distributions, properties of the likelihood ratio, and error rates."""

from math import log, sqrt

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from spielbaum.errors import InputError
from spielbaum.statistics import Sprt, log_likelihood_ratio, share_of
from spielbaum.statistics.elo import ELO
from tiers import at_night, examples

# The tests of fastchess (app/tests/sprt_test.cpp, revision e633d954), which hold values of fishtest.
PUBLISHED = [
    ((36027, 68692, 36433), 0, 2, "normalized", 0.92),
    ((10650, 20431, 10871), -1.75, 0.25, "normalized", 2.30),
    ((21184, 40708, 21404), 0.5, 2.5, "logistic", -1.57),
    ((57030, 106593, 57433), 0, 2, "logistic", -2.59),
    ((365, 16618, 36029 + 200, 16974, 390), 0, 2, "normalized", 2.25),
    ((127, 4883, 10311 + 401, 5150, 104), -1.75, 0.25, "normalized", 3.01),
    ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, "logistic", -3.07),
    ((871, 26175, 55003 + 980, 26678, 821), 0, 2, "logistic", -4.98),
]
COUNTS = st.lists(st.integers(0, 500), min_size=5, max_size=5).filter(any)
MODELS = st.sampled_from(["logistic", "normalized"])


@pytest.mark.parametrize(("counts", "elo0", "elo1", "model", "expected"), PUBLISHED)
def test_published_values(counts: tuple[int, ...], elo0: float, elo1: float, model: str, expected: float) -> None:
    assert log_likelihood_ratio(counts, elo0, elo1, model=model) == pytest.approx(expected, abs=0.006)


def likeliest(counts: np.ndarray, model: str, elo: float) -> float:
    """Return the greatest log-likelihood of all distributions of a hypothesis, by a general optimiser."""
    scores = np.linspace(0, 1, len(counts))

    def off(p: np.ndarray) -> float:
        mean = float(p @ scores)
        if model == "logistic":
            return mean - share_of(elo)
        pairs = (len(counts) - 1) / 2
        return mean - 0.5 - elo / (2 * ELO) * np.sqrt(pairs * float(p @ (scores - mean) ** 2))

    found = scipy.optimize.minimize(
        lambda p: -float(counts @ np.log(p)) / counts.sum(),
        counts / counts.sum(),
        bounds=[(1e-9, 1)] * len(counts),
        constraints=[{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": off}],
        options={"maxiter": 500, "ftol": 1e-14},
    )
    return -float(found.fun) * float(counts.sum())


@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize("counts", [[3, 10, 40, 20, 7], [30, 5, 2, 5, 20], [1, 1, 30, 60, 8], [20, 50, 30]])
def test_each_hypothesis_gets_its_likeliest_distribution(model: str, counts: list[int]) -> None:
    seen = np.array(counts, dtype=float)
    expected = likeliest(seen, model, 40) - likeliest(seen, model, -10)
    assert log_likelihood_ratio(counts, -10, 40, model=model) == pytest.approx(expected, abs=2e-3)


@examples(60)
@given(COUNTS, MODELS)
def test_the_other_players_view_has_the_opposite_sign(counts: list[int], model: str) -> None:
    mine = log_likelihood_ratio(counts, 0, 30, model=model)
    theirs = log_likelihood_ratio(counts[::-1], -30, 0, model=model)
    assert mine == pytest.approx(-theirs, rel=1e-4, abs=1e-4)


@examples(60)
@given(st.lists(st.integers(1, 500), min_size=5, max_size=5), MODELS)
def test_likelihood_ratios_add_up_and_scale_with_counts(counts: list[int], model: str) -> None:
    def ratio(elo0: float, elo1: float, times: int = 1) -> float:
        return log_likelihood_ratio([times * count for count in counts], elo0, elo1, model=model)

    assert ratio(0, 10) + ratio(10, 30) == pytest.approx(ratio(0, 30), rel=1e-5, abs=1e-5)
    assert 3 * ratio(0, 30) == pytest.approx(ratio(0, 30, times=3), rel=1e-5, abs=1e-5)


def test_each_kind_of_error_has_its_own_bound() -> None:
    assert Sprt(0, 5, alpha=0.01, beta=0.2).bounds == pytest.approx((log(0.2 / 0.99), log(0.8 / 0.01)))


def test_a_test_stops_at_its_bounds_and_keeps_its_decision() -> None:
    test = Sprt(0, 100)
    assert test.llr == 0
    assert test.bounds == pytest.approx((-log(19), log(19)))
    while test.decision is None:
        assert test.bounds[0] < test.llr < test.bounds[1]
        test.update(2 if sum(test.counts) % 2 else 1)
    assert test.decision == "H1"
    for _ in range(500):
        test.update(0)
    assert test.llr < test.bounds[0]
    assert test.decision == "H1"


def test_games_without_pairs_have_three_results() -> None:
    test = Sprt(0, 100, paired=False)
    for score in (0, 0.5, 0.5, 1):
        test.update(score)
    assert test.counts == [1, 2, 1]
    with pytest.raises(InputError, match="not 2"):
        test.update(2)


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "wrong"), [(0, "H1"), (60, "H0")])
def test_errors_are_as_rare_as_alpha_and_beta(truth: float, wrong: str) -> None:
    generator = np.random.default_rng(9)
    mean, drawn, errors, runs = share_of(truth), 0.3, 0, 100 if at_night() else 50
    for _ in range(runs):
        test = Sprt(0, 60)
        while not test.decision:
            ends = [1 - mean - drawn / 2, 1 - mean + drawn / 2]
            test.update(sum(np.searchsorted(ends, generator.random(2))) / 2)
        errors += test.decision == wrong
    assert errors <= 0.05 * runs + 2 * sqrt(0.05 * 0.95 * runs)


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        ((5, 0), {}, "less than elo1"),
        ((0, 5), {"alpha": 0}, "above 0"),
        ((0, 5), {"alpha": 0.6, "beta": 0.5}, "less than 1"),
        ((0, 5), {"model": "bayesian"}, "unknown model"),
    ],
)
def test_contradictory_options_are_refused(
    arguments: tuple[float, float], options: dict[str, object], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        Sprt(*arguments, **options)
    with pytest.raises(InputError, match="a score is one of"):
        Sprt(0, 5).update(0.7)
