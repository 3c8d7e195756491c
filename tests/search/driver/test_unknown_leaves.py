"""Trees with unknown leaves: the bounds hold for all values of these leaves, and some values reach them."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import inf
from random import Random
from typing import Any

import pytest

from spielbaum import Game, Limits
from spielbaum.errors import UnsupportedGameError
from spielbaum.game import State
from spielbaum.games.tree import from_data
from spielbaum.search.choosing import search
from spielbaum.search.core.result import BoundKind, Result
from spielbaum.search.driver.unknown_leaves import ANYTHING, Intervals, as_bound, best_of, bounds_hold_in
from spielbaum.search.proof.solver import Solver
from spielbaum.search.searcher import Searcher
from spielbaum.search.trace.recorder import record_tree

FAR = 99
GRID = (-FAR, 0, 1, 2, 3, FAR)
NAMES = ("a", "b", "c")
ALGORITHMS = (
    "minimax",
    "negamax",
    "alpha-beta",
    "alpha-beta:fail=hard",
    "alpha-beta:replacement=two-big,etc",
    "alpha-beta-negamax",
    "pvs",
    "pvs:replacement=two-big",
    "mtdf",
    "paranoid",
)


def random_tree(chance: Random, plies: int, names: list[str]) -> Any:
    if plies == 0 or (plies < 3 and chance.random() < 0.2):
        return names.pop() if names and chance.random() < 0.4 else chance.randint(0, 3)
    return [random_tree(chance, plies - 1, names) for _ in range(chance.randint(1, 3))]


def trees(number: int) -> Iterator[Any]:
    chance = Random(number)
    while number:
        names = list(NAMES)
        tree = [random_tree(chance, 2, names) for _ in range(chance.randint(2, 3))]
        if len(names) < len(NAMES) and any(letter.isdigit() for letter in json.dumps(tree)):
            number -= 1
            yield tree


def worth(tree: Any, known: dict[str, int], ply: int = 0) -> int:
    if isinstance(tree, list):
        return (min if ply % 2 else max)(worth(branch, known, ply + 1) for branch in tree)
    return known[tree] if isinstance(tree, str) else tree


def worths(tree: Any, path: str = "") -> list[int]:
    """Return the values of a node of a tree under all assignments."""
    steps = [int(step) for step in path.split()]
    for step in steps:
        tree = tree[step]
    used = [name for name in NAMES if f'"{name}"' in json.dumps(tree)]
    tables = (dict(zip(used, numbers, strict=True)) for numbers in product(GRID, repeat=len(used)))
    return [worth(tree, table, len(steps)) for table in tables]


def holds(value: float | None, bound: BoundKind | None, found: list[int]) -> bool:
    if value is None or bound in (None, "unknown"):
        return True
    return {"exact": min(found) == value == max(found), "lower": min(found) >= value, "upper": max(found) <= value}[
        str(bound)
    ]


def value_of(result: Result) -> float | None:
    assert not isinstance(result.value, tuple)
    return None if result.certainty.bound == "unknown" else result.value


@pytest.mark.parametrize("tree", [*trees(25)], ids=json.dumps)
def test_bounds_hold_for_all_values_of_the_unknown_leaves(tree: Any) -> None:
    game, found = from_data(tree), worths(tree)
    for algorithm in ALGORITHMS:
        result = search(game, algorithm=algorithm)
        assert holds(value_of(result), result.certainty.bound, found), algorithm
        low, high = result.certainty.interval or (None, None)
        assert low is None or low <= min(found), algorithm
        assert high is None or max(found) <= high, algorithm
        for place, row in enumerate(result.action_values):
            assert not isinstance(row.value, tuple)
            assert holds(row.value, row.bound, worths(tree, str(place))), (algorithm, row)
        assert (result.is_proven) <= (min(found) == max(found)), algorithm


@pytest.mark.parametrize("tree", [*trees(25)], ids=json.dumps)
def test_minimax_finds_the_exact_interval(tree: Any) -> None:
    found, result = worths(tree), search(from_data(tree), algorithm="minimax")
    if result.is_proven:
        assert {result.value} == set(found)
        return
    low, high = result.certainty.interval or (None, None)
    assert min(found) == (-FAR if low is None else low)
    assert max(found) == (FAR if high is None else high)
    shown = [value_of(result), result.certainty.bound, result.certainty.kind]
    assert shown[1:] == (["unknown", "heuristic"] if low is high is None else [result.certainty.bound, "bound"])


@pytest.mark.parametrize("tree", [*trees(12)], ids=json.dumps)
@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alpha-beta", "pvs"])
def test_bounds_hold_at_every_node_of_the_searched_tree(tree: Any, algorithm: str) -> None:
    record = record_tree(from_data(tree), algorithm=algorithm)
    paths: list[str] = []
    for node in record.nodes:
        paths.append("" if node.parent is None else f"{paths[node.parent]} {node.action}".strip())
        assert not isinstance(node.value, tuple)
        if node.end != "pruned":
            assert holds(node.value, node.bound, worths(tree, paths[-1])), (node, paths[-1])


@pytest.mark.parametrize("tree", [*trees(12)], ids=json.dumps)
def test_action_values_and_best_lines_are_bounds_too(tree: Any) -> None:
    searcher = Searcher(from_data(tree), "alpha-beta")
    for line in (*searcher.action_values(), *searcher.multipv(lines=2).lines):
        assert not isinstance(line.value, tuple)
        found = worths(tree, line.action_text)
        assert holds(line.value, line.bound, found)
        assert line.proven <= (min(found) == max(found))
        assert line.outcome != "win" or min(found) > 0
        assert line.outcome != "loss" or max(found) < 0


def test_an_interval_becomes_the_bound_that_the_player_to_move_can_force() -> None:
    assert best_of([(1, 2), (-inf, 3)], maximises=True) == (1, 3)
    assert best_of([(1, 2), (-inf, 3)], maximises=False) == (-inf, 2)
    assert as_bound((1, 3), maximises=True) == (1, "lower")
    assert as_bound((1, 3), maximises=False) == (3, "upper")
    assert as_bound((-inf, 3), maximises=True) == (3, "upper")
    assert as_bound((1, inf), maximises=False) == (1, "lower")
    assert as_bound(ANYTHING, maximises=True) == (None, "unknown")


def test_a_leaf_that_does_not_matter_leaves_the_value_exact() -> None:
    result = search(from_data([[3, 12, 8], [2, "x", "y"], [14, 5, 2]]), algorithm="minimax")
    assert (result.value, result.certainty.kind, result.certainty.interval) == (3, "exact", None)
    assert [(row.value, row.bound) for row in result.action_values] == [(3, "exact"), (2, "upper"), (2, "exact")]
    result = search(from_data([["x", 2], ["y", "z"]]), algorithm="minimax")
    assert (result.certainty.kind, result.certainty.bound, result.to_dict()["value"], result.action_text) == (
        "heuristic",
        "unknown",
        None,
        "0",
    )


def test_unvisited_states_may_have_any_value() -> None:
    game = from_data([[3, "a"], [4, [5, 6]]])
    result = Searcher(game, "alpha-beta").search(limits=Limits(depth=2))
    assert (result.certainty.bound, result.certainty.interval) == ("upper", (None, 4))


def test_a_tree_without_numbers_and_a_proof_with_unknown_leaves_are_refused() -> None:
    with pytest.raises(ValueError, match="no leaf has a value"):
        from_data(["a", ["b"]])
    with pytest.raises(UnsupportedGameError, match="not all known"):
        Solver(from_data([1, ["b"]]))


def test_bounds_hold_for_duels_with_hashable_states() -> None:
    def changed(**facts: Any) -> Game:
        return replace(from_data([1, ["b"]]), **facts)

    def listed() -> State:
        return [0]

    assert bounds_hold_in(from_data([1, ["b"]]))
    assert not bounds_hold_in(from_data([1, [2]]))
    assert not bounds_hold_in(from_data([[1, 2, 3], "b"], 3))
    assert not bounds_hold_in(changed(initial=listed))
    assert search(from_data([[[1, 2, 3], "b"]], 3), algorithm="max-n").certainty.kind == "heuristic"


def test_a_recorded_tree_shows_bounds_and_names_of_unknown_leaves() -> None:
    record = record_tree(from_data([["x", 5], [3, 4]]), algorithm="alpha-beta")
    assert record.steps == (
        "leaf x after 0 0",
        "leaf 5 after 0 1",
        "<= 5 after 0",
        "leaf 3 after 1 0",
        "<= 3, cut after 1",
        "<= 5 at the root",
    )
    assert [node.value_text for node in record.nodes] == ["≤ 5", "≤ 5", "x", "5", "≤ 3", "3", "–"]
    assert record.nodes[2].value is None
    assert record.value_text == "≤ 5"
    game = from_data([1, ["b"]])
    assert Intervals(game, game.initial()).of(game.initial()) == ANYTHING
