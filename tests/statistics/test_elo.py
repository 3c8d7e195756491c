"""The Elo scale and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum.statistics import elo_of, expected_shares, share_of

POINTS = st.floats(-2000, 2000)


@given(POINTS)
def test_undo_and_redo(elo: float) -> None:
    assert elo_of(share_of(elo)) == pytest.approx(elo, abs=1e-6)
    assert share_of(elo) + share_of(-elo) == pytest.approx(1)


@given(st.lists(POINTS, min_size=1, max_size=5), POINTS)
def test_expected_shares_depend_on_differences_only(ratings: list[float], more: float) -> None:
    found = expected_shares(ratings)
    assert sum(found) == pytest.approx(1)
    assert found == pytest.approx(expected_shares([rating + more for rating in ratings]))


@given(POINTS)
def test_two_players_are_a_case_of_many(elo: float) -> None:
    assert expected_shares([elo, 0])[0] == pytest.approx(share_of(elo))


def test_shares_of_zero_and_one_have_infinite_elo() -> None:
    assert elo_of(1) == -elo_of(0) == float("inf")
