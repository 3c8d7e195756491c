"""A match of any number of players stops when all intervals are narrow, and not before."""

import numpy as np
import pytest

from simulated import season
from spielbaum.errors import InputError
from spielbaum.statistics import Until, shares


def test_a_match_stops_when_every_interval_is_narrow() -> None:
    games = season(np.random.default_rng(1), [0.5, 0.0, -0.5], 400, tied=0.2)
    rule = Until("abc", width=0.1)
    played = 0
    while not rule.done:
        rule.update(games[6 * played : 6 * played + 6])
        played += 1
        if played < 30:
            assert not rule.done
    assert rule.shares == shares(games[: 6 * played], "abc")
    assert max(row.high - row.low for row in rule.shares) <= 0.1
    early = shares(games[: 6 * (played * 9 // 10)], "abc")
    assert max(row.high - row.low for row in early) > 0.1


def test_a_minimum_number_of_rounds_is_played() -> None:
    games = season(np.random.default_rng(2), [0.0, 0.0], 60)
    rule = Until("ab", width=0.9, fewest=50)
    rule.update(games[:98])
    assert not rule.done
    rule.update(games[98:100])
    assert rule.done


@pytest.mark.parametrize(("options", "words"), [({"width": 0}, "width"), ({"width": 0.1, "fewest": 3}, "at least 10")])
def test_invalid_stopping_rules_are_refused(options: dict[str, float], words: str) -> None:
    with pytest.raises(InputError, match=words):
        Until("ab", **options)
