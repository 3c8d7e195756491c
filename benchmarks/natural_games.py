"""Games written naturally, with lists, sets, generators and tables: nodes a second and seconds to compile.

``python benchmarks/natural_games.py`` searches the seven games of ``tests/compiler/games``, compiled and interpreted,
beside plain C++ programs with the same tree for Amazons and Nine Men's Morris (g++ is needed). ``--against COMMIT``
adds an earlier revision, in a worktree of its own. ``--openspiel PROGRAM`` adds OpenSpiel's alpha-beta over its C++
states, which ``benchmarks/openspiel_alpha_beta.sh`` builds; its trees differ, so compare speeds only. Names measure
these games only.

Everything runs in turn, and times are processor times, so that other load matters less. Figures are medians of runs in
new processes, with the least and the most. Compiling is the processor time of ``spielbaum analyze --depth 1`` with an
empty kernel cache less that with a full one.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "benchmarks"
GAMES = ROOT / "tests" / "compiler" / "games"


class Case(NamedTuple):
    """A game, and how deep each program searches it.

    Attributes
    ----------
    depth, interpreted
        The depth of compiled and of interpreted searches.
    algorithm
        The algorithm of both.
    openspiel, openspiel_depth
        The game as OpenSpiel calls it, and its depth; empty if OpenSpiel does not have it.
    """

    depth: int
    interpreted: int
    algorithm: str = "alpha-beta"
    openspiel: str = ""
    openspiel_depth: int = 0


CASES = {
    "breakthrough": Case(8, 4, openspiel="breakthrough(rows=8,columns=8)", openspiel_depth=9),
    "nine_mens_morris": Case(10, 5, openspiel="nine_mens_morris", openspiel_depth=11),
    "amazons": Case(5, 2, openspiel="amazons(board_size=6)", openspiel_depth=15),
    "polyominoes": Case(5, 3, "max-n"),
    "quoridor": Case(8, 4, openspiel="quoridor(board_size=5,wall_count=3)", openspiel_depth=10),
    "havannah": Case(8, 4, openspiel="havannah(board_size=4)", openspiel_depth=8),
    "hex_natural": Case(9, 4, openspiel="hex(board_size=5,swap=True)", openspiel_depth=9),
}

PLAIN = ("amazons", "nine_mens_morris")
"""Games that have a plain C++ program with the same tree."""

COLUMNS = (
    "game", "search, depth", "nodes", "compiled, million nodes/s", "before", "interpreted", "compiled / interpreted",
    "plain C++", "compiled / plain C++", "OpenSpiel", "compiled / OpenSpiel", "compiled in", "grown by, bytes",
)  # fmt: skip

SEARCH = """
import json, sys, time
from spielbaum import Limits, Searcher, load
from spielbaum.kernel.system_memory import resident
path, algorithm, depth = sys.argv[1:]
searcher = Searcher(load(path), algorithm)
searcher.search(limits=Limits(depth=1))
searcher.search(limits=Limits(depth=int(depth) - 1))
memory, start = resident(), time.process_time()
found = searcher.search(limits=Limits(depth=int(depth)))
seconds, grown = time.process_time() - start, resident() - memory
print(json.dumps({"nodes": found.nodes, "speed": found.nodes / seconds, "grown": grown}))
"""


class Revision:
    """A revision of Spielbaum, with a kernel cache of its own.

    Parameters
    ----------
    tree
        Its source.
    folder
        Where its cache is.
    jit
        Whether it compiles.
    """

    def __init__(self, tree: Path, folder: Path, *, jit: bool = True) -> None:
        self.folder = folder
        self._environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "SPIELBAUM_JIT": "1" if jit else "0"}

    def run(self, *command: str, cache: str = "cache") -> str | None:
        """Run Python with a cache, and return its output; None if it fails."""
        environment = {**self._environment, "SPIELBAUM_CACHE_DIR": str(self.folder / cache)}
        done = subprocess.run(
            [sys.executable, *command], capture_output=True, text=True, env=environment, cwd=self.folder, check=False
        )
        return done.stdout if done.returncode == 0 else None

    def searched(self, name: str, algorithm: str, depth: int) -> dict[str, float] | None:
        """Return nodes, nodes a second and bytes of growth of a search; None if the game does not compile."""
        output = self.run("-c", SEARCH, str(GAMES / f"{name}.py"), algorithm, str(depth))
        return None if output is None else json.loads(output)

    def compiled_in(self, name: str, algorithm: str, round_: int) -> float | None:
        """Return the seconds that a new kernel takes; None if it does not compile."""
        command = ("-m", "spielbaum", "analyze", str(GAMES / f"{name}.py"), "--algorithm", algorithm, "--depth", "1")
        taken = []
        for _ in range(2):
            before = children()
            if self.run(*command, "--json", cache=f"cold-{name}-{round_}") is None:
                return None
            taken.append(children() - before)
        return taken[0] - taken[1]


def children() -> float:
    """Return the processor time of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def plain(folder: Path, name: str, depth: int) -> tuple[int, float]:
    """Return nodes and nodes a second of the plain C++ program."""
    program = folder / name
    if not program.exists():
        source = SOURCES / f"{name}_alpha_beta.cpp"
        subprocess.run(["g++", "-O3", "-march=native", "-std=c++17", "-o", str(program), str(source)], check=True)
    output = subprocess.run([program, str(depth), "1"], capture_output=True, text=True, check=True).stdout
    _, nodes, seconds, _ = output.split()
    return int(nodes), int(nodes) / float(seconds)


