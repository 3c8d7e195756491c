"""The speed-up by several workers, the overhead, and the reproducibility of the table: see README.md.

::

    python benchmarks/experiments.py speed [--games 1000] [--nodes 5000] [--pairs 3] [--screen]
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
from statistics import median

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
    parser.add_argument(
        "--pairs", type=int, default=3, help="how often one worker, two and the ceiling are timed in turn"
    )
    parser.add_argument("--screen", action="store_true", help="with the live table, on a terminal that is not shown")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        design = Path(folder) / "design.toml"
        limits = [f"{{nodes = {asked.nodes}}}", *(["{depth = 4}"] if asked.what == "same" else [])]
        rounds = asked.games // (2 * len(limits))
        text = DESIGN.format(game=asked.game, limits=f"[{', '.join(limits)}]", rounds=rounds)
        design.write_text(text, encoding="utf-8")
        if asked.what == "speed":
            ratios = [speed(design, Path(folder) / str(pair), screen=asked.screen) for pair in range(asked.pairs)]
            names = ("two workers", "two runs side by side", "two loops of plain Python")
            for name, found in zip(names, zip(*ratios, strict=True), strict=True):
                print(f"{name}: {median(found):.2f} times one ({min(found):.2f} to {max(found):.2f})")
            shares = [workers / max(others) for workers, *others in ratios]
            print(f"two workers reach {median(shares):.2f} of what the machine gives to two processes")
        else:
            same(design, Path(folder), asked.kills)


def speed(design: Path, folder: Path, *, screen: bool) -> tuple[float, float, float]:
    """Print wall and processor time of one worker and of two, and the time outside games.

    Returns
    -------
    tuple
        The speed-ups of two workers, of two independent runs with a worker each, and of
        two processes that count without Spielbaum, as the maximum.
    """
    folder.mkdir()
    experiment = read_experiment(design)
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

    def alone(number: int) -> list[str]:
        database = ("--workers", "1", "--database", str(folder / f"alone{number}.db"))
        return [*PROGRAM, "experiment", str(design), "--json", *database]

    one, two = together(alone(0)), together(alone(1), alone(2))
    loop = [sys.executable, "-c", LOOP]
    one_loop, two_loops = together(loop), together(loop, loop)
    found = walls[1] / walls[2], 2 * one / two, 2 * one_loop / two_loops
    print("two workers {:.2f}, two runs {:.2f}, two loops {:.2f} times one".format(*found), flush=True)
    return found


LOOP = """
total = 0
for number in range(60_000_000):
    total ^= number * number
"""


def together(*commands: list[str]) -> float:
    """Return the time of processes that start at the same time."""
    start = time.perf_counter()
    running = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for command in commands]
    codes = [process.wait() for process in running]
    assert not any(codes)
    return time.perf_counter() - start


@contextmanager
def shown(experiment: Experiment, store: Store) -> Iterator[Tell]:
    """Show the live table on a pseudo-terminal, discarding its output."""
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
    """Read the output to its end, and return its size."""
    count = 0
    with suppress(OSError):
        while text := os.read(terminal, 65_536):
            count += len(text)
    os.close(terminal)
    print(f"  the live table wrote {count:,} bytes")


def cpu() -> float:
    """Return the processor time of this process and its finished children."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def same(design: Path, folder: Path, kills: int) -> None:
    """Compare the tables of one worker, two, Dask, and two that are killed repeatedly."""
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
    """Return the number of games in a database."""
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
