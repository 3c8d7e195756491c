"""The effect of the seat: found if there is one, not otherwise, and only from balanced games."""

from itertools import permutations

import numpy as np
import pytest

from simulated import season
from spielbaum.statistics import Result, seat_effect
from tiers import at_night


def test_an_advantage_of_a_seat_is_found_for_any_players() -> None:
    games = season(np.random.default_rng(1), [1.0, 0.0, -1.0], 60, first=0.7)
    effect = seat_effect(games)
    first, *others = effect.seats
    assert effect.p_value < 0.01
    assert effect.rounds == 60
    assert first.low > first.equal == pytest.approx(1 / 3)
    assert sum(row.share for row in effect.seats) == pytest.approx(1)
    assert all(row.share < first.share for row in others)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.long)])
def test_false_alarms_are_as_rare_as_the_p_value(players: int) -> None:
    generator = np.random.default_rng(2)
    strengths, runs = [0.8, 0.0, -0.8][:players], 150 if at_night() else 75
    found = [seat_effect(season(generator, strengths, 12, tied=0.3)).p_value for _ in range(runs)]
    assert np.mean(np.array(found) <= 0.05) <= 0.1
    assert np.mean(np.array(found) <= 0.5) <= 0.6


def test_rotations_of_two_seats_have_the_binomial_p_value() -> None:
    """Five games of a player against itself, all won by seat 0: two of 2 ** 5 rotations are as unequal."""
    games = [Result.won((0, 0), (0,), block) for block in range(5)]
    assert seat_effect(games).p_value == pytest.approx(2 / 2**5, abs=0.01)


def test_unbalanced_games_do_not_count() -> None:
    unfair = [Result.won((0, 1), (0,), block) for block in range(20)]
    assert seat_effect(unfair).seats == ()
    assert seat_effect(unfair).p_value == 1
    fair = [Result.won((1, 0), (0,), 3)]
    assert seat_effect([*unfair, *fair]).rounds == 1


def test_games_with_fewer_players_are_compared_with_each_other() -> None:
    games = []
    for block in range(30):
        games += [Result.won((*seating, None), (block % 2,), block) for seating in permutations((0, 1))]
        games += [Result.won(seating, (block % 3,), block) for seating in permutations((0, 1, 2))]
    effect = seat_effect(games)
    assert [round(row.equal, 3) for row in effect.seats] == [0.375, 0.375, 0.333]
    assert [round(row.share, 3) for row in effect.seats] == [0.375, 0.375, 0.333]
    assert effect.p_value > 0.9
