"""Games in files of others on the command line: reports write them, matches begin with them, positions are read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum import games
from spielbaum.formats import read_games

pytestmark = pytest.mark.interpreted


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_stored_games_are_written_and_begin_other_games(spielbaum: Callable[..., Any]) -> None:
    asked = (
        "--players",
        "random,random(seed=3)",
        "--max-plies",
        "16",
        "--database",
        "t.db",
        "--workers",
        "1",
        "--json",
    )
    for game in ("chess", "tic-tac-toe"):
        assert spielbaum("tournament", game, *asked, "--workers", "1").code == 0
    assert spielbaum("report", "t.db", "--tournament", "1", "--pgn", "chess.pgn").code == 0
    written = spielbaum("report", "t.db", "--tournament", "2", "--pgn", "-", "--sgf", "t.sgf")
    assert written.out.count("[Event ") == 2
    assert "{ 1. " in written.out
    first = read_games(games.load("chess"), "chess.pgn")[0]
    assert (first.players, first.shares, len(first.moves)) == (("random", "random(seed=3)"), (0.5, 0.5), 16)
    assert spielbaum("report", "t.db", "--pdn", "x.pdn").err.startswith("spielbaum: PDN is of draughts")
    assert "stdout takes one of" in spielbaum("report", "t.db", "--pgn", "-", "--json").err
    more = ("--openings", "chess.pgn", "--opening-plies", "6", "--games", "4")
    assert spielbaum("match", "chess", *asked, *more, "--workers", "1").code == 0
    again = spielbaum("report", "t.db", "--tournament", "3", "--pgn", "-").out
    Path("again.pgn").write_text(again, encoding="utf-8")
    assert {played.moves[:6] for played in read_games(games.load("chess"), "again.pgn")} == {
        played.moves[:6] for played in read_games(games.load("chess"), "chess.pgn")
    }
    over = spielbaum("tournament", "tic-tac-toe", *asked, "--openings", "t.sgf")
    assert (over.code, "t.sgf, line 1: the game is over at" in over.err) == (2, True)
    assert "match --opening-plies K" in over.err


def test_a_game_in_sgf_stands_where_a_position_does(spielbaum: Callable[..., Any]) -> None:
    game = "(;GM[4]SZ[3];B[bb];W[aa])"
    shown = spielbaum("show", "tic-tac-toe", "--position", game, "--json").document
    assert shown["position"] == "O...X.... X"
    assert spielbaum("analyze", "tic-tac-toe", "--position", game, "--depth", "2", "--json").code == 0
    refused = spielbaum("show", "tic-tac-toe", "--position", "(;GM[4];B[zz])")
    assert (refused.code, "line 1: B[zz] is no point of the board" in refused.err) == (2, True)


def test_a_game_is_saved_and_resumed_in_the_files_of_others(spielbaum: Callable[..., Any]) -> None:
    seats = ("--seats", "random(seed=1),random(seed=2)", "--json")
    for game, file in (("chess", "a.pgn"), ("tic-tac-toe", "a.sgf"), ("draughts", "a.pdn"), ("nim", "b.pgn")):
        first = spielbaum("play", game, *seats, "--max-plies", "4", "--save", file).document
        more = spielbaum("play", game, "--resume", file, "--json", "--max-plies", "6").document
        assert more["moves"][:4] == first["moves"]
        assert list(read_games(games.load(game), file)[0].moves) == more["moves"]
    assert "which game is a.pgn of?" in spielbaum("play", "--resume", "a.pgn").err
    Path("two.pgn").write_text('1. e4 *\n\n[Event "x"]\n\n1. d4 *\n', encoding="utf-8")
    assert "two.pgn holds 2 games" in spielbaum("play", "chess", "--resume", "two.pgn").err
