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
        ``"static"`` sorts by the game's ``order`` if it has one, larger ranks first and equal ranks in the game's order;
        ``"none"`` keeps the game's order.
    """
    actions, rank_of = rules.actions, rules.order

    def in_game_order(state: State, depth: int, ws: Workspace) -> int:
        ply = ws.depth - depth
        end = ws.frame[ply]
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
        first = ws.frame[ws.depth - depth]
        end = in_game_order(state, depth, ws)
        if depth == ws.depth:
            return end
        for i in range(first, end):  # insertion sort: equal ranks stay as they are
            action = ws.action[i]
            rank = float(rank_of(state, action))
            j = i
            while j > first and ws.rank[j - 1] < rank:
                ws.rank[j] = ws.rank[j - 1]
                ws.action[j] = ws.action[j - 1]
                j -= 1
            ws.rank[j] = rank
            ws.action[j] = action
        return end

    return by_rank
