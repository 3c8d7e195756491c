"""The picture of a tree that was searched, with the step marked at which a search leaves the reference."""

from typing import Any

from spielbaum.grading.interfaces.trees import Node
from spielbaum.grading.kinds.search.explain import Step
from spielbaum.grading.kinds.search.models import Outcome, Paranoid, Search
from spielbaum.grading.kinds.search.samples import Sample

MOST_NODES = 60
"""Larger trees are not drawn."""


def picture_of(sample: Sample, form: type[Search], ours: Outcome, step: Step, title: str) -> str | None:
    """Return the tree as the reference searches it, as SVG; None if it is too large."""
    from spielbaum.games.tree import from_data
    from spielbaum.pictures.tree.svg import tree_svg
    from spielbaum.search.trace.record import End, TreeNode, TreeRecord

    nodes: list[TreeNode] = []
    numbers: dict[int, int] = {}
    visited = ours.visits

    def add(node: Node, parent: int | None, limit: int | None) -> None:
        number = numbers[id(node)] = len(nodes)
        over = node.payoff is not None
        leaf = over or limit == 0
        gone = node not in visited
        value: Any = ours.values.get(id(node))
        if gone:
            value = (node.payoff or node.estimate)[0] if leaf and len(node.estimate) == 2 else None
        elif form.negates and node.mover == 1 and value is not None:
            value = -value
        below = [child for child in node.children if child in visited]
        cut = not leaf and not gone and len(below) < len(node.children)
        window = None if isinstance(value, tuple) or form.negates else _finite(ours.windows.get(id(node)))
        end: End = "pruned" if gone else "terminal" if over else "leaf" if leaf else "cut" if cut else "done"
        nodes.append(
            TreeNode(
                id=number,
                parent=parent,
                action=node.name[-1:] or None,
                to_move=None if over or gone else node.mover,
                value=value,
                window=window,
                end=end,
                reason=None,
            )
        )
        if not leaf:
            for child in node.children:
                add(child, number, None if limit is None else limit - 1)

    add(sample.root, None, sample.limit)
    if len(nodes) > MOST_NODES or step.node not in sample.root.below():
        return None
    players = len(sample.root.estimate)
    game = from_data([0, 0] if players == 2 else [[0] * players] * 2, players)
    record = TreeRecord(
        value=ours.value, action=ours.action, evaluated_leaves=sum(node.end in ("terminal", "leaf") for node in nodes),
        pruned_leaves=sum(node.end == "pruned" for node in nodes), steps=(), nodes=tuple(nodes),
    )  # fmt: skip
    paranoid = issubclass(form, Paranoid)
    marks = {numbers[id(step.node)]: step.mark} if id(step.node) in numbers else {}
    return tree_svg({title: record}, game, game.initial(), marks=marks, maximiser=sample.root.mover if paranoid else 0)


def _finite(window: tuple[float, float] | None) -> tuple[float | None, float | None] | None:
    if window is None:
        return None
    alpha, beta = (None if abs(end) == float("inf") else end for end in window)
    return alpha, beta
