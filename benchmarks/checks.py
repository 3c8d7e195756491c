"""The cost of checking indexes and divisors in compiled code: the same searches with and without, alternating.

``python benchmarks/checks.py --runs 7`` searches included games, a game on a tuple, and one that reads NumPy arrays and
divides at every leaf: the least processor time in seconds, and the ratio.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

from tuple_boards import RECORD, TUPLES

from spielbaum import Searcher, load

GAMES = {
    "connect-four": ("alpha-beta", 14),
    "chess": ("pvs", 7),
    "othello": ("pvs", 13),
    "go": ("pvs", 6),
    "draughts": ("pvs", 15),
    "chameleon-chess": ("max-n", 6),
    "dots-and-boxes": ("alpha-beta", 11),
    "chinese-checkers": ("pvs", 8),
    "mnk:width=5,height=5,line=4": ("alpha-beta", 7),
}
ARRAYS = """
from typing import NamedTuple
import numpy as np
from spielbaum import Evaluation, Game
from spielbaum.kernel import popcount

SIZE, LINE = 5, 4
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
LINES = [
    [(row + i * down) * SIZE + column + i * right for i in range(LINE)]
    for row in range(SIZE) for column in range(SIZE) for down, right in STEPS
    if row + (LINE - 1) * down < SIZE and 0 <= column + (LINE - 1) * right < SIZE
]
MASKS = np.array([sum(1 << square for square in line) for line in LINES])
WEIGHTS = np.array([sum(square in line for line in LINES) for square in range(SIZE * SIZE)])

class State(NamedTuple):
    own: int
    other: int
    to_move: int

def initial(): return State(0, 0, 0)
def to_move(state): return state.to_move

def actions(state):
    for square in range(SIZE * SIZE):
        if not (state.own | state.other) >> square & 1:
            yield square

def result(state, square): return State(state.other, state.own | 1 << square, 1 - state.to_move)

def has_won(state):
    for i in range(28):
        if state.other & MASKS[i] == MASKS[i]:
            return True
    return False

def is_terminal(state): return has_won(state) or (state.own | state.other) == (1 << SIZE * SIZE) - 1
def utility(state): return (0, 0) if not has_won(state) else (-1, 1) if state.to_move == 0 else (1, -1)

def weights(state):
    total = 0
    for square in range(SIZE * SIZE):
        total += WEIGHTS[square] * ((state.own >> square & 1) - (state.other >> square & 1))
    for i in range(28):
        own, other = popcount(state.own & MASKS[i]), popcount(state.other & MASKS[i])
        total += (own - other) // (1 + own * other)
    return (total, -total) if state.to_move == 0 else (-total, total)

game = Game(name="arrays", players=2, initial=initial, to_move=to_move, actions=actions, result=result, zero_sum=True,
            is_terminal=is_terminal, utility=utility, max_utility=1,
            evaluations={"weights": Evaluation(weights, utility_weight=1000)})
"""
OWN = {
    "a board of 100 squares, a tuple": (TUPLES.format(size=10) + RECORD, "alpha-beta", 5),
    "25 squares in bits, tables in arrays": (ARRAYS, "alpha-beta", 6),
}


def compare(game: str, algorithm: str, depth: int, runs: int) -> tuple[int, float, float]:
    """Return the nodes of a search, and its least seconds with and without checks."""
    searchers = {}
    for checks in "10":
        os.environ["SPIELBAUM_CHECKS"] = checks
        searchers[checks] = Searcher(load(game), algorithm)
        searchers[checks].compile()
    least, nodes = dict.fromkeys("10", float("inf")), set()
    for _ in range(runs):
        for checks, searcher in searchers.items():
            before = time.process_time()
            nodes.add(searcher.search(depth=depth).nodes)
            least[checks] = min(least[checks], time.process_time() - before)
    (count,) = nodes
    return count, least["1"], least["0"]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    print("| game | nodes | with checks | without | with / without |\n|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        searched = {name: (name, *how) for name, how in GAMES.items()}
        for number, (name, (source, algorithm, depth)) in enumerate(OWN.items()):
            path = Path(folder) / f"own{number}.py"
            path.write_text(source, encoding="utf-8")
            searched[name] = (str(path), algorithm, depth)
        for name, (game, algorithm, depth) in searched.items():
            nodes, with_checks, without = compare(game, algorithm, depth, runs)
            ratio = with_checks / without
            print(
                f"| {name}, {algorithm} | {nodes:,} | {with_checks:.3f} s | {without:.3f} s | {ratio:.3f} |", flush=True
            )


if __name__ == "__main__":
    main()
