"""Count the sequences of plies of Othello, the last ply in bulk: by the number of legal actions.

Usage: python benchmarks/othello_perft.py [DEPTH] [RUNS]; by default depth 9, 15 times, after one that compiles.
"""

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from spielbaum import games
from spielbaum.games.othello.rules import Board, State, make_count
from spielbaum.kernel import compile_kernel, pack, shape_of


def make_entry() -> Callable[..., int]:
    game, count = games.load("othello"), make_count(Board(8))
    actions, result, is_terminal = game.actions, game.result, game.is_terminal

    def perft(state: State, depth: int) -> int:
        if is_terminal(state):
            return 0
        if depth == 1:
            return count(state)
        total = 0
        for action in actions(state):
            total += perft(result(state, action), depth - 1)
        return total

    def entry(own: Any, other: Any, to_move: Any, depth: int) -> int:
        return perft(State(own, other, to_move), depth)

    return entry


def main(depth: int = 9, runs: int = 15) -> None:
    kernel = compile_kernel(make_entry())
    start = games.load("othello").initial()
    fields = pack(start, shape_of(start))
    kernel(*fields, 1)
    times = []
    for _ in range(runs):
        clock, cpu = time.perf_counter(), time.process_time()
        sequences = kernel(*fields, depth)
        times.append((time.perf_counter() - clock, time.process_time() - cpu))
    print(f"perft {depth}: {sequences:,} sequences, last ply in bulk")
    for name, seconds in zip(("by the clock", "by the time of the processor"), zip(*times, strict=True), strict=True):
        best, middle = sequences / min(seconds) / 1e6, sequences / statistics.median(seconds) / 1e6
        print(f"  {name}: best {best:.1f}, median {middle:.1f} million/s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
