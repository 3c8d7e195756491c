"""Null-move pruning: if passing fails high, so does the node.

The position after a pass is searched to a reduced depth. The game gives it by ``null_move``, and forbids the pass by
``may_pass`` where it could be the best move (zugzwang).

D. F. Beal, A generalised quiescence search algorithm, Artificial Intelligence 43 (1990); C. Donninger, Null move and
deep search, ICCA Journal 16 (1993).
"""

from collections.abc import Callable
from math import inf

from spielbaum.game import State
from spielbaum.search.core.cuts import NULL_MOVE
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.node.defaults import always, never
from spielbaum.search.node.node import Tree
from spielbaum.search.node.selectivity import Selection
from spielbaum.search.node.windows import is_null_window

LEAST_DEPTH = 3

ValueOf = Callable[[State, Node, float, float, int, Workspace], float]
"""``(child, node, low, high, less, ws) -> value`` of a child for the player to move at a node.

The search has the window from ``low`` to ``high`` and is ``less`` plies shallower than usual.
"""


def make_null_move(
    rules: Rules, tree: Tree, selection: Selection, value_of: ValueOf
) -> Callable[[Node, Workspace], bool]:
    """Return ``null_move(node, ws) -> bool``: whether a pass fails high; then ``ws.value`` is beta."""
    if not selection.null_move:
        return never
    passes, may_pass = rules.null_move, rules.may_pass or always
    assert passes is not None
    estimated = selection.needs_estimates

    def null_move(node: Node, ws: Workspace) -> bool:
        ply = node.ply
        # 1. Not at the root, near the leaves or twice in a row, and not where the estimate is below beta.
        possible = ply > 0 and not ws.unlimited and node.depth >= LEAST_DEPTH and not ws.passed[ply]
        hopeful = not estimated or ws.estimate[ply] == inf or ws.estimate[ply] >= node.beta
        if not (possible and hopeful and is_null_window(node) and may_pass(node.state)):
            return False
        # 2. Search the position after the pass to a reduced depth. It reuses this ply's slice of the list.
        less = 3 + node.depth // 4 if node.depth > 4 else node.depth - 1
        ws.frame[ply + 1] = ws.frame[ply]
        ws.passed[ply + 1] = 1
        value = value_of(passes(node.state), node, node.alpha, node.beta, less, ws)
        ws.passed[ply + 1] = 0
        if value < node.beta:
            return False
        # 3. It fails high.
        tree.cutoff(node, NULL_MOVE, value, node.beta, ws)
        ws.value = node.beta
        return True

    return null_move
