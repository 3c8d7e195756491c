"""Minimax.

The value of a state is the utility the root player reaches when both play perfectly: in max nodes the root player
chooses the largest value, in min nodes the opponent the smallest. Every node down to the depth limit is visited.

J. von Neumann, Zur Theorie der Gesellschaftsspiele, Mathematische Annalen 100 (1928); S. Russell and P. Norvig,
Artificial Intelligence: A Modern Approach, "Minimax search", MINIMAX-DECISION with CUTOFF-TEST and EVAL.
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

    def max_value(state: State, depth: int, ws: Workspace) -> float:
        enter(state, ws.root_player, -inf, inf, ws)
        # 1. TERMINAL-TEST and CUTOFF-TEST: the value is UTILITY or EVAL.
        finished = ends(state, depth, ws)
        if finished or depth == 0:
            return leaf(state, finished, ws.root_player, depth, ws)
        # 2. The largest value of all successors.
        best = -inf
        for action in actions(state):
            if skipped(action, depth, ws):
                continue
            value = minimax(result(state, action), depth - 1, ws)
            if ws.stop:
                break
            if value > best:
                best = value
                improve(action, depth, ws)
            back_up(action, value, -inf, best, depth, ws)
        return leave(best)

    def min_value(state: State, depth: int, ws: Workspace) -> float:
        enter(state, to_move(state), -inf, inf, ws)
        finished = ends(state, depth, ws)
        if finished or depth == 0:
            return leaf(state, finished, ws.root_player, depth, ws)
        best = inf
        for action in actions(state):
            if skipped(action, depth, ws):
                continue
            value = minimax(result(state, action), depth - 1, ws)
            if ws.stop:
                break
            if value < best:
                best = value
                improve(action, depth, ws)
            back_up(action, value, -inf, best, depth, ws)
        return leave(best)

    def minimax(state: State, depth: int, ws: Workspace) -> float:
        if to_move(state) == ws.root_player:
            return max_value(state, depth, ws)
        return min_value(state, depth, ws)

    def search(state: State, _alpha: float, _beta: float, depth: int, ws: Workspace, _table: Table) -> float:
        return minimax(state, depth, ws)

    return search


algorithm = Algorithm(name="minimax", make=make, windows=False, doc="the whole tree, max and min nodes in turn")
