"""Games on a Dask cluster of real processes: nothing lost and nothing twice, whatever dies."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from clusters import Cluster
from outcomes import moves, results
from spielbaum.arena import worker_pool
from spielbaum.arena.executors import played_units
from spielbaum.arena.experiment import Experiment, read_experiment
from spielbaum.arena.records import GameRecord
from spielbaum.arena.tournament import Setup, Tournament
from spielbaum.arena.units import Queue, play_unit
from spielbaum.arena.worker_pool import cluster as dask
from spielbaum.arena.worker_pool import here
from spielbaum.errors import InputError, SpielbaumError
from spielbaum.games import nim
from spielbaum.store import Store
from spielbaum.store.running import begin, run

pytestmark = [pytest.mark.slow, pytest.mark.skipif(find_spec("distributed") is None, reason="no distributed")]

SETUP = Setup(
    game="connect-four:width=5,height=4",
    players=("alpha-beta(nodes=3000)", "alpha-beta(nodes=1000)"),
    games=160,
    opening_plies=3,
    distinct=True,
)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Cluster]:
    with Cluster(tmp_path) as started:
        started.start_worker()
        started.start_worker()
        yield started


@pytest.mark.long
def test_killed_worker_slow_worker_and_restarted_scheduler(running: Cluster) -> None:
    tournament = Tournament(SETUP)
    tournament.prepare()

    def kill() -> None:
        running.workers[0].kill()
        running.start_worker()

    def restart() -> None:
        running.scheduler.kill()
        running.scheduler.wait()
        running.start_scheduler()
        running.start_worker()
        running.start_worker()

    def stop() -> None:
        os.kill(running.workers[1].pid, signal.SIGSTOP)

    def wake() -> None:  # what it had begun comes long after what others began later
        os.kill(running.workers[1].pid, signal.SIGCONT)

    deeds = [(10, kill), (30, stop), (60, wake), (90, restart)]
    found = []
    for _, ended in played_units([(SETUP, tournament.pairings)], dask(running.address)):
        found += ended
        if deeds and len(found) >= deeds[0][0]:
            deeds.pop(0)[1]()
    assert not deeds, "the run was over before everything had happened"
    assert sorted(game.number for game in found) == list(range(160))
    found.sort(key=lambda game: game.number)
    assert moves(found) == moves(results(SETUP, workers=1))


DESIGN = """
games = "connect-four:width=5,height=4"
players = ["alpha-beta", "pvs"]
limits = {nodes = 3000}
openings = {plies = 3}
rounds = 60
"""


@pytest.mark.long
def test_a_cluster_without_workers_is_reported_and_continues_with_the_next_worker(
    running: Cluster, tmp_path: Path
) -> None:
    (tmp_path / "design.toml").write_text(DESIGN, encoding="utf-8")
    command = [sys.executable, "-c", "from spielbaum.cli import main; main()", "experiment", "design.toml", "--json"]
    database, asked = str(tmp_path / "cluster.db"), read_experiment(tmp_path / "design.toml")
    process = subprocess.Popen(
        [*command, "--cluster", running.address, "--database", database],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    try:
        with Store(database) as store:
            while not stored_games(store, asked):
                time.sleep(0.1)
        for worker in running.workers:
            worker.kill()
        start = time.monotonic()
        assert process.stderr is not None
        said = process.stderr.readline()
        assert said.startswith(f"spielbaum: the Dask cluster at {running.address} has no workers left; waiting")
        assert time.monotonic() - start < 10
        running.start_worker()
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert (process.returncode, err) == (0, f"spielbaum: the Dask cluster at {running.address} has workers again\n")
    assert json.loads(out)["games"] == 120
    with Store(database) as store, Store(str(tmp_path / "here.db")) as other:
        list(run(asked, other, here(1)))
        assert moves(stored_games(store, asked)) == moves(stored_games(other, asked))


def stored_games(store: Store, asked: Experiment) -> list[GameRecord]:
    return [game for cell in begin(asked, store).cells for game in store.games(cell.tournament.id)]


@pytest.mark.long
def test_a_cluster_without_workers_ends_the_run_after_a_while(
    running: Cluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(worker_pool, "RETURN_SECONDS", 4.0)
    units = played_units([(SETUP, Tournament(SETUP).pairings)], dask(running.address))
    assert next(units)
    for worker in running.workers:
        worker.kill()
    start = time.monotonic()
    with pytest.raises(SpielbaumError, match="has had no workers for 4 s; start some, and run the same command"):
        list(units)
    assert time.monotonic() - start < 20
    assert [record.getMessage() for record in caplog.records if "no workers left" in record.getMessage()]


def test_an_unreachable_cluster_is_reported_within_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert worker_pool.CONNECT_SECONDS < 9
    monkeypatch.setattr(worker_pool, "CONNECT_SECONDS", 0.3)
    start = time.monotonic()
    with pytest.raises(InputError, match="no Dask scheduler answers at tcp:"):
        list(played_units([(SETUP, Tournament(SETUP).pairings)], dask("tcp://127.0.0.1:9")))
    assert time.monotonic() - start < 10
    with pytest.raises(InputError, match="there is no Dask scheduler at 'nonsense"):
        list(played_units([(SETUP, Tournament(SETUP).pairings)], dask("nonsense://x")))


def test_another_kind_of_server_is_refused() -> None:
    def answer(server: socket.socket) -> None:
        connection, _ = server.accept()
        with connection:
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=answer, args=(server,), daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(InputError, match="there is no Dask scheduler at"):
            list(played_units([(SETUP, Tournament(SETUP).pairings)], dask(address)))


def test_workers_of_another_version_or_without_the_game_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "CONNECT_SECONDS", 60.0)
    other, path = tmp_path / "other", tmp_path / "own.py"
    other.mkdir()
    # Loaded at the start of the worker's Python, before anything of Spielbaum.
    (other / "sitecustomize.py").write_text(
        "import sys, types\n"
        "sys.modules['spielbaum._version'] = types.ModuleType('spielbaum._version')\n"
        "sys.modules['spielbaum._version'].__version__ = '9.9'\n"
    )
    source = Path(nim.__file__).read_text(encoding="utf-8")
    path.write_text(source)
    setup = Setup(game=str(path), players=("random", "random(seed=1)"), games=2)
    jobs = [(setup, Tournament(setup).pairings)]
    with Cluster(tmp_path) as started:
        worker = started.start_worker(PYTHONPATH=str(other))
        with pytest.raises(SpielbaumError, match=r"a worker has Spielbaum 9\.9 and this is .*: install the same"):
            list(played_units(jobs, dask(started.address)))
        worker.kill()
        worker.wait()
        started.start_worker()
        assert sum(len(ended) for _, ended in played_units(jobs, dask(started.address))) == 2
    unit = Queue(jobs).take(1)
    path.write_text(source + "# another one\n")
    with pytest.raises(SpielbaumError, match="does not have the files of"):
        play_unit(unit)
