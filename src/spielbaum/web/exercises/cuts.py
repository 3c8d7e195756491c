"""Checking which branches are said to be cut, in the order in which alpha-beta comes to them."""

from collections.abc import Collection, Iterator
from typing import Any

from spielbaum.web.exercises.exercise import Exercise, Finding, Searched
from spielbaum.web.exercises.reasons import cut_reason, window_at
from spielbaum.web.exercises.written import Node


def check_cuts(exercise: Exercise, struck: Collection[str]) -> Finding:
    """Return what is found in the branches that were struck out.

    Parameters
    ----------
    exercise
        What was asked for.
    struck
        The names of the nodes below these branches. What is below a branch that is cut does not count: it is cut with
        it.
    """
    search, right = exercise.search, set()
    first: tuple[str, str, dict[str, Any]] | None = None
    missing = 0
    for above, node in branches(search, exercise.root):
        pruned = search.is_pruned(node.name)
        if pruned == (node.name in struck):
            right.add(node.name)
        elif first is None:
            first = (node.name, *(_should(search, above, node) if pruned else _should_not(search, above, node)))
        missing += pruned and node.name not in struck
    wrong, key, values = first or ("", "right", {"missing": 0})
    return Finding(frozenset(right & set(struck)), wrong, missing, key, values)


def branches(search: Searched, node: Node) -> Iterator[tuple[Node, Node]]:
    """Return the branches that the search looks at or cuts, with the node above, in its order."""
    for child in node.children:
        yield node, child
        if not search.is_pruned(child.name):
            yield from branches(search, child)


def _should(search: Searched, above: Node, node: Node) -> tuple[str, dict[str, Any]]:
    key, values = cut_reason(search, above.name)
    return f"branch-{key}", {**values, "branch": node.name}


def _should_not(search: Searched, above: Node, node: Node) -> tuple[str, dict[str, Any]]:
    if node is above.children[0]:
        return "branch-first", {"node": above.name, "branch": node.name}
    alpha, beta = window_at(search, node.name)
    return "branch-open", {"node": above.name, "branch": node.name, "alpha": alpha, "beta": beta}
