"""Measure the figures of benchmarks/README.md in one run, alternating with each rival.

Usage: python benchmarks/measure.py [startup] [interpreted] [easyai] [cpp]; without a name all of them.
Needs g++ for cpp and the package easyAI for easyai; the median of the ratios, pair by pair, is what to quote.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
PAIRS = 7


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def row(name: str, unit: str, ours: list[float], theirs: list[float] | None = None) -> None:
    """Print a row of the table: medians, and the median of the ratios pair by pair."""
    cells = [name, f"{statistics.median(ours):.4g} {unit}"]
    if theirs:
        ratios = [b / a for a, b in zip(ours, theirs, strict=True)]
        low, middle, high = min(ratios), statistics.median(ratios), max(ratios)
        cells += [f"{statistics.median(theirs):.4g} {unit}", f"{middle:.3g} ({low:.3g} to {high:.3g})"]
    print("| " + " | ".join(cells) + " |", flush=True)


def startup() -> None:
    """Whole processes from the shell: help, and the README's game the first time and later."""
    text = (HERE.parent / "README.md").read_text(encoding="utf-8")
    code = next(part.partition("```")[0] for part in text.split("```python\n")[1:] if "Game(" in part)
    with tempfile.TemporaryDirectory() as directory:
        game = Path(directory) / "mygame.py"
        game.write_text(code, encoding="utf-8")
        program = [sys.executable, "-c", "from spielbaum.cli import main; main()"]

        def process(*arguments: str, cache: str) -> Callable[[], object]:
            environment = {**os.environ, "SPIELBAUM_CACHE_DIR": str(Path(directory) / cache)}
            return lambda: subprocess.run([*program, *arguments], env=environment, capture_output=True, check=True)

        row("`spielbaum --help`", "s", [timed(process("--help", cache="a")) for _ in range(PAIRS)])
        first = [timed(process("analyze", str(game), cache=f"first{i}")) for i in range(3)]
        row("`analyze mygame.py`, first run ever", "s", first)
        later = [timed(process("analyze", str(game), cache="first0")) for _ in range(PAIRS)]
        row("`analyze mygame.py`, later runs", "s", later)


def interpreted() -> None:
    """The whole tree of tic-tac-toe by minimax: one source, compiled and interpreted."""
    from spielbaum import Searcher, games

    game = games.load("tic-tac-toe")
    compiled = Searcher(game, "minimax")
    compiled.compile()
    os.environ["SPIELBAUM_JIT"] = "0"
    plain = Searcher(game, "minimax")
    del os.environ["SPIELBAUM_JIT"]
    ours, theirs = [], []
    for _ in range(PAIRS):
        ours.append(compiled.search().seconds)
        theirs.append(plain.search().seconds)
    row("tic-tac-toe, 549,946 nodes by minimax: compiled, interpreted", "s", ours, theirs)


def easyai() -> None:
    """Connect Four to depth 6 from the start: ours, and easyAI's Negamax on its own Connect Four."""
    import numpy as np
    from easyAI import Negamax, TwoPlayerGame

    from spielbaum import Limits, Searcher, games

    lines = [
        [(r + i * dr, c + i * dc) for i in range(4)]
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
        for r in range(6)
        for c in range(7)
        if 0 <= r + 3 * dr < 6 and 0 <= c + 3 * dc < 7
    ]

    class ConnectFour(TwoPlayerGame):  # the rules as in easyAI's example, the line test with its own NumPy board
        def __init__(self) -> None:
            self.players, self.current_player = [None, None], 1
            self.board = np.zeros((6, 7), int)

        def possible_moves(self) -> list[int]:
            return [c for c in range(7) if self.board[5, c] == 0]

        def make_move(self, column: int) -> None:
            self.board[int(np.argmin(self.board[:, column] != 0)), column] = self.current_player

        def unmake_move(self, column: int) -> None:
            self.board[int(np.max(np.nonzero(self.board[:, column]))), column] = 0

        def lose(self) -> bool:
            other = 3 - self.current_player
            return any(all(self.board[square] == other for square in line) for line in lines)

        def is_over(self) -> bool:
            return bool(self.board.all()) or self.lose()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

    searcher = Searcher(games.load("connect-four"), "alpha-beta:order=none")
    searcher.compile()
    ours, theirs = [], []
    for _ in range(3):
        ours.append(searcher.search(limits=Limits(depth=6)).seconds)
        theirs.append(timed(lambda: Negamax(6)(ConnectFour())))
    row("Connect Four to depth 6, column order: ours, easyAI Negamax", "s", ours, theirs)


def cpp() -> None:
    """Alpha-beta without a table, Connect Four from the start: ours, and C++ written for this game only."""
    from spielbaum import Limits, Searcher, games

    searcher = Searcher(games.load("connect-four"), "alpha-beta-negamax")
    searcher.compile()
    with tempfile.TemporaryDirectory() as directory:
        program = str(Path(directory) / "rival")
        source = str(HERE / "connect_four_alpha_beta.cpp")
        subprocess.run(["g++", "-O3", "-march=native", "-std=c++17", source, "-o", program], check=True)
        for depth in (12, 13):
            ours, theirs = [], []
            for _ in range(PAIRS):
                results = [searcher.search(limits=Limits(depth=depth)) for _ in range(5)]
                ours.append(max(result.nodes_per_second for result in results) / 1e6)
                output = subprocess.run([program, str(depth), "5"], capture_output=True, text=True, check=True).stdout
                nodes, seconds = int(output.split()[1]), float(output.split()[2])
                assert nodes == results[0].nodes, "the two programs must search the same tree"
                theirs.append(nodes / seconds / 1e6)
            row(f"Connect Four to depth {depth}, {nodes:,} nodes: ours, C++", "million nodes/s", ours, theirs)


PARTS = {part.__name__: part for part in (startup, interpreted, easyai, cpp)}

if __name__ == "__main__":
    wanted = sys.argv[1:] or list(PARTS)
    print("| what | ours | rival | rival / ours (lowest to highest pair) |\n|---|---|---|---|")
    for name in wanted:
        PARTS[name]()
