"""What several workers gain, what keeping books costs, and whether the table stays the same: see README.md.

::

    python benchmarks/experiments.py speed [--games 1000] [--nodes 5000] [--screen]
    python benchmarks/experiments.py same [--kills 10]
"""

import argparse
import csv
import os
import pty
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, redirect_stderr, suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))

from spielbaum.arena.experiment import Experiment, read_experiment
from spielbaum.arena.worker_pool import here
from spielbaum.cli.render.experiment import Tell, watching
from spielbaum.store import Store
from spielbaum.store.running import begin, run
from spielbaum.store.tidy import TIMES

PROGRAM = [sys.executable, "-c", "from spielbaum.cli import main; main()"]
DESIGN = """
games = "{game}"
players = ["alpha-beta", "pvs"]
limits = {limits}
openings = {{plies = 4}}
rounds = {rounds}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="Workers, bookkeeping, and the sameness of tables.")
    parser.add_argument("what", choices=("speed", "same"))
    parser.add_argument("--game", default="connect-four")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--screen", action="store_true", help="with the live table, on a terminal that nobody sees")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        design = Path(folder) / "design.toml"
        limits = [f"{{nodes = {asked.nodes}}}", *(["{depth = 4}"] if asked.what == "same" else [])]
        rounds = asked.games // (2 * len(limits))
        text = DESIGN.format(game=asked.game, limits=f"[{', '.join(limits)}]", rounds=rounds)
        design.write_text(text, encoding="utf-8")
        if asked.what == "speed":
            speed(read_experiment(design), Path(folder), screen=asked.screen)
        else:
            same(design, Path(folder), asked.kills)


def speed(experiment: Experiment, folder: Path, *, screen: bool) -> None:
    """Print wall and processor time of one worker and of two, and what is not spent in games."""
    show = shown if screen else lambda *_: nullcontext(lambda *_: None)
    print(f"load {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores")
    walls = {}
    for workers in (1, 2):
        with Store(str(folder / f"warm{workers}.db")) as store:  # compiled before the clock starts
            next(run(experiment, store, here(workers)))
        before, start = cpu(), time.perf_counter()
        own = resource.getrusage(resource.RUSAGE_SELF)
        in_games = 0.0
        with Store(str(folder / f"speed{workers}.db")) as store, show(experiment, store) as tell:
            for cell, games in run(experiment, store, here(workers)):
                tell(cell, games)
                in_games += sum(game.seconds for game in games)
        walls[workers] = time.perf_counter() - start
        parent = sum(resource.getrusage(resource.RUSAGE_SELF)[:2]) - sum(own[:2])
        used = cpu() - before
        print(f"{workers} workers: {walls[workers]:.1f} s, {used:.1f} s of processors, {in_games:.1f} s in games")
        if workers == 1:
            print(f"  outside games: {1 - in_games / walls[1]:.1%} of the time")
        else:
            print(f"  the submitting process: {parent:.2f} s of processors, {parent / used:.1%} of all")
    print(f"2 workers are {walls[1] / walls[2]:.2f} times one; load {os.getloadavg()[0]:.1f}")


@contextmanager
def shown(experiment: Experiment, store: Store) -> Iterator[Tell]:
    """Show the live table on a terminal of our own, whose text is thrown away."""
    ours, theirs = pty.openpty()
    reader = threading.Thread(target=drain, args=(ours,))
    reader.start()
    with (
        os.fdopen(theirs, "w") as terminal,
        redirect_stderr(terminal),
        watching(begin(experiment, store), store) as tell,
    ):
        yield tell
    reader.join()


def drain(terminal: int) -> None:
    """Read what is shown, until nobody shows anything more; say how much it was."""
    count = 0
    with suppress(OSError):
        while text := os.read(terminal, 65_536):
            count += len(text)
    os.close(terminal)
    print(f"  the live table wrote {count:,} bytes")


def cpu() -> float:
    """Return the processor time of this process and of its children that ended."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def same(design: Path, folder: Path, kills: int) -> None:
    """Compare the tables of one worker, two, Dask, and two that are killed again and again."""
    from clusters import Cluster

    start = time.perf_counter()
    tables = {"1 worker": table(design, folder / "one", "--workers", "1")}
    alone = time.perf_counter() - start
    tables["2 workers"] = table(design, folder / "two", "--workers", "2")
    with Cluster(folder) as started:
        for _ in range(2):
            started.start_worker()
        tables["Dask"] = table(design, folder / "dask", "--cluster", started.address)
    generator, killed = random.Random(0), 0
    command = [*PROGRAM, "experiment", str(design), "--workers", "2", "--database", str(folder / "killed.db")]
    for _ in range(kills):
        stored = count(folder / "killed.db")
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        while process.poll() is None and count(folder / "killed.db") == stored:
            time.sleep(0.01)
        time.sleep(generator.uniform(0, alone / 2 / kills))
        killed += process.poll() is None
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        print(f"killed with {count(folder / 'killed.db')} games stored")
    tables[f"killed {killed} times"] = table(design, folder / "killed", "--workers", "2")
    for name, rows in tables.items():
        print(f"{name}: {len(rows)} rows, {'the same' if rows == tables['1 worker'] else 'NOT the same'}")
    sys.exit(any(rows != tables["1 worker"] for rows in tables.values()))


def count(database: Path) -> int:
    """Return how many games a database has."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return int(connection.execute("SELECT count(*) FROM game").fetchone()[0])
    return 0


def table(design: Path, name: Path, *how: str) -> list[dict[str, str]]:
    """Run an experiment to its end; return its tidy table without times."""
    file = name.with_suffix(".csv")
    command = [*PROGRAM, "experiment", str(design), *how, "--database", str(name.with_suffix(".db"))]
    subprocess.run([*command, "--export", str(file)], check=True, stdout=subprocess.DEVNULL)
    with file.open(encoding="utf-8", newline="") as lines:
        return [{key: cell for key, cell in row.items() if key not in TIMES} for row in csv.DictReader(lines)]


if __name__ == "__main__":
    main()
