"""Nodes a second of chess searches with a table and quiescence, for both evaluations and for two threads.

``python benchmarks/chess_search.py`` searches five positions for some time each, in several rounds. Each search has a
new table. Seconds are wall time; ``--processor`` uses processor time instead, which
depends less on other load (for one thread).
"""

import argparse
import statistics
import time

from spielbaum import Limits, Searcher, games
from spielbaum.search.algorithms.choice import strongest

POSITIONS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
)
SETTINGS = (("positional", 1), ("material", 1), ("positional", 2))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1, help="of each search")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--processor", action="store_true", help="time of the processor, not of the clock")
    arguments = parser.parse_args()
    clock = time.process_time if arguments.processor else time.perf_counter
    chess = games.load("chess")
    states = [chess.notation.parse_state(position) for position in POSITIONS]
    algorithm, limits = strongest(chess), Limits(seconds=arguments.seconds)
    searchers = {asked: Searcher(chess, algorithm, evaluation=asked[0], threads=asked[1]) for asked in SETTINGS}
    speeds: dict[tuple[str, int], list[float]] = {asked: [] for asked in SETTINGS}
    for number in range(arguments.rounds + 1):
        for asked, searcher in searchers.items():
            start = clock()
            nodes = sum(searcher.search(state, limits=limits).nodes for state in states)
            if number:  # the first round compiles
                speeds[asked].append(nodes / (clock() - start) / 1e6)
    print(algorithm)
    for (evaluation, threads), found in speeds.items():
        low, middle, high = min(found), statistics.median(found), max(found)
        print(f"{evaluation}, threads {threads}: {middle:.2f} million nodes/s ({low:.2f} to {high:.2f})")


if __name__ == "__main__":
    main()
