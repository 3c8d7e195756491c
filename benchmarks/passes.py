"""What each pass over Numba buys: the time to compile nine kernels, and their speed, without it.

``python benchmarks/passes.py --rounds 3`` switches the passes of ``SPIELBAUM_NUMBA`` off one by one. A table has the
ratio of each to all passes: the processor time to compile, and nodes a second of processor time. With and without a
pass are measured in turn in the same process, and figures are medians of rounds. ``--passes`` and ``--games`` measure
some only.
"""

import argparse
import gc
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any, NamedTuple

from spielbaum import Limits, Searcher, load
from spielbaum.kernel import compile as kernels
from spielbaum.kernel.numba_internals import PASSES, SETTING

TOGETHER = 4
"""How many passes are compared with the same two measurements of all."""

NATURAL = Path(__file__).parent.parent / "tests" / "compiler" / "games"


class Case(NamedTuple):
    """A kernel: a game, an algorithm, and the depth of a search of about a second."""

    game: str
    algorithm: str
    depth: int


CASES = {
    "Connect Four, alpha-beta": Case("connect-four", "alpha-beta", 13),
    "Connect Four, PVS": Case("connect-four", "pvs", 14),
    "Othello, alpha-beta": Case("othello", "alpha-beta", 12),
    "chess, alpha-beta": Case("chess", "alpha-beta", 6),
    "draughts, alpha-beta": Case("draughts", "alpha-beta", 14),
    "Domineering, PVS": Case("domineering", "pvs", 12),
    "Dots and Boxes, PVS": Case("dots-and-boxes", "pvs", 10),
    "Chameleon Chess, Max^n": Case("chameleon-chess", "max-n", 6),
    "Quoridor, alpha-beta": Case(str(NATURAL / "quoridor.py"), "alpha-beta", 8),
}


class Kernel:
    """A compiled search.

    Parameters
    ----------
    case
        The search.
    setting
        The passes that are switched off.
    folder
        Where a kernel cache of its own is made.

    Attributes
    ----------
    seconds
        Processor time to compile it.
    nodes
        The nodes of the search.
    """

    def __init__(self, case: Case, setting: str, folder: str) -> None:
        os.environ[SETTING], os.environ["SPIELBAUM_CACHE_DIR"] = setting, tempfile.mkdtemp(dir=folder)
        kernels._KERNELS.clear()
        gc.collect()
        self.limits = Limits(depth=case.depth)
        self.searcher = Searcher(load(case.game), case.algorithm)
        start = time.process_time()
        self.searcher.search(limits=Limits(depth=1))
        self.seconds = time.process_time() - start
        self.nodes = 0

    def speed(self) -> float:
        """Return nodes a second of processor time of one search."""
        start = time.process_time()
        self.nodes = self.searcher.search(limits=self.limits).nodes
        return self.nodes / (time.process_time() - start)


def measured(case: Case, names: Sequence[str], folder: str) -> Iterator[tuple[str, float, float]]:
    """Yield passes with the time to compile and the speed without them, as parts of those with all."""
    for start in range(0, len(names), TOGETHER):
        group = names[start : start + TOGETHER]
        settings = ["", *(f"-{name}" for name in group), ""]
        kernels = [Kernel(case, setting, folder) for setting in settings]
        speeds = [max(pair) for pair in zip(*[[kernel.speed() for kernel in kernels] for _ in range(2)], strict=True)]
        assert len({kernel.nodes for kernel in kernels}) == 1, f"{case} has other nodes without one of {group}"
        seconds = (kernels[0].seconds + kernels[-1].seconds) / 2
        speed = (speeds[0] + speeds[-1]) / 2
        for name, kernel, without in zip(group, kernels[1:-1], speeds[1:-1], strict=True):
            yield name, kernel.seconds / seconds, without / speed


def table(found: dict[tuple[str, str], list[tuple[float, float]]], passes: list[str], games: list[str]) -> str:
    """Return a row for each pass, with the time to compile and the speed without it."""
    rows = [f"| without | {' | '.join(games)} | all |", f"|---|{'---:|' * (len(games) + 1)}"]
    for name in passes:
        medians = [tuple(map(median, zip(*found[name, game], strict=True))) for game in games if found[name, game]]
        cells = [*medians, tuple(map(geometric_mean, zip(*medians, strict=True)))] if medians else []
        rows.append(f"| {name} | " + " | ".join(f"{compiling:.2f}, {speed:.2f}" for compiling, speed in cells) + " |")
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--passes", nargs="*", choices=PASSES, default=list(PASSES))
    parser.add_argument("--games", nargs="*", choices=CASES, default=list(CASES))
    wanted = parser.parse_args()
    if wanted.rounds < 1:
        parser.error("--rounds must be at least 1")
    found: dict[Any, list[tuple[float, float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        Kernel(CASES[wanted.games[0]], "", folder)  # Numba is imported
        for number in range(wanted.rounds):
            for game in wanted.games:
                for name, seconds, speed in measured(CASES[game], wanted.passes, folder):
                    found[name, game].append((seconds, speed))
                    print(number + 1, game, name, f"{seconds:.3f} {speed:.3f}", sep=", ", file=sys.stderr)
    print("Time to compile and speed without a pass, as parts of those with it:\n")
    print(table(found, wanted.passes, wanted.games))


if __name__ == "__main__":
    main()
