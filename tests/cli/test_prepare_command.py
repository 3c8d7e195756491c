"""``spielbaum prepare``."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from spielbaum import games
from spielbaum.search.algorithms.choice import AlgorithmChoice
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
    assert [(game, choice.name) for game, choice in asked] == [("go", "pvs"), ("go", "mcts"), ("mnk:width=4", "pvs")]
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
    assert "2 of 3 searches are ready." in answer.out


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


def test_a_browser_is_a_target_and_says_what_it_cannot_have(spielbaum: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def prepare_for_browser(texts: Sequence[str]) -> Iterator[Prepared]:
        (text,) = texts
        yield Prepared(text, "alpha-beta", True, True, 1.0, hash="00ff", path="/kernels/00ff.kernel")
        yield Prepared(text, preparing.PROOF, False, True, 1.0, reason="it uses a set of sets")

    monkeypatch.setattr(preparing, "prepare_for_browser", prepare_for_browser)
    answer = spielbaum("prepare", "--target", "wasm32", "nim", "--json")
    assert answer.code == 1
    assert "nim cannot be compiled: it uses a set of sets" in answer.err
    ready, failed = answer.document["searches"]
    assert (ready["hash"], ready["path"]) == ("00ff", "/kernels/00ff.kernel")
    assert (failed["algorithm"], failed["reason"], failed["ready"]) == ("proof", "it uses a set of sets", False)
    assert answer.document["of"] == len(preparing.kernels_of(games.load("nim")))


def test_another_target_is_refused(spielbaum: Run) -> None:
    answer = spielbaum("prepare", "nim", "--target", "arm")
    assert answer.code == 2
    assert "--target is host or wasm32, not 'arm'" in answer.err
