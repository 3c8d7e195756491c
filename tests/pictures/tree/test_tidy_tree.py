"""The layout of trees: the properties of Buchheim, Jünger and Leipert, for random trees with random widths."""

import sys
from collections import defaultdict
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum.pictures.tree.tidy_tree import tidy_tree

GAP = 3.0
Tree = tuple[list[list[int]], list[float]]


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    nodes = draw(st.integers(1, 40))
    children: list[list[int]] = [[] for _ in range(nodes)]
    for node in range(1, nodes):
        children[draw(st.integers(0, node - 1))].append(node)
    return children, draw(st.lists(st.integers(1, 30), min_size=nodes, max_size=nodes))


def levels(children: list[list[int]]) -> dict[int, list[int]]:
    """Return the nodes of each depth from left to right."""
    found = defaultdict(list)

    def visit(node: int, depth: int) -> None:
        found[depth].append(node)
        for child in children[node]:
            visit(child, depth + 1)

    visit(0, 0)
    return found


@given(trees())
def test_boxes_of_a_level_do_not_overlap_and_children_are_in_order(tree: Tree) -> None:
    children, widths = tree
    xs, depths = tidy_tree(children, widths, gap=GAP)
    for depth, nodes in levels(children).items():
        assert {depths[node] for node in nodes} == {depth}
        for left, right in pairwise(nodes):
            assert xs[right] - xs[left] >= (widths[left] + widths[right]) / 2 + GAP - 1e-6


@given(trees())
def test_parents_are_above_the_middle_of_their_children(tree: Tree) -> None:
    children, widths = tree
    xs, _depths = tidy_tree(children, widths, gap=GAP)
    for node, below in enumerate(children):
        if below:
            assert xs[node] == pytest.approx((xs[below[0]] + xs[below[-1]]) / 2)


@given(trees())
def test_the_picture_begins_at_its_left_edge(tree: Tree) -> None:
    children, widths = tree
    xs, _depths = tidy_tree(children, widths, gap=GAP)
    assert min(x - width / 2 for x, width in zip(xs, widths, strict=True)) == 0


@given(trees())
def test_mirrored_trees_give_mirrored_layouts(tree: Tree) -> None:
    children, widths = tree
    xs, _depths = tidy_tree(children, widths, gap=GAP)
    mirrored, _depths = tidy_tree([below[::-1] for below in children], widths, gap=GAP)
    assert mirrored == pytest.approx([xs[0] + mirrored[0] - x for x in xs])


@given(trees(), trees())
def test_a_subtree_looks_the_same_wherever_it_hangs(tree: Tree, other: Tree) -> None:
    children, widths = tree
    above, above_widths = other
    moved = [[child + len(above) for child in below] for below in children]
    host = [*(list(below) for below in above), *moved]
    host[len(above) - 1].append(len(above))
    alone, _depths = tidy_tree(children, widths, gap=GAP)
    there, _depths = tidy_tree(host, [*above_widths, *widths], gap=GAP)
    shift = there[len(above)] - alone[0]
    assert there[len(above) :] == pytest.approx([x + shift for x in alone])


def test_very_deep_trees_are_laid_out() -> None:
    nodes = 20_000
    xs, depths = tidy_tree([[node + 1] for node in range(nodes - 1)] + [[]], [2.0] * nodes)
    assert set(xs) == {1.0}
    assert depths[-1] == nodes - 1


def test_layout_takes_linear_time() -> None:
    def lines(nodes: int) -> int:
        """Return the number of lines of Python that are executed."""
        children: list[list[int]] = [[] for _ in range(nodes)]
        for node in range(1, nodes):
            children[(node * 7919) % node // 2 if node % 3 else node - 1].append(node)
        count = 0

        def trace(_frame: Any, event: str, _argument: Any) -> Any:
            nonlocal count
            count += event == "line"
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            tidy_tree(children, [10.0] * nodes)
        finally:
            sys.settrace(before)
        return count

    assert lines(4_000) < 5 * lines(1_000)
