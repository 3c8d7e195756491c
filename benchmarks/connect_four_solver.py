"""Measure nodes and time of proofs of Connect Four, compared with a hand-written C++ solver in the style of tutorials.

Usage: python benchmarks/connect_four_solver.py [8] [14] [20] [28] [empty] [threads] [techniques]; without a name all.
The numbers are sets of 200 random positions after that many stones, and need g++. Times are
processor times, except with threads; ours and the rival alternate, with a part of the set each. The techniques are the
game's proof hints, left out one at a time.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from spielbaum import U64, Game, SearchHints, Solver, games
from spielbaum.game import State
from spielbaum.games.connect_four.hints import UNREMEMBERED
from spielbaum.games.connect_four.rules import Board, make_winning_squares
from spielbaum.kernel import popcount, scrambled
from spielbaum.search.proof import questions as proof

HERE = Path(__file__).parent
TABLE = 64 << 20
"""Bytes of ours: 2^22 entries. The rival has 2^24, 80 MB."""
RIVAL_LOG2_ENTRIES = "24"
PARTS = 5
PAIRS = 3
SQUARES, BOARD, FEET = 42, Board(7, 6).full, Board(7, 6).foot
winning_squares = make_winning_squares(Board(7, 6))
SETS = json.loads((HERE / "connect_four_positions.json").read_text(encoding="utf-8"))


def rival(directory: Path, lines: list[str]) -> tuple[int, float]:
    """Return nodes and seconds of the C++ program."""
    program, positions = directory / "solver", directory / "positions.txt"
    if not program.exists():
        source = str(HERE / "connect_four_solver.cpp")
        subprocess.run(["g++", "-O3", "-march=native", "-o", str(program), source], check=True)
    positions.write_text("\n".join(lines), encoding="utf-8")
    output = subprocess.run([program, RIVAL_LOG2_ENTRIES, positions], capture_output=True, text=True, check=True).stdout
    count, wrong, nodes, seconds = output.split()
    assert int(wrong) == 0, f"the rival errs in {wrong} of {count} positions"
    return int(nodes), float(seconds)


def ours(solver: Solver, lines: list[str]) -> tuple[int, float]:
    """Return nodes and seconds; every score must be right."""
    nodes, start = 0, time.process_time()
    for line in lines:
        columns, score = line.split()
        parse = solver.game.notation.parse_state
        assert parse is not None
        solution = solver.solve(parse(columns), strong=True)
        assert solution.score == int(score), f"{columns}: {solution.score}, not {score}"
        nodes += solution.nodes
    return nodes, time.process_time() - start


def measure_set(game: Game, name: str) -> None:
    lines, solver = SETS[name], Solver(game, table=TABLE)
    solver.compile()
    size = len(lines) // PARTS
    with tempfile.TemporaryDirectory() as directory:
        pairs = []
        for part in range(PARTS):
            chunk = lines[part * size : (part + 1) * size]
            pairs.append((ours(solver, chunk), rival(Path(directory), chunk)))
    mine, theirs = [one for one, _ in pairs], [other for _, other in pairs]
    ratios = [b[1] / a[1] for a, b in pairs]
    print(
        f"| {len(lines)} positions after {name} stones | {sum(n for n, _ in mine) / len(lines):,.1f} "
        f"| {sum(n for n, _ in theirs) / len(lines):,.1f} | {1000 * sum(s for _, s in mine) / len(lines):.3f} ms "
        f"| {1000 * sum(s for _, s in theirs) / len(lines):.3f} ms "
        f"| {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) |",
        flush=True,
    )


def solved(game: Game, *, strong: bool, threads: int = 1) -> tuple[int, float, float]:
    """Return nodes, wall time and processor time of the empty board, with an empty table."""
    solver = Solver(game, table=TABLE, threads=threads)
    solver.compile()
    start = time.process_time()
    solution = solver.solve(strong=strong)
    assert solution.value == 1
    return solution.nodes, solution.seconds, time.process_time() - start


def empty(game: Game) -> None:
    for strong in (False, True):
        nodes, _, seconds = solved(game, strong=strong)
        what = "exact score" if strong else "who wins"
        print(
            f"empty board, {what}: {nodes:,} nodes, {seconds:.1f} s, {nodes / seconds / 1e6:.2f} million/s", flush=True
        )


def threads(game: Game) -> None:
    ratios = []
    for _ in range(PAIRS):
        (alone, one, _), (together, two, _) = solved(game, strong=False), solved(game, strong=False, threads=2)
        ratios.append(one / two)
        print(f"one thread {one:.1f} s, {alone:,} nodes; two {two:.1f} s, {together:,} nodes", flush=True)
    print(f"two threads are {statistics.median(ratios):.2f} times as fast ({min(ratios):.2f} to {max(ratios):.2f})")


def techniques(game: Game) -> None:
    def by_stones(state: State) -> tuple[int, int]:
        """Return bounds from the number of stones, including wins and losses within two plies."""
        left, free = SQUARES - popcount(state.occupied), state.occupied + FEET & BOARD
        if winning_squares(state.own) & free:
            return (left + 1) // 2, (left + 1) // 2
        return -(left // 2), max(0, left - 1) // 2

    def of_all_stones(state: State) -> int:
        """Return a key of all stones, without mirror images; none if ours has none."""
        if SQUARES - popcount(state.occupied) < UNREMEMBERED:
            return U64(0)
        return scrambled(U64(state.own + state.occupied + FEET))

    hints, proof_hints = game.hints, game.hints.proof

    def with_proof(**changes: Any) -> Game:
        return replace(game, hints=replace(hints, proof=replace(proof_hints, **changes)))

    variants = {
        "everything": game,
        "bounds from the stones alone": replace(game, hints=replace(hints, bounds=by_stones)),
        "no forced replies": with_proof(settled=None),
        "all moves, not only sound ones": with_proof(candidates=None),
        "order from the centre alone": with_proof(order=hints.order),
        "key of all stones, no mirror images": with_proof(key=of_all_stones),
        "none of these": replace(game, hints=SearchHints(order=hints.order)),
    }
    print("| 200 positions after 14 stones | nodes | against everything |\n|---|---:|---:|")
    least = None
    for name, variant in variants.items():
        nodes, _ = ours(Solver(variant, table=TABLE), SETS["14"])
        least = least or nodes
        print(f"| {name} | {nodes / len(SETS['20']):,.0f} | {nodes / least:.2f} |", flush=True)


def main() -> None:
    wanted = sys.argv[1:] or [*SETS, "empty", "threads", "techniques"]
    game, proof.TIE_NODES = games.load("connect-four"), 0  # measure the proof, not the choice among equal actions
    if set(wanted) & set(SETS):
        print("| what | nodes | rival's | time | rival's | rival / ours (lowest to highest part) |")
        print("|---|---|---|---|---|---|")
    for name in wanted:
        if name in SETS:
            measure_set(game, name)
        else:
            {"empty": empty, "threads": threads, "techniques": techniques}[name](game)


if __name__ == "__main__":
    main()
