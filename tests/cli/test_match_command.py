"""Matches that stop when their question is decided, with any number of workers, and after a kill."""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum.arena import tournament
from spielbaum.store import Store
from tiers import at_night

pytestmark = pytest.mark.interpreted

PROGRAM = [sys.executable, "-c", "from spielbaum.cli import main; main()"]
EQUAL = ("match", "nim", "--players", "random(seed=1),random(seed=2)", "--sprt", "elo0=0,elo1=80")
UNEQUAL = ("match", "tic-tac-toe", "--players", "alpha-beta(depth=3),random", "--sprt", "elo0=0,elo1=150")


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    path = str(tmp_path / "results.db")
    monkeypatch.setenv("SPIELBAUM_DATABASE", path)
    return path


def stored(path: str) -> int:
    if not Path(path).exists():
        return 0
    with Store(path) as store:
        return sum(tournament.done for tournament in store.tournaments())


def timeless(document: dict[str, Any]) -> dict[str, Any]:
    for row in document["rows"]:
        del row["seconds_mean"]
    return document


@pytest.mark.slow
def test_equal_players_are_found_equal(spielbaum: Callable[..., Any], database: str) -> None:
    answer = spielbaum(*EQUAL, "--seed", "1", "--workers", "1", "--json")
    assert answer.code == 0, answer.err
    test = answer.document["sprt"]
    assert test["decision"] == "H0"
    assert test["llr"] <= test["lower"] == pytest.approx(-2.944, abs=0.001)
    assert test["upper"] == -test["lower"]
    assert (test["elo0"], test["elo1"]) == (0, 80)
    assert sum(test["scores"]) == test["pairs"]
    assert answer.document["games"] == 2 * test["pairs"] == stored(database), (
        "with one worker nothing is played for naught"
    )
    (row,) = answer.document["comparisons"]
    assert row["elo_low"] < 0 < row["elo_high"]
    # The second time nothing is played, and the answer is the same.
    assert spielbaum(*EQUAL, "--seed", "1", "--workers", "1", "--json").document == answer.document
    assert spielbaum(*EQUAL, "--seed", "1", "--report", "--json").document == answer.document


