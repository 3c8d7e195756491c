"""Make the set of mates for testing forward pruning, and count how many of them a search finds.

``python benchmarks/mates.py make FILE`` plays chess at random against a search, and keeps positions in which the side
to move mates in exactly 2 to 5 moves, by a full-width search; ``python benchmarks/mates.py find FILE`` searches
each of them with every selective option, two plies deeper than its mate, and prints the results.
"""

import argparse
import json
import random
from pathlib import Path

from spielbaum import Searcher, games
from spielbaum.game import State
from spielbaum.game.notation import format_state, legal_actions, parse_state

WANTED = {2: 40, 3: 34, 4: 22, 5: 4}
FULL_WIDTH = "pvs(replacement=two-deep,history=true,killers=true)"
SELECTIVE = (
    "pvs(replacement=two-deep,history=true,killers=true,quiescence=true,null_move=true,reductions=true,"
    "reverse_futility=90,futility=120,delta=100,extensions=true)"
)
NODES = 3_000_000


def mate_in(searcher: Searcher, state: State) -> int | None:
    """Return the number of moves to mate, from 1 to 5; None if there is no mate or the search takes too long."""
    for moves in range(1, 6):
        result = searcher.search(state, depth=2 * moves - 1, nodes=NODES)
        if not result.certainty.complete:
            return None
        if result.is_proven:
            return moves if result.value == 1 else None
        if abs(result.value) >= searcher.win:
            return moves if result.value > 0 else None
    return None


def make(file: Path, seed: int) -> None:
    """Play until there are enough positions of each kind, and write them."""
    game, generator = games.load("chess"), random.Random(seed)
    searcher = Searcher(game, FULL_WIDTH, evaluation="material", table="256MB")
    scout = Searcher(game, SELECTIVE, table="64MB")
    left, found = dict(WANTED), list[dict[str, object]]()
    while any(left.values()):
        state, strong, quick = game.initial(), generator.randint(0, 1), generator.randint(2, 4)
        for ply in range(160):
            if game.is_terminal(state):
                break
            if game.to_move(state) != strong or ply < 10:
                state = game.result(state, generator.choice(legal_actions(game, state)))
                continue
            result = scout.search(state, depth=quick + 3)
            if result.value >= scout.win:  # a mate is within reach: prove the number of moves
                moves = mate_in(searcher, state)
                if moves is not None and left.get(moves, 0) > 0:
                    left[moves] -= 1
                    found.append({"position": format_state(game, state), "moves": moves})
                    print(len(found), left, flush=True)
            assert result.action is not None
            state = game.result(state, result.action)
    found.sort(key=lambda row: (row["moves"], row["position"]))
    file.write_text("[\n" + ",\n".join(" " + json.dumps(row) for row in found) + "\n]\n", encoding="utf-8")


def find(file: Path, algorithm: str) -> None:
    """Search every position, and print the number of mates found."""
    game = games.load("chess")
    searcher, found = Searcher(game, algorithm, table="64MB"), dict[int, list[bool]]()
    for row in json.loads(file.read_text(encoding="utf-8")):
        state, depth = parse_state(game, row["position"]), 2 * row["moves"] + 1
        result = searcher.search(state, depth=depth)
        mates = result.value >= (1 if result.is_proven else searcher.win)
        found.setdefault(row["moves"], []).append(mates)
        if not mates:
            print(f"not found: mate in {row['moves']}, {row['position']}")
    for moves, mates in found.items():
        print(f"mates in {moves}: {sum(mates)} of {len(mates)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("make", "find"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--algorithm", default=SELECTIVE)
    given = parser.parse_args()
    if given.what == "make":
        make(given.file, given.seed)
    else:
        find(given.file, given.algorithm)


if __name__ == "__main__":
    main()
