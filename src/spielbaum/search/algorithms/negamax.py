"""Negamax: minimax with one function instead of two.

In a zero-sum game one player wins what the other loses, so the value for the player to move is the largest negated
value of the children. If the same player moves again, the sign stays.

D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975), section 2, "F0".
"""

from math import inf

from spielbaum.game import State
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.node.node import make_tree


def make(rules: Rules, tracer: Tracer | None) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; it has no window."""
    to_move, actions, result = rules.to_move, rules.actions, rules.result
    tree = make_tree(rules, tracer, negates=True, prunes=False)

    def negamax(state: State, depth: int, ws: Workspace) -> float:
        node = tree.enter(state, -inf, inf, depth, ws)
        # 1. Game over or depth limit: the value for the player to move.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return tree.evaluate(node, ws)
        # 2. The value of the best child.
        best = -inf
        for action in actions(state):
            if tree.excluded(node, action, ws):
                continue
            child = result(state, action)
            value = negamax(child, depth - 1, ws)
            if to_move(child) != node.player:
                value = -value
            if ws.stop:
                break
            best = tree.update(node, action, value, best, ws)
        return tree.leave(best)

    def search(state: State, _alpha: float, _beta: float, depth: int, ws: Workspace) -> float:
        return negamax(state, depth, ws)

    return search


algorithm = Algorithm(
    name="negamax",
    title="Negamax",
    doc="minimax as one function, by negating values",
    paper="D. E. Knuth and R. W. Moore (1975)",
    returns="the value of every root action",
    order=2,
    make=make,
    prunes=False,
    windows=False,
    negates=True,
    benchmarks=(),
    exercises={"sheet": ""},
)
