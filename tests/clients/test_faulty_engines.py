"""Engines that fail: a loss with its reason, a sentence with their last words, and never a process that stays."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fake_engine import PIDS
from programs import comes, fake, is_alive, started
from spielbaum import games
from spielbaum.arena.play import play
from spielbaum.cli import run
from spielbaum.clients import chess_programs, process
from spielbaum.errors import EngineError
from spielbaum.players import Bench, EnginePlayer, RandomPlayer, parse_player
from spielbaum.store import Store

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are looked for in /proc")

GAME_OF = {"uci": "chess", "xboard": "chess", "ugi": "tic-tac-toe", "gtp": "tic-tac-toe"}
PROTOCOLS = list(GAME_OF)


@pytest.fixture
def pids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file in which engines with faults note their processes."""
    path = tmp_path / "pids"
    monkeypatch.setenv(PIDS, str(path))
    return path


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines that hang are killed at once."""
    for module in (process, chess_programs):
        monkeypatch.setattr(module, "FAREWELL", 0.1)


# UCI and XBoard share the waiting of python-chess, UGI and GTP ours.
@pytest.mark.parametrize(
    ("protocol", "fault", "end", "words"),
    [
        *((protocol, "crash", "crash", "Segmentation fault") for protocol in PROTOCOLS),
        *((protocol, "illegal", "illegal", "e2e5") for protocol in PROTOCOLS),
        *((protocol, "hang", "time", "does not move within 0.5 s") for protocol in ("uci", "ugi")),
        *((protocol, "nonsense", "time", "three blind mice") for protocol in ("xboard", "gtp")),
        *((protocol, "null", "illegal", "plays '") for protocol in ("uci", "ugi", "gtp")),
        *((protocol, "resign", "resignation", "resigns") for protocol in ("xboard", "gtp")),
    ],
)
def test_a_forfeit_is_a_loss_with_a_reason_and_the_next_game_is_played(
    protocol: str, fault: str, end: str, words: str, pids: Path
) -> None:
    game = games.load(GAME_OF[protocol])
    limits = f"time=0.2, margin={0.3 if end == 'time' else 20}"
    bench = Bench(game, [parse_player(fake(protocol, fault, limits)), parse_player("random")])
    for number in (0, 1):
        seats = {number: bench.seat(0, 0), 1 - number: bench.seat(1, number)}
        record = play(game, seats, number=number, seating=(0, 1) if number == 0 else (1, 0))
        assert (record.end, record.survivors, record.utility) == (end, (1 - number,), None)
        assert record.reason is not None
        assert words in record.reason
        assert "\n" not in record.reason
        assert len(record.moves) == number
    bench.close()
    assert len(started(pids)) >= 3
    assert comes(lambda: not any(map(is_alive, started(pids))))


@pytest.mark.parametrize(
    ("protocol", "fault", "words"),
    [
        *((protocol, "dead", "no license") for protocol in PROTOCOLS),
        *((protocol, "babbling", "three blind mice") for protocol in PROTOCOLS),
        *((protocol, "deaf", "does not answer within 0.5 s") for protocol in ("xboard", "gtp")),
        *((protocol, "unready", "does not answer within 0.5 s") for protocol in ("uci", "ugi")),
    ],
)
def test_an_engine_that_does_not_start_is_reported(protocol: str, fault: str, words: str, pids: Path) -> None:
    if (protocol, fault) == ("xboard", "babbling"):
        words = ""  # python-chess waits two seconds for its features
    patience = f"patience={20 if fault == 'dead' else 0.5}"
    player = EnginePlayer(games.load(GAME_OF[protocol]), parse_player(fake(protocol, fault, patience)))
    with pytest.raises(EngineError) as refused:
        player.start()
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(started(pids)) == 3
    assert comes(lambda: not any(map(is_alive, started(pids))))


def test_missing_program_and_unknown_option() -> None:
    chess, board = games.load("chess"), games.load("tic-tac-toe")
    with pytest.raises(EngineError, match="there is no program 'no-such-engine' to play with"):
        EnginePlayer(chess, parse_player("uci:no-such-engine")).start()
    with pytest.raises(EngineError, match=r"unknown option of .* 'Hush': did you mean 'Hash'\?"):
        EnginePlayer(board, parse_player(fake("ugi", "none", "Hush=1"))).start()
    with pytest.raises(EngineError, match="Hush"):
        EnginePlayer(chess, parse_player(fake("uci", "none", "Hush=1"))).start()


@pytest.mark.parametrize(("protocol", "fault"), [("ugi", "none"), ("gtp", "none"), ("gtp", "unlisted")])
def test_an_engine_plays_whole_games_and_follows_undo(protocol: str, fault: str, pids: Path) -> None:
    game = games.load("tic-tac-toe")
    player = EnginePlayer(game, parse_player(fake(protocol, fault)))
    for seat in (0, 1):
        record = play(game, {seat: player, 1 - seat: RandomPlayer(game, seat)})
        assert (record.end, record.reason) == ("finished", None)
    states = [game.initial()]
    for action in (4, 0):
        states.append(game.result(states[-1], action))
    assert player.choose(states[2], states[:2]).action == 1
    assert player.choose(states[1], states[:1]).action == 0
    player.close()
    assert len(started(pids)) == 3
    assert comes(lambda: not any(map(is_alive, started(pids))))


@pytest.mark.slow
def test_a_match_with_a_rule_continues_after_crashes_and_records_the_reason(tmp_path: Path, pids: Path) -> None:
    database = str(tmp_path / "games.db")
    players = f"random,{fake('ugi', 'crash')}"
    command = ["match", "tic-tac-toe", "--players", players, "--sprt", "elo0=0,elo1=200", "--opening-plies", "1"]
    assert run([*command, "--database", database, "--workers", "1"]) == 0
    with Store(database) as store:
        records = list(store.games(1))
    assert len(records) > 10
    assert {record.end for record in records} == {"crash"}
    assert all("Segmentation fault" in (record.reason or "") for record in records)
    assert comes(lambda: not any(map(is_alive, started(pids))))


def test_engines_in_an_experiment_file(tmp_path: Path, pids: Path) -> None:
    crashing = fake("ugi", "crash", "time=0.1")
    table = f'{{ algorithm = "{crashing.partition("(")[0]}", time = [0.2, 0.3] }}'
    design = tmp_path / "engines.toml"
    design.write_text(f'games = "tic-tac-toe"\nplayers = ["random", "{crashing}", {table}]\nmeet = "pairs"\n', "utf-8")
    database = str(tmp_path / "games.db")
    assert run(["experiment", str(design), "--database", database, "--workers", "1"]) == 0
    with Store(database) as store:
        titles = [tournament.title for tournament in store.tournaments()]
        records = [record for tournament in store.tournaments() for record in store.games(tournament.id)]
    assert len(titles) == 6
    assert all(sum(f"time={time})" in title for title in titles) == 3 for time in (0.1, 0.2, 0.3))
    assert {record.end for record in records} == {"crash"}
    assert comes(lambda: not any(map(is_alive, started(pids))))


@pytest.mark.parametrize("protocol", ["uci", "ugi"])
def test_no_process_is_left_when_we_are_killed_during_its_start(protocol: str, pids: Path) -> None:
    module = "chess_programs" if protocol == "uci" else "process"
    killed = "lambda pid, mark: (time.sleep(0.3), os.kill(os.getpid(), 9))"
    start = f"EnginePlayer(games.load({GAME_OF[protocol]!r}), parse_player({fake(protocol, 'hang')!r})).start()"
    program = f"""
