"""Measure proofs, and the savings of each hint of a game by leaving it out.

Usage: python benchmarks/proofs.py GAME [--position TEXT] [--table SIZE] [--most SECONDS] [--only-all], as in
python benchmarks/proofs.py dots-and-boxes:rows=3,columns=4. A row that takes longer than --most says so. Times are wall
times of one thread without compilation; nodes are exact.
"""

import argparse
import multiprocessing
from collections.abc import Iterator
from dataclasses import replace

from spielbaum import Game, ProofHints, SearchHints, Solver, registry
from spielbaum.game.notation import parse_state

PROOF_HINTS = (
    "candidates",
    "settled",
    "bounds",
    "order",
    "order_open",
    "offset",
    "key",
    "fastest_first",
    "history",
    "history_key",
)


def variants(game: Game) -> Iterator[tuple[str, SearchHints]]:
    """Yield all hints, and then all but one."""
    hints, proof = game.hints, game.hints.proof
    yield "all", hints
    for name in PROOF_HINTS:
        if not getattr(proof, name):
            continue
        keys = {"key": None, "second_key": None, "both_keys": None, "parts": None, "offset": None}
        without = replace(proof, **(keys if name in ("key", "offset") else {name: getattr(ProofHints(), name)}))
        if name == "key":
            yield "without keys of its own", replace(hints, key=None, second_key=None, proof=without)
        elif name == "offset":
            yield "score in the key", replace(hints, proof=without)
        else:
            yield f"without {name}", replace(hints, proof=without)
    if hints.bounds:
        yield "without bounds", replace(hints, bounds=None)
    if proof != ProofHints():
        yield "without any", SearchHints()


def measure(spec: str, name: str, table: str, position: str | None) -> None:
    """Print the row of one variant."""
    game = registry.load(spec)
    state = parse_state(game, position) if position else game.initial()
    hints = dict(variants(game))[name]
    solver = Solver(replace(game, hints=hints), table=table)
    solver.compile()
    solution = solver.solve(state, strong=True)
    print(f"| {name} | {solution.score} | {solution.nodes:,} | {solution.seconds:.3g} s |", flush=True)


def main() -> None:
    """Run all variants, each in its own process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--position")
    parser.add_argument("--table", default="64MB")
    parser.add_argument("--most", type=float, default=120.0)
    parser.add_argument("--only-all", action="store_true")
    given = parser.parse_args()
    print(f"{given.game}, table {given.table}\n\n| hints | score | nodes | time |\n|---|---:|---:|---:|")
    for name, _ in variants(registry.load(given.game)):
        if given.only_all and name != "all":
            break
        work = (given.game, name, given.table, given.position)
        process = multiprocessing.get_context("spawn").Process(target=measure, args=work)
        process.start()
        process.join(given.most)
        if process.is_alive():
            process.kill()
            process.join()
            print(f"| {name} | | | more than {given.most:.0f} s |", flush=True)


if __name__ == "__main__":
    main()
