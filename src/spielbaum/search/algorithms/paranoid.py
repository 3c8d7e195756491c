"""Paranoid: all others play together against the root player.

That reduces any game to two players: the value is the root player's entry minus those of all others; the root player
maximises it, all others minimise it. So alpha-beta prunes, and searches deeper than Max^n in the same time. What it
finds is the worst case, not what the others are likely to do.

N. R. Sturtevant and R. E. Korf, On pruning techniques for multi-player games, AAAI (2000).
"""

from functools import partial
from math import inf
from typing import Literal

from spielbaum.errors import InputError, Message
from spielbaum.game import State
from spielbaum.search.algorithms import alpha_beta
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.cuts import ALPHA_BETA
from spielbaum.search.core.game_view import Rules, paranoid_view
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.driver.minimal_tree import minimal_leaves
from spielbaum.search.node.node import make_tree
from spielbaum.search.node.options import PLAIN, Options, Order
from spielbaum.search.table.slots import Replacement


def make(
    rules: Rules,
    tracer: Tracer | None,
    *,
    fail: Literal["soft", "hard"] = "soft",
    order: Order = "static",
    replacement: Replacement = "none",
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    deepening: bool = False,
    etc: bool = False,
    quiescence: bool = False,
    published: bool = False,
) -> Kernel:
    """Return alpha-beta for the root player against all others.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    fail, order, replacement, killers, history, pv, deepening, etc, quiescence
        As in alpha-beta. History is counted for each player.
    published
        Search with the defect of the program of H. Dröse's thesis (2020), to repeat its tables. The value is not that
        of Paranoid.
    """
    options = Options(
        order, replacement, killers=killers, history=history, pv=pv, deepening=deepening, etc=etc, quiescence=quiescence
    )
    if not published:
        return alpha_beta.make(paranoid_view(rules), tracer, fail=fail, options=options)
    if options != PLAIN or fail != "soft":
        raise InputError(Message("paranoid:published takes no other option than transform, as the thesis had none"))
    return make_published(paranoid_view(rules), tracer)


def make_published(rules: Rules, tracer: Tracer | None) -> Kernel:
    """Return the search of the thesis's program, with its defect.

    Below the root the value of a first child enters neither alpha nor beta. So a later child replaces it if it is
    better than the bound from above, even if it is worse than the first.
    """
    actions, result = rules.actions, rules.result
    tree = make_tree(rules, tracer, negates=False)

    def search(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        node = tree.enter(state, alpha, beta, depth, ws)
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return tree.evaluate(node, ws)
        best, is_first, worst = 0.0, True, -inf if node.maximises else inf
        for action in actions(state):
            if tree.excluded(node, action, ws):
                continue
            if alpha >= beta:
                tree.cutoff(node, ALPHA_BETA, best, beta if node.maximises else alpha, ws)
                break
            value = search(result(state, action), alpha, beta, depth - 1, ws)
            if ws.stop:
                break
            better = is_first or (value > alpha if node.maximises else value < beta)
            found = tree.update(node, action, value, worst if better else value, ws)
            if better:
                best = found
                if not is_first or node.ply == 0:
                    ws.unsound_cut |= node.ply > 0
                    if node.maximises:
                        alpha = value
                    else:
                        beta = value
            is_first = False
        return tree.leave(best)

    return search


algorithm = Algorithm(
    name="paranoid",
    title="Paranoid",
    doc="all others against the root player, by alpha-beta",
    paper="N. R. Sturtevant and R. E. Korf (2000)",
    order=33,
    make=make,
    players="more",
    transform="none",
    aspires=True,
    pays=False,
    exercises={"sheet": ""},
    least_leaves=lambda rules, _options: partial(minimal_leaves, players=rules.players),
)
