"""The speed of kernels as WebAssembly in V8, to that of machine code: the same calls with the same memory, in turn.

``python benchmarks/wasm.py --rounds 5`` needs Node. It checks values and all memory, nodes among it. ``--pauses``
lets kernels pause every so many nodes.
"""

import argparse
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))

from node_kernels import NODE, call_in_node, compiled, longest_call

CASES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "Connect Four, alpha-beta, depth 14": ("connect-four", "alpha-beta", {"depth": 14}),
    "chess, alpha-beta, depth 6": ("chess", "alpha-beta", {"depth": 6}),
    "chess, best, depth 9": ("chess", "best", {"depth": 9, "table": "16MB"}),
    "Chameleon Chess, Max^n, depth 6": ("chameleon-chess", "max-n-is", {"depth": 6}),
    "Othello, alpha-beta, depth 10": ("othello", "alpha-beta", {"depth": 10}),
    "Othello, best, depth 11": ("othello", "best", {"depth": 11, "table": "16MB"}),
    "Connect Four 6 × 6, proof": ("connect-four:width=6,height=6", "proof", {"table": "64MB"}),
    "Connect Four, MCTS": ("connect-four", "mcts:memory=64MB", {"nodes": 5_000_000}),
    "Chinese Checkers, best, depth 5": ("chinese-checkers", "best", {"depth": 5, "table": "16MB"}),
    "draughts, best, depth 11": ("draughts", "best", {"depth": 11, "table": "16MB"}),
    "lists, alpha-beta, depth 7": (str(Path(__file__).with_name("lists.py")), "alpha-beta", {"depth": 7}),
    "Domineering 9 × 9, best, depth 7": ("domineering:rows=9,columns=9", "best", {"depth": 7, "table": "16MB"}),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pauses", type=int, default=0, metavar="NODES")
    parser.add_argument("--only", default="", help="a part of the names of cases")
    given = parser.parse_args()
    if NODE is None:
        sys.exit("node is not installed")
    version = subprocess.run([NODE, "-p", "process.versions.v8"], capture_output=True, text=True, check=True).stdout
    print(f"V8 {version.strip()}, {given.rounds} rounds in turn, the shortest processor time of each:\n")
    print("| search | machine code | WebAssembly | speed (of medians) | kernel |")
    print("|---|---:|---:|---:|---:|")
    for name, (game, algorithm, limits) in CASES.items():
        if given.only in name:
            print(row(name, game, algorithm, limits, rounds=given.rounds, pauses=given.pauses), flush=True)


def row(name: str, game: str, algorithm: str, limits: dict[str, Any], *, rounds: int, pauses: int) -> str:
    here, (file,) = longest_call(game, algorithm, **limits), compiled(game, algorithm)
    natives, browsers = [], []
    for _ in range(rounds):
        natives.append(min(here.repeat() for _ in range(3)))
        there = call_in_node(file, here, runs=4, between=pauses)
        assert there.value == here.value
        if not pauses:
            assert there.parts == [part.after for part in here.parts]
        browsers.append(min(there.seconds))
    ratio, middle = min(natives) / min(browsers), median(natives) / median(browsers)
    return (
        f"| {name} | {min(natives):.3f} s | {min(browsers):.3f} s | {ratio:.2f} ({middle:.2f}) "
        f"| {file.stat().st_size / 1000:.1f} kB |"
    )


if __name__ == "__main__":
    main()
