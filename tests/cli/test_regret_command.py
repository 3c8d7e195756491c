"""Regrets on the command line: the table, the document, the curves, and refusals."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from spielbaum import Searcher

pytestmark = pytest.mark.interpreted

TREE = "random-tree:players=3,low=0,high=9,branching=3,depth=5"
ASKED = ("regret", TREE, "--algorithms", "paranoid", "--depth", "2", "--positions", "6", "--plies", "2")


def test_a_row_for_each_algorithm_and_depth(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    picture = tmp_path / "curves.svg"
    answer = spielbaum(*ASKED, "--regret-depth", "1", "--plot", str(picture), "--json")
    assert answer.code == 0, answer.err
    (game,) = answer.document["games"]
    assert game["game"] == TREE
    assert [(row["algorithm"], row["depth"]) for row in game["rows"]] == [
        ("max-n", 1),
        ("max-n", 2),
        ("paranoid", 1),
        ("paranoid", 2),
    ]
    assert all(row["positions"] == 6 for row in game["rows"])
    assert [row["regret"] is None for row in game["rows"]] == [False, True] * 2
    text = picture.read_text(encoding="utf-8")
    assert "another action than Max^n, %" in text
    assert text.count("<g>") > 4


def test_the_table(spielbaum: Callable[..., Any]) -> None:
    lines = spielbaum(*ASKED).out.splitlines()
    assert lines[0] == f"{TREE}, 6 positions"
    assert [line.split()[0] for line in lines[2:]] == ["max-n", "2", "paranoid", "2"]


def test_several_games_each_of_them_once(spielbaum: Callable[..., Any]) -> None:
    games = spielbaum("regret", TREE, "mnk:players=3", TREE, *ASKED[2:], "--json").document["games"]
    assert [game["game"] for game in games] == [TREE, "mnk:players=3"]
    assert {row["positions"] for game in games for row in game["rows"]} == {6}


def test_ctrl_c(spielbaum: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    search, begun = Searcher.search, count()

    def interrupted(*given: Any, **options: Any) -> Any:
        if next(begun) == 5:  # a position takes two searches, and a third for regrets
            raise KeyboardInterrupt
        return search(*given, **options)

    monkeypatch.setattr(Searcher, "search", interrupted)
    answer = spielbaum(*ASKED, "--json")
    assert answer.code == 130
    assert [row["positions"] for row in answer.document["games"][0]["rows"]] == [1, 1]


def test_max_n_alone_has_no_curves_but_that_of_its_regret(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    picture = tmp_path / "curves.svg"
    alone = ("regret", TREE, "--algorithms", "max-n", "--depth", "1", "--positions", "2", "--plot", str(picture))
    for regret_depth in (0, 1):
        assert spielbaum(*alone, "--regret-depth", str(regret_depth)).code == 0
        assert picture.exists() == bool(regret_depth)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("regret", "tic-tac-toe"), "zero-sum game of two players"),
        (("regret", TREE, "--algorithms", "mcts", "--plies", "1", "--positions", "1"), "mcts has no depth"),
        (("regret", TREE, "--goal", "fame"), "'fame' is not one of"),
        (("regret", TREE, "--plot", "curves.txt"), "a picture is written as"),
    ],
)
def test_what_is_refused(spielbaum: Callable[..., Any], arguments: tuple[str, ...], words: str) -> None:
    answer = spielbaum(*arguments)
    assert answer.code == 2
    assert words in answer.err
    assert "Traceback" not in answer.err
