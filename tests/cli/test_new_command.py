"""A game from ``spielbaum new`` is sound, is searched, has a board, and passes its test."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum import check_game, load, search

Run = Callable[..., Any]


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("name", "players", "board"), [("hex", 2, "5x5"), ("three-halves", 3, "2x4"), ("line", 4, "1x3")]
)
def test_a_new_game_is_sound(
    spielbaum: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, players: int, board: str
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = spielbaum("new", name, "--players", str(players), "--board", board)
    file = name.replace("-", "_") + ".py"
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"wrote {file} and test_{file}: fill in the rules, then\n")
    game = load(file)
    rows, columns = map(int, board.split("x"))
    assert (game.name, game.players) == (name, players)
    assert game.view.cells is not None
    assert [len(row) for row in game.view.cells(game.initial())] == [columns + 1] * (rows + 1)
    assert check_game(game, games=10).ok
    assert search(game, depth=2).action_text == f"a{rows}"


@pytest.mark.slow
def test_the_test_of_a_new_game_passes(spielbaum: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert spielbaum("new", "hex").code == 0
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_hex.py"]
    environment = {**os.environ, "SPIELBAUM_JIT": "0"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("two words",), "the name of a game has letters, digits and hyphens, such as my-game, unlike 'two words'"),
        (("hex", "--board", "5"), "--board is rows x columns, such as 5x5, not '5'"),
        (("hex", "--board", "0x5"), "a board has 1 to 26 rows and columns, not 0x5"),
        (("taken",), "taken.py exists already: choose another name, or move it away"),
    ],
)
def test_files_are_not_overwritten_and_bad_names_are_refused(
    spielbaum: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("taken.py").write_text("mine\n", encoding="utf-8")
    answer = spielbaum("new", *arguments)
    assert (answer.code, answer.out, answer.err) == (2, "", f"spielbaum: {sentence}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["taken.py"]
