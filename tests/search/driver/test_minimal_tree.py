"""Knuth and Moore's minimal tree, and what searches report of it."""

import random
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import MINIMAX
from spielbaum import Limits, Searcher, check_game, games, search
from spielbaum.errors import UnsupportedGameError
from spielbaum.games.tree import from_data
from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm
from spielbaum.search.driver.minimal_tree import (
    equal_branching,
    immediate_leaves,
    minimal_leaves,
    minimal_nodes,
    one_winner_leaves,
    shallow_leaves,
    shape_of,
)


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
def test_equal_branching_inverts_the_size_of_a_tree(branching: float, depth: int) -> None:
    nodes = sum(branching**ply for ply in range(depth + 1))
    assert equal_branching(nodes, depth) == pytest.approx(branching, rel=1e-6)


def test_equal_branching_of_very_deep_trees_is_finite() -> None:
    assert equal_branching(1e6, 500) == pytest.approx(1.01996, abs=1e-5)


ALGORITHMS = ("minimax", "negamax", "alpha-beta", "alpha-beta-negamax", "pvs", "mtdf", "alpha-beta:replacement=two-big")


@pytest.mark.interpreted
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("seed", range(4))
def test_no_search_visits_less_than_the_minimal_tree(algorithm: str, seed: int) -> None:
    game = games.load(f"random-tree:branching=3,depth=7,low=-5,high=5,seed={seed}")
    for depth in (None, 4, 5):
        result = Searcher(game, algorithm).search(limits=Limits(depth=depth))
        assert result.minimal_leaves == minimal_leaves(3, depth or 7)
        assert result.minimal_nodes == minimal_nodes(3, depth or 7)
        assert result.leaves >= result.minimal_leaves
        assert result.leaf_ratio == result.leaves / result.minimal_leaves
        assert result.to_dict()["leaf_ratio"] == result.leaf_ratio


@pytest.mark.interpreted
@pytest.mark.parametrize("algorithm", algorithm_names())
def test_only_searches_that_prove_a_number_have_a_minimal_tree(algorithm: str) -> None:
    game, found = games.load("random-tree:branching=3,depth=5"), find_algorithm(algorithm)
    limits = Limits(depth=4) if "depth" in found.family.limits else Limits(simulations=200)
    try:
        result = Searcher(game, algorithm).search(limits=limits)
    except UnsupportedGameError:
        return
    assert (result.minimal_leaves is None) == (algorithm not in MINIMAX and not algorithm.startswith("brs"))
    assert result.minimal_leaves is None or result.leaves >= result.minimal_leaves


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


def winners_cut(branching: int, depth: int, players: int) -> int:
    """Return the fewest leaves of immediate pruning over all ways in which one player wins at each leaf."""

    def visit(leaves: tuple[int, ...], ply: int, place: int) -> tuple[int, int]:
        """Return who wins a node, and how many leaves are visited."""
        if ply == depth:
            return leaves[place], 1
        winner, visited = -1, 0
        for action in range(branching):
            if winner == ply % players:
                break
            found, more = visit(leaves, ply + 1, place * branching + action)
            visited += more
            winner = found if winner < 0 or found == ply % players else winner
        return winner, visited

    return min(visit(leaves, 0, 0)[1] for leaves in product(range(players), repeat=branching**depth))


@pytest.mark.parametrize(("branching", "depth", "players"), [(2, 1, 3), (2, 2, 3), (3, 2, 3), (2, 3, 3), (2, 3, 4)])
def test_immediate_pruning_cuts_no_tree_more_than_its_formula(branching: int, depth: int, players: int) -> None:
    assert immediate_leaves(branching, depth, players) == winners_cut(branching, depth, players)
    assert immediate_leaves(branching, depth, players) <= one_winner_leaves(branching, depth, players)


def cut_most(branching: int, depth: int, players: int) -> Any:
    """Return the tree that immediate pruning cuts most: nested lists, one player has all at each leaf."""

    @cache
    def least(plies: int, winner: int) -> tuple[int, Any]:
        """Return the leaves visited of a node whose winner moves so many turns later, and the node."""
        mover = (depth - plies) % players
        if plies == 0:
            return 1, [int(player == (mover + winner) % players) for player in range(players)]
        first = least(plies - 1, (winner - 1) % players)
        other = min((least(plies - 1, later) for later in range(players - 1)), key=lambda found: found[0])
        visited = first[0] if winner == 0 else first[0] + (branching - 1) * other[0]
        return visited, [first[1], *[other[1]] * (branching - 1)]

    return min((least(depth, winner) for winner in range(players)), key=lambda found: found[0])[1]


