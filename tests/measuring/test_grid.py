"""Rows, reductions, agreement and random positions."""

from dataclasses import replace

import pytest

from spielbaum import Limits, Searcher, games
from spielbaum.errors import InputError
from spielbaum.measuring import Row, disagreements, measure, plain_settings, random_positions, table_settings
from spielbaum.search.core.result import Certainty

pytestmark = pytest.mark.interpreted

FOUR = games.load("connect-four:width=4,height=4")


def rows_of(*algorithms: str, depth: int = 6, positions: int = 2) -> list[Row]:
    states = random_positions(FOUR, FOUR.initial(), positions, plies=3)
    return list(measure(FOUR, states, plain_settings(algorithms, [depth])))


def test_a_row_is_the_mean_of_its_searches() -> None:
    states = random_positions(FOUR, FOUR.initial(), 3, plies=4, seed=5)
    (row,) = measure(FOUR, states, plain_settings(["alpha-beta"], [5]))
    alone = [Searcher(FOUR, "alpha-beta").search(state, Limits(depth=5)) for state in states]
    assert row.nodes == pytest.approx(sum(result.nodes for result in alone) / 3)
    assert row.mean("leaves") == pytest.approx(sum(result.leaves for result in alone) / 3)
    document = row.to_dict(row)
    assert document["values"] == [result.value for result in alone]
    assert (document["value"], document["action"]) == (None, None)
    assert document["reduction"] == 0
    assert document["max_nodes"] + document["min_nodes"] == pytest.approx(document["nodes"])


@pytest.mark.slow
def test_tables_are_filled_and_save_nodes() -> None:
    settings = table_settings(["alpha-beta", "mtdf"], ["new", "two-big"], [1 << 10, 1 << 20], 8)
    assert [setting.scheme for setting in settings] == ["none", "new", "new", "two-big", "two-big"] * 2
    assert {str(setting.family) for setting in settings} == {"alpha-beta", "mtdf"}
    rows = list(measure(FOUR, [FOUR.initial()], settings))
    for without, *has_table in (rows[:5], rows[5:]):
        assert (without.setting.entries, without.setting.size, without.fill) == (None, None, None)
        for row in has_table:
            assert row.nodes < without.nodes
            assert row.setting.size == 32 * (row.setting.entries or 0)
        small, large = has_table[0].fill, has_table[1].fill
        assert small is not None
        assert large is not None
        assert 0 < large < small <= 1
    assert disagreements(rows) == []


def test_a_full_table_is_full() -> None:
    (_, row) = measure(FOUR, [FOUR.initial()], table_settings(["alpha-beta"], ["old"], [64], 8))
    assert (row.setting.entries, row.fill) == (2, 1)


def falsified(row: Row, value: float) -> Row:
    first, *others = row.results
    return replace(row, results=(replace(first, value=value), *others))


def test_unequal_values_are_reported() -> None:
    one, other = rows_of("minimax", "pvs")
    assert disagreements([one, other]) == []
    (said,) = disagreements([one, falsified(other, 77)])
    assert said.startswith(f"values differ at {one.results[0].position}, depth 6: minimax finds ")
    assert said.endswith("pvs finds 77")


def test_an_algorithm_must_agree_with_itself_for_every_table() -> None:
    settings = plain_settings(["paranoid", "paranoid:replacement=new"], [4])
    one, other = measure(FOUR, [FOUR.initial()], settings)
    assert disagreements([one, other]) == []
    assert len(disagreements([one, falsified(other, 77)])) == 1


def test_values_that_may_differ_are_not_compared() -> None:
    one, other = rows_of("minimax", "alpha-beta")
    assert disagreements([one, replace(other, results=())]) == []
    bound = tuple(replace(result, certainty=Certainty("bound", "lower"), value=77) for result in other.results)
    assert disagreements([one, replace(other, results=bound)]) == []
    three = games.load("mnk:players=3")
    rows = list(measure(three, [three.initial()], plain_settings(["max-n", "paranoid", "hypermax"], [3])))
    assert disagreements(rows) == []


def test_random_positions_are_distinct_unfinished_and_reproducible() -> None:
    states = random_positions(FOUR, FOUR.initial(), 20, plies=7, seed=3)
    assert len(set(states)) == 20
    assert not any(FOUR.is_terminal(state) for state in states)
    assert states == random_positions(FOUR, FOUR.initial(), 20, plies=7, seed=3)
    assert states != random_positions(FOUR, FOUR.initial(), 20, plies=7, seed=4)
    assert random_positions(FOUR, FOUR.initial(), 1, plies=0) == [FOUR.initial()]


def test_too_few_positions_are_refused() -> None:
    with pytest.raises(InputError, match="has only 4 unfinished positions after 1 plies, not 5"):
        random_positions(FOUR, FOUR.initial(), 5, plies=1)
    with pytest.raises(InputError, match="has only 0 unfinished"):
        random_positions(FOUR, FOUR.initial(), 1, plies=99)


def test_invalid_cells_are_refused() -> None:
    with pytest.raises(InputError, match="minimax has no table: alpha-beta"):
        table_settings(["minimax"], ["new"], [1 << 10], 3)
    with pytest.raises(InputError, match="pvs:replacement=new names a scheme itself"):
        table_settings(["pvs:replacement=new"], ["new"], [1 << 10], 3)
