"""Boards of more than 64 bits compared with the largest of 64: nodes a second of ``analyze``, and the ratio.

``python benchmarks/wide_boards.py --rounds 5`` searches the boards alternately, with the default algorithm and a node
limit.
``--forced`` also searches the smaller boards as wide ones, and asserts that the tree is the same.
"""

import argparse
from collections.abc import Callable
from statistics import median
from typing import Any

from spielbaum import Game, Limits, Searcher, load
from spielbaum.games import connect_four, domineering
from spielbaum.games.connect_four.rules import Board as Columns
from spielbaum.games.domineering.rules import Board as Squares


class WideColumns(Columns):
    """A board of Connect Four declared wide everywhere."""

    wide = True


class WideSquares(Squares):
    """The same for Domineering."""

    wide = True


GROUPS: tuple[tuple[dict[str, str], Callable[[], Game]], ...] = (
    (
        {
            "8 × 7, 64 bits": "connect-four:width=8,height=7",
            "8 × 8, 72 bits": "connect-four:width=8,height=8",
            "9 × 7, 72 bits": "connect-four:width=9,height=7",
            "10 × 10, 110 bits": "connect-four:width=10,height=10",
        },
        lambda: connect_four.make_game(WideColumns(8, 7)),
    ),
    (
        {
            "8 × 8, 64 bits": "domineering:rows=8,columns=8",
            "9 × 8, 72 bits": "domineering:rows=9,columns=8",
            "10 × 10, 100 bits": "domineering:rows=10,columns=10",
        },
        lambda: domineering.make_game(WideSquares(8, 8)),
    ),
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=20_000_000)
    parser.add_argument("--forced", action="store_true")
    options = parser.parse_args()
    print("| board | million nodes/s (least to most) | of that of 64 bits |\n|---|---|---|")
    for specs, make_forced in GROUPS:
        games: dict[str, Any] = {f"{spec.partition(':')[0]} {name}": load(spec) for name, spec in specs.items()}
        first = next(iter(games))
        if options.forced:
            games[f"{first}, as a wide one"] = make_forced()
        searchers = {name: Searcher(game) for name, game in games.items()}
        for searcher in searchers.values():
            searcher.search(depth=1)
        runs: dict[str, list[float]] = {name: [] for name in games}
        values: dict[str, Any] = {}
        for _ in range(options.rounds):
            for name, searcher in searchers.items():
                found = searcher.search(limits=Limits(nodes=options.nodes))
                values[name] = found.nodes, found.value, found.pv
                runs[name].append(found.nodes / found.seconds / 1e6)
        assert not options.forced or values[first] == values[f"{first}, as a wide one"]
        for name, speeds in runs.items():
            ratios = [speed / narrow for speed, narrow in zip(speeds, runs[first], strict=True)]
            print(
                f"| {name} | {median(speeds):.1f} ({min(speeds):.1f} to {max(speeds):.1f}) "
                f"| {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) |"
            )


if __name__ == "__main__":
    main()
