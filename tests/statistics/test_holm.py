"""Holm's adjustment, by hand and by its error rate."""

import random

import pytest

from spielbaum.statistics import Result, Share, adjusted_p_values, holm, p_value, shares


def test_the_example_of_a_textbook_by_hand() -> None:
    # 4 * 0.005; 3 * 0.010; 2 * 0.030; 1 * 0.040, which may not be below the one before it
    assert holm([0.010, 0.040, 0.030, 0.005]) == pytest.approx([0.030, 0.060, 0.060, 0.020])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def row(*known: tuple[float, float, float]) -> list[Share]:
    return [Share(str(i), share, low, high, 480, "round", 120) for i, (share, low, high) in enumerate(known)]


def test_the_p_value_at_the_end_of_an_interval_is_five_per_cent() -> None:
    assert p_value(row((0.31, 0.25, 0.36))[0], 0.25) == pytest.approx(0.05)
    assert p_value(row((0.19, 0.12, 0.25))[0], 0.25) == pytest.approx(0.05)
    assert p_value(row((0.25, 0.20, 0.30))[0], 0.25) == 1


def test_a_table_is_adjusted_for_all_its_cells() -> None:
    clear, plain = (0.32, 0.30, 0.35), (0.24, 0.21, 0.27)
    table = [row(clear, (0.22, 0.18, 0.26), (0.22, 0.18, 0.27), plain), row(plain, plain, plain, (0.28, 0.255, 0.31))]
    adjusted = adjusted_p_values(table)
    assert adjusted[0][0] < 0.001
    assert all(value > 0.05 for value in [*adjusted[0][1:], *adjusted[1]])
    unplayed = Share("x", 0.0, 0.0, 1.0, 0, "round", 0)
    assert adjusted_p_values([[unplayed]]) == [[1.0]]


@pytest.mark.slow
def test_players_of_equal_strength_are_rarely_distinguished() -> None:
    draw, wrong = random.Random(6), 0
    for _ in range(30):
        table = []
        for _level in range(6):
            games = [
                Result.won(seats, (draw.randrange(2),), block) for block in range(40) for seats in ((0, 1), (1, 0))
            ]
            table.append(shares(games, ["a", "b"]))
        wrong += any(value < 0.05 for line in adjusted_p_values(table) for value in line)
    assert wrong <= 5
