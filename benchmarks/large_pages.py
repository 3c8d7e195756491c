"""Large pages: their cost for short searches, and their benefit for long ones.

``python benchmarks/large_pages.py --rounds 5`` runs each search with tables in large pages from the beginning, in small
pages throughout, and as in the library, which moves them into large pages during the search; alternating, each time
with a new table. Linux only. The first search of each kind, which may compile, does not count.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from unittest import mock

from spielbaum import Limits, Searcher, Solver, games
from spielbaum.kernel.words import LargePages, new_words

NODES = {
    "proof of tic-tac-toe, 256 MB": lambda: Solver(games.load("tic-tac-toe"), table="256MB").solve().nodes,
    "proof of Connect Four 6 × 6, 256 MB": lambda: (
        Solver(games.load("connect-four:width=6,height=6"), table="256MB").solve().nodes
    ),
    "tic-tac-toe to its end, 64 MB": lambda: searched("tic-tac-toe", 9),
    "Connect Four to depth 19, 64 MB": lambda: searched("connect-four", 19),
}


def searched(game: str, depth: int) -> int:
    """Return the nodes of a search by PVS with a table."""
    return Searcher(games.load(game), "pvs(replacement=two-deep)").search(limits=Limits(depth=depth)).nodes


def in_large_pages(run: Callable[[], int]) -> int:
    """Run a search with tables in large pages."""
    at_once = partial(new_words, dense=True)
    with (
        mock.patch("spielbaum.search.table.scalar.new_words", at_once),
        mock.patch("spielbaum.search.proof.solver.new_words", at_once),
    ):
        return run()


def in_small_pages(run: Callable[[], int]) -> int:
    """Run a search with tables in small pages."""
    with mock.patch.object(LargePages, "take", return_value=None):
        return run()


def as_it_is(run: Callable[[], int]) -> int:
    """Run a search as the library does."""
    return run()


WAYS = (in_large_pages, in_small_pages, as_it_is)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often each is run (5)")
    rounds = parser.parse_args().rounds
    print("| what | nodes | large pages | small pages | as it is | large / as it is (least to most) |")
    print("|---|---:|---:|---:|---:|---:|", flush=True)
    for what, run in NODES.items():
        nodes = run()
        seconds: dict[Callable[..., int], list[float]] = {way: [] for way in WAYS}
        for _ in range(rounds):
            for way in WAYS:
                start = time.perf_counter()
                assert way(run) == nodes
                seconds[way].append(time.perf_counter() - start)
        ratios = [large / ours for large, ours in zip(seconds[in_large_pages], seconds[as_it_is], strict=True)]
        times = " | ".join(f"{median(seconds[way]):.3g} s" for way in WAYS)
        print(f"| {what} | {nodes:,} | {times} | {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) |")


if __name__ == "__main__":
    main()
