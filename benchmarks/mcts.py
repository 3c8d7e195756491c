"""Simulations a second of Monte-Carlo tree search on Connect Four: ours, and OpenSpiel's in C++ and Python.

Usage: python benchmarks/mcts.py; random playouts, one run after the other, without compilation. One thread unless
stated otherwise.
"""

import time
from collections.abc import Callable

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from spielbaum import Limits, Searcher, games

OURS, CPP, PYTHON = 500_000, 50_000, 2_000


def rate(simulations: int, run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return simulations / (time.process_time() - start)


def wall_rate(searcher: Searcher) -> float:
    start = time.perf_counter()
    searcher.search(limits=Limits(simulations=4 * OURS))
    return 4 * OURS / (time.perf_counter() - start)


def main() -> None:
    searcher = Searcher(games.load("connect-four"), "mcts")
    together = Searcher(games.load("connect-four"), "mcts", threads=2)
    for one in (searcher, together):
        one.search(limits=Limits(simulations=10))
    game = pyspiel.load_game("connect_four")
    state = game.new_initial_state()
    in_cpp = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, CPP, 1000, True, 1, False)
    in_python = mcts.MCTSBot(game, 2.0, PYTHON, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)))
    rates = {
        "Spielbaum": rate(OURS, lambda: searcher.search(limits=Limits(simulations=OURS))),
        "OpenSpiel, C++": rate(CPP, lambda: in_cpp.step(state)),
        "OpenSpiel, Python": rate(PYTHON, lambda: in_python.step(state)),
    }
    one, two = (wall_rate(found) for found in (searcher, together))
    print(f"two threads: {two:,.0f} simulations/s by the clock, {two / one:.3g} times as many as one")
    for name, found in rates.items():
        print(f"{name}: {found:,.0f} simulations/s, ours {rates['Spielbaum'] / found:.3g} times as many")


if __name__ == "__main__":
    main()
