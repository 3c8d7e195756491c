"""A searched tree with the signs of negamax: each value is the largest of its children's negatives."""

import pytest

from spielbaum import games, record_tree
from spielbaum.errors import InputError
from spielbaum.games.figure import game as figure
from spielbaum.games.tree import from_data
from spielbaum.search.trace.mover_view import for_mover

pytestmark = pytest.mark.interpreted

TREES = {
    "random": games.load("random-tree:branching=3,depth=4,seed=3"),
    "irregular": from_data([[3, [4, 5]], [[6, 1, [2, 0]], 7], 5]),
}


@pytest.mark.parametrize("name", TREES)
def test_values_are_the_largest_negated_values_of_the_children(name: str) -> None:
    view = for_mover(record_tree(TREES[name], algorithm="minimax"))
    below = view.children()
    for node in view.nodes:
        if node.id in below:
            assert node.value == max(-child.value for child in below[node.id])  # type: ignore[operator, type-var]
    assert view.nodes[0].value == view.value


@pytest.mark.parametrize("name", TREES)
def test_windows_bounds_and_cuts_equal_negamax(name: str) -> None:
    record = record_tree(TREES[name], algorithm="alpha-beta")
    view = for_mover(record)
    turned = {"lower": "upper", "upper": "lower"}
    for node, mine in zip(record.nodes, view.nodes, strict=True):
        alpha, beta = mine.alpha_beta
        assert alpha < beta
        if mine.end == "cut":
            assert (mine.reason or "").startswith("alpha ")
            assert mine.bound == "lower"
        same = node.to_move == record.root_player
        if node.to_move is not None and node.bound and not same:
            assert mine.bound == turned.get(node.bound, node.bound)
            assert node.value == -mine.value  # type: ignore[operator]
    assert view.principal_variation() == record.principal_variation()
    assert any(node.end == "cut" for node in view.nodes)


def test_vectors_are_refused() -> None:
    with pytest.raises(InputError, match="every player has its own"):
        for_mover(record_tree(figure("max-n"), algorithm="max-n"))
