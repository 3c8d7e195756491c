"""The record of a Monte-Carlo tree: every visited node, with its mean and its visits."""

from collections import deque

from spielbaum.errors import Sentence
from spielbaum.game import Game, State
from spielbaum.game.notation import format_action
from spielbaum.search.core.result import Number, Result, in_units, tidy
from spielbaum.search.driver.simulations import TreeView
from spielbaum.search.simulation.nodes import ROOT
from spielbaum.search.trace.record import TreeNode, TreeRecord

DIGITS = 3
"""Decimals of a mean."""


def record_simulations(
    game: Game, root: State, tree: TreeView, result: Result, *, unit: float, max_nodes: int
) -> TreeRecord:
    """Return the record of a tree, level by level.

    Parameters
    ----------
    game, root
        The game, and the root of the search.
    tree, result
        The tree and the result of the search.
    unit
        The worth of one unit of utility in values of the tree; 1 if they are estimates.
    max_nodes
        The largest number of nodes in the record; the others are counted at their parents.
    """
    nodes: list[TreeNode] = []
    waiting: deque[tuple[int, State, int | None, str | None]] = deque([(ROOT, root, None, None)])
    while waiting:
        node, state, parent, action = waiting.popleft()
        number, visits, over = len(nodes), tree.visits(node), game.is_terminal(state)
        children = [child for child in tree.children(node) if tree.visits(child)]
        room = max(0, max_nodes - number - 1 - len(waiting))
        note = Sentence("{} visit" if visits == 1 else "{:,} visits", visits)
        if tree.is_proven(node):
            note = Sentence("{}, proven", note)
        if len(children) > room:
            note = Sentence("{}, {} children not shown", note, len(children) - room)
        nodes.append(
            TreeNode(
                id=number,
                parent=parent,
                action=action,
                to_move=None if over else game.to_move(state),
                value=_rounded(in_units(tree.value(node), unit)),
                window=None,
                end="terminal" if over else "done" if children else "leaf",
                reason=note,
                visits=visits,
            )
        )
        for child in children[:room]:
            text, move = format_action(game, state, tree.action(child)), tree.action(child)
            waiting.append((child, game.result(state, move), number, text))
    return TreeRecord(
        value=nodes[0].value,
        action=result.action_text,
        evaluated_leaves=result.leaves,
        pruned_leaves=0,
        steps=(),
        nodes=tuple(nodes),
    )


def _rounded(value: Number) -> Number:
    if isinstance(value, tuple):
        return tuple(tidy(round(number, DIGITS)) for number in value)
    return tidy(round(value, DIGITS))
