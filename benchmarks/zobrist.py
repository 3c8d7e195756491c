"""Keys of the transposition table: incremental Zobrist keys compared with keys computed from each state.

``python benchmarks/zobrist.py --rounds 9`` searches the same position of each game with both, in one process,
alternating: nodes, nodes a second of processor time of pvs with a table, and for each pair of runs the ratio of these
rates and of the times. Values must be the same. A position is some random plies after the start.
"""

import argparse
import random
from statistics import median
from time import process_time

from spielbaum import Searcher, load

GAMES = (("connect-four", 0, 14), ("go:size=5", 0, 7), ("go:size=5", 10, 7), ("chess", 0, 7), ("chess", 20, 6))
KEYS = ("computed", "zobrist")
ALGORITHM = "pvs:replacement=two-deep"


def moves_of(spec: str, plies: int) -> list[int]:
    """Return random actions from the start, always the same."""
    game, rng, found = load(spec), random.Random(5), []
    state = game.initial()
    for _ in range(plies):
        found.append(rng.choice(list(game.actions(state))))
        state = game.result(state, found[-1])
    return found


def compare(spec: str, plies: int, depth: int, rounds: int, table: str) -> None:
    """Search a position with both keys alternately, and print the results."""
    searchers, states = [], []
    for keys in KEYS:
        game = load(f"{spec}{',' if ':' in spec else ':'}keys={keys}")
        state = game.initial()
        for action in moves_of(spec, plies):
            state = game.result(state, action)
        searchers.append(Searcher(game, ALGORITHM, table=table))
        states.append(state)
        searchers[-1].search(state, depth=2)
    seconds: list[list[float]] = [[], []]
    nodes = [0, 0]
    for turn in range(rounds):
        values = set()
        for which in (0, 1) if turn % 2 == 0 else (1, 0):
            start = process_time()
            result = searchers[which].search(states[which], depth=depth)
            seconds[which].append(process_time() - start)
            nodes[which] = result.nodes
            values.add(result.value)
        assert len(values) == 1, f"{spec}: values differ: {values}"
    times = sorted(zobrist / computed for computed, zobrist in zip(*seconds, strict=True))
    rates = sorted(nodes[1] / nodes[0] / time for time in times)
    print(f"{spec}, {plies} plies on, depth {depth}")
    for keys, spent, count in zip(KEYS, seconds, nodes, strict=True):
        print(f"  {keys}: {count:,} nodes, median {count / median(spent) / 1e6:.2f} million/s")
    print(f"  zobrist / computed, nodes a second: median {median(rates):.2f}, {rates[0]:.2f} to {rates[-1]:.2f}")
    print(f"  zobrist / computed, time: median {median(times):.2f}, {times[0]:.2f} to {times[-1]:.2f}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--table", default="2^18")
    given = parser.parse_args()
    for spec, plies, depth in GAMES:
        compare(spec, plies, depth, given.rounds, given.table)
