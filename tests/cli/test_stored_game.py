"""A stored game on the command line: listed, replayed, drawn."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum import games
from spielbaum.game.notation import format_state, play_line

pytestmark = pytest.mark.interpreted

ASKED = ("match", "tic-tac-toe", "--players", "alpha-beta(depth=3),random", "--games", "4", "--opening-plies", "2")


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    path = str(tmp_path / "results.db")
    monkeypatch.setenv("SPIELBAUM_DATABASE", path)
    return path


@pytest.mark.slow
def test_games_are_listed_and_replayed(spielbaum: Callable[..., Any], database: str) -> None:
    spielbaum("tournament", "nim", "--players", "random,alpha-beta", "--workers", "1")
    assert spielbaum(*ASKED, "--workers", "1").code == 0
    listed = spielbaum(*ASKED, "--report", "games", "--json").document["rows"]
    assert [row["number"] for row in listed] == [0, 1, 2, 3]
    game = games.load("tic-tac-toe")
    for row in listed:
        found = spielbaum("show", "--game", str(row["id"]), "--database", database, "--json").document
        assert (found["id"], found["number"], found["end"]) == (row["id"], row["number"], row["end"])
        assert found["seats"] == row["seating"]
        assert [found["seats"][seat] for seat in found["winners"]] == row["winners"]
        line = [move["action"] for move in found["moves"]]
        assert len(line) == row["plies"] == found["ply"]
        assert found["position"] == format_state(game, play_line(game, game.initial(), " ".join(line)))
        assert [move["opening"] for move in found["moves"][:3]] == [True, True, False]
        searched = [move for move in found["moves"][2:] if found["seats"][move["seat"]] != "random"]
        assert searched
        assert all(move["depth"] and move["nodes"] and move["value"] is not None for move in searched)


def test_a_game_of_a_postgresql_server_is_shown(spielbaum: Callable[..., Any], postgres_url: str) -> None:
    played = (
        "match",
        "tic-tac-toe",
        "--players",
        "alpha-beta(depth=3),random(seed=2)",
        "--games",
        "2",
        "--workers",
        "1",
    )
    assert spielbaum(*played, "--database", postgres_url).code == 0
    (first, second) = spielbaum(*played, "--database", postgres_url, "--report", "games", "--json").document["rows"]
    assert spielbaum(*played).code == 0
    shown = [
        spielbaum("show", "--game", str(row["id"]), *where, "--json").document
        for row, where in ((first, ("--database", postgres_url)), ({"id": 1}, ()))
    ]
    for key in ("seats", "start", "end", "utility", "winners", "seed", "position"):
        assert shown[0][key] == shown[1][key], key
    chosen = [[(move["action"], move["value"], move["nodes"]) for move in found["moves"]] for found in shown]
    assert chosen[0] == chosen[1]
    text = spielbaum("show", "--game", str(second["id"]), "--database", postgres_url, "--ply", "1")
    assert (text.code, "after 1 of" in text.out) == (0, True)
    missing = spielbaum("show", "--game", "999", "--database", postgres_url)
    assert missing.code == 2
    assert f"there is no game 999 in {postgres_url.partition('?')[0]}" in missing.err


def test_a_position_in_the_middle_and_its_picture(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    assert spielbaum(*ASKED, "--workers", "1").code == 0
    start = spielbaum("show", "--game", "1", "--ply", "0", "--json").document
    assert start["position"] == "......... X"
    two = spielbaum("show", "--game", "1", "--ply", "2", "--svg", str(tmp_path / "two.svg"))
    assert "after 2 of" in two.out
    assert "opening" in two.out
    assert (tmp_path / "two.svg").read_text(encoding="utf-8").startswith("<svg")
    line = " ".join(move["action"] for move in start["moves"][:2])
    assert (
        spielbaum("show", "--game", "1", "--ply", "2", "--svg", "-").out
        == spielbaum("show", "tic-tac-toe", "--moves", line, "--svg", "-").out
    )


def test_the_table_for_people(spielbaum: Callable[..., Any]) -> None:
    spielbaum(*ASKED, "--workers", "1")
    assert "alpha-beta(depth=3), random" in spielbaum(*ASKED, "--report", "games").out
    shown = spielbaum("show", "--game", "1").out
    assert "alpha-beta(depth=3)" in shown
    assert "tic-tac-toe, won by" in shown or "tic-tac-toe, shared by" in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--game", "7"), "no game 7"),
        (("--game", "9" * 23), "no game 999"),
        (("--game", "1", "--ply", "10"), "plies, not 10"),
        (("tic-tac-toe", "--game", "1"), "without GAME"),
        ((), "say which GAME"),
        (("tic-tac-toe", "--ply", "1"), "go with a stored game"),
        (("--game", "1", "--json", "--svg", "-"), "both want stdout"),
    ],
)
def test_bad_input_gets_one_sentence(spielbaum: Callable[..., Any], arguments: tuple[str, ...], words: str) -> None:
    assert spielbaum(*ASKED, "--workers", "1").code == 0
    answer = spielbaum("show", *arguments)
    assert answer.code == 2
    assert words in answer.err
    assert answer.err.count("\n") == 1


def test_an_empty_database_has_no_games(spielbaum: Callable[..., Any]) -> None:
    assert "it has no games" in spielbaum("show", "--game", "1").err


def test_a_missing_database_is_not_created(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    missing = tmp_path / "missing.db"
    answer = spielbaum("show", "--game", "1", "--database", str(missing))
    assert (answer.code, answer.err) == (2, f"spielbaum: there is no database {missing}\n")
    assert not missing.exists()
