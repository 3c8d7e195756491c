"""Folding a tree for a picture: nothing is lost from the counts, and what matters stays."""

from collections import Counter
from itertools import pairwise

import pytest

from spielbaum import Limits, games, record_tree, search
from spielbaum.games.figure import figures
from spielbaum.search.trace.describe import fold_counts
from spielbaum.search.trace.fold import fold_tree
from spielbaum.search.trace.record import TreeRecord

ALGORITHMS = ["alpha-beta", "pvs", "mtdf", "negamax"]


def counts(record: TreeRecord) -> tuple[int, int, int]:
    """Return visited nodes, leaves and pruned actions, those that are folded included."""
    ends = Counter(node.end for node in record.nodes)
    folded = [fold_counts(node.reason or "") for node in record.nodes if node.end == "folded"]
    nodes, leaves, pruned = (sum(column) for column in zip((0, 0, 0), *folded, strict=True))
    return (
        nodes + len(record.nodes) - ends["pruned"] - ends["folded"],
        leaves + ends["terminal"] + ends["leaf"] + ends["known"],
        pruned + ends["pruned"],
    )


@pytest.mark.parametrize("most", [2, 3, 10, 57, 400])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_folded_nodes_are_counted(algorithm: str, most: int) -> None:
    record = record_tree(games.load("random-tree:branching=4,depth=5,seed=3,low=-9,high=9"), algorithm=algorithm)
    small = fold_tree(record, most)
    roots = sum(node.parent is None for node in record.nodes)
    assert counts(small) == counts(record)
    assert len(small.nodes) <= max(most, 2 * roots)
    assert [node.id for node in small.nodes] == list(range(len(small.nodes)))
    assert all(node.parent is None or node.parent < node.id for node in small.nodes)
    assert (small.value, small.action, small.steps) == (record.value, record.action, record.steps)


def test_folding_twice_adds_the_counts() -> None:
    record = record_tree(games.load("random-tree:branching=4,depth=5,seed=3"), max_nodes=300)
    assert counts(fold_tree(fold_tree(record, 150), 20)) == counts(record)


def test_folding_keeps_the_principal_variation_and_the_first_cut() -> None:
    record = record_tree(games.load("random-tree:branching=4,depth=5,seed=3"))
    small = fold_tree(record, 80)
    line, short = record.principal_variation(), small.principal_variation()
    assert [record.nodes[place].action for place in line] == [small.nodes[place].action for place in short]
    first = next(node for node in record.nodes if node.end == "cut")
    assert any((node.action, node.reason) == (first.action, first.reason) for node in small.nodes)


def test_small_trees_are_not_folded() -> None:
    record = record_tree(games.load("figure:negamax"))
    assert fold_tree(record, 400) is record


@pytest.mark.interpreted
@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alpha-beta", "alpha-beta-negamax", "pvs"])
@pytest.mark.parametrize("seed", range(4))
def test_the_line_of_a_record_equals_that_of_the_search(algorithm: str, seed: int) -> None:
    game = games.load(f"random-tree:branching=3,depth=4,seed={seed}")
    record = record_tree(game, algorithm=algorithm, limits=Limits(depth=3))
    line = [record.nodes[place].action for place in record.principal_variation()]
    line_of_search = [None, *search(game, algorithm=algorithm, limits=Limits(depth=3)).pv_text]
    assert line == line_of_search


@pytest.mark.parametrize("name", figures())
def test_the_line_of_a_figure_leads_to_a_leaf(name: str) -> None:
    for algorithm in figures()[name]["algorithms"]:
        record = record_tree(games.load(f"figure:{name}"), algorithm=algorithm)
        line = [record.nodes[place] for place in record.principal_variation()]
        assert line[1].action == record.action
        assert all(below.parent == above.id for above, below in pairwise(line))
        assert all(node.value == record.value for node in line)
        assert line[-1].end == "terminal"


def test_events_equal_the_steps() -> None:
    record = record_tree(games.load("figure:alpha-beta-twenty-seven"))
    assert len(record.events) == len(record.steps) == 39
    for event, step in zip(record.events, record.steps, strict=True):
        word = {"leaf": "leaf", "bound": ("<=", ">="), "cut": ("<=", ">="), "final": "="}[event.kind]
        assert step.startswith(word)
        assert (", cut" in step) == (event.kind == "cut")
        assert f"{event.value:.6g}" in step
