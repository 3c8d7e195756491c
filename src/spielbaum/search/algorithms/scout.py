"""SCOUT: evaluate the first action of a node, and test whether each other action is better at all.

EVAL evaluates the first action of a node, and another action only if TEST shows that its value is greater. TEST is a
null-window search, and the table keeps its results for EVAL.

J. Pearl, Asymptotic properties of minimax trees and game-searching procedures, Artificial Intelligence 14 (1980); TEST
with a memory: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Best-first fixed-depth minimax algorithms, Artificial
Intelligence 87 (1996).
"""

from math import inf

from spielbaum.game import State
from spielbaum.search.algorithms import alpha_beta_negamax
from spielbaum.search.algorithms.mtd import WITH_TABLE
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.node.hooks import make_hooks
from spielbaum.search.node.options import Options
from spielbaum.search.node.windows import null_window


def make(rules: Rules, tracer: Tracer | None, *, options: Options = WITH_TABLE) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; it has no window.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    options
        What the search uses besides TEST; each field is an option. Without a table EVAL starts from scratch after TEST,
        as in Pearl's paper.
    """
    to_move, result = rules.to_move, rules.result
    alpha_beta = alpha_beta_negamax.make(rules, tracer, options=options)
    tree, tt, moves, iid, quiescence = make_hooks(rules, tracer, options, negates=True)

    def evaluate(state: State, depth: int, ws: Workspace) -> float:
        node = tree.enter(state, -inf, inf, depth, ws)
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return quiescence(node, ws)
        if tt.probe(node, ws):
            return ws.value
        if iid.is_due(node, ws):
            alpha_beta(state, -inf, inf, iid.begin(node, ws), ws)
            iid.end(node, ws)
        best, bound = -inf, tt.bound(node, ws)
        for action in moves.ordered(node, ws):
            if tree.excluded(node, action, ws):
                continue
            if best >= bound:
                moves.beta_cutoff(node, best, bound, ws)
                break
            child = result(state, action)
            # 1. EVAL the first action; TEST each other one, and EVAL it if it is better.
            value = inf if best == -inf else test(child, node, best, ws)
            if value > best and not ws.stop:
                value = evaluate(child, depth - 1, ws)
                if to_move(child) != node.player:
                    value = -value
            if ws.stop:
                break
            best = tree.update(node, action, value, best, ws)
        tt.store(node, best, ws)
        return tree.leave(best)

    def test(child: State, node: Node, low: float, ws: Workspace) -> float:
        """Return a value above ``low`` if the child's is, for the player to move at the node; else an upper bound."""
        if to_move(child) == node.player:
            return alpha_beta(child, low, null_window(low), node.depth - 1, ws)  # type: ignore[no-any-return]
        return -alpha_beta(child, -null_window(low), -low, node.depth - 1, ws)  # type: ignore[no-any-return]

    def search(state: State, _alpha: float, _beta: float, depth: int, ws: Workspace) -> float:
        return evaluate(state, depth, ws)

    return search


algorithm = Algorithm(
    name="scout",
    title="SCOUT",
    doc="the first action of a node is evaluated, every other one tested by a null window whether it is better",
    paper="J. Pearl (1980)",
    page="sss-star",
    order=23,
    make=make,
    windows=False,
    negates=True,
    compared=False,
)
