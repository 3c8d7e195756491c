"""Perft of chess from the start, the last ply counted in bulk, compared with python-chess in the same run.

``python benchmarks/chess_perft.py`` prints both speeds and their ratio, the lowest and the highest of several pairs.
Times are processor times, which depend less on other load.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import chess

from spielbaum.games.chess.moves import actions, count_actions
from spielbaum.games.chess.rules import initial, result
from spielbaum.games.chess.state import State
from spielbaum.kernel import AsState, compile_kernel, pack, shape_of

as_state = AsState(initial())


def ours(state: State, depth: int) -> int:
    if depth == 1:
        return count_actions(state)
    lines = 0
    for action in actions(state):
        lines += ours(as_state(result(state, action)), depth - 1)
    return lines


def theirs(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    lines = 0
    for move in board.legal_moves:
        board.push(move)
        lines += theirs(board, depth - 1)
        board.pop()
    return lines


def entry(fields: Any, depth: int) -> int:
    return ours(as_state(fields), depth)


def timed(count: Callable[[], int], lines: int) -> float:
    """Return millions of lines of play a second."""
    start = time.thread_time()
    found = count()
    seconds = time.thread_time() - start
    assert found == lines, (found, lines)
    return lines / seconds / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=5)
    parser.add_argument("--pairs", type=int, default=3)
    arguments = parser.parse_args()
    kernel, fields = compile_kernel(entry), pack(initial(), shape_of(initial()))
    lines = int(kernel(fields, arguments.depth))
    pairs = []
    for _ in range(arguments.pairs):
        fast = timed(lambda: int(kernel(fields, arguments.depth)), lines)
        slow = timed(lambda: theirs(chess.Board(), arguments.depth), lines)
        pairs.append((fast, slow, fast / slow))
        print(f"ours {fast:.1f} million/s, python-chess {slow:.3f} million/s, ratio {fast / slow:.0f}", flush=True)
    ratios = sorted(ratio for _, _, ratio in pairs)
    middle, low, high = statistics.median(ratios), ratios[0], ratios[-1]
    print(f"perft {arguments.depth}: {lines:,} lines, ratio {middle:.0f} ({low:.0f} to {high:.0f})")


if __name__ == "__main__":
    main()
