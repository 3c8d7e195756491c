"""Knuth and Moore's minimal tree, and what searches report of it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum import Limits, Searcher, check_game, games, search
from spielbaum.games.tree import from_data
from spielbaum.search.driver.minimal_tree import equal_branching, minimal_leaves, minimal_nodes, shape_of


def critical(branching: int, depth: int) -> list[int]:
    """Count the nodes of each ply that are critical in the sense of Knuth and Moore, by their three types."""
    level, counts = {1: 1, 2: 0, 3: 0}, []
    for _ in range(depth + 1):
        counts.append(sum(level.values()))
        level = {
            1: level[1],
            2: level[1] * (branching - 1) + level[3] * branching,
            3: level[2],
        }
    return counts


@given(st.integers(1, 9), st.integers(0, 12))
def test_the_formula_counts_critical_nodes(branching: int, depth: int) -> None:
    counts = critical(branching, depth)
    assert minimal_leaves(branching, depth) == counts[-1]
    assert minimal_nodes(branching, depth) == sum(counts)


@given(st.floats(1, 50), st.integers(1, 12))
def test_equal_branching_undoes_the_size_of_a_tree(branching: float, depth: int) -> None:
    nodes = sum(branching**ply for ply in range(depth + 1))
    assert equal_branching(nodes, depth) == pytest.approx(branching, rel=1e-6)


def test_equal_branching_of_very_deep_trees_is_finite() -> None:
    assert equal_branching(1e6, 500) == pytest.approx(1.01996, abs=1e-5)


ALGORITHMS = ("minimax", "negamax", "alpha-beta", "alpha-beta-negamax", "pvs", "mtdf", "alpha-beta:replacement=two-big")


@pytest.mark.interpreted
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("seed", range(4))
def test_no_search_proves_a_value_with_less(algorithm: str, seed: int) -> None:
    game = games.load(f"random-tree:branching=3,depth=7,low=-5,high=5,seed={seed}")
    for depth in (None, 4, 5):
        result = Searcher(game, algorithm).search(limits=Limits(depth=depth))
        assert result.minimal_leaves == minimal_leaves(3, depth or 7)
        assert result.minimal_nodes == minimal_nodes(3, depth or 7)
        assert result.leaves >= result.minimal_leaves
        assert result.leaf_ratio == result.leaves / result.minimal_leaves
        assert result.to_dict()["leaf_ratio"] == result.leaf_ratio


def best_first(branching: int, depth: int) -> list[object] | int:
    """Return a tree in which the first action is always the best."""
    generator = random.Random(5)

    def build(plies: int, value: int, sign: int) -> list[object] | int:
        if plies == 0:
            return value
        others = [value - sign * generator.randint(1, 9) for _ in range(branching - 1)]
        return [build(plies - 1, number, -sign) for number in (value, *others)]

    return build(depth, 0, 1)


@pytest.mark.parametrize(("branching", "depth"), [(2, 5), (3, 4), (4, 3)])
def test_alpha_beta_reaches_the_minimum_in_the_best_order(branching: int, depth: int) -> None:
    result = search(from_data(best_first(branching, depth)), algorithm="alpha-beta")
    assert (result.leaves, result.nodes) == (minimal_leaves(branching, depth), minimal_nodes(branching, depth))
    assert result.leaf_ratio == 1


@pytest.mark.interpreted
def test_where_the_minimum_says_nothing_there_is_none() -> None:
    tree = games.load("random-tree")
    assert search(games.load("tic-tac-toe")).minimal_leaves is None
    assert search(tree, window=(-100.5, -100.25)).minimal_leaves is None  # a bound, no value
    assert search(tree, algorithm="max-n").minimal_leaves is None
    assert search(games.load("random-tree:players=3")).minimal_leaves is None
    assert search(from_data([[1, 2], [3, 4, 5]])).leaf_ratio is None


@pytest.mark.parametrize(
    ("tree", "shape"),
    [
        (7, (1, 0)),
        ([1, 2], (2, 1)),
        ([[1, 2], [3, 4]], (2, 2)),
        ([[1, 2, 3], [3, 4, 5]], None),
        ([[1, 2], 3], None),
        ([[[1], [2]], [[3], [4]]], None),
    ],
)
def test_a_written_tree_knows_its_shape(tree: object, shape: tuple[int, int] | None) -> None:
    game = from_data(tree)
    assert shape_of(game, game.initial(), 100) == shape
    assert check_game(game, games=20).ok


@pytest.mark.interpreted
def test_the_value_of_a_deepening_search_is_compared_with_the_tree_it_saw() -> None:
    result = search(games.load("random-tree:branching=4,depth=30"), limits=Limits(nodes=2000))
    assert result.minimal_leaves == minimal_leaves(4, result.depth)
