"""What several workers gain, what keeping books costs, and whether the table stays the same: see README.md.

::

    python benchmarks/experiments.py speed [--games 1000] [--nodes 5000]
    python benchmarks/experiments.py same [--kills 10]
"""

import argparse
import csv
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "arena"))

from spielbaum.arena.experiment import Experiment, read_experiment
from spielbaum.arena.staff import here
from spielbaum.store import Store
from spielbaum.store.running import run
from spielbaum.store.tidy import TIMES

PROGRAM = [sys.executable, "-c", "from spielbaum.cli import main; main()"]
DESIGN = """
games = "{game}"
players = ["alpha-beta", "pvs"]
limits = {{nodes = {nodes}}}
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
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        design = Path(folder) / "design.toml"
        text = DESIGN.format(game=asked.game, nodes=asked.nodes, rounds=asked.games // 2)
        design.write_text(text, encoding="utf-8")
        if asked.what == "speed":
            speed(read_experiment(design), Path(folder))
        else:
            same(design, Path(folder), asked.kills)


def speed(experiment: Experiment, folder: Path) -> None:
    """Print wall and processor time of one worker and of two, and what is not spent in games."""
    print(f"load {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores")
    walls = {}
    for workers in (1, 2):
        with Store(str(folder / f"warm{workers}.db")) as store:  # compiled before the clock starts
            next(run(experiment, store, here(workers)))
        before, start = cpu(), time.perf_counter()
        own = resource.getrusage(resource.RUSAGE_SELF)
        in_games = 0.0
        with Store(str(folder / f"speed{workers}.db")) as store:
            for _, games in run(experiment, store, here(workers)):
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
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        time.sleep(2 + generator.uniform(0, alone / kills))
        killed += process.poll() is None
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    tables[f"killed {killed} times"] = table(design, folder / "killed", "--workers", "2")
    for name, rows in tables.items():
        print(f"{name}: {len(rows)} rows, {'the same' if rows == tables['1 worker'] else 'NOT the same'}")
    sys.exit(any(rows != tables["1 worker"] for rows in tables.values()))


def table(design: Path, name: Path, *how: str) -> list[dict[str, str]]:
    """Run an experiment to its end; return its tidy table without times."""
    file = name.with_suffix(".csv")
    command = [*PROGRAM, "experiment", str(design), *how, "--database", str(name.with_suffix(".db"))]
    subprocess.run([*command, "--export", str(file)], check=True, stdout=subprocess.DEVNULL)
    with file.open(encoding="utf-8", newline="") as lines:
        return [{key: cell for key, cell in row.items() if key not in TIMES} for row in csv.DictReader(lines)]


if __name__ == "__main__":
    main()
