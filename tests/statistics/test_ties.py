"""Shared wins: a part for each, all for one by lot, or nothing; and that all statistics count them so."""

from collections import Counter
from itertools import permutations

import pytest

from spielbaum.statistics import Result, ratings, seat_effect, shares, tallies
from spielbaum.statistics.ratings import leads
from spielbaum.statistics.results import Ties

SEATINGS = list(permutations(range(3)))
TIES = [Result.won(seating, (0, 2), block) for block in range(200) for seating in SEATINGS]
WINS = [Result.won(seating, (seating.index(0),), block) for block in range(200, 220) for seating in SEATINGS]
LOSSES = [Result.won(seating, (seating.index(1),), block) for block in range(220, 230) for seating in SEATINGS]


def settled(ties: Ties) -> list[Result]:
    return [result.settled(ties) for result in TIES]


def test_a_shared_win_gives_each_a_part() -> None:
    assert settled("shared") == TIES
    assert all(result.part(result.seating[0]) == 0.5 for result in TIES)


def test_the_lot_falls_equally_often_and_always_the_same_way() -> None:
    drawn = settled("lot")
    assert drawn == settled("lot")
    assert {len(result.winners) for result in drawn} == {1}
    counts = Counter(result.winners[0] for result in drawn)
    assert set(counts) == {0, 2}
    assert abs(counts[0] - counts[2]) < 4 * len(TIES) ** 0.5


def test_a_lost_tie_is_lost_for_all() -> None:
    lost = settled("lost")
    assert {result.part(player) for result in lost for player in range(3)} == {0.0}
    assert [(row.wins, row.draws, row.losses) for row in tallies(lost, 3)] == [(0, 0, len(TIES))] * 3
    rows = shares([*lost, *WINS], ["a", "b", "c"])
    assert [row.share for row in rows] == pytest.approx([20 / 220, 0, 0])


def test_games_without_a_winner_do_not_change_ratings_and_seats() -> None:
    games = [*WINS, *LOSSES]
    assert ratings([*settled("lost"), *games], "abc").players == ratings(games, "abc").players
    assert leads([*settled("lost"), *games], "abc") == leads(games, "abc")
    seats = seat_effect([*settled("lost"), *games])
    assert seats.p_value == seat_effect(games).p_value
    assert [row.share for row in seats.seats] == pytest.approx([30 * 2 / (230 * 6)] * 3)


@pytest.mark.parametrize("ties", ["shared", "lot", "lost"])
def test_what_one_player_wins_alone_is_no_tie(ties: Ties) -> None:
    for result in (Result.won((0, 1, 0), (0, 2)), Result.won((0, 1, 2), (1,))):
        assert result.settled(ties) == result
