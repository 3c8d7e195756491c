"""Cutoffs before the first action of a node: its table entry, its bounds, the entries of its children.

Enhanced transposition cutoffs: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Exploiting graph properties of game
trees, AAAI (1996).
"""

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from spielbaum.game import State
from spielbaum.kernel import component
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.workspace import FALSE_ENTRY, NO_ACTION, TO_THE_END, Workspace
from spielbaum.search.node.defaults import never
from spielbaum.search.node.node import Tree
from spielbaum.search.node.options import Options
from spielbaum.search.table.scalar import TranspositionTable, make_table

LEAST_ETC_DEPTH = 2
"""Plies left from which children are looked up; with fewer they are not in the table."""

Probe = Callable[[Node, Workspace], bool]


class Cutoffs(NamedTuple):
    """The hooks ``tt`` of an algorithm.

    Attributes
    ----------
    probe
        ``(node, ws) -> bool``: whether the node is cut off; its value is ``ws.value``.
    bound
        ``(node, ws) -> value`` at which the node is cut off: beta (in a min node alpha), or the best value that can
        still be reached.
    store
        ``(node, value, ws)``: store a value in the table.
    at_least
        ``(node, depth, ws) -> bool``: whether a search to at least this depth gave the table move a lower bound,
        ``ws.value``.
    """

    probe: Probe
    bound: Callable[[Node, Workspace], float]
    store: Callable[[Node, float, Workspace], None]
    at_least: Callable[[Node, int, Workspace], bool]


def make_cutoffs(rules: Rules, tree: Tree, options: Options) -> Cutoffs:
    """Return the hooks for a game; without options they do nothing and cost nothing."""
    options.refuse_unfit(rules)
    table = make_table(rules, options.replacement, table_move=options.table_move)
    bound = _reachable_bound if options.bounds else _window
    if options.replacement == "none" and not options.looks_ahead:
        return Cutoffs(never, bound, table.store, table.at_least)
    probe = _make_probe(rules, table, options)
    from_table = tree.from_table

    def probed(node: Node, ws: Workspace) -> bool:
        if not probe(node, ws):
            return False
        from_table(node, ws)
        return True

    return Cutoffs(probed, bound, table.store, table.at_least)


def _make_probe(rules: Rules, table: TranspositionTable, options: Options) -> Probe:
    if options.verify:
        return _make_verified(rules, _make_probe(rules, table, options._replace(verify=False)))
    if not options.looks_ahead:
        return table.probe
    probe = table.probe if options.replacement != "none" else _begin_node
    decided = _make_decided(rules) if options.bounds else never
    child_cuts = _make_child_cuts(rules, table) if options.etc else never
    pv = options.pv

    def probe_all(node: Node, ws: Workspace) -> bool:
        if probe(node, ws):
            return True
        if pv:
            _follow_pv(node, ws)
        return decided(node, ws) or child_cuts(node, ws)

    return probe_all


def _make_verified(rules: Rules, probe: Probe) -> Probe:
    """Return the same probe, which stops the search if negamax without a table contradicts a cutoff."""
    to_move, actions, result, is_terminal = rules.to_move, rules.actions, rules.result, rules.is_terminal
    utility, evaluate = rules.utility, rules.evaluate

    def negamax(state: State, depth: int, ws: Workspace) -> float:
        player = to_move(state)
        if is_terminal(state):
            return component(utility(state), player)
        if depth == 0:
            return component(evaluate(state), player)
        best = -inf
        for action in actions(state):
            if ws.stop:
                break
            child = result(state, action)
            value = negamax(child, depth - 1, ws)
            best = max(best, value if to_move(child) == player else -value)
        return best

    def verified(node: Node, ws: Workspace) -> bool:
        if not probe(node, ws):
            return False
        value, true = ws.value, negamax(node.state, node.depth, ws)
        if not node.maximises:
            true = -true
        if not ws.stop and ((value > true and value > node.alpha) or (value < true and value < node.beta)):
            ws.stop = FALSE_ENTRY
        return True

    return verified


def _make_decided(rules: Rules) -> Probe:
    """Return a probe for nodes whose bounds meet, or are outside the window."""
    bounds = rules.bounds
    assert bounds is not None

    def decided(node: Node, ws: Workspace) -> bool:
        ply = node.ply
        if ply == 0 or ws.unlimited != TO_THE_END:  # with a depth limit the value is an estimate
            ws.reachable[ply] = inf if node.maximises else -inf
            return False
        low, high = bounds(node.state)
        ws.reachable[ply] = high if node.maximises else -high
        least, most = (low, high) if node.maximises else (-high, -low)
        ws.value = most if most <= node.alpha else least
        return bool(low == high or least >= node.beta or most <= node.alpha)

    return decided


def _make_child_cuts(rules: Rules, table: TranspositionTable) -> Probe:
    """Return a probe for nodes with a child whose table entry reaches beta."""
    actions, result = rules.actions, rules.result
    reaches, store = table.reaches, table.store

    def child_cuts(node: Node, ws: Workspace) -> bool:
        ply = node.ply
        if ply == 0 or node.depth < LEAST_ETC_DEPTH:
            return False
        bound, found = node.beta if node.maximises else -node.alpha, False
        for action in actions(node.state):
            if reaches(node, result(node.state, action), bound, ws):
                ws.best_move[ply] = action
                if not node.maximises:
                    ws.value = -ws.value
                store(node, ws.value, ws)
                found = True
                break
        return found

    return child_cuts


def _follow_pv(node: Node, ws: Workspace) -> None:
    """Try the next action of the previous principal variation first, if the search follows it."""
    ply = node.ply
    if ws.on_previous_pv[ply] and ply < ws.previous_pv_length:
        ws.table_move[ply] = ws.previous_pv[ply]


def _begin_node(node: Node, ws: Workspace) -> bool:
    """Reset what was noted at this ply."""
    ply = node.ply
    ws.table_move[ply] = ws.displaced[ply] = ws.best_move[ply] = NO_ACTION
    ws.estimates_before[ply] = ws.estimates
    return False


def _reachable_bound(node: Node, ws: Workspace) -> float:
    most = ws.reachable[node.ply]
    return min(node.beta, most) if node.maximises else max(node.alpha, most)


def _window(node: Node, _ws: Workspace) -> float:
    return node.beta if node.maximises else node.alpha
