"""The defect of the published Paranoid, on the smallest tree and on random ones."""

import random
from math import inf
from typing import Any

import pytest

from spielbaum import Searcher
from spielbaum.errors import InputError
from spielbaum.games.tree import from_data

pytestmark = pytest.mark.interpreted


def published(tree: Any, ply: int = 0, alpha: float = -inf, beta: float = inf) -> float:
    """Return a node's value: the first child's never enters the bounds, and who beats a bound replaces the value."""
    if not isinstance(tree, list):
        return float(tree)
    first, *others = tree
    value = published(first, ply + 1, alpha, beta)
    if ply == 0:  # the root is right
        alpha = value
    for child in others:
        found = published(child, ply + 1, alpha, beta)
        if ply % 3 == 0 and found > alpha:
            value = alpha = found
        elif ply % 3 and found < beta:
            value = beta = found
        if alpha >= beta:
            break
    return value


def paranoid(tree: Any, algorithm: str = "paranoid") -> float:
    found = Searcher(from_data(tree, 3, vectors=False), algorithm).search()
    assert isinstance(found.value, int | float)
    return float(found.value)


def test_three_leaves_are_enough() -> None:
    assert (paranoid([3, [2, 5]]), published([3, [2, 5]])) == (3, 5)
    game = from_data([3, [2, 5]], 3, vectors=False)
    assert not Searcher(game, "paranoid:published").search().certainty.sound, "it proves nothing"


def test_it_takes_no_other_options() -> None:
    with pytest.raises(InputError, match="no other option than transform"):
        Searcher(from_data([1, 2], 3, vectors=False), "paranoid(published,replacement=deep)").search()


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_the_published_rule_differs_from_two_plies_on(depth: int) -> None:
    draw = random.Random(depth)

    def grown(plies: int) -> Any:
        return [grown(plies - 1) for _ in range(3)] if plies else draw.randint(0, 20)

    trees = [grown(depth) for _ in range(40)]
    assert [paranoid(tree, "paranoid:published") for tree in trees] == [published(tree) for tree in trees]
    unequal = sum(published(tree) != paranoid(tree) for tree in trees)
    assert unequal == 0 if depth == 1 else unequal > 12
