"""Tournaments and matches on the command line: tables, resuming, exports, refusals."""

import csv
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum.arena.outcomes import outcomes
from spielbaum.store import Store

PROGRAM = [sys.executable, "-c", "from spielbaum.cli import main; main()"]
PLAYERS = "minimax(depth=2),alpha-beta(depth=3),random"


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    path = str(tmp_path / "results.db")
    monkeypatch.setenv("SPIELBAUM_DATABASE", path)
    return path


def timeless(document: dict[str, Any]) -> dict[str, Any]:
    for row in document["rows"]:
        del row["seconds_mean"]
    return document


@pytest.mark.interpreted
def test_a_tournament_has_a_row_for_each_player(spielbaum: Callable[..., Any], database: str) -> None:
    asked = ("tournament", "tic-tac-toe", "--players", PLAYERS, "--workers", "1", "--json")
    first = spielbaum(*asked)
    assert first.code == 0, first.err
    document = first.document
    assert document["games"] == 6
    assert [row["player"] for row in document["rows"]] == ["minimax(depth=2)", "alpha-beta(depth=3)", "random"]
    for row in document["rows"]:
        assert {"wins", "draws", "losses", "depth_mean", "depth_median", "seconds_mean"} <= set(row)
        assert row["wins"] + row["draws"] + row["losses"] == row["games"] == 4
    assert document["rows"][2]["depth_mean"] is None
    # The second time nothing is played: even the times are those of the first run.
    assert spielbaum(*asked).document == document
    assert spielbaum(*asked, "--report").document == document
    assert spielbaum("tournament", "--report", "tic-tac-toe", *asked[2:]).document == document
    assert timeless(spielbaum(*asked, "--fresh").document) == timeless(document)


@pytest.mark.interpreted
def test_limits_apply_to_players_without_their_own(spielbaum: Callable[..., Any], database: str) -> None:
    asked = ("tournament", "tic-tac-toe", "--players", "minimax(depth=1),alpha-beta", "--depth", "3")
    document = spielbaum(*asked, "--workers", "1", "--json").document
    assert document["rows"][0]["depth_mean"] == 1
    assert document["rows"][1]["spec"] == "alpha-beta(depth=3)"
    assert document["rows"][1]["player"] == "alpha-beta"


@pytest.mark.interpreted
def test_the_table_and_the_branching_for_people(spielbaum: Callable[..., Any], database: str) -> None:
    asked = ("tournament", "tic-tac-toe", "--players", "random,minimax", "--depth", "3", "--workers", "1")
    shown = spielbaum(*asked).out
    assert "minimax" in shown
    assert "2 games of tic-tac-toe" in shown
    rows = spielbaum(*asked, "--report", "branching", "--json").document["rows"]
    assert [(row["players"], row["games"], row["branching_max"]) for row in rows] == [(2, 2, 9)]
    assert "branching" in spielbaum(*asked, "--report", "branching").out


@pytest.mark.interpreted
def test_every_opening_is_played_in_every_seating_and_repeats_are_counted(
    spielbaum: Callable[..., Any], database: str, tmp_path: Path
) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("4 0 # the middle\n1 7\n4 0 # again\n", encoding="utf-8")
    asked = ("tournament", "tic-tac-toe", "--players", "alpha-beta(depth=3),minimax(depth=1)", "--workers", "1",
             "--openings", str(openings))  # fmt: skip
    document = spielbaum(*asked, "--json").document
    assert (document["games"], document["repeated"]) == (6, 2)
    with Store(database) as store:
        (found,) = store.tournaments()
        games = list(store.games(found.id))
    assert [game.opening for game in games] == [(a, b) for a, b in ("40", "17", "40") for _ in range(2)]
    assert [game.seating for game in games] == [(0, 1), (1, 0)] * 3
    assert [len(outcomes(games[:count])) for count in (4, 6)] == [4, 4]
    assert "2 of which repeat earlier ones" in spielbaum(*asked, "--report").out
    openings.write_text("4 0\n1 7\n", encoding="utf-8")
    once = spielbaum(*asked, "--json").document
    assert once["repeated"] == 0
    assert [(row["low"], row["high"]) for row in once["rows"]] == [
        (row["low"], row["high"]) for row in document["rows"]
    ]
    openings.write_text("4 0\n\n4 4\n", encoding="utf-8")
    wrong = spielbaum(*asked)
    assert (wrong.code, "openings.txt, line 3" in wrong.err, wrong.err.count("\n")) == (2, True, 1)


@pytest.mark.interpreted
def test_one_row_per_move_is_exported(spielbaum: Callable[..., Any], database: str, tmp_path: Path) -> None:
    asked = ("tournament", "nim:heaps=1-2-3", "--players", "random,minimax", "--workers", "1", "--json")
    path = tmp_path / "moves.csv"
    assert spielbaum(*asked, "--export", str(path)).code == 0
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["player"] for row in rows} == {"random", "minimax"}
    spielbaum(*asked, "--report", "--export", str(tmp_path / "moves.json"))
    assert len(json.loads((tmp_path / "moves.json").read_text(encoding="utf-8"))) == len(rows)
    spielbaum(*asked, "--report", "--export", str(tmp_path / "moves.parquet"))
    polars = pytest.importorskip("polars")
    assert polars.read_parquet(tmp_path / "moves.parquet").height == len(rows)


