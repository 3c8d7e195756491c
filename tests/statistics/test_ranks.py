"""Ranks with intervals: they contain the true ranks simultaneously, and are as short as the games allow."""

import random
from itertools import combinations
from math import exp

from spielbaum.statistics import Result, leads, mean_ranks, rank_intervals

PLAYERS = ["a", "b", "c", "d"]
STRENGTHS = [0.0, 0.3, 0.3, 2.0]


def played(chance: random.Random, strengths: list[float], rounds: int) -> list[Result]:
    """Games of all pairs in both seatings, won with the probabilities of Bradley and Terry."""
    found = []
    for block in range(rounds):
        for one, other in combinations(range(len(strengths)), 2):
            for seating in ((one, other), (other, one)):
                first = 1 / (1 + exp(strengths[seating[1]] - strengths[seating[0]]))
                found.append(Result.won(seating, (int(chance.random() > first),), block))
    return found


def test_true_ranks_lie_in_all_intervals_of_nearly_all_experiments() -> None:
    """Players of equal strength have every rank of their group."""
    chance, missed, lengths = random.Random(4), 0, []
    wanted = {"a": (4, 4), "b": (2, 3), "c": (2, 3), "d": (1, 1)}
    for _ in range(60):
        tables = rank_intervals([leads(played(chance, STRENGTHS, 12), PLAYERS) for _ in range(2)])
        rows = [row for table in tables for row in table]
        missed += any(not (row.low <= wanted[row.player][0] and wanted[row.player][1] <= row.high) for row in rows)
        lengths += [row.high - row.low for row in rows if row.player == "d"]
    assert missed <= 6  # at most 3 are expected
    assert sum(lengths) / len(lengths) < 0.5


def test_ranks_of_equal_players_are_open_and_of_dominant_players_certain() -> None:
    chance = random.Random(1)
    (alike,) = rank_intervals([leads(played(chance, [0.0] * 4, 10), PLAYERS)])
    assert {(row.low, row.high) for row in alike} == {(1, 4)}
    (apart,) = rank_intervals([leads(played(chance, [0.0, 2.0, 4.0, 6.0], 60), PLAYERS)])
    assert [(row.player, row.low, row.high) for row in apart] == [("d", 1, 1), ("c", 2, 2), ("b", 3, 3), ("a", 4, 4)]
    assert mean_ranks([apart, apart[:1]])[0] == ("d", 1.0, 2)


def test_players_of_the_same_results_share_the_better_rank() -> None:
    drawn = [Result.won(seating, (0, 1), 0) for seating in ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))]
    (alike,) = rank_intervals([leads(drawn, PLAYERS[:3])])
    assert [(row.rank, row.low, row.high) for row in alike] == [(1, 1, 3)] * 3


def test_more_tables_do_not_narrow_intervals() -> None:
    chance = random.Random(2)
    many = [leads(played(chance, STRENGTHS, 6), PLAYERS) for _ in range(8)]
    for table, rows in zip(many, rank_intervals(many), strict=True):
        for alone, among in zip(rank_intervals([table])[0], rows, strict=True):
            assert among.player == alone.player
            assert among.low <= alone.low
            assert among.high >= alone.high
