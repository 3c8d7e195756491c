"""Measure the accuracy of time limits (--seconds) in all games large enough, with one thread and with two.

Usage: python benchmarks/time_limits.py [SECONDS [SEARCHES]]; by default 1 and 100 for each number of threads.
A search that reaches the end of the game returns sooner, and counts as in time.
"""

import random
import statistics
import sys
import time

from spielbaum import Game, Limits, Searcher, registry
from spielbaum.search.algorithms.choice import strongest

LATEST = 20
"""Milliseconds."""

GAMES = (
    "chameleon-chess",
    "connect-four",
    "connect-four:width=8,height=7",
    "domineering:rows=8,columns=8",
    "dots-and-boxes:rows=5,columns=4",
    "mnk:width=8,height=8,line=5",
    "mnk:width=7,height=7,line=4,players=3",
)


def somewhere(game: Game, generator: random.Random) -> object:
    """Return a state after some random plies."""
    state = game.initial()
    for _ in range(generator.randrange(12)):
        following = None if game.is_terminal(state) else game.result(state, generator.choice(list(game.actions(state))))
        if following is None or game.is_terminal(following):
            break
        state = following
    return state


def late(threads: int, seconds: float, searches: int) -> list[float]:
    """Return the milliseconds by which each search was late."""
    generator = random.Random(1)
    loaded = [registry.load(name) for name in GAMES]
    two = [game for game in loaded if game.players == 2 and game.zero_sum]
    ready = []
    for game in loaded if threads == 1 else two:
        searcher = Searcher(game, strongest(game), threads=threads)
        searcher.compile()
        searcher.search(limits=Limits(seconds=0.05))
        ready.append(searcher)
    found = []
    for number in range(searches):
        searcher = ready[number % len(ready)]
        state = somewhere(searcher.game, generator)
        start = time.perf_counter()
        searcher.search(state, Limits(seconds=seconds))
        found.append(1000 * (time.perf_counter() - start - seconds))
    return sorted(found)


def main() -> None:
    seconds, searches = float(sys.argv[1]) if sys.argv[1:] else 1.0, int(sys.argv[2]) if sys.argv[2:] else 100
    for threads in (1, 2):
        found = late(threads, seconds, searches)
        within = sum(milliseconds <= LATEST for milliseconds in found)
        print(
            f"{threads} threads, --seconds {seconds:g}: {within} of {searches} searches at most {LATEST} ms late, "
            f"median {statistics.median(found):+.1f} ms, latest {found[-1]:+.1f} ms",
            flush=True,
        )


if __name__ == "__main__":
    main()
