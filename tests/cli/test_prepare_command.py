"""``spielbaum prepare``."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from spielbaum import games
from spielbaum.search.algorithms.choice import AlgorithmChoice, best
from spielbaum.session import preparing
from spielbaum.session.preparing import Prepared

Run = Callable[..., Any]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, AlgorithmChoice]]:
    """The searches to prepare: Go is ready, nim has an error, and Ctrl-C is pressed before Othello."""
    seen: list[tuple[str, AlgorithmChoice]] = []

    def prepare(searches: Sequence[tuple[str, AlgorithmChoice]]) -> Iterator[Prepared]:
        seen.extend(searches)
        for game, algorithm in searches:
            if game == "othello":
                raise KeyboardInterrupt
            yield Prepared(game, algorithm, game != "nim", game != "go", 1.0)

    monkeypatch.setattr(preparing, "prepare", prepare)
    return seen


def test_the_searches_of_the_games_named_are_prepared(spielbaum: Run, asked: list[tuple[str, AlgorithmChoice]]) -> None:
    answer = spielbaum("prepare", "go", "mnk:width=4", "--json")
    assert answer.code == 0
    assert asked == [(text, best(games.load(text))) for text in ("go", "mnk:width=4")]
    rows = answer.document["searches"]
    assert [(row["game"], row["algorithm"]) for row in rows] == [(game, str(choice)) for game, choice in asked]
    assert {row["compiled"] for row in rows if row["game"] == "go"} == {False}
    assert answer.document["of"] == len(asked)


def test_a_fault_is_reported_and_the_other_games_are_prepared(
    spielbaum: Run, asked: list[tuple[str, AlgorithmChoice]]
) -> None:
    answer = spielbaum("prepare", "nim", "go")
    assert answer.code == 1
    assert "spielbaum check nim" in answer.err
    assert "1 of 2 searches are ready." in answer.out


def test_ctrl_c_shows_what_is_ready(spielbaum: Run, asked: list[tuple[str, AlgorithmChoice]]) -> None:
    answer = spielbaum("prepare")
    assert answer.code == 130
    assert {"go", "othello", "tree"} <= {game for game, _ in asked}
    assert f"of {len(asked)} searches are ready." in answer.out
    assert "othello" not in answer.out


def test_a_game_that_does_not_exist_is_refused(spielbaum: Run) -> None:
    answer = spielbaum("prepare", "no-such-game")
    assert answer.code == 2
    assert "no-such-game" in answer.err
