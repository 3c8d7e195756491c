"""Leaf-value tables: Max^n finds the same with them, and looks at fewer nodes, whatever vectors sum to."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spielbaum import Searcher, games
from spielbaum.checking.check import check_game
from spielbaum.errors import UnsupportedGameError
from spielbaum.games.tree import from_data
from spielbaum.search.trace.recorder import record_tree
from tiers import examples

pytestmark = pytest.mark.interpreted


def tree_of(generator: random.Random, players: int, depth: int, leaves: list[tuple[int, ...]]) -> Any:
    if depth == 0 or (depth < 4 and generator.random() < 0.1):
        return list(generator.choice(leaves))
    return [tree_of(generator, players, depth - 1, leaves) for _ in range(generator.randint(2, 3))]


@examples(60)
@given(st.integers(0, 2**32), st.integers(3, 4), st.integers(1, 7), st.booleans())
@example(4, 3, 4, False)  # what a node has so far is no bound for the player above
def test_leaf_values_keep_values_and_save_nodes(seed: int, players: int, kinds: int, table: bool) -> None:
    generator = random.Random(seed)
    leaves = [tuple(generator.randint(-3, 3) for _ in range(players)) for _ in range(kinds)]
    game = from_data(tree_of(generator, players, 5, leaves), players)
    pruned = "max-n:leaf_values=true,replacement=deep" if table else "max-n:leaf_values=true"
    plain, found = (Searcher(game, f"{name}").search() for name in ("max-n", pruned))
    assert (found.value, found.action) == (plain.value, plain.action)
    assert found.nodes <= plain.nodes
    for ours, true in zip(found.action_values, plain.action_values, strict=True):
        root = game.to_move(game.initial())
        assert ours.value[root] >= true.value[root] - 1e-9 if ours.bound == "upper" else ours.value == true.value


def test_leaf_values_prune_without_a_constant_sum() -> None:
    generator, nodes = random.Random(7), dict.fromkeys(("max-n-is", "max-n:leaf_values=true"), 0)
    for _ in range(20):
        leaves = [(0, 0, 0), (3, 0, 0), (0, 3, 0), (0, 0, 3), (2, 2, 2)]
        game = from_data(tree_of(generator, 3, 5, leaves), 3)
        for name in nodes:
            nodes[name] += Searcher(game, name).search().nodes
    assert nodes["max-n:leaf_values=true"] < 0.8 * nodes["max-n-is"]
    assert {
        node.reason.split(":")[0] for node in record_tree(game, algorithm="max-n:leaf_values=true").nodes if node.reason
    } <= {"immediate", "shallow"}


def test_leaf_values_solve_a_three_player_game_in_fewer_nodes() -> None:
    game = games.load("mnk:players=3,width=3,height=2,line=3")
    plain, found = (Searcher(game, name).search() for name in ("max-n-is", "max-n:leaf_values=true"))
    assert (found.value, found.action) == (plain.value, plain.action)
    assert (plain.nodes, found.nodes) == (1957, 245)


def test_missing_or_wrong_leaf_values_are_reported() -> None:
    game = games.load("mnk:players=3,width=3,height=2,line=2")
    with pytest.raises(UnsupportedGameError, match=r"does not state them: give the game hints.leaf_values"):
        Searcher(games.load("random-tree:players=3"), "max-n:leaf_values=true")
    wrong = replace(game, hints=replace(game.hints, leaf_values=((1.0, 0.0, 0.0),)))
    report = check_game(replace(wrong, compiled=False), games=20)
    assert "is none of hints.leaf_values" in str(report.failures)
