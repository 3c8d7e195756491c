"""Best-reply search: between two turns of the root player only one opponent chooses its move.

The variants differ in what an opponent does who leaves the reply to another one: BRS lets it pass, BRS+ makes the first
move of its order.
"""

from collections.abc import Callable
from math import inf

from spielbaum.game import Action, State
from spielbaum.search.algorithms.registry import Kernel
from spielbaum.search.core.game_view import Rules, paranoid_view
from spielbaum.search.core.node import Node
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.node.hooks import make_hooks
from spielbaum.search.node.options import Options


def make_best_reply(
    rules: Rules,
    tracer: Tracer | None,
    options: Options,
    default: Callable[[State], Action],
    play: Callable[[State, Action], State],
    *,
    passes: bool,
) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    options
        What the search uses beside the window.
    default
        ``state -> action`` of an opponent who does not reply.
    play
        ``(state, action) -> state`` after that action.
    passes
        Whether the default is a pass, which is no action of the game.
    """
    to_move, result = rules.to_move, rules.result
    tree, tt, moves, _, quiescence = make_hooks(paranoid_view(rules), tracer, options, negates=False)

    def best_reply(state: State, replied: bool, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        node = tree.enter(state, alpha, beta, depth, ws)
        # 1. Game over or depth limit.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return quiescence(node, ws)
        # 2. The root player's turn begins a new round. Between rounds the value depends on who has replied.
        replied = replied and not node.maximises
        if not replied and tt.probe(node, ws):
            return ws.value
        # 3. The root player maximises; the opponents minimise, one of them with all its moves.
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
            value = best_reply(child, replied, max(node.alpha, best), node.beta, node.depth - 1, ws)
            if ws.stop:
                break
            best = tree.update(node, action, value, best, ws)
        return best

    def min_value(node: Node, replied: bool, ws: Workspace) -> float:
        best, bound, usual = inf, tt.bound(node, ws), default(node.state)
        if not replied:
            for action in moves.ordered(node, ws):
                if best <= bound:
                    moves.beta_cutoff(node, best, bound, ws)
                    break
                child, replies = result(node.state, action), action != usual
                value = best_reply(child, replies, node.alpha, min(node.beta, best), node.depth - 1, ws)
                if ws.stop:
                    break
                best = tree.update(node, action, value, best, ws)
        else:
            tree.only(node, usual, ws)
        # 4. After the reply the default; before it a pass, unless no other opponent is left to reply.
        if replied or passes:
            child = play(node.state, usual)
            if (replied or to_move(child) != ws.root_player) and best > bound and not ws.stop:
                value = best_reply(child, replied, node.alpha, min(node.beta, best), node.depth - 1, ws)
                if not ws.stop:
                    best = tree.update(node, usual, value, best, ws)
        return best

    def search(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        return best_reply(state, False, alpha, beta, depth, ws)

    return search
