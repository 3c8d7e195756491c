"""Minimax.

The value of a state is the utility of the root player under perfect play: in max nodes the root player chooses the
largest value, in min nodes the opponent chooses the smallest. Every node down to the depth limit is visited.

J. von Neumann, Zur Theorie der Gesellschaftsspiele, Mathematische Annalen 100 (1928); S. Russell and P. Norvig,
Artificial Intelligence: A Modern Approach, "Minimax search", MINIMAX-DECISION with CUTOFF-TEST and EVAL.
"""

from math import inf

from spielbaum.game import State
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.node.node import make_tree


def make(rules: Rules, tracer: Tracer | None) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; it has no window."""
    actions, result = rules.actions, rules.result
    tree = make_tree(rules, tracer, negates=False, prunes=False)

    def minimax(state: State, depth: int, ws: Workspace) -> float:
        node = tree.enter(state, -inf, inf, depth, ws)
        # 1. TERMINAL-TEST and CUTOFF-TEST: UTILITY or EVAL.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return tree.evaluate(node, ws)
        # 2. MAX-VALUE or MIN-VALUE.
        return tree.leave(max_value(node, ws) if node.maximises else min_value(node, ws))

    def max_value(node: Node, ws: Workspace) -> float:
        best = -inf
        for action in actions(node.state):
            if tree.excluded(node, action, ws):
                continue
            value = minimax(result(node.state, action), node.depth - 1, ws)
            if ws.stop:
                break
            best = tree.update(node, action, value, best, ws)
        return best

    def min_value(node: Node, ws: Workspace) -> float:
        best = inf
        for action in actions(node.state):
            if tree.excluded(node, action, ws):
                continue
            value = minimax(result(node.state, action), node.depth - 1, ws)
            if ws.stop:
                break
            best = tree.update(node, action, value, best, ws)
        return best

    def search(state: State, _alpha: float, _beta: float, depth: int, ws: Workspace) -> float:
        return minimax(state, depth, ws)

    return search


algorithm = Algorithm(
    name="minimax",
    title="Minimax",
    doc="the whole tree, max and min nodes in turn",
    paper="J. von Neumann (1928)",
    returns="the value of every root action",
    order=1,
    make=make,
    prunes=False,
    windows=False,
    exercises={"values": ""},
)
