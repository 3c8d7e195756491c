"""What may settle a node before its first action is searched: the table, the rules, and the table of its children.

Enhanced transposition cutoffs: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Exploiting graph properties of game
trees, AAAI (1996).
"""

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from spielbaum.game import State
from spielbaum.kernel import Workspace, entry_of
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.workspace import FALSE_ENTRY, NO_ACTION
from spielbaum.search.node.options import Aids
from spielbaum.search.table.entry import Table
from spielbaum.search.table.scalar import Memory, make_memory

LEAST_ETC_DEPTH = 2
"""Plies left where children are asked for: those of fewer are not in the table."""

Settled = Callable[[State, int, float, float, int, Workspace, Table], bool]
"""``(state, sign, alpha, beta, depth, ws, table) -> bool``; ``sign`` is -1 where values are those of the other side."""


class Cuts(NamedTuple):
    """The verbs of cutting without search.

    ``settled`` returns whether the value of a node is known well enough: then it is ``ws.recalled``. ``enough`` takes
    the end of the window, and returns it or the best value that the player to move can reach at all. ``remember``
    enters a value in the table.
    """

    settled: Settled
    enough: Callable[[float, int, int, Workspace], float]
    remember: Callable[[float, int, float, float, int, Workspace, Table], None]


def make_cuts(rules: Rules, aids: Aids) -> Cuts:
    """Return the verbs for a game; without aids they do nothing and cost nothing."""
    aids.refuse_unfit(rules)
    if aids.verify:
        cuts = make_cuts(rules, aids._replace(verify=False))
        return cuts._replace(settled=_make_verified(rules, cuts.settled))
    memory = make_memory(rules, aids.replacement)
    enough = _enough if aids.bounds else _the_window
    if not (aids.killers or aids.history or aids.pv or aids.deepening or aids.etc or aids.bounds):
        return Cuts(memory.recall, enough, memory.remember)
    recall = memory.recall if aids.replacement != "none" else _nothing_known
    outside = _make_outside(rules) if aids.bounds else _never
    refuted = _make_refuted(rules, memory) if aids.etc else _never
    pv = aids.pv

    def settled(state: State, sign: int, alpha: float, beta: float, depth: int, ws: Workspace, table: Table) -> bool:
        if recall(state, sign, alpha, beta, depth, ws, table):
            return True
        if pv:
            _follow(depth, ws)
        return outside(state, sign, alpha, beta, depth, ws, table) or refuted(
            state, sign, alpha, beta, depth, ws, table
        )

    return Cuts(settled, enough, memory.remember)


def _make_verified(rules: Rules, settled: Settled) -> Settled:
    """Return the same, stopping the search where negamax, which asks nobody, contradicts the answer."""
    to_move, actions, result, is_terminal = rules.to_move, rules.actions, rules.result, rules.is_terminal
    utility, evaluate = rules.utility, rules.evaluate

    def negamax(state: State, depth: int, ws: Workspace) -> float:
        player = to_move(state)
        if is_terminal(state):
            return entry_of(utility(state), player)
        if depth == 0:
            return entry_of(evaluate(state), player)
        best = -inf
        for action in actions(state):
            if ws.stop:
                break
            child = result(state, action)
            value = negamax(child, depth - 1, ws)
            best = max(best, value if to_move(child) == player else -value)
        return best

    def verified(state: State, sign: int, alpha: float, beta: float, depth: int, ws: Workspace, table: Table) -> bool:
        if not settled(state, sign, alpha, beta, depth, ws, table):
            return False
        told, true = ws.recalled, sign * negamax(state, depth, ws)
        if not ws.stop and ((told > true and told > alpha) or (told < true and told < beta)):
            ws.stop = FALSE_ENTRY
        return True

    return verified


def _make_outside(rules: Rules) -> Settled:
    """Return whether the value of a state is certain, or certain to lie outside the window."""
    bounds = rules.bounds
    assert bounds is not None

    def outside(state: State, sign: int, alpha: float, beta: float, depth: int, ws: Workspace, _table: Table) -> bool:
        ply = ws.depth - depth
        if ply == 0 or not ws.unlimited:  # with a depth limit the value is an estimate, and may lie anywhere
            ws.reachable[ply] = sign * inf
            return False
        low, high = bounds(state)
        ws.reachable[ply] = sign * high
        least, most = (low, high) if sign > 0 else (-high, -low)
        ws.recalled = most if most <= alpha else least
        return bool(low == high or least >= beta or most <= alpha)

    return outside


def _make_refuted(rules: Rules, memory: Memory) -> Settled:
    """Return whether the table knows a child that is good enough to leave the node."""
    actions, result, to_move = rules.actions, rules.result, rules.to_move
    reaches, remember = memory.reaches, memory.remember

    def refuted(state: State, sign: int, alpha: float, beta: float, depth: int, ws: Workspace, table: Table) -> bool:
        ply = ws.depth - depth
        if ply == 0 or depth < LEAST_ETC_DEPTH:
            return False
        player, bound, found = to_move(state), beta if sign > 0 else -alpha, False
        for action in actions(state):
            if reaches(result(state, action), player, bound, depth - 1, ws, table):
                ws.choice[ply] = action
                ws.recalled *= sign
                remember(ws.recalled, sign, alpha, beta, depth, ws, table)
                found = True
                break
        return found

    return refuted


def _follow(depth: int, ws: Workspace) -> None:
    """Advise the next action of the plan where the search follows it."""
    ply = ws.depth - depth
    if ws.on_plan[ply] and ply < ws.plan_length:
        ws.hint[ply] = ws.plan[ply]


def _nothing_known(
    _state: State, _sign: int, _alpha: float, _beta: float, depth: int, ws: Workspace, _table: Table
) -> bool:
    """Take back what was noted of the last node at this ply."""
    ply = ws.depth - depth
    ws.hint[ply] = ws.displaced[ply] = ws.choice[ply] = NO_ACTION
    ws.estimates_before[ply] = ws.estimates
    return False


def _never(_state: State, _sign: int, _alpha: float, _beta: float, _depth: int, _ws: Workspace, _table: Table) -> bool:
    return False


def _enough(bound: float, sign: int, depth: int, ws: Workspace) -> float:
    most = float(ws.reachable[ws.depth - depth])
    return min(bound, most) if sign > 0 else max(bound, most)


def _the_window(bound: float, _sign: int, _depth: int, _ws: Workspace) -> float:
    return bound
