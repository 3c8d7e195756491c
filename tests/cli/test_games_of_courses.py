"""Files with the functions of a course are games, and errors in them are reported with their lines."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cs50_tictactoe

pytestmark = pytest.mark.interpreted


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_file_with_the_functions_of_a_course_is_a_game(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    source = Path(str(cs50_tictactoe.__file__)).read_text(encoding="utf-8")
    (tmp_path / "my_game.py").write_text(source, encoding="utf-8")
    answer = spielbaum(
        "analyze", "my_game.py", "--position", "XX./OO./...", "--moves", "(2, 2)", "--depth", "1", "--json"
    ).document
    assert (answer["game"], answer["action"], answer["value"]) == ("my-game", "1-2", 1)
    (tmp_path / "nim.py").write_text("from easyAI.games import Nim\ngame = Nim(piles=(1, 2))\n", encoding="utf-8")
    assert spielbaum("show", "nim.py", "--json").document["actions"] == ["1-1", "2-1", "2-2"]
    assert spielbaum("check", "nim.py", "--games", "20").code == 0


def test_the_functions_that_are_missing_are_named(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    source = Path(str(cs50_tictactoe.__file__)).read_text(encoding="utf-8")
    (tmp_path / "half.py").write_text(source.replace("def utility", "def points").replace("def initial_state", "def a"))
    asked = spielbaum("analyze", "half.py")
    assert (asked.code, asked.out) == (2, "")
    assert "half.py has some functions of a game, but no utility, initial_state; or its last statement" in asked.err


def test_functions_under_german_names_are_a_game(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    source = """
anfang = (5, 0)
def züge(stellung): return [n for n in (1, 2, 3) if n <= stellung[0]]
def nachfolger(stellung, n): return stellung[0] - n, 1 - stellung[1]
def amZug(stellung): return stellung[1]
def ist_ende(stellung): return stellung[0] == 0
def nutzen(stellung): return 1 if stellung[1] else -1
"""
    (tmp_path / "nehmen.py").write_text(source, encoding="utf-8")
    answer = spielbaum("analyze", "nehmen.py", "--algorithm", "minimax", "--json").document
    assert (answer["action"], answer["value"]) == ("1", 1)
    shown = spielbaum("show", "nehmen.py", "--json").document
    assert (shown["to_move"], shown["actions"]) == (0, ["1", "2", "3"])


BROKEN = {
    "def actions(board):\n    raise NotImplementedError\n":
        "actions in my_game.py, line 46, raises NotImplementedError",
    "def player(board):\n    return None\n": "player in my_game.py, line 45, returns None, not 'X' or 'O'",
    "def utility(board):\n    return None\n": "utility in my_game.py, line 45, returns None, not 1, 0 or -1",
    "def result(board, action):\n    board[action[0]][action[1]] = player(board)\n    return board\n":
        "result in my_game.py, line 45, changes its argument: it must copy the state first",
    "def actions(board):\n    return None\n": "the legal moves must be a list or a set, not None",
}  # fmt: skip


@pytest.mark.parametrize("code", BROKEN)
def test_an_unfinished_exercise_gets_one_sentence(code: str, spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    source = Path(str(cs50_tictactoe.__file__)).read_text(encoding="utf-8")
    (tmp_path / "my_game.py").write_text(f"{source}\n\n{code}", encoding="utf-8")
    asked = spielbaum("analyze", "my_game.py", "--moves", "0-0 1-1 0-1 2-2", "--depth", "3")
    assert (asked.code, asked.out) == (2, "")
    assert BROKEN[code] in asked.err
    assert "Traceback" not in asked.err
