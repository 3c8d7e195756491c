"""OPPS, opponent-pruning paranoid search: most moves of the opponents are left out.

As in paranoid all others are against the root player. But of an opponent's moves only the first ``l1`` of the game's
order are searched, and between two turns of the root player at most ``n1`` opponents may make a move that is not among
the first ``l2``; the others have these only. So the search is deeper than that of paranoid, and less pessimistic: a
round in which every opponent finds the move that hurts most is unlikely.

BRS+ is ``n1=1, l1=all, l2=1``; with ``n1`` equal to the number of opponents and all moves it is paranoid. The first
moves follow the game's order alone, not killers or the table, so that no value depends on what was searched before.

H. Baier and M. Kaisers, Opponent-Pruning Paranoid Search, Foundations of Digital Games (2020).
"""

from collections.abc import Callable
from math import inf

from spielbaum.errors import InputError, Message
from spielbaum.game import State
from spielbaum.search.algorithms.best_reply import First, make_rank
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules, paranoid_view
from spielbaum.search.core.node import Node
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import MAX_LISTED_ACTIONS, OUT_OF_MEMORY, Workspace
from spielbaum.search.node.action_list import bring_forward, insert
from spielbaum.search.node.hooks import make_hooks
from spielbaum.search.node.options import Options, Order
from spielbaum.search.node.ordering import follow_nothing, note_pv
from spielbaum.search.table.slots import Replacement


def make(
    rules: Rules,
    tracer: Tracer | None,
    *,
    n1: int = 1,
    l1: int = 10,
    l2: int = 1,
    first: First = "order",
    order: Order = "static",
    replacement: Replacement = "none",
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    quiescence: bool = False,
) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    n1
        How many opponents may depart from their first ``l2`` moves in a round.
    l1
        How many moves those opponents have; 0 for all.
    l2
        How many moves all others have.
    first
        ``"order"``: an opponent's first moves are those of the game's order. ``"evaluation"``: those after which it has
        most by the evaluation; all next states count as visited.
    order
        As in alpha-beta; it also determines an opponent's first moves.
    replacement, killers, pv
        As in alpha-beta.
    history
        As in alpha-beta, for the moves of the root player.
    quiescence
        As in alpha-beta; beyond the depth limit all players try noisy actions, as in paranoid.

    Raises
    ------
    InputError
        If there are no such numbers of moves.
    """
    if n1 < 0 or l1 < 0 or l2 < 1 or 0 < l1 < l2:
        raise InputError(
            Message(
                "opps needs n1 >= 0, l2 >= 1, and l1 >= l2 or l1=0 for all moves, not n1={}, l1={}, l2={}", n1, l1, l2
            )
        )
    options = Options(order, replacement, killers=killers, history=history, pv=pv, quiescence=quiescence)
    result, wide = rules.result, l1 or MAX_LISTED_ACTIONS
    tree, tt, moves, _, quiescence_value = make_hooks(paranoid_view(rules), tracer, options, negates=False)
    first_moves = make_first_moves(rules, options, first)
    follow = note_pv if pv else follow_nothing

    def opps(state: State, departed: int, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        node = tree.enter(state, alpha, beta, depth, ws)
        # 1. Game over or depth limit.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return quiescence_value(node, ws)
        # 2. The root player's turn begins a new round. Between rounds the value depends on how many have departed.
        if node.maximises:
            departed = 0
        if departed == 0 and tt.probe(node, ws):
            return ws.value
        # 3. The root player maximises with all moves, the opponents minimise with a few.
        best = max_value(node, departed, ws) if node.maximises else min_value(node, departed, ws)
        if departed == 0:
            tt.store(node, best, ws)
        return tree.leave(best)

    def max_value(node: Node, departed: int, ws: Workspace) -> float:
        best, bound = -inf, tt.bound(node, ws)
        for action in moves.ordered(node, ws):
            if tree.excluded(node, action, ws):
                continue
            if best >= bound:
                moves.beta_cutoff(node, best, bound, ws)
                break
            child = result(node.state, action)
            value = opps(child, departed, max(node.alpha, best), node.beta, node.depth - 1, ws)
            if ws.stop:
                break
            best = tree.update(node, action, value, best, ws)
        return best

    def min_value(node: Node, departed: int, ws: Workspace) -> float:
        best, bound, start = inf, tt.bound(node, ws), ws.frame[node.ply]
        end = first_moves(node, wide if departed < n1 else l2, departed == 0, ws)
        for i in range(start, end):
            tree.only(node, ws.action[i], ws)
        ws.frame[node.ply + 1] = end
        for i in range(start, end):
            if best <= bound:
                moves.beta_cutoff(node, best, bound, ws)
                break
            action, departs = ws.action[i], ws.rank[i] >= l2
            follow(action, node.ply, ws)
            child, left = result(node.state, action), departed + departs
            value = opps(child, left, node.alpha, min(node.beta, best), node.depth - 1, ws)
            if ws.stop:
                break
            best = tree.update(node, action, value, best, ws)
        return best

    def search(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        return opps(state, 0, alpha, beta, depth, ws)

    return search


def make_first_moves(rules: Rules, options: Options, first: First) -> Callable[[Node, int, bool, Workspace], int]:
    """Return ``first_moves(node, number, has_entry, ws) -> end``, which lists the first moves of an opponent.

    The rank of a listed move is its place in the game's order. The table move, if the node has an entry, and killers
    are tried first.
    """
    actions, rank_of = rules.actions, make_rank(rules, options.order, first)
    has_table, killers = options.has_table_move, options.killers

    def first_moves(node: Node, number: int, has_entry: bool, ws: Workspace) -> int:
        ply = node.ply
        start = ws.frame[ply]
        end = start
        for action in actions(node.state):
            rank = rank_of(node.state, action, ws)
            if end - start == number:
                if not rank > ws.rank[end - 1]:
                    continue
                end -= 1
            elif end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            insert(action, rank, start, end, ws)
            end += 1
        for i in range(start, end):
            ws.rank[i] = i - start
        if killers:
            try_first(ws.killer[ply, 1], start, end, ws)
            try_first(ws.killer[ply, 0], start, end, ws)
        if has_table and has_entry:
            try_first(ws.table_move[ply], start, end, ws)
        return end

    return first_moves


def try_first(wanted: int, start: int, end: int, ws: Workspace) -> None:
    """Move an action to the front, if it is listed."""
    for i in range(start, end):
        if ws.action[i] == wanted:
            bring_forward(i, start, ws)
            break


algorithm = Algorithm(
    name="opps",
    title="OPPS",
    doc="paranoid with few moves of the opponents: most of them make one of their first moves",
    paper="H. Baier and M. Kaisers (2020)",
    page="best-reply-search",
    order=43,
    make=make,
    players="more",
    transform="none",
    aspires=True,
    plain=False,
    least_leaves=lambda _rules, _options: None,  # it leaves moves of opponents out
    distances=False,
    pays=False,
    benchmarks=(),
)
