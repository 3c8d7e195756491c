"""The order in which the actions of a node are tried."""

from collections.abc import Callable
from typing import Literal

from spielbaum.game import State
from spielbaum.kernel import Workspace
from spielbaum.search.bookkeeping import MAX_LISTED_ACTIONS, OUT_OF_MEMORY
from spielbaum.search.rules import Rules

Order = Literal["static", "none"]

ListActions = Callable[[State, int, Workspace], int]
"""``(state, depth, ws) -> end``: writes the actions of a node, best first, to ``ws.action[ws.frame[ply]:end]``."""


def make_list_actions(rules: Rules, order: Order) -> ListActions:
    """Return a function that lists the actions of a node in the order in which they are to be tried.

    The root keeps the game's order, in which ties are broken.

    Parameters
    ----------
    rules
        The game.
    order
        ``"static"`` sorts by the game's ``order`` if it has one, larger ranks first and equal ranks in the game's
        order; ``"none"`` keeps the game's order.
    """
    actions, rank_of = rules.actions, rules.order

    def in_game_order(state: State, depth: int, ws: Workspace) -> int:
        ply = ws.depth - depth
        end: int = ws.frame[ply]
        for action in actions(state):
            if end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            ws.action[end] = action
            end += 1
        ws.frame[ply + 1] = end
        return end

    if rank_of is None or order == "none":
        return in_game_order

    def by_rank(state: State, depth: int, ws: Workspace) -> int:
        if depth == ws.depth:
            return in_game_order(state, depth, ws)
        ply = ws.depth - depth
        first = ws.frame[ply]
        end: int = first
        for action in actions(state):
            if end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            # Insertion sort: equal ranks stay in the game's order.
            rank = float(rank_of(state, action))
            i = end
            while i > first and ws.rank[i - 1] < rank:
                ws.rank[i] = ws.rank[i - 1]
                ws.action[i] = ws.action[i - 1]
                i -= 1
            ws.rank[i] = rank
            ws.action[i] = action
            end += 1
        ws.frame[ply + 1] = end
        return end

    return by_rank
