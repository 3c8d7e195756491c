"""Negamax: minimax with one function instead of two.

In a zero-sum game what one player wins the other loses, so the value for the player to move is the largest of the
negated values of the successors. Where the same player moves again the sign stays.

D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975), section 2, "F0".
"""

from math import inf

from spielbaum.game import State
from spielbaum.kernel import Workspace
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.node.node import make_book
from spielbaum.search.table.entry import Table


def make(rules: Rules, tracer: Tracer | None) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws, table)``; it knows no window."""
    to_move, actions, result = rules.to_move, rules.actions, rules.result
    ends, enter, leaf, skipped, improve, back_up, _, leave, *_ = make_book(rules, tracer)

    def negamax(state: State, depth: int, ws: Workspace) -> float:
        player = to_move(state)
        enter(state, player, -inf, inf, ws)
        # 1. A leaf is worth to the player to move what it is worth.
        finished = ends(state, depth, ws)
        if finished or depth == 0:
            return leaf(state, finished, player, depth, ws)
        # 2. Any other node is worth its best successor.
        best = -inf
        for action in actions(state):
            if skipped(action, depth, ws):
                continue
            child = result(state, action)
            value = negamax(child, depth - 1, ws)
            if to_move(child) != player:
                value = -value
            if ws.stop:
                break
            if value > best:
                best = value
                improve(action, depth, ws)
            back_up(action, value, -inf, best, depth, ws)
        return leave(best)

    def search(state: State, _alpha: float, _beta: float, depth: int, ws: Workspace, _table: Table) -> float:
        return negamax(state, depth, ws)

    return search


algorithm = Algorithm(
    name="negamax",
    make=make,
    windows=False,
    doc="minimax as one function, by negating values",
    negates=True,
)