@pytest.mark.slow
def test_the_stronger_player_is_found_for_any_number_of_workers(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    documents = []
    for workers in ("1", "2"):
        answer = spielbaum(*UNEQUAL, "--workers", workers, "--database", str(tmp_path / workers), "--json")
        assert answer.code == 0, answer.err
        documents.append(timeless(answer.document))
    assert documents[0] == documents[1]
    assert documents[0]["sprt"]["decision"] == "H1"
    assert stored(str(tmp_path / "1")) <= stored(str(tmp_path / "2")) < 20_000, "it did not go on to the most"
    shown = " ".join(spielbaum(*UNEQUAL, "--workers", "1", "--database", str(tmp_path / "1")).out.split())
    assert "decided for H1: alpha-beta(depth=3) is ahead of random by more than 0 Elo, 150 fits better; LLR" in shown
    assert "surely better" in shown
    assert "of at most 20000 games" in shown


@pytest.mark.slow
def test_an_undecided_match_is_resumed_by_more_games(spielbaum: Callable[..., Any], database: str) -> None:
    answer = spielbaum(*EQUAL, "--games", "21", "--workers", "1")
    assert answer.code == 1
    assert "undecided: LLR" in answer.out
    assert "after 21 games; --games with a larger number goes on" in " ".join(answer.out.split())
    first = stored(database)
    assert first == 21
    document = spielbaum(*EQUAL, "--games", "23", "--workers", "1", "--json").document
    assert document["sprt"]["decision"] is None
    assert (document["games"], document["sprt"]["pairs"], stored(database)) == (23, 11, 23)
    assert spielbaum(*EQUAL, "--workers", "1", "--json").document["sprt"]["decision"] == "H0"
    assert spielbaum(*EQUAL, "--games", "21", "--json").document["games"] == 21


@pytest.mark.slow
def test_a_match_ends_when_openings_run_out(spielbaum: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.arena.stopping.EXHAUSTED", 40)
    asked = ("match", "nim:heaps=2-3", "--players", "alpha-beta(depth=2),alpha-beta(depth=1)", "--opening-plies", "1")
    answer = spielbaum(*asked, "--sprt", "elo0=0,elo1=5", "--workers", "1")
    assert answer.code == 1
    assert "give more --opening-plies" in " ".join(answer.out.split())


@pytest.mark.slow
def test_n_players_play_until_every_interval_is_narrow(spielbaum: Callable[..., Any]) -> None:
    asked = ("match", "mnk:players=3", "--players", "random(seed=1),random(seed=2),max-n(depth=1)")
    answer = spielbaum(*asked, "--until", "width=0.4", "--workers", "1", "--json")
    assert answer.code == 0, answer.err
    known = answer.document["until"]
    assert known["done"]
    assert known["widest"] <= known["width"] == 0.4
    assert answer.document["games"] == 6 * known["rounds"]
    assert all(row["high"] - row["low"] <= 0.4 for row in answer.document["rows"])
    assert len(answer.document["comparisons"]) == 3
    assert "every interval is at most 0.9 wide" in spielbaum(*asked, "--until", "width=0.9", "--workers", "1").out


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")
def test_a_killed_match_decides_as_if_undisturbed(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    asked = ("match", "connect-four", "--players", "random(seed=1),random(seed=2)", "--sprt", "elo0=0,elo1=120")
    undisturbed = timeless(
        spielbaum(*asked, "--workers", "1", "--database", str(tmp_path / "whole"), "--json").document
    )
    broken, generator = str(tmp_path / "broken"), random.Random(1)
    with Store(broken) as store:
        for target in (10, 40) if at_night() else (25,):
            process = subprocess.Popen(
                [*PROGRAM, *asked, "--workers", "2", "--database", broken],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            while process.poll() is None and sum(tournament.done for tournament in store.tournaments()) < target:
                time.sleep(0.02)
            time.sleep(generator.random() * 0.1)
            process.kill()
            process.wait(timeout=30)
    assert stored(broken) >= target
    assert timeless(spielbaum(*asked, "--workers", "1", "--database", broken, "--json").document) == undisturbed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--players", "random,alpha-beta"), "a match needs --games N, or a rule"),
        (("--players", "random,alpha-beta", "--sprt", "elo0=0,elo1=5", "--until", "width=0.1"), "give one of them"),
        (("--players", "minimax,alpha-beta", "--sprt", "elo0=0,elo1=5"), "--opening-plies"),
        (("--players", "minimax,alpha-beta", "--until", "width=0.1"), "--opening-plies"),
        (("--players", "random,minimax,alpha-beta", "--sprt", "elo0=0,elo1=5"), "--until"),
        (("--players", "random,minimax", "--sprt", "elo0=0"), "elo1 is missing"),
        (("--players", "random,minimax", "--until", "width=3"), "between 0 and 1"),
    ],
)
def test_bad_rules_on_the_command_line(spielbaum: Callable[..., Any], arguments: tuple[str, ...], words: str) -> None:
    answer = spielbaum("match", "nim", *arguments)
    assert answer.code == 2
    assert words in answer.err
    assert answer.err.count("\n") == 1
    assert not answer.out


def test_openings_from_a_file_begin_the_rounds(spielbaum: Callable[..., Any], database: str, tmp_path: Path) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("4 4 # the middle\n1 7\n", encoding="utf-8")
    command = ("match", "connect-four", "--players", "alpha-beta(depth=2),alpha-beta(depth=1)", "--games", "4",
               "--workers", "1", "--openings", str(openings), "--json")  # fmt: skip
    answer = spielbaum(*command)
    assert answer.document["games"] == 4, answer.err
    with Store(database) as store:
        (found,) = store.tournaments()
        assert [game.opening for game in store.games(found.id)] == [("4", "4"), ("4", "4"), ("1", "7"), ("1", "7")]
    openings.write_text("4 4\n9\n", encoding="utf-8")
    wrong = spielbaum(*command)
    assert wrong.code == 2
    assert "openings.txt, line 2" in wrong.err


def test_a_player_does_not_play_against_itself(spielbaum: Any, tmp_path: Path) -> None:
    for command in (("match", "nim", "--games", "2"), ("tournament", "nim")):
        answer = spielbaum(*command, "--players", "alpha-beta(depth=2)", "--database", str(tmp_path / "games.db"))
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.startswith("spielbaum: alpha-beta(depth=2) would play against itself: name a second player")
    (tmp_path / "one.toml").write_text('games = ["nim"]\nplayers = ["random"]\n', encoding="utf-8")
    answer = spielbaum("experiment", str(tmp_path / "one.toml"), "--database", str(tmp_path / "games.db"))
    assert answer.code == 2
    assert "line 2: players: random would play against itself" in answer.err


def test_slow_players_without_limits_cause_a_warning(
    spielbaum: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "two.toml").write_text(
        'games = ["nim:heaps=1-2-2"]\nplayers = ["random", "minimax"]\n', encoding="utf-8"
    )
    for command in (
        ("match", "nim:heaps=1-2-2", "--games", "2", "--players", "minimax,random", "--workers", "1"),
        ("experiment", str(tmp_path / "two.toml"), "--workers", "1"),
    ):
        for limit, warned in ((0.0001, True), (60, False)):
            monkeypatch.setattr("spielbaum.players.LONG", limit)
            tournament._takes_long.cache_clear()
            answer = spielbaum(*command, "--database", str(tmp_path / f"{command[0]}-{limit}.db"), "--json")
            assert answer.code == 0
            assert ("warning: minimax has no limits, and does not search nim:heaps" in answer.err) == warned