@pytest.mark.interpreted
def test_a_match_shows_shares_with_intervals(spielbaum: Callable[..., Any], database: str) -> None:
    asked = ("match", "tic-tac-toe", "--players", "alpha-beta(depth=4),random", "--games", "20")
    document = spielbaum(*asked, "--opening-plies", "2", "--seed", "3", "--workers", "1", "--json").document
    assert document["games"] == 20
    strong, weak = document["rows"]
    assert strong["wins"] > weak["wins"]
    for row in (strong, weak):
        assert row["games"] == 20
        assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1
    assert strong["share"] + weak["share"] == pytest.approx(1)


@pytest.mark.slow
@pytest.mark.interpreted
def test_a_file_is_the_same_game_from_everywhere(
    spielbaum: Callable[..., Any], race: Callable[..., str], database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(race())
    asked = ("--players", "minimax,random", "--workers", "2", "--json")
    document = spielbaum("tournament", str(path), *asked).document
    monkeypatch.chdir(path.parent)
    assert spielbaum("tournament", path.name, *asked, "--report").document == document


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nim", "--players", "minimax,minimax"), "twice"),
        (("nim", "--players", "minimax,human"), "human plays with spielbaum play"),
        (("nim", "--players", ""), "needs players"),
        (("nim", "--players", "max-m"), "did you mean"),
        (("nim", "--players", "random,minimax", "--report"), "nothing is stored"),
        (("nim", "--players", "random,minimax", "--report=colours"), "standings, branching or games"),
        (("mnk:players=3", "--players", "alpha-beta,random"), "two players"),
        (("nim", "--players", "random(seed=1),random", "--database", "oracle://x/y"), "oracle"),
        (("nim", "--players", "random(seed=2),random", "--export", "moves.xls"), ".parquet"),
        (("nim", "--players", "random(seed=2),random", "--export", "missing/moves.csv"), "cannot be written"),
        (("nim", "--players", "minimax(evaluation=none-such)"), "none-such"),
    ],
)
def test_bad_input_gets_one_sentence(
    spielbaum: Callable[..., Any], database: str, arguments: tuple[str, ...], words: str
) -> None:
    answer = spielbaum("tournament", *arguments, "--workers", "1")
    assert answer.code == 2
    assert words in answer.err
    assert answer.err.count("\n") == 1
    assert not answer.out


SLOW = ("tournament", "chameleon-chess:players=RGY", "--players", "max-n,paranoid", "--depth", "1", "--workers", "2")


@pytest.mark.long  # by day a match and an experiment are killed
@pytest.mark.interpreted
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")
def test_a_tournament_that_is_killed_repeatedly_has_the_same_games(
    spielbaum: Callable[..., Any], tmp_path: Path
) -> None:
    broken, whole = str(tmp_path / "broken.db"), str(tmp_path / "whole.db")
    undisturbed = spielbaum(*SLOW, "--database", whole, "--json").document
    generator, stored, kills = random.Random(1), 0, 0
    while kills < 6:
        process = subprocess.Popen(
            [*PROGRAM, *SLOW, "--database", broken],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        deadline = time.monotonic() + 60
        target = min(stored + generator.randrange(4), undisturbed["games"] - 1)
        while time.monotonic() < deadline and process.poll() is None and _games(broken) < target:
            time.sleep(0.01)
        time.sleep(generator.random() * 0.2)
        assert process.poll() is None or _games(broken) == undisturbed["games"]
        process.kill()
        process.wait(timeout=30)
        kills += 1
        now = _games(broken)
        assert now >= stored, "a stored game was lost"
        stored = now
        if stored == undisturbed["games"]:
            break
    resumed = spielbaum(*SLOW, "--database", broken, "--json").document
    assert timeless(resumed) == timeless(undisturbed)
    with Store(broken) as one, Store(whole) as other:
        for found, wanted in zip(one.games(1), other.games(1), strict=True):
            assert found.number == wanted.number
            assert [move.action for move in found.moves] == [move.action for move in wanted.moves]


def _games(path: str) -> int:
    if not Path(path).exists():
        return 0
    with Store(path) as store:
        return sum(tournament.done for tournament in store.tournaments())


@pytest.mark.slow
@pytest.mark.interpreted
def test_ctrl_c_keeps_the_game_and_says_so(tmp_path: Path) -> None:
    database = str(tmp_path / "results.db")
    command = ["tournament", "chameleon-chess", "--players", "max-n,max-n-is", "--seconds", "0.005", "--workers", "2"]
    process = subprocess.Popen(
        [*PROGRAM, *command, "--database", database], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with Store(database) as store:
        while process.poll() is None and sum(tournament.done for tournament in store.tournaments()) < 2:
            time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert err.strip().splitlines()[-1].startswith("spielbaum: interrupted")
    assert "Traceback" not in err
    assert not out
    assert _games(database) >= 2
