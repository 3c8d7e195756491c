"""The tiers: reduced grids cover every pair, and no case is lost."""

from itertools import combinations
from pathlib import Path

import pytest

from seconds import seconds_of_files
from tiers import all_but, examples, pairwise, share, spread

COLUMNS = (["a", "b"], [1, 2, 3, 4, 5], ["u", "v", "w", "x", "y", "z", "ä"])


def test_kept_rows_cover_every_pair_of_values_and_the_rest_is_long() -> None:
    rows = pairwise(*COLUMNS)
    assert len({row.values for row in rows}) == len(rows) == 2 * 5 * 7
    kept = [row.values for row in rows if not row.marks]
    for i, j in combinations(range(3), 2):
        assert {(row[i], row[j]) for row in kept} == {(one, other) for one in COLUMNS[i] for other in COLUMNS[j]}
    assert len(kept) < len(rows) * 0.6
    assert all([mark.name for mark in row.marks] in ([], ["long"]) for row in rows)


def test_rows_stay_in_order_and_dropped_ones_are_marked() -> None:
    first, second, third = all_but(["b"], ["a", "b", "c"], pytest.mark.slow)
    assert (first.values, second, third.values) == (("a",), "b", ("c",))
    assert [mark.name for row in (first, third) for mark in row.marks] == ["slow", "slow"]


def test_an_unknown_row_cannot_be_kept() -> None:
    with pytest.raises(AssertionError):
        all_but(["d"], ["a", "b", "c"])


def test_the_tier_sets_the_number_of_examples() -> None:
    assert examples(1000).max_examples == 10 * share()
    assert examples(1).max_examples >= 3


def test_selected_cases_are_spread_evenly_and_differ_between_tests() -> None:
    """A test with few cases keeps them all."""
    assert [len(spread(range(n), "test")) for n in (1, 2, 3, 4, 16, 100)] == [1, 2, 2, 3, 5, 11]
    for name in ("one", "another", "a third"):
        kept = spread(range(100), name)
        assert kept == sorted(set(kept))
        assert max(b - a for a, b in zip(kept, [*kept[1:], kept[0] + 100], strict=True)) <= 10
    assert {i for k in range(100) for i in spread(range(20), f"test {k}")} == set(range(20))


def test_files_that_take_longest_are_there_and_in_order() -> None:
    """A file that was renamed would start last."""
    noted = seconds_of_files()
    assert [file for file in noted if not (Path(__file__).parents[1] / file).is_file()] == []
    assert list(noted.values()) == sorted(noted.values(), reverse=True)
