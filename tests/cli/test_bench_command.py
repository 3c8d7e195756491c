"""``bench``: the suite, its signatures, and Ctrl-C."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from spielbaum.measuring.bench import bench_algorithms
from spielbaum.registry import load

Run = Callable[..., Any]


@pytest.mark.interpreted
def test_the_suite_of_a_game(spielbaum: Run) -> None:
    answer = spielbaum("bench", "nim:heaps=2-3", "--json")
    assert (answer.code, answer.err) == (0, "")
    found = answer.document
    assert [row["algorithm"] for row in found["rows"]] == [
        str(choice) for choice in bench_algorithms(load("nim")) for _ in range(2)
    ]
    for row in found["rows"]:
        assert set(row) == {"game", "position", "algorithm", "depth", "nodes", "seconds", "nodes_per_second"}
    assert found["signature"] == sum(found["signatures"].values()) == sum(row["nodes"] for row in found["rows"])
    again = spielbaum("bench", "nim:heaps=2-3", "--json").document
    assert (again["signatures"], again["signature"]) == (found["signatures"], found["signature"])
    shown = spielbaum("bench", "nim:heaps=2-3").out
    for name, nodes in found["signatures"].items():
        assert name in shown
        assert f"{nodes:,}" in shown
    assert f"{found['signature']:,}" in shown


def test_an_algorithm_that_does_not_fit_a_named_game_is_refused(spielbaum: Run) -> None:
    answer = spielbaum("bench", "mnk:players=3", "--algorithm", "alpha-beta")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "spielbaum: alpha-beta is for two players, mnk:players=3 has 3\n"


@pytest.mark.interpreted
def test_interruption_shows_what_is_done(spielbaum: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from spielbaum.measuring import bench

    before = bench.run_cases

    def until_mtdf(game: Any, algorithms: Any, **options: Any) -> Iterator[Any]:
        if [str(choice) for choice in algorithms] == ["mtdf"]:
            raise KeyboardInterrupt
        return before(game, algorithms, **options)

    monkeypatch.setattr(bench, "run_cases", until_mtdf)
    answer = spielbaum("bench", "nim:heaps=2-3", "--json")
    assert (answer.code, answer.err) == (130, "spielbaum: interrupted\n")
    assert len(answer.document["rows"]) == 6
