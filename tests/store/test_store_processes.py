"""Several processes write to one database, and some are killed."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from spielbaum.store import Store
from tiers import all_but, at_night
from writing import TOURNAMENT, some_game

pytestmark = pytest.mark.slow

WRITER = str(Path(__file__).parents[1] / "support" / "writing.py")
LONG = 400
"""Plies of a game that takes some time to write, so that signals interrupt it."""


def writer(url: str, first: int, games: int, plies: int) -> subprocess.Popen[str]:
    words = [sys.executable, WRITER, url, *map(str, (first, games, plies))]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("url", all_but(["postgres"], ["sqlite", "postgres"]), indirect=True)
def test_racing_processes_store_each_game_once(url: str) -> None:
    # Each would create the tables, the tournament and all games.
    writers = [writer(url, 0, 40, 12) for _ in range(3 if at_night() else 2)]
    said = [process.communicate(timeout=120)[0].split() for process in writers]
    assert [process.returncode for process in writers] == [0] * len(writers)
    assert sorted(int(number) for numbers in said for number in numbers) == list(range(40))
    with Store(url) as store:
        assert len(store.tournaments()) == 1
        assert list(store.games(store.begin(TOURNAMENT))) == [some_game(number) for number in range(40)]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("url", all_but(["sqlite"], ["sqlite", "postgres"]), indirect=True)
def test_a_killed_process_leaves_whole_games_and_loses_none(url: str) -> None:
    reported = set()
    for killing in range(5 if at_night() else 2):
        process = writer(url, 10_000 * killing, 10_000, LONG)
        assert process.stdout
        reported |= {int(process.stdout.readline()) for _ in range(5)}
        time.sleep(killing * 0.004)  # at a different point each time
        process.send_signal(signal.SIGKILL)
        reported |= {int(line) for line in process.stdout.read().splitlines()}
        process.stdout.close()
        assert process.wait(timeout=60) == -signal.SIGKILL
        with Store(url) as store:
            assert reported <= store.done(store.begin(TOURNAMENT))
    with Store(url) as store:
        (kept,) = store.tournaments()
        done = sorted(store.done(kept.id))
        assert kept.done == len(done)
        assert list(store.games(kept.id)) == [some_game(number, LONG) for number in done]
