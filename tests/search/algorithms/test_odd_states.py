"""No value rests on luck: states of any kind, whose hashes meet, searched with tables against a search without any."""

import os
import random
from typing import Any, get_args

import pytest

from odd_states import OddGame
from spielbaum import Limits, Searcher, Solver
from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm
from spielbaum.search.table.entry import ENTRY_BYTES
from spielbaum.search.table.slots import Replacement
from tiers import at_night

GAMES = int(os.environ.get("SPIELBAUM_ODD_GAMES", "300" if at_night() else "150"))
PARTS = 10
TO_THE_END = 100
SCHEMES = [scheme for scheme in get_args(Replacement) if scheme != "none"]
TABLED = [found for found in map(find_algorithm, algorithm_names()) if found.plain and "replacement" in found.options]


def spec(name: str, chance: random.Random) -> str:
    options = [f"replacement={chance.choice(SCHEMES)}"]
    known = find_algorithm(name).options
    helps = [option for option in ("killers", "history", "pv", "deepening", "etc") if option in known]
    options += chance.sample(helps, min(2, len(helps)))
    if find_algorithm(name).transform:
        options.append("transform=none")
    return f"{name}({', '.join(options)})"


def expected(odd: OddGame, algorithm: Any, depth: int) -> Any:
    if algorithm.family.numbers(2) > 1:
        return odd.worth(0, depth)
    root = odd.mover[0]
    value = odd.guarded(0, depth, root)
    return value // 2 if odd.players == 2 else value


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_states_with_equal_hashes_are_never_confused(part: int) -> None:
    for seed in range(part, GAMES, PARTS):
        odd, chance = OddGame(seed), random.Random(seed)
        game = odd.game()
        unfit = "two" if odd.players > 2 else "max-n-is"  # which needs values that are never negative
        able = [found for found in TABLED if unfit not in (found.players, found.name)]
        for algorithm in chance.sample(able, 2):
            entries, depth = 2 ** chance.randint(2, 10), chance.choice([None, None, 2, 4])
            text = spec(algorithm.name, chance)
            found = Searcher(game, text, table=ENTRY_BYTES * entries).search(limits=Limits(depth=depth))
            wanted = expected(odd, algorithm, TO_THE_END if depth is None else depth)
            assert found.value == wanted, (seed, text, entries, depth)
        if odd.players == 2:
            solver = Solver(game, table=ENTRY_BYTES * 2 ** chance.randint(1, 10))
            for node in (0, chance.randrange(len(odd.states))):
                solution = solver.solve(odd.states[node], strong=True)
                assert solution.score == odd.worth(node, TO_THE_END)[odd.mover[node]], (seed, node)
                assert (solution.keys, solution.key_collision) == ("certain", 0)
