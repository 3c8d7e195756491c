"""Nodes of chess searches with a table and iterative deepening: the cost of path-dependent values.

``python benchmarks/graph_history.py`` counts them; the numbers are the same on every machine. ``--against COMMIT``
also counts those of another commit, in its own worktree, and prints the ratio; the last commit whose tables
ignored paths is 78fb682.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent

POSITIONS = {
    "start": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 8),
    "many captures": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 7),
    "middle game": ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 7),
    "opening": ("r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6", 8),
    "rooks and pawns": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 11),
    "king and pawn": ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 12),
    "kings and blocked pawns": ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 14),
}


def counted() -> dict[str, int]:
    """Return the nodes of each position."""
    from spielbaum import Limits, Searcher, games
    from spielbaum.search.algorithms.choice import strongest

    chess = games.load("chess")
    searcher, found = Searcher(chess, strongest(chess)), {}
    for name, (position, depth) in POSITIONS.items():
        found[name] = searcher.search(chess.notation.parse_state(position), Limits(depth=depth, nodes=10**12)).nodes
        print(f"{name}: {found[name]:,}", file=sys.stderr)
    return found


def of_commit(commit: str) -> dict[str, int]:
    """Return the same for another commit."""
    with tempfile.TemporaryDirectory() as directory:
        tree = Path(directory) / "tree"
        subprocess.run(["git", "worktree", "add", "--detach", "--quiet", str(tree), commit], cwd=ROOT, check=True)
        try:
            environment = {
                **os.environ,
                "PYTHONPATH": str(tree / "src"),
                "SPIELBAUM_CACHE_DIR": str(Path(directory) / "cache"),
            }
            command = [sys.executable, __file__, "--json"]
            done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, check=True)
    return json.loads(done.stdout)


def main() -> None:
    """Count, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="COMMIT", help="count the nodes of another commit, too")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    now = counted()
    if arguments.json:
        print(json.dumps(now))
        return
    before = of_commit(arguments.against) if arguments.against else {}
    print("| position | depth |" + (" before |" if before else "") + " nodes |" + (" ratio |" if before else ""))
    print("|---|" + "---:|" * (4 if before else 2))
    for name, (_, depth) in POSITIONS.items():
        row = [name, str(depth), *([f"{before[name]:,}"] if before else []), f"{now[name]:,}"]
        print(f"| {' | '.join([*row, *([f'{now[name] / before[name]:.2f}'] if before else [])])} |")


if __name__ == "__main__":
    main()
