"""Compare two revisions by ``spielbaum bench``: nodes, whether they are equal, and the ratio of nodes a second.

    python benchmarks/compare_commits.py HEAD~30 HEAD
    python benchmarks/compare_commits.py v0.1.0 HEAD --games connect-four --algorithms alpha-beta,pvs --rounds 5
    python benchmarks/compare_commits.py HEAD~30 HEAD --games "$PWD/benchmarks/lists.py"     # a file, by its full path
    python benchmarks/compare_commits.py HEAD~30 HEAD --write docs/benchmarks.md

Each revision gets its own worktree and kernel cache in a temporary directory. After a run that compiles, both
run alternately, so that other load affects them equally. The table goes to stdout, or between the two markers of a
file.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parent.parent
BEGIN, END = "<!-- compare-commits: begin -->", "<!-- compare-commits: end -->"
ALGORITHMS = "minimax,alpha-beta,alpha-beta-negamax,pvs,pvs(replacement=two-deep),mtdf,max-n,max-n-is,paranoid,hypermax"
PROGRAM = "from spielbaum.cli import main; main()"
LEAST_SECONDS = 0.02
"""The shortest run, in seconds, for which speed is reported."""

Key = tuple[str, str]
Rows = dict[Key, list[dict[str, Any]]]


class Revision:
    """A revision in a worktree with its own kernel cache."""

    def __init__(self, name: str, directory: Path) -> None:
        self.name = name
        self.tree = directory / "tree"
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(self.tree / "src"),
            "SPIELBAUM_CACHE_DIR": str(directory / "cache"),
        }
        git("worktree", "add", "--detach", "--quiet", str(self.tree), name)
        self.commit = git("-C", str(self.tree), "rev-parse", "--short", "HEAD").strip()

    def remove(self) -> None:
        """Remove the worktree."""
        git("worktree", "remove", "--force", str(self.tree))

    def bench(self, algorithm: str, games: list[str]) -> Rows:
        """Return the rows of one algorithm by game, running games one by one if one of them fails."""
        command = [sys.executable, "-c", PROGRAM, "bench", *games, "--algorithm", algorithm, "--json"]
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment, check=False)
        rows: Rows = defaultdict(list)
        if done.returncode == 0:
            for row in json.loads(done.stdout)["rows"]:
                rows[row["game"], row["algorithm"]].append(row)
        elif len(games) > 1:
            for game in games:
                rows.update(self.bench(algorithm, [game]))
        else:
            print(f"{self.name}, {algorithm} {' '.join(games)}: {done.stderr.strip()}", file=sys.stderr)
        return rows


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def measured(old: Revision, new: Revision, algorithm: str, games: list[str], rounds: int) -> list[tuple[Rows, Rows]]:
    """Return the results of both revisions in each round, without the first, which compiles."""
    pairs = []
    for number in range(rounds + 1):
        print(f"{algorithm}, {'compiling' if number == 0 else f'round {number} of {rounds}'}", file=sys.stderr)
        latest = new.bench(algorithm, games)
        fitting = games or list(dict.fromkeys(game for game, _ in latest))
        earlier = old.bench(algorithm, fitting) if latest else {}
        if number:
            pairs.append((earlier, latest))
    return pairs


def lines(pairs: list[tuple[Rows, Rows]]) -> list[str]:
    """Return a line of the table for each game: nodes of both, the median ratio of speeds, and whether nodes agree."""
    found = []
    for key in dict.fromkeys(key for _, latest in pairs for key in latest):
        nodes = [{total(rows.get(key), "nodes") for rows in side} for side in zip(*pairs, strict=True)]
        assert all(len(counts) == 1 for counts in nodes), f"{key}: nodes differ from run to run"
        before, after = (counts.pop() for counts in nodes)
        ratios = [
            after_ / before_ for old, new in pairs if (before_ := speed(old.get(key))) and (after_ := speed(new[key]))
        ]
        ratio = f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})" if ratios else ""
        equal = "" if not before else "equal" if places(pairs[0][0][key]) == places(pairs[0][1][key]) else "**differ**"
        found.append(f"| {key[0]} | {key[1]} | {before:,} | {after:,} | {ratio} | {equal} |" if before else
                     f"| {key[0]} | {key[1]} | | {after:,} | | |")  # fmt: skip
    return found


def total(rows: list[dict[str, Any]] | None, counter: str) -> Any:
    return sum(row[counter] for row in rows or [])


def speed(rows: list[dict[str, Any]] | None) -> float | None:
    seconds = total(rows, "seconds")
    return total(rows, "nodes") / seconds if seconds >= LEAST_SECONDS else None


def places(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Return the parts of a row that must be equal for the same search."""
    return [(row["position"], row["depth"], row["nodes"]) for row in rows]


def table(old: Revision, new: Revision, body: list[str], rounds: int) -> str:
    head = f"Nodes and speed of {new.commit} against {old.commit}, {rounds} rounds in turn:"
    columns = "| game | algorithm | nodes old | nodes new | nodes/s new / old (lowest to highest) | nodes |"
    return "\n".join([head, "", columns, "|---|---|---:|---:|---:|---|", *body, ""])


def write(text: str, path: Path) -> None:
    """Put a text between the markers of a file."""
    page = path.read_text(encoding="utf-8")
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{path} has no markers {BEGIN} and {END}")
    path.write_text(f"{before}{begin}\n{text}{end}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--games", nargs="*", default=[], help="without them the suite of the new revision")
    parser.add_argument("--algorithms", default=ALGORITHMS, help="separated by commas")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the table between the markers of a file")
    wanted = parser.parse_args()
    if wanted.rounds < 1:
        parser.error("--rounds must be at least 1")
    revisions: list[Revision] = []
    with tempfile.TemporaryDirectory() as directory:
        try:
            for side in ("old", "new"):
                revisions.append(Revision(getattr(wanted, side), Path(directory) / side))
            old, new = revisions
            body = [
                line
                for algorithm in wanted.algorithms.split(",")
                for line in lines(measured(old, new, algorithm, wanted.games, wanted.rounds))
            ]
            text = table(old, new, body, wanted.rounds)
        except subprocess.CalledProcessError as error:
            sys.exit(f"{' '.join(map(str, error.cmd))}: {error.stderr.strip()}")
        finally:
            for revision in revisions:
                revision.remove()
    if wanted.write:
        write(text, wanted.write)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
