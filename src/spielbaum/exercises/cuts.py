"""Checking the branches that an answer prunes, in the order in which alpha-beta reaches them."""

from collections.abc import Collection, Iterator
from typing import Any

from spielbaum.exercises.exercise import Exercise, Finding, Searched
from spielbaum.exercises.reasons import cut_reason, window_at
from spielbaum.exercises.written import Node


def check_cuts(exercise: Exercise, struck: Collection[str]) -> Finding:
    """Return the verdict on the branches that were struck out, given by the names of the nodes below them.

    Branches below a pruned branch do not count: they are pruned with it.
    """
    search, right = exercise.search, set()
    first: tuple[str, str, dict[str, Any]] | None = None
    missing = 0
    for above, node in branches(search, exercise.root):
        pruned = search.is_pruned(node.name)
        if pruned == (node.name in struck):
            right.add(node.name)
        elif first is None:
            first = (node.name, *branch_fault(search, above, node))
        missing += pruned and node.name not in struck
    wrong, key, values = first or ("", "right", {"missing": 0})
    return Finding(frozenset(right & set(struck)), wrong, missing, key, values)


def branches(search: Searched, node: Node) -> Iterator[tuple[Node, Node]]:
    """Yield the branches that the search visits or prunes, in its order, each with the node above."""
    for child in node.children:
        yield node, child
        if not search.is_pruned(child.name):
            yield from branches(search, child)


def branch_fault(search: Searched, above: Node, node: Node) -> tuple[str, dict[str, Any]]:
    """Return the key and the values of the sentence about a branch that is struck out wrongly, or wrongly not."""
    if search.is_pruned(node.name):
        key, values = cut_reason(search, above.name)
        return f"branch-{key}", {**values, "branch": node.name}
    if node is above.children[0]:
        return "branch-first", {"node": above.name, "branch": node.name}
    if search.vectors:
        return "branch-needed", {"branch": node.name}
    alpha, beta = window_at(search, node.name)
    return "branch-open", {"node": above.name, "branch": node.name, "alpha": alpha, "beta": beta}
