"""Best-reply search: between two turns of the root player only one opponent chooses its move, or a few.

The variants differ in what an opponent does who leaves the reply to another one: BRS lets it pass, BRS+ makes the first
move of its order.
"""

from collections.abc import Callable
from math import inf
from typing import Literal

from spielbaum.errors import InputError, Message
from spielbaum.game import Action, State
from spielbaum.kernel import component
from spielbaum.search.algorithms.registry import Kernel
from spielbaum.search.core.game_view import Rules, paranoid_view
from spielbaum.search.core.node import Node
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import NO_ACTION, Workspace
from spielbaum.search.node.defaults import no_rank
from spielbaum.search.node.hooks import make_hooks
from spielbaum.search.node.options import Options, Order
from spielbaum.search.node.ordering import follow_nothing, note_pv

First = Literal["order", "evaluation"]
"""Whose judgement makes a move the first: that of the game's order, or that of an evaluation of the next state."""


def make_rank(rules: Rules, order: Order, first: First) -> Callable[[State, Action, Workspace], float]:
    """Return ``rank(state, action, ws)``, by which an opponent's moves are sorted, larger ranks first.

    With ``first="evaluation"`` it is what the opponent has after the move; the next state counts as a visited node.
    """
    to_move, result, is_terminal = rules.to_move, rules.result, rules.is_terminal
    utility, evaluate = rules.utility, rules.evaluate
    rank_of = rules.order if rules.order is not None and order == "static" else no_rank

    def by_order(state: State, action: Action, _ws: Workspace) -> float:
        return float(rank_of(state, action))

    def by_evaluation(state: State, action: Action, ws: Workspace) -> float:
        ws.nodes += 1
        child = result(state, action)
        vector = utility(child) if is_terminal(child) else evaluate(child)
        return component(vector, to_move(state))

    return by_order if first == "order" else by_evaluation


def make_best_reply(
    rules: Rules,
    tracer: Tracer | None,
    options: Options,
    default: Callable[[State, Workspace], Action],
    play: Callable[[State, Action], State],
    *,
    replies: int,
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
        ``(state, ws) -> action`` of an opponent who does not reply.
    play
        ``(state, action) -> state`` after that action.
    replies
        How many opponents choose their move in a round, at most.
    passes
        Whether the default is a pass, which is no action of the game.

    Raises
    ------
    InputError
        If no opponent may reply.
    """
    if replies < 1:
        raise InputError(Message("at least one opponent replies: replies must be at least 1, {} is not", replies))
    to_move, result, is_terminal = rules.to_move, rules.result, rules.is_terminal
    follow = note_pv if options.pv else follow_nothing
    tree, tt, moves, _, quiescence = make_hooks(paranoid_view(rules), tracer, options, negates=False)

    def best_reply(state: State, replied: int, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        node = tree.enter(state, alpha, beta, depth, ws)
        # 1. Game over or depth limit.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return quiescence(node, ws)
        # 2. The root player's turn begins a new round. Between rounds the value depends on how many have replied.
        if node.maximises:
            replied = 0
        if replied == 0 and tt.probe(node, ws):
            return ws.value
        if 0 < replied < replies:
            ws.table_move[node.ply] = ws.displaced[node.ply] = NO_ACTION
        # 3. The root player maximises; the opponents minimise, one of them with all its moves.
        best = max_value(node, replied, ws) if node.maximises else min_value(node, replied, ws)
        if replied == 0:
            tt.store(node, best, ws)
        return tree.leave(best)

    def max_value(node: Node, replied: int, ws: Workspace) -> float:
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

    def min_value(node: Node, replied: int, ws: Workspace) -> float:
        best, bound, usual = inf, tt.bound(node, ws), default(node.state, ws)
        if replied < replies:
            for action in moves.ordered(node, ws):
                if best <= bound:
                    moves.beta_cutoff(node, best, bound, ws)
                    break
                child, used = result(node.state, action), replied + (action != usual)
                value = best_reply(child, used, node.alpha, min(node.beta, best), node.depth - 1, ws)
                if ws.stop:
                    break
                best = tree.update(node, action, value, best, ws)
        else:
            tree.only(node, usual, ws)
        # 4. After the replies the default; before them a pass, unless too few opponents are left to reply.
        if replied == replies or passes:
            follow(usual, node.ply, ws)
            child = play(node.state, usual)
            if (replied == replies or are_left(child, replies - replied, ws)) and best > bound and not ws.stop:
                value = best_reply(child, replied, node.alpha, min(node.beta, best), node.depth - 1, ws)
                if not ws.stop:
                    best = tree.update(node, usual, value, best, ws)
        return best

    def are_left(state: State, number: int, ws: Workspace) -> bool:
        """Return whether so many opponents are still to move in this round."""
        left = 0
        while to_move(state) != ws.root_player:
            left += 1
            if left == number or is_terminal(state):
                break
            state = play(state, default(state, ws))
        return left == number

    def search(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        return best_reply(state, 0, alpha, beta, depth, ws)

    return search
