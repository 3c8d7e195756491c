"""Ratings: equal to those of choix, right for known strengths, and always finite."""

import random
from itertools import combinations, permutations
from math import isfinite, log

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from simulated import season
from spielbaum.errors import InputError
from spielbaum.statistics import Result, elo_of, expected_shares, leads, ratings
from spielbaum.statistics.elo import ELO
from spielbaum.statistics.ratings import student
from tiers import at_night, examples

NAMES = "abcd"


def ghosts(players: int) -> list[list[int]]:
    """Return the prior in the form of choix, for doubled results: a win and a loss against one more player."""
    return [game for player in range(players) for game in ([player, players], [players, player])]


def centred(strengths: np.ndarray, players: int) -> list[float]:
    own = strengths[:players]
    return [float(x) for x in ELO * (own - own.mean())]


def points(results: list[Result], players: int, **how: object) -> list[float]:
    return [row.rating for row in ratings(results, NAMES[:players], **how).players]


@pytest.mark.slow
def test_two_players_are_rated_as_by_choix() -> None:
    import choix

    results = [Result.won((0, 1), (winner,), block) for block, winner in enumerate([0] * 13 + [1] * 7)]
    data = [[result.winners[0], 1 - result.winners[0]] for result in results]
    expected = choix.opt_pairwise(3, 2 * data + ghosts(2), alpha=0, tol=1e-10)
    assert points(results, 2) == pytest.approx(centred(expected, 2), abs=0.01)


def test_rankings_are_rated_as_by_choix() -> None:
    import choix

    generator = np.random.default_rng(3)
    strengths = [0.8, 0.2, -0.3, -0.7]
    data = [list(map(int, np.argsort(generator.gumbel(size=4) + strengths)[::-1])) for _ in range(30)]
    results = [Result((0, 1, 2, 3), tuple((seat,) for seat in ranking), block) for block, ranking in enumerate(data)]
    expected = choix.opt_rankings(5, 2 * data + ghosts(4), alpha=0, tol=1e-10)
    assert points(results, 4) == pytest.approx(centred(expected, 4), abs=0.01)