import os, time
from spielbaum import games
from spielbaum.clients import {module}
from spielbaum.players import EnginePlayer, parse_player
{module}.watch_over = {killed}
{start}
"""
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (-signal.SIGKILL, b"")
    assert comes(lambda: not any(map(is_alive, started(pids))), 5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "workers"),
    [pytest.param(signal.SIGINT, 1, marks=pytest.mark.long), (signal.SIGKILL, 1), (signal.SIGINT, 2)],
)
def test_no_process_is_left_after_a_match(how: signal.Signals, workers: int, tmp_path: Path, pids: Path) -> None:
    players = f"random,{fake('ugi', 'hang', 'time=60')}"
    command = [sys.executable, "-m", "spielbaum", "match", "tic-tac-toe", "--players", players, "--games", "4"]
    match = subprocess.Popen(
        [*command, "--database", str(tmp_path / "games.db"), "--workers", str(workers)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    # The first engine is tried before the games begin; that of a game follows.
    assert comes(lambda: len(started(pids)) >= 6, 60)
    match.send_signal(how)
    _, said = match.communicate(timeout=60)
    assert match.returncode == (130 if how == signal.SIGINT else -how)
    assert said.decode() == ("spielbaum: interrupted\n" if how == signal.SIGINT else "")
    assert comes(lambda: not any(map(is_alive, started(pids))))
