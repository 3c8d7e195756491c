"""The memory that searches do not free, in bytes a node.

``python benchmarks/memory.py`` searches every included game by alpha-beta, or Max^n for more than two players, by
Monte-Carlo tree search with 1 MB and by perft, and proves some of them; with names or files, only these.
A search of a twentieth of the nodes comes first, to compile and to touch memory that every search needs. Linux only.
"""

import argparse
from collections.abc import Callable

from spielbaum import Game, Solver, games, load, search
from spielbaum.errors import UnsupportedGameError
from spielbaum.kernel.system_memory import resident
from spielbaum.search.perft import perft_by_depth

PROVED = ("connect-four:width=6,height=5", "domineering:rows=8,columns=8", "mnk:width=4,height=4,line=4")


def by_algorithm(game: Game, algorithm: str, nodes: int) -> int:
    """Search, and return the nodes."""
    return search(game, algorithm=algorithm, nodes=nodes).nodes


def by_perft(game: Game, nodes: int) -> int:
    """Count longer and longer sequences until there are enough, and return the nodes."""
    total = 0
    for count in perft_by_depth(game, depth=40):
        total += count
        if total > nodes // 8:
            break
    return total


def report(name: str, way: str, run: Callable[[int], int], nodes: int) -> None:
    """Print a row."""
    try:
        run(nodes // 20)
        before = resident() or 0
        nodes = run(nodes)
    except UnsupportedGameError as error:
        print(f"| {name} | {way} | {error} | | |")
        return
    grown = (resident() or 0) - before
    print(f"| {name} | {way} | {nodes:,} | {grown:,} | {grown / nodes:.2f} |", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="names or files of games; all shipped ones without")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="how many nodes each search visits (1,000,000)")
    given = parser.parse_args()
    print("| game | search | nodes | grown by, bytes | bytes a node |\n|---|---|---:|---:|---:|")
    for spec in PROVED if not given.games else ():
        game = load(spec)
        report(spec, "proof", lambda _, game=game: Solver(game, table="1MB").solve().nodes, given.nodes)
    for name in given.games or games.names():
        game = load(name)
        two = game.players == 2 and game.zero_sum
        ways: dict[str, Callable[[int], int]] = {
            algorithm: lambda nodes, game=game, algorithm=algorithm: by_algorithm(game, algorithm, nodes)
            for algorithm in (("alpha-beta", "pvs") if two else ("max-n",)) + ("mcts:memory=1MB",)
        }
        ways["perft"] = lambda nodes, game=game: by_perft(game, nodes)
        for way, run in ways.items():
            report(name, way, run, given.nodes)


if __name__ == "__main__":
    main()
