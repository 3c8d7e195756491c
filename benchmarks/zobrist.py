"""Keys of the transposition table: Zobrist's, which every move updates, beside those computed of each state.

``python benchmarks/zobrist.py --rounds 15`` searches the same positions of each game with both, in one process, the two
taking turns: nodes a second of processor time of pvs with a table, and the ratio of each pair of
runs. Values must be the same.
"""

import argparse
from statistics import median
from time import process_time

from spielbaum import Searcher, load
from spielbaum.search.core.result import Result

GAMES = (("connect-four", 15), ("go:size=5", 7), ("go:size=9", 4), ("chess", 6))
KEYS = ("computed", "zobrist")


def measured(searcher: Searcher, depth: int) -> tuple[float, Result]:
    """Return nodes a second of processor time of one search, and its result."""
    start = process_time()
    result = searcher.search(depth=depth)
    return result.nodes / (process_time() - start), result


def compare(spec: str, depth: int, rounds: int, table: str) -> None:
    """Search a game with both keys in turn, and print what was found."""
    searchers = [
        Searcher(load(f"{spec}{',' if ':' in spec else ':'}keys={keys}"), "pvs:replacement=two-deep", table=table)
        for keys in KEYS
    ]
    for searcher in searchers:
        searcher.search(depth=2)
    rates: list[list[float]] = [[], []]
    nodes = [0, 0]
    for turn in range(rounds):
        values = set()
        for which in (0, 1) if turn % 2 == 0 else (1, 0):
            rate, result = measured(searchers[which], depth)
            rates[which].append(rate)
            nodes[which] = result.nodes
            values.add(result.value)
        assert len(values) == 1, f"{spec}: values differ: {values}"
    ratios = sorted(zobrist / computed for computed, zobrist in zip(*rates, strict=True))
    for keys, found, count in zip(KEYS, rates, nodes, strict=True):
        print(f"{spec}, depth {depth}, keys={keys}: {count:,} nodes, median {median(found) / 1e6:.2f} million/s")
    print(f"{spec}: zobrist / computed: median {median(ratios):.2f}, {ratios[0]:.2f} to {ratios[-1]:.2f}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--table", default="2^18")
    parser.add_argument("--games", nargs="*", help="only these, such as chess")
    given = parser.parse_args()
    for spec, depth in GAMES:
        if not given.games or spec in given.games:
            compare(spec, depth, given.rounds, given.table)
