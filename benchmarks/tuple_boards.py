"""Boards as tuples: four in a row on 25 and on 100 squares, with the same rules in bit boards for the smaller one.

``python benchmarks/tuple_boards.py --rounds 5`` compiles each game again, in its own kernel cache, and searches it:
seconds to compile, nodes a second of alpha-beta, nodes. It asserts that both games of 25 squares have the same tree.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

TUPLES = """
from typing import NamedTuple
from spielbaum import Game, replaced

SIZE, LINE = {size}, 4

class State(NamedTuple):
    board: tuple[int, ...]
    to_move: int
    last: int

def initial(): return State((0,) * SIZE * SIZE, 0, -1)
def to_move(state): return state.to_move

def actions(state):
    for square in range(SIZE * SIZE):
        if state.board[square] == 0:
            yield square

def result(state, square):
    return State(replaced(state.board, square, state.to_move + 1), 1 - state.to_move, square)

def has_won(state):
    if state.last < 0:
        return False
    piece, row, column = state.board[state.last], state.last // SIZE, state.last % SIZE
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        count = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * right
            while 0 <= r < SIZE and 0 <= c < SIZE and state.board[r * SIZE + c] == piece:
                count += 1
                r, c = r + sign * down, c + sign * right
        if count >= LINE:
            return True
    return False

def is_terminal(state): return has_won(state) or 0 not in state.board
def utility(state): return (0, 0) if not has_won(state) else (-1, 1) if state.to_move == 0 else (1, -1)
"""
BITS = """
from typing import NamedTuple
from spielbaum import Game

SIZE = 5
LEFT = sum(1 << SIZE * row for row in range(SIZE))
FULL = (1 << SIZE * SIZE) - 1

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

def starts(first, last):
    found = 0
    for column in range(first, last):
        found |= LEFT << column
    return found

ACROSS, SLANTED = starts(0, 2), starts(3, 5)

def has_won(state):
    stones = state.other
    across = stones & stones >> 1 & stones >> 2 & stones >> 3 & ACROSS
    down = stones & stones >> 5 & stones >> 10 & stones >> 15
    one = stones & stones >> 6 & stones >> 12 & stones >> 18 & ACROSS
    other = stones & stones >> 4 & stones >> 8 & stones >> 12 & SLANTED
    return across | down | one | other != 0

def is_terminal(state): return has_won(state) or state.own | state.other == FULL
def utility(state): return (0, 0) if not has_won(state) else (-1, 1) if state.to_move == 0 else (1, -1)
"""
RECORD = """
game = Game(name="four", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, zero_sum=True, max_utility=1)
"""
GAMES = {
    "25 squares, a tuple": (TUPLES.format(size=5), 7),
    "25 squares, bit boards": (BITS, 7),
    "100 squares, a tuple": (TUPLES.format(size=10), 5),
}
SEARCH = """
import json, sys, time
from spielbaum import Limits, Searcher, load
path, depth = sys.argv[1:]
game = load(path)
before = time.perf_counter()
searcher = Searcher(game, "alpha-beta")
searcher.search(limits=Limits(depth=1))
compiled = time.perf_counter() - before
found = min((searcher.search(limits=Limits(depth=int(depth))) for _ in range(3)), key=lambda found: found.seconds)
print(json.dumps({"compiled": compiled, "speed": found.nodes / found.seconds, "nodes": found.nodes}))
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    found: dict[str, list[dict[str, float]]] = {name: [] for name in GAMES}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds):
            for i, (name, (rules, depth)) in enumerate(GAMES.items()):
                path = Path(folder) / f"game{i}.py"
                path.write_text(rules + RECORD, encoding="utf-8")
                cache = {"SPIELBAUM_CACHE_DIR": f"{folder}/cache{number}-{i}"}
                command = [sys.executable, "-c", SEARCH, str(path), str(depth)]
                answer = subprocess.run(
                    command, env={**os.environ, **cache}, check=True, text=True, stdout=subprocess.PIPE
                )
                found[name].append(json.loads(answer.stdout))
    assert len({run["nodes"] for name in list(GAMES)[:2] for run in found[name]}) == 1, found
    print("| what | compiled in (least to most) | million nodes/s (least to most) | nodes |\n|---|---|---|---|")
    for name, runs in found.items():
        seconds, speeds = ([run[key] for run in runs] for key in ("compiled", "speed"))
        print(
            f"| {name} | {median(seconds):.1f} s ({min(seconds):.1f} to {max(seconds):.1f}) "
            f"| {median(speeds) / 1e6:.1f} ({min(speeds) / 1e6:.1f} to {max(speeds) / 1e6:.1f}) "
            f"| {runs[0]['nodes']:,} |"
        )


if __name__ == "__main__":
    main()
