"""Count the nodes of proofs of 22 positions of 9 × 9 Domineering, to compare orders and bounds between commits.

Usage: python benchmarks/domineering_order.py [--table SIZE] [--history WEIGHT] [--weights FILE]. The positions, in
domineering_positions.json, come from random games of the more promising actions: four after 6 plies and eighteen after
8 plies. Each is proved with an empty table; the winners are compared with known ones. --weights are other weights of
patterns, in the format of the package's patterns.json.
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path

from spielbaum import Solver, games
from spielbaum.game.notation import parse_state
from spielbaum.games.domineering import patterns

POSITIONS = Path(__file__).with_name("domineering_positions.json")


def main() -> None:
    """Prove the positions, and print a row for each number of plies."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", default="256MB")
    parser.add_argument("--history", type=float)
    parser.add_argument("--weights", type=Path)
    given = parser.parse_args()
    if given.weights:
        patterns.FILE = str(given.weights.absolute())
    game = games.load("domineering:rows=9,columns=9")
    if given.history is not None:
        proof = replace(game.hints.proof, history=given.history)
        game = replace(game, hints=replace(game.hints, proof=proof))
    found: dict[int, list[tuple[int, float]]] = {}
    for known in json.loads(POSITIONS.read_text(encoding="utf-8")):
        solver = Solver(game, table=given.table)
        solver.compile()
        solution = solver.solve(parse_state(game, known["position"]), with_action=False)
        if (solution.value > 0) != known["wins"]:
            raise SystemExit(f"{known['position']}: proved {solution.value}, which is wrong")
        found.setdefault(known["plies"], []).append((solution.nodes, solution.seconds))
    print("| after | positions | nodes | time |\n|---|---:|---:|---:|")
    rows = {f"{plies} plies": proofs for plies, proofs in found.items()}
    rows["all"] = [proof for proofs in found.values() for proof in proofs]
    for name, proofs in rows.items():
        nodes, seconds = map(sum, zip(*proofs, strict=True))
        print(f"| {name} | {len(proofs)} | {nodes:,} | {seconds:.1f} s |")


if __name__ == "__main__":
    main()
