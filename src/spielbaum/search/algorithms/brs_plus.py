"""BRS+: of all opponents only one chooses its move, and the others make the first one of their order.

Best-Reply Search lets the others pass, which may be against the rules and leads to positions that never arise. Here
they move: each makes the action that the game's ``order`` ranks first, or the first one where there is no order. So the
tree is a part of that of paranoid, in which between two turns of the root player one opponent at most departs from its
first move. An opponent who makes its first move leaves the choice to the next one.

The first move is that of the game's order alone, not of killers or the table, so that no value depends on what was
searched before.

M. Esser, M. Gras, M. H. M. Winands, M. P. D. Schadd and M. Lanctot, Improving Best-Reply Search, Computers and Games
(2013).
"""

from math import inf

from spielbaum.game import Action, State
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules, paranoid_view
from spielbaum.search.core.node import Node
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import NO_ACTION, Workspace
from spielbaum.search.node.hooks import make_hooks
from spielbaum.search.node.options import Options, Order
from spielbaum.search.table.scalar import Replacement


def make(
    rules: Rules,
    tracer: Tracer | None,
    *,
    order: Order = "static",
    replacement: Replacement = "none",
    killers: bool = False,
    history: bool = False,
    quiescence: bool = False,
) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    order
        As of alpha-beta; it also says which move is an opponent's first.
    replacement, killers, history
        As of alpha-beta.
    quiescence
        As of alpha-beta; beyond the depth limit all players follow noisy actions, as in paranoid.
    """
    options = Options(order, replacement, killers=killers, history=history, quiescence=quiescence)
    actions, result = rules.actions, rules.result
    rank_of = rules.order if rules.order is not None and order == "static" else _no_rank
    tree, tt, moves, _, quiescent = make_hooks(paranoid_view(rules), tracer, options, negates=False)

    def brs_plus(state: State, replied: bool, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        node = tree.enter(state, alpha, beta, depth, ws)
        # 1. Game over or depth limit.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return quiescent(node, ws)
        # 2. With the root player's turn another round begins. The transposition table may know enough.
        replied = replied and not node.maximises
        if not replied and tt.probe(node, ws):
            return ws.value
        # 3. The root player chooses, then one opponent, and the others make their first moves.
        best = max_value(node, replied, ws) if node.maximises else min_value(node, replied, ws)
        if not replied:
            tt.store(node, best, ws)
        return tree.leave(best)

    def max_value(node: Node, replied: bool, ws: Workspace) -> float:
        best, bound = -inf, tt.bound(node, ws)
        for action in moves.ordered(node, ws):
            if tree.excluded(node, action, ws):
                continue
            if best >= bound:
                moves.beta_cutoff(node, best, bound, ws)
                break
            child = result(node.state, action)
            value = brs_plus(child, replied, max(node.alpha, best), node.beta, node.depth - 1, ws)
            if ws.stop:
                break
            best = tree.update(node, action, value, best, ws)
        return best

    def min_value(node: Node, replied: bool, ws: Workspace) -> float:
        best, bound, first = inf, tt.bound(node, ws), first_of(node.state)
        if not replied:
            for action in moves.ordered(node, ws):
                if best <= bound:
                    moves.beta_cutoff(node, best, bound, ws)
                    break
                # Who makes its first move leaves the reply to the next one.
                child, made = result(node.state, action), action != first
                value = brs_plus(child, made, node.alpha, min(node.beta, best), node.depth - 1, ws)
                if ws.stop:
                    break
                best = tree.update(node, action, value, best, ws)
        else:
            tree.only(node, first, ws)
            value = brs_plus(result(node.state, first), replied, node.alpha, node.beta, node.depth - 1, ws)
            if not ws.stop:
                best = tree.update(node, first, value, best, ws)
        return best

    def first_of(state: State) -> Action:
        first, highest = NO_ACTION, -inf
        for action in actions(state):
            rank = float(rank_of(state, action))
            if first == NO_ACTION or rank > highest:
                first, highest = action, rank
        return first

    def search(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        return brs_plus(state, False, alpha, beta, depth, ws)

    return search


def _no_rank(_state: State, _action: Action) -> float:
    return 0.0


algorithm = Algorithm(
    name="brs-plus",
    title="BRS+",
    doc="best-reply search in which the others make the first move of their order",
    paper="M. Esser, M. Gras, M. H. M. Winands, M. P. D. Schadd and M. Lanctot (2013)",
    page="best-reply-search",
    order=43,
    make=make,
    players="more",
    transform="none",
    plain=False,
    distances=False,
    pays=False,
    benchmarks=(),
)