def openspiel(program: str, case: Case) -> float:
    """Return the nodes a second of OpenSpiel; of Amazons those between turns, since it has three actions to a turn."""
    command = [program, case.openspiel, str(case.openspiel_depth), "1"]
    words = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    nodes, seconds = float(words[2]), float(words[3])
    return (float(words[-1]) if "turns" in words else nodes) / seconds


def million(speeds: list[float]) -> str:
    return f"{median(speeds) / 1e6:.3g} ({min(speeds) / 1e6:.3g} to {max(speeds) / 1e6:.3g})" if speeds else ""


def ratio(ours: list[float], others: list[float]) -> str:
    return f"{median(mine / other for mine, other in zip(ours, others, strict=True)):.3g}" if others else ""


def measure(name: str, sides: dict[str, Revision], given: Any, folder: Path) -> str:
    """Return a row."""
    case, found, nodes, grown = CASES[name], defaultdict(list), set(), 0.0
    for round_ in range(given.rounds):
        print(f"{name}, round {round_ + 1} of {given.rounds}", file=sys.stderr)
        for side, revision in sides.items():
            depth = case.interpreted if side == "interpreted" else case.depth
            made = revision.searched(name, case.algorithm, depth)
            if made is None:
                continue
            found[side].append(made["speed"])
            if side == "ours":
                nodes.add(int(made["nodes"]))
                grown = max(grown, made["grown"])
                found["compiled"].append(revision.compiled_in(name, case.algorithm, round_))
        if name in PLAIN:
            count, speed = plain(folder, name, case.depth)
            assert {count} == nodes, f"{name}: the plain program visits {count} nodes, not {nodes}"
            found["plain"].append(speed)
        if given.openspiel and case.openspiel:
            found["openspiel"].append(openspiel(given.openspiel, case))
    (count,) = nodes
    ours, before = found["ours"], million(found["before"]) or ("does not compile" if "before" in sides else "")
    cells = (
        name, f"{case.algorithm}, {case.depth}", f"{count:,}", million(ours), before, million(found["interpreted"]),
        ratio(ours, found["interpreted"]), million(found["plain"]), ratio(ours, found["plain"]),
        million(found["openspiel"]), ratio(ours, found["openspiel"]),
        f"{median(found['compiled']):.1f} s", f"{max(0.0, grown):,.0f}",
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", help=f"of {', '.join(CASES)}; all without")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--against", metavar="COMMIT", help="an earlier revision")
    parser.add_argument("--openspiel", metavar="PROGRAM", help="the program that openspiel_alpha_beta.sh builds")
    given = parser.parse_args()
    if unknown := set(given.games) - set(CASES):
        parser.error(f"no such game: {', '.join(sorted(unknown))}; there are {', '.join(CASES)}")
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        sides = {"ours": Revision(ROOT, folder / "ours"), "interpreted": Revision(ROOT, folder / "plain", jit=False)}
        if given.against:
            tree = folder / "tree"
            subprocess.run(
                ["git", "worktree", "add", "--detach", "--quiet", str(tree), given.against], cwd=ROOT, check=True
            )
            sides["before"] = Revision(tree, folder / "before")
        for revision in sides.values():
            revision.folder.mkdir()
        print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
        try:
            for name in given.games or CASES:
                print(measure(name, sides, given, folder), flush=True)
        finally:
            if given.against:
                subprocess.run(["git", "worktree", "remove", "--force", str(folder / "tree")], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
