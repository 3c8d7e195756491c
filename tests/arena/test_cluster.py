"""Games on a Dask cluster of real processes: nothing lost and nothing twice, whatever dies."""

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("distributed")

from clusters import Cluster
from test_tournament import moves, results

from spielbaum.arena.executors import played_units
from spielbaum.arena.staff import cluster as dask
from spielbaum.arena.tournament import Setup, Tournament
from spielbaum.arena.units import Queue, play_unit
from spielbaum.errors import InputError, SpielbaumError
from spielbaum.games import nim

SETUP = Setup(
    game="connect-four:width=5,height=4",
    players=("alpha-beta(nodes=3000)", "alpha-beta(nodes=1000)"),
    games=400,
    opening_plies=3,
    distinct=True,
)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Cluster]:
    with Cluster(tmp_path) as started:
        started.start_worker()
        started.start_worker()
        yield started


def test_a_worker_is_killed_another_is_slow_and_the_scheduler_is_started_again(running: Cluster) -> None:
    tournament = Tournament(SETUP)
    tournament.prepare()
    found = []
    deeds = iter(["kill", "slow", "restart"])
    for _, ended in played_units([(SETUP, tournament.pairings)], dask(running.address)):
        found += ended
        if len(found) < 10 or len(found) > 300:
            continue
        deed = next(deeds, None)
        if deed == "kill":
            running.workers[0].kill()
            running.start_worker()
        elif deed == "slow":
            os.kill(running.workers[1].pid, signal.SIGSTOP)
            time.sleep(2)
            os.kill(running.workers[1].pid, signal.SIGCONT)
        elif deed == "restart":
            running.scheduler.kill()
            running.scheduler.wait()
            running.start_scheduler()
            running.start_worker()
            running.start_worker()
    assert next(deeds, None) is None, "the run was over before everything had happened"
    assert sorted(game.number for game in found) == list(range(400))
    found.sort(key=lambda game: game.number)
    assert moves(found) == moves(results(SETUP, workers=1))


def test_a_cluster_that_cannot_be_reached_is_said_within_ten_seconds() -> None:
    start = time.monotonic()
    with pytest.raises(InputError, match="no Dask scheduler answers at tcp:"):
        list(played_units([(SETUP, Tournament(SETUP).pairings)], dask("tcp://127.0.0.1:9")))
    assert time.monotonic() - start < 10
    with pytest.raises(InputError, match="there is no Dask scheduler at 'nonsense"):
        list(played_units([(SETUP, Tournament(SETUP).pairings)], dask("nonsense://x")))


def test_a_server_of_another_kind_is_no_cluster() -> None:
    def answer(server: socket.socket) -> None:
        connection, _ = server.accept()
        with connection:
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=answer, args=(server,), daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(InputError, match="there is no Dask scheduler at"):
            list(played_units([(SETUP, Tournament(SETUP).pairings)], dask(address)))


def test_workers_of_another_version_or_without_the_game_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    # Loaded at the start of the worker's Python, before anything of Spielbaum.
    (other / "sitecustomize.py").write_text(
        "import importlib.metadata as m; known = m.version\n"
        "m.version = lambda name: '9.9' if name == 'spielbaum' else known(name)\n"
    )
    with Cluster(tmp_path) as started:
        started.start_worker(PYTHONPATH=str(other))
        with pytest.raises(SpielbaumError, match=r"a worker has Spielbaum 9\.9 and this is .*: install the same"):
            list(played_units([(SETUP, Tournament(SETUP).pairings)], dask(started.address)))


def test_a_game_file_that_the_workers_do_not_have_is_refused(running: Cluster, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    source = Path(nim.__file__).read_text(encoding="utf-8")
    path.write_text(source)
    setup = Setup(game=str(path), players=("random", "random(seed=1)"), games=2)
    jobs = [(setup, Tournament(setup).pairings)]
    units = played_units(jobs, dask(running.address))
    assert sum(len(ended) for _, ended in units) == 2
    unit = Queue(jobs).take(1)
    path.write_text(source + "# another one\n")
    with pytest.raises(SpielbaumError, match="does not have the game file"):
        play_unit(unit)
