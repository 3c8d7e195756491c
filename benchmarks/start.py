"""Measure the time of commands from the start of their process, also compared with another revision.

    python benchmarks/start.py
    python benchmarks/start.py --processes 21 --against HEAD~10
    python benchmarks/start.py help games uciok

Each row is a number of processes, after one that is not counted, which compiles kernels and caches
bytecode; after an edit every process compiles. Both revisions alternate, so that other load affects them
equally: the least is the time on an idle machine. The other revision gets a worktree, both get a kernel and bytecode
cache, in a temporary directory. The table goes to stdout.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
PROGRAM = [sys.executable, "-c", "from spielbaum.cli import main; main()"]
SEARCH = "import sys; from spielbaum import load, search; search(load(sys.argv[1]), depth=8)"
LOOP = "while root * root <= state.counters"
"""Of the game in the README; an edit ends it at another number."""


class Side:
    """A revision whose commands are measured, or the working tree.

    Parameters
    ----------
    name
        Of the revision; None for the working tree.
    directory
        For its caches, its worktree, and the game that it searches.
    """

    def __init__(self, name: str | None, directory: Path) -> None:
        directory.mkdir()
        self.tree, self.title = directory / "tree", name or "now"
        if name is None:
            self.tree = ROOT
        else:
            git("worktree", "add", "--detach", "--quiet", str(self.tree), name)
        self._worktree = name is not None
        self._game, self._edits = directory / "mygame.py", count(1_000)
        self.environment = {
            **{key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"},
            "PYTHONPATH": str(self.tree / "src"),
            "PYTHONPYCACHEPREFIX": str(directory / "bytecode"),
            "SPIELBAUM_CACHE_DIR": str(directory / "kernels"),
        }
        self.write_game()

    def remove(self) -> None:
        """Remove the worktree."""
        if self._worktree:
            git("worktree", "remove", "--force", str(self.tree))

    def write_game(self, ending: str = "") -> None:
        """Write the game of the README, its loop with another ending."""
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        code = next(part.partition("```")[0] for part in text.split("```python\n")[1:] if "Game(" in part)
        assert LOOP in code, "the game of the README is not the one that is edited here"
        self._game.write_text(code.replace(LOOP, LOOP + ending), encoding="utf-8")

    def run(self, *command: str) -> float:
        """Return the seconds of a process."""
        start = time.perf_counter()
        subprocess.run(command, env=self.environment, capture_output=True, check=True)
        return time.perf_counter() - start

    def program(self, *arguments: str) -> float:
        """Return the seconds of a command."""
        return self.run(*PROGRAM, *arguments)

    def analyze(self) -> float:
        """Return the seconds of a search by the command line."""
        return self.program("analyze", str(self._game), "--depth", "8")

    def search(self) -> float:
        """Return the seconds of a search from Python."""
        return self.run(sys.executable, "-c", SEARCH, str(self._game))

    def edited(self) -> float:
        """Return the seconds of a search after another edit of the game."""
        self.write_game(f" and root < {next(self._edits)}")
        return self.analyze()

    def uci(self, lines: str, answer: str) -> float:
        """Return the seconds from the start of the engine to an answer."""
        start = time.perf_counter()
        with subprocess.Popen(
            [*PROGRAM, "uci"], env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as engine:
            assert engine.stdin is not None
            assert engine.stdout is not None
            engine.stdin.write(lines)
            engine.stdin.flush()
            found = any(line.startswith(answer) for line in engine.stdout)
            seconds = time.perf_counter() - start
            engine.stdin.write("quit\n")
            engine.stdin.close()
            engine.stdout.read()
        if not found:
            sys.exit(f"{self.title}: the engine ended without {answer}")
        return seconds


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


ROWS: dict[str, tuple[str, Callable[[Side], float]]] = {
    "help": ("`spielbaum --help`", lambda side: side.program("--help")),
    "games": ("`spielbaum games`", lambda side: side.program("games")),
    "algorithms": ("`spielbaum algorithms`", lambda side: side.program("algorithms")),
    "uciok": ("`spielbaum uci` to `uciok`", lambda side: side.uci("uci\n", "uciok")),
    "bestmove": (
        "`spielbaum uci` to the first `bestmove` of `go depth 1`",
        lambda side: side.uci("uci\nposition startpos\ngo depth 1\n", "bestmove"),
    ),
    "analyze": ("`spielbaum analyze mygame.py --depth 8`", Side.analyze),
    "search": ("`from spielbaum import search`, and the same search", Side.search),
    "edit": ("`spielbaum analyze mygame.py --depth 8` after an edit", Side.edited),
}


def measured(sides: list[Side], run: Callable[[Side], float], processes: int) -> list[list[float]]:
    """Return the seconds of each side, alternating, without the first process."""
    times = [[run(side) for side in sides] for _ in range(processes + 1)]
    return [list(column) for column in zip(*times[1:], strict=True)]


def head(sides: list[Side]) -> list[str]:
    """Return the head of the table."""
    titles = [f"{side.title}: {what}" for side in sides for what in ("least", "median")]
    titles += ["ratio of the least"] if len(sides) > 1 else []
    return [f"| what | {' | '.join(titles)} |", f"|---|{'---:|' * len(titles)}"]


def line(what: str, times: list[list[float]]) -> str:
    """Return a line of the table: the name, and for each side the least and the median in seconds."""
    cells = [f"{figure:.3f} s" for column in times for figure in (min(column), median(column))]
    cells += [f"{min(times[0]) / min(times[1]):.2f}"] if len(times) > 1 else []
    return f"| {what} | {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"{', '.join(ROWS)}; without one all of them")
    parser.add_argument("--processes", type=int, default=11, metavar="N", help="for each row")
    parser.add_argument("--against", metavar="REV", help="another revision, measured in turn")
    wanted = parser.parse_args()
    if wanted.processes < 1:
        parser.error("--processes must be at least 1")
    if unknown := set(wanted.rows) - set(ROWS):
        parser.error(f"there is no row {sorted(unknown)[0]}, only {', '.join(ROWS)}")
    sides: list[Side] = []
    with tempfile.TemporaryDirectory() as directory:
        try:
            for number, name in enumerate([None, wanted.against] if wanted.against else [None]):
                sides.append(Side(name, Path(directory) / str(number)))
            print("\n".join(head(sides)), flush=True)
            for row in wanted.rows or ROWS:
                what, run = ROWS[row]
                print(line(what, measured(sides, run, wanted.processes)), flush=True)
        except subprocess.CalledProcessError as error:
            said = error.stderr if isinstance(error.stderr, str) else error.stderr.decode("utf-8", "replace")
            sys.exit(f"{' '.join(map(str, error.cmd))}: {said.strip()}")
        finally:
            for side in sides:
                side.remove()


if __name__ == "__main__":
    main()