@pytest.mark.interpreted
@pytest.mark.parametrize(("branching", "depth", "players"), [(2, 7, 3), (3, 5, 3), (5, 4, 3), (3, 5, 4), (2, 6, 5)])
def test_immediate_pruning_reaches_its_formula(branching: int, depth: int, players: int) -> None:
    tree = from_data(cut_most(branching, depth, players), players=players)
    plain, cut = (search(tree, algorithm=f"max-n:{more}transform=none") for more in ("", "immediate,root,"))
    assert (cut.value, cut.action, plain.leaves) == (plain.value, plain.action, branching**depth)
    assert cut.leaves == immediate_leaves(branching, depth, players) <= shallow_leaves(branching, depth)


@pytest.mark.interpreted
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("branching", "depth"), [(2, 6), (3, 5), (5, 3)])
def test_prunings_of_n_players_reach_their_formulas(players: int, branching: int, depth: int) -> None:
    tree = f"random-tree:players={players},branching={branching}"
    best, one_winner = (games.load(f"{tree},depth={depth + 2},order={order}") for order in ("best", "one-winner"))
    plain = search(best, algorithm="max-n:transform=none", depth=depth)
    shallow = search(best, algorithm="max-n:shallow,transform=none", depth=depth)
    assert (shallow.value, shallow.action) == (plain.value, plain.action)
    assert shallow.leaf_ratio == 1
    assert shallow.nodes == shallow.minimal_nodes == sum(shallow_leaves(branching, ply) for ply in range(depth + 1))
    immediate = search(one_winner, algorithm="max-n:immediate,root,transform=none", depth=depth)
    assert immediate.leaves == one_winner_leaves(branching, depth, players)
    equal = games.load(f"{tree},depth={depth},low=0,high=0")
    assert search(equal, algorithm="paranoid").leaf_ratio == 1


@pytest.mark.interpreted
def test_two_players_in_best_order_are_a_minimal_tree() -> None:
    for depth in range(6):
        game = games.load(f"random-tree:branching=3,depth=9,order=best,seed={depth}")
        result = search(game, algorithm="alpha-beta:order=none", depth=depth)
        assert (result.leaf_ratio, result.value) == (1, search(game, algorithm="minimax", depth=depth).value)


@pytest.mark.interpreted
def test_no_minimal_tree_for_bounds_vectors_and_irregular_trees() -> None:
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
def test_a_written_tree_declares_its_shape(tree: object, shape: tuple[int, int] | None) -> None:
    game = from_data(tree)
    assert shape_of(game, game.initial(), 100) == shape
    assert check_game(game, games=20).ok


@pytest.mark.interpreted
def test_deepening_searches_report_the_minimal_tree_of_their_depth() -> None:
    result = search(games.load("random-tree:branching=4,depth=30"), limits=Limits(nodes=2000))
    assert result.minimal_leaves == minimal_leaves(4, result.depth)


@pytest.mark.interpreted
@pytest.mark.parametrize(("branching", "depth", "players"), [(2, 6, 3), (3, 4, 3), (5, 3, 3), (3, 4, 4)])
def test_searches_report_the_minimal_tree_of_immediate_pruning(branching: int, depth: int, players: int) -> None:
    tree = from_data(cut_most(branching, depth, players), players=players)
    for switches, counted in (("immediate", False), ("immediate,root", True)):
        result = search(tree, algorithm=f"max-n:{switches}")
        assert result.minimal_leaves == immediate_leaves(branching, depth, players, root=counted)
        assert result.minimal_nodes is not None
        assert result.nodes >= result.minimal_nodes
        assert result.leaves >= result.minimal_leaves
        assert (result.leaf_ratio == 1) >= counted
    assert immediate_leaves(5, 6, 3, root=False) == 5 * immediate_leaves(5, 5, 3)
    assert immediate_leaves(5, 0, 3, root=False) == 1


@pytest.mark.interpreted
@pytest.mark.parametrize("depth", [2, 3])
def test_without_a_winner_at_every_leaf_immediate_pruning_saves_nothing_more(depth: int) -> None:
    chance, ends = random.Random(depth), ([1, 0, 0], [0, 1, 0], [0, 0, 1], [0.4, 0.3, 0.3])

    def build(plies: int) -> Any:
        return chance.choice(ends) if plies == 0 else [build(plies - 1) for _ in range(2)]

    for _ in range(60):
        game = replace(from_data(build(depth), players=3), max_utility=1, utility_sum=1)
        result = search(game, algorithm="max-n:immediate,root")
        assert result.minimal_leaves == immediate_leaves(2, depth, 3) <= result.leaves


def test_the_formula_of_immediate_pruning_needs_a_single_winner() -> None:
    both = from_data([[[2, 2, 0], [2, 2, 0]], [[2, 2, 0], [2, 2, 0]]], players=3)
    result = search(both, algorithm="max-n:immediate,root")
    assert (result.leaves, result.minimal_leaves) == (1, None)
