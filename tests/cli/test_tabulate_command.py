"""Tables on the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.interpreted


def test_two_players(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "nim.table"
    document = spielbaum("tabulate", "nim", "--out", str(path), "--json").document
    assert (document["positions"], document["values"]) == (232, {"1": 196, "0": 0, "-1": 36})
    assert document["longest"] == {"plies": 11, "position": "3-4-5 0"}
    assert document["bytes"] == path.stat().st_size
    shown = spielbaum("tabulate", "nim", "--moves", "a1", "--out", str(path)).out
    for words in ("won", "lost", "plies, from"):
        assert words in shown


def test_three_players(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    path = str(tmp_path / "a.table")
    arguments = ("tabulate", "mnk:players=3", "--position", "XO./.Y./.X.", "--out", path)
    document = spielbaum(*arguments, "--json").document
    assert [row["players"] for row in document["coalitions"][:3]] == [["X"], ["O"], ["X", "O"]]
    assert all(sum(row["positions"].values()) == document["positions"] for row in document["coalitions"])
    assert sum(row["positions"] for row in document["outcomes"]) == document["positions"]
    assert "X O" in spielbaum(*arguments).out
    shown = spielbaum("analyze", "mnk:players=3", "--position", "XO./.Y./.X.", "--tables", path).out
    for words in ("X O 0.667", "equilibria (0.333, 0.333, 0.333)"):
        assert words in shown


def test_more_sums_than_columns(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    shown = spielbaum("tabulate", "random-tree:players=3,depth=3", "--out", str(tmp_path / "a.table")).out
    assert "coalition  forces at first\n0                      -59\n" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("tic-tac-toe --memory 2kB", "need more than 2,048 bytes"),
        ("tic-tac-toe --memory much", "a number with a unit"),
        ("nim --moves a3 b4 c5", "the game is over"),
    ],
)
def test_refusals(spielbaum: Callable[..., Any], tmp_path: Path, arguments: str, message: str) -> None:
    game, option, *given = arguments.split()
    answer = spielbaum("tabulate", game, option, " ".join(given), "--out", str(tmp_path / "a.table"))
    assert answer.code == 2
    assert message in answer.err
    assert list(tmp_path.iterdir()) == []


def test_truth(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    path = str(tmp_path / "a.table")
    assert spielbaum("tabulate", "mnk:players=3", "--position", "XO./.Y./.X.", "--out", path).code == 0
    document = spielbaum("truth", path, "--players", "max-n,paranoid", "--sample", "30", "--json").document
    assert [row["player"] for row in document["rows"]] == [None, "max-n", "paranoid"]
    assert document["rows"][1]["equilibrium"]["share"] == document["rows"][2]["alone"]["share"] == 1
    assert document["positions"] == document["rows"][1]["positions"] == 30
    shown = spielbaum("truth", path, "--players", "max-n", "--sample", "10").out
    for words in ("at random", "100.0%", "questions"):
        assert words in shown
    assert spielbaum("truth", path, "--players", "random").code == 2
    assert "no table" in spielbaum("truth", __file__, "--players", "max-n").err
    assert "--players needs at least one player" in spielbaum("truth", path, "--players", "").err


def test_a_table_answers_and_plays(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    path = str(tmp_path / "a.table")
    assert spielbaum("tabulate", "nim", "--out", path).code == 0
    arguments = ("analyze", "nim", "--depth", "1", "--tables", path)
    known = spielbaum(*arguments, "--json").document["tables"]
    assert (known["value"], known["action"], known["equilibria"]) == (1, "a2", [[1, -1]])
    assert known["coalitions"] == [{"players": ["0"], "value": 1}, {"players": ["1"], "value": -1}]
    assert "table   1 (exact)" in spielbaum(*arguments).out
    assert "Tabelle 1 (exakt)" in spielbaum(*arguments, "--language", "de").out
    document = spielbaum("match", "nim", "--players", "pvs(depth=1),random", "--games", "8", "--tables", path,
                         "--database", f"sqlite:///{tmp_path}/games.db", "--json").document  # fmt: skip
    assert document["rows"][0]["share"] > 0.5
    answer = spielbaum("analyze", "tic-tac-toe", "--tables", path)
    assert answer.code == 2
    assert "is a table of nim, not of tic-tac-toe" in answer.err
    for command in ("play", "uci"):
        answer = spielbaum(command, "nim", "--book", path, "--tables", path)
        assert answer.code == 2
        assert "--book and --tables are two files to look positions up in: give one of them" in answer.err
