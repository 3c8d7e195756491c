"""Whatever an algorithm calls exact is true: the value of the root and of every action, against brute force."""

from functools import cache
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irregular import IRREGULAR
from obvious import IRREGULAR as OF_FOUR
from obvious import max_n, paranoid, random_state, worth_in
from spielbaum import Game, Limits, Searcher, games
from spielbaum.game import NONE
from spielbaum.game.notation import parse_state
from spielbaum.search.algorithms.registry import find_algorithm, fitting_algorithms
from tiers import examples

pytestmark = pytest.mark.interpreted

GAMES = {
    "irregular": IRREGULAR,
    "few values": games.load("random-tree:branching=3,depth=4,low=-1,high=1"),
    "tic-tac-toe": games.load("tic-tac-toe"),
    "of four": OF_FOUR,
    "of three": games.load("random-tree:players=3,branching=3,depth=4,low=0,high=2"),
}
TO_THE_END = 99
MAX_N = ("max-n", "max-n-is", "speculative")


@cache
def searcher(name: str, algorithm: str, evaluation: str | None) -> Searcher:
    return Searcher(GAMES[name], algorithm, evaluation=evaluation)


def as_it_is(algorithm: str) -> str:
    """An algorithm that divides no vector by its sum."""
    return f"{algorithm}:transform=none" if find_algorithm(algorithm).transform == "auto" else algorithm


def pairs() -> list[tuple[str, str]]:
    """Games with all algorithms that fit, and with a few variants."""
    found = [(name, as_it_is(algorithm)) for name, game in GAMES.items() for algorithm in fitting_algorithms(game)]
    of_two = [name for name, game in GAMES.items() if game.players == 2]
    found += [(name, spec) for name in of_two for spec in ("pvs:replacement=two-deep", "alpha-beta:fail=hard")]
    found += [(name, "mcts:policy=paranoid") for name in ("of four", "of three")]
    return [(name, spec) for name, spec in found if name != "irregular" or not find_algorithm(spec.split(":")[0]).whole]


def limits_for(algorithm: str, draw: st.DataObject) -> Limits:
    """How far: plies, positions, simulations, or to the end."""
    found = find_algorithm(algorithm.partition(":")[0])
    amount = draw.draw(st.integers(1, 400), "amount")
    if not found.family.ends:
        return Limits(simulations=amount)
    which = draw.draw(st.sampled_from(["depth", "nodes", "end"]), "limit")
    return Limits(depth=1 + amount % 5) if which == "depth" else Limits(nodes=amount) if which == "nodes" else Limits()


def truth(game: Game, state: Any, depth: int, algorithm: str, evaluation: str | None, root: int) -> Any:
    """The value that an algorithm is to find, by brute force; None for algorithms of which it has none."""
    worth = worth_in(game, evaluation)
    if game.players == 2 and game.zero_sum:
        return max_n(game, state, depth, worth)[root]
    if algorithm.startswith(("paranoid", "mcts:policy=paranoid")):
        return paranoid(game, state, depth, worth, root)
    return max_n(game, state, depth, worth) if algorithm.startswith((*MAX_N, "mcts")) else None


def number_of(value: Any, root: int) -> float:
    return value[root] if isinstance(value, tuple) else value


@pytest.mark.parametrize(("name", "algorithm"), pairs())
@examples(12)
@given(data=st.data())
def test_exact_values_are_correct(name: str, algorithm: str, data: st.DataObject) -> None:
    game = GAMES[name]
    state = random_state(game, data.draw(st.integers(0, 10**6), "seed"), 4 if name == "tic-tac-toe" else 1)
    if game.is_terminal(state):
        return
    limits, found = limits_for(algorithm, data), find_algorithm(algorithm.partition(":")[0])
    evaluation = data.draw(st.sampled_from([None, NONE])) if not found.family.needs_evaluation else None
    result = searcher(name, algorithm, evaluation).search(state, limits)
    root = game.to_move(state)
    depth = TO_THE_END if result.is_proven else result.depth
    counts = evaluation if result.certainty.kind == "heuristic" else NONE
    if result.is_proven:
        of_root = truth(game, state, depth, algorithm, counts, root)
        assert of_root is None or result.value == of_root
    sampled = not found.family.to_depth
    for row in result.action_values:
        if row.bound is None or row.value is None or not result.certainty.complete:
            continue
        child = game.result(state, row.action)
        if sampled and result.certainty.kind == "heuristic":
            counted = evaluation if result.evaluation else NONE  # simulations to the end know utilities alone
            allowed = [truth(game, child, plies, algorithm, counted, root) for plies in (TO_THE_END, depth - 1)]
        else:
            allowed = [truth(game, child, depth - 1, algorithm, counts, root)]
        holds(row.bound, row.value, allowed, root)


def holds(bound: str, value: Any, allowed: list[Any], root: int) -> None:
    if allowed[0] is None:
        return
    if bound == "exact":
        assert value in allowed
    else:
        known, own = number_of(allowed[0], root), number_of(value, root)
        assert known <= own if bound == "upper" else known >= own


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "pvs:replacement=two-deep", "mtdf", "brs-plus"])
def test_a_win_larger_than_any_estimate_is_exact(algorithm: str) -> None:
    game = games.load("tic-tac-toe")
    state, found = parse_state(game, "XX.OO.... X"), Searcher(game, algorithm, evaluation=NONE)
    for limits in (Limits(depth=2), Limits(depth=4, nodes=10**5)):
        assert (found.search(state, limits).certainty.kind, found.search(state, limits).value) == ("exact", 1)
    lost = parse_state(game, "XX.OO.X.. O")
    assert found.search(lost, Limits(depth=2)).is_proven  # O wins at once, too
    drawn = Searcher(game, algorithm, evaluation=NONE).search(game.initial(), Limits(depth=2))
    assert (drawn.certainty.kind, drawn.value) == ("heuristic", 0)


def test_a_mean_as_large_as_a_win_is_not_exact() -> None:
    game = games.load("tic-tac-toe")
    sampled = Searcher(game, "mcts:seed=2")
    results = [sampled.seeded(seed).search(game.initial(), simulations=1) for seed in range(8)]
    assert {result.value for result in results} == {-1, 0, 1}
    assert {result.certainty.kind for result in results} == {"heuristic"}
    assert sampled.win == inf
