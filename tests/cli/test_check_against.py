"""``check --against``: the rules of a file are compared with those of a game."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cs50_tictactoe

SOURCE = Path(str(cs50_tictactoe.__file__)).read_text(encoding="utf-8")


def test_check_against_reports_as_check_does(
    spielbaum: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(SOURCE.replace("O: -1", "O: 1"), encoding="utf-8")
    answer = spielbaum("check", str(path), "--against", "tic-tac-toe", "--json")
    assert answer.code == 1
    failure = answer.document["failures"][0]
    assert (answer.document["ok"], failure["law"], len(failure["moves"])) == (False, "utility-sign", 6)
    assert "utility has the wrong sign for a win of O" in failure["detail"]
    shown = spielbaum("check", str(path), "--against", "tic-tac-toe")
    assert shown.out.startswith("different: mine and tic-tac-toe, 5,478 positions\n  law     utility-sign\n")
    path.write_text(SOURCE, encoding="utf-8")
    equal = spielbaum("check", str(path), "--against", "tic-tac-toe", "--json")
    assert (equal.code, equal.document["ok"], equal.document["failures"]) == (0, True, [])
    path.write_text(SOURCE.replace("def winner(board):", "def winner(board):\n    while True: pass"), encoding="utf-8")
    monkeypatch.setattr("spielbaum.watchdog.PATIENCE", 1.0)
    stuck = spielbaum("check", str(path), "--against", "tic-tac-toe")
    assert (stuck.code, stuck.out) == (2, "")
    assert "winner in mine.py, line 30, does not return" in stuck.err
    refused = spielbaum("check", str(path), "--against", "tic-tac-toe", "--watch")
    assert (refused.code, "--against compares two games" in refused.err) == (2, True)
