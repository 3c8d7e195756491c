"""Measure Chameleon Chess: leaf evaluations, perft, accuracy of time limits, and the benefit of a table for Max^n.

Usage: python benchmarks/chameleon_chess.py [leaves] [perft] [clock] [table]; without a name all of them.
"""

import random
import statistics
import sys
import time

from spielbaum import Game, Limits, Searcher, games
from spielbaum.search.perft import perft_by_depth

RUNS = 15
PUBLISHED_LEAVES = 0.1e6
"""Leaf evaluations a second of the published program, Max^n at depth 4 and 5 from the start for four."""


def row(name: str, speeds: list[float]) -> None:
    """Print the best and the median of several runs, in millions a second."""
    best, middle = max(speeds) / 1e6, statistics.median(speeds) / 1e6
    print(f"{name}: best {best:.1f}, median {middle:.1f} million/s", flush=True)


def leaves() -> None:
    game = games.load("chameleon-chess")
    for name in ("max-n", "max-n-is", "hypermax", "paranoid"):
        searcher = Searcher(game, name)
        searcher.compile()
        results = [searcher.search(limits=Limits(depth=5)) for _ in range(RUNS)]
        row(f"{name}, depth 5, {results[0].leaves:,} leaf evaluations", [r.leaves / r.seconds for r in results])
        if name == "max-n":
            best = max(r.leaves / r.seconds for r in results)
            print(f"  {best / PUBLISHED_LEAVES:.0f} times the published {PUBLISHED_LEAVES / 1e6} million/s")


def perft() -> None:
    game = games.load("chameleon-chess")
    list(perft_by_depth(game, depth=6))
    for depth in (5, 6):
        speeds = []
        for _ in range(RUNS):
            counts, times = [], [time.perf_counter()]
            for sequences in perft_by_depth(game, depth=depth):
                counts.append(sequences)
                times.append(time.perf_counter())
            speeds.append(counts[-1] / (times[-1] - times[-2]))
        row(f"perft {depth}, {counts[-1]:,} sequences, last ply counted in bulk", speeds)


def positions(game: Game, number: int) -> list[object]:
    """Return states of random games."""
    generator = random.Random(1)
    found: list[object] = []
    while len(found) < number:
        state = game.initial()
        for _ in range(generator.randrange(40)):
            if game.is_terminal(state):
                break
            state = game.result(state, generator.choice(list(game.actions(state))))
        if not game.is_terminal(state):
            found.append(state)
    return found


def clock() -> None:
    """Search a hundred positions for 0.05 to 0.5 s; a search proved to the end may return sooner."""
    game = games.load("chameleon-chess")
    searchers = [Searcher(game, name) for name in ("max-n", "max-n-is", "hypermax", "paranoid")]
    for searcher in searchers:
        searcher.compile()
    late, missing = [], 0
    for number, state in enumerate(positions(game, 100)):
        asked = (0.05, 0.1, 0.2, 0.5)[number % 4]
        start = time.perf_counter()
        result = searchers[number // 4 % 4].search(state, Limits(seconds=asked))
        late.append(1000 * (time.perf_counter() - start - asked))
        missing += result.action is None
    late.sort()
    within = sum(lateness <= 20 for lateness in late)
    print(
        f"time limits: {within} of 100 searches at most 20 ms late, median {statistics.median(late):+.1f} ms, "
        f"latest {late[-1]:+.1f} ms, {missing} without a move"
    )


def met_in_games(game: Game, number: int) -> dict[int, list[object]]:
    """Return states with 4, 3 and 2 players, from games of Max^n at depth 2 with every fifth move random."""
    generator = random.Random(1)
    player = Searcher(game, "max-n")
    found: dict[int, list[object]] = {4: [], 3: [], 2: []}
    while any(len(states) < number for states in found.values()):
        state = game.initial()
        for _ in range(80):
            if game.is_terminal(state):
                break
            states = found[game.active_players(state).bit_count()]
            if len(states) < number and generator.random() < 0.1:
                states.append(state)
            if generator.random() < 0.2:
                action = generator.choice(list(game.actions(state)))
            else:
                action = player.search(state, Limits(depth=2)).action
            state = game.result(state, action)
    return found


def table() -> None:
    """Compare Max^n with and without a table of 64 MB: positions at a fixed depth, and depths in one second."""
    game = games.load("chameleon-chess")
    names = ("max-n", "max-n:replacement=two-deep", "max-n-is", "max-n-is:replacement=two-deep")
    searchers = {name: Searcher(game, name) for name in names}
    for players, states in met_in_games(game, 20).items():
        fixed = {4: 5, 3: 6, 2: 6}[players]
        for name in names:
            searchers[name].search(states[0], Limits(depth=fixed))  # to allocate its memory
        for limits in (Limits(depth=fixed), Limits(seconds=1)):
            results = {name: [] for name in names}
            for state in states:
                for name in names:
                    results[name].append(searchers[name].search(state, limits))
            for name, rows in results.items():
                nodes, seconds = sum(row.nodes for row in rows), sum(row.seconds for row in rows)
                depths = [row.depth for row in rows]
                print(
                    f"{players} players, {'one second' if limits.seconds else f'depth {fixed}'}, {name}: "
                    f"{nodes:,} positions, {seconds:.2f} s, {nodes / seconds / 1e6:.1f} million/s, "
                    f"depth median {statistics.median(depths):g}, mean {statistics.mean(depths):.2f}",
                    flush=True,
                )


PARTS = {part.__name__: part for part in (leaves, perft, clock, table)}

if __name__ == "__main__":
    for part in sys.argv[1:] or list(PARTS):
        PARTS[part]()