def test_shared_wins_are_rated_as_by_choix_with_shares_of_a_choice() -> None:
    import choix

    results = season(np.random.default_rng(4), [0.5, 0.0, -0.5], 12, tied=0.5)
    data = []
    for result in results:
        for seat in result.winners:
            winner = result.seating[seat]
            data += [(winner, [p for p in range(3) if p != winner])] * (4 // len(result.winners))
    data += 2 * [(winner, [loser]) for winner, loser in ghosts(3)]
    expected = choix.opt_top1(4, data, alpha=0, tol=1e-10)
    assert points(results, 3) == pytest.approx(centred(expected, 3), abs=0.01)


def test_ties_as_outcomes_maximise_the_likelihood_of_davidson() -> None:
    results = [Result.won((0, 1), winners, block) for block, winners in enumerate(
        [(0,)] * 20 + [(0, 1)] * 30 + [(1,)] * 10)]  # fmt: skip

    def loss(x: np.ndarray) -> float:
        worth = np.array([x[0], x[1], x[2] + (x[0] + x[1]) / 2])
        prior = 0.5 * (np.log1p(np.exp(x)) + np.log1p(np.exp(-x))).sum()
        return float(60 * np.log(np.exp(worth).sum()) - worth @ [20, 10, 30] + prior)

    best = scipy.optimize.minimize(loss, np.zeros(3), tol=1e-12).x
    assert points(results, 2, ties="davidson") == pytest.approx(centred(best, 2), abs=0.1)


def test_the_rating_of_two_players_is_the_elo_of_their_share() -> None:
    results = season(np.random.default_rng(5), [0.4, -0.4], 2000, tied=0.5)
    share = sum(result.part(0) for result in results) / len(results)
    first, second = points(results, 2)
    assert first - second == pytest.approx(elo_of(share), abs=0.1)


def test_errors_are_those_of_resampled_rounds() -> None:
    generator = np.random.default_rng(6)
    results = season(generator, [0.5, 0.0, -0.5], 60, tied=0.3)
    row = ratings(results, "abc").players[0]
    again = []
    for _ in range(150):
        rounds = generator.integers(60, size=60)
        drawn = [results[6 * number + game] for number in rounds for game in range(6)]
        again.append(points(drawn, 3)[0])
    assert (row.high - row.low) / 2 / student(59) == pytest.approx(np.std(again), rel=0.2)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds", "runs"), [(2, 20, 250), (3, 10, 120), (4, 5, 60)])
def test_intervals_contain_the_true_strengths(players: int, rounds: int, runs: int) -> None:
    generator = np.random.default_rng(7)
    inside, runs = 0, runs if at_night() else max(60, runs // 2)
    for _ in range(runs):
        strengths = generator.normal(0, 0.7, players)
        rows = ratings(season(generator, strengths, rounds, tied=0.2), NAMES[:players]).players
        true = ELO * (strengths - strengths.mean())
        inside += sum(row.low <= x <= row.high for row, x in zip(rows, true, strict=True))
    assert 0.9 <= inside / runs / players <= 0.99


def test_seats_have_ratings_of_their_own() -> None:
    results = season(np.random.default_rng(8), [0.3, 0.0, -0.3], 100, first=log(2))
    found = ratings(results, "abc", seats=True)
    first, *others = found.seats
    assert first.low <= ELO * log(2) * 2 / 3 <= first.high
    assert first.low > max(row.high for row in others)
    assert [row.rating for row in found.players] == sorted((row.rating for row in found.players), reverse=True)


@examples(25)
@given(st.permutations(range(3)), st.integers(0, 1000), st.sampled_from(["split", "davidson"]))
def test_names_of_players_change_nothing(names: list[int], seed: int, ties: str) -> None:
    results = season(np.random.default_rng(seed), [0.5, 0.0, -0.5], 3, tied=0.5)
    renamed = [Result(tuple(names[p] for p in result.seating), result.ranking, result.block) for result in results]
    before, after = (ratings(games, "abc", ties=ties).players for games in (results, renamed))
    for player in range(3):
        one, other = before[player], after[names[player]]
        assert (one.rating, one.low, one.high) == pytest.approx((other.rating, other.low, other.high), abs=1e-6)


@examples(25)
@given(st.integers(0, 1000), st.sampled_from("abc"))
def test_an_anchor_moves_all_ratings_alike(seed: int, anchor: str) -> None:
    results = season(np.random.default_rng(seed), [0.5, 0.0, -0.5], 3, tied=0.5)
    free, fixed = points(results, 3), points(results, 3, anchor=anchor)
    off = free[NAMES.index(anchor)]
    assert [x - off for x in free] == pytest.approx(fixed, abs=1e-6)
    assert expected_shares(free) == pytest.approx(expected_shares(fixed))


@pytest.mark.parametrize("ties", ["split", "davidson"])
@pytest.mark.parametrize("winners", [(0,), (0, 1)])
def test_one_sided_games_have_finite_ratings(ties: str, winners: tuple[int, ...]) -> None:
    for games in (1, 500):
        found = ratings([Result.won((0, 1), winners, block) for block in range(games)], "ab", ties=ties)
        assert all(isfinite(x) for row in found.players for x in (row.rating, row.low, row.high))
        assert all(row.low < row.rating < row.high for row in found.players)
    first, second = found.players
    assert (first.low > second.high) == (winners == (0,))


def test_players_may_hold_several_seats() -> None:
    results = [Result.won(seating, (0,), block) for block, seating in enumerate(set(permutations((0, 0, 0, 1))))]
    assert points([Result.won((0, 0, 0, 1), (seat,), seat) for seat in range(4)], 2) == pytest.approx([0, 0], abs=1e-6)
    assert ratings(results, "ab").players[0].games == 4


def test_games_that_cannot_be_rated_are_refused() -> None:
    apart = [Result.won((0, 1), (0,)), Result.won((2, 3), (0,))]
    with pytest.raises(InputError, match="c, d cannot be compared with a"):
        ratings(apart, "abcd")
    with pytest.raises(InputError, match="no games"):
        ratings([], "ab")
    with pytest.raises(InputError, match="change seats"):
        ratings([Result.won((0, 1), (0,)), Result.won((0, 1), (1,))], "ab", seats=True)
    with pytest.raises(InputError, match="unknown player 'x'"):
        ratings(apart, "abcd", anchor="x")
    with pytest.raises(InputError, match="unknown treatment"):
        ratings(apart, "abcd", ties="half")
    with pytest.raises(InputError, match="name each of the seats"):
        Result((0, 1), ((0,),))


@pytest.mark.parametrize("freedom", [5, 9, 30, 1000])
def test_students_quantile_is_that_of_scipy(freedom: int) -> None:
    assert student(freedom) == pytest.approx(scipy.stats.t.ppf(0.975, freedom), rel=0.002)


def test_the_jackknife_leaves_out_each_round_in_turn() -> None:
    """Its errors are those of the spread of fits without one round; the first rounds have many more games."""
    generator = random.Random(3)
    results = []
    for block in range(14):
        favoured = generator.choice((0, 1, 2))
        for _ in range(200 if block < 3 else 20):
            seating = tuple(generator.sample(range(3), 2))
            weights = [3 if player == favoured else 1 for player in seating]
            results.append(Result.won(seating, (generator.choices((0, 1), weights)[0],), block))
    players = ["a", "b", "c"]
    plain, careful = leads(results, players), leads(results, players, jackknife=True)
    assert [row.rating for row in careful.players] == [row.rating for row in plain.players]
    without = [leads([one for one in results if one.block != block], players) for block in range(14)]
    for place, (one, other) in enumerate(combinations(range(3), 2)):
        lead = plain.players[one].rating - plain.players[other].rating
        moved = [fit.players[one].rating - fit.players[other].rating - lead for fit in without]
        spread = sum(by**2 for by in moved) ** 0.5
        assert careful.errors[place] == pytest.approx(spread, rel=0.1)
        assert careful.errors[place] > 1.05 * plain.errors[place]
