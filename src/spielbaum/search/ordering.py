"""The order in which the actions of a node are tried."""

from collections.abc import Callable, Iterator
from typing import Literal

from spielbaum.game import Action, State
from spielbaum.kernel import Workspace
from spielbaum.search.bookkeeping import MAX_ORDERED_ACTIONS, OUT_OF_MEMORY
from spielbaum.search.rules import Rules

Order = Literal["static", "none"]

Ordered = Callable[[State, int, Workspace], Iterator[Action]]
"""``(state, depth, ws) -> actions``, the most promising first."""


def make_ordered(rules: Rules, order: Order) -> Ordered:
    """Return a generator of the actions of a node.

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
    if rank_of is None or order == "none":

        def in_game_order(state: State, _depth: int, _ws: Workspace) -> Iterator[Action]:
            return actions(state)

        return in_game_order

    def by_rank(state: State, depth: int, ws: Workspace) -> Iterator[Action]:
        ply = ws.depth - depth
        first = ws.frame[ply]
        last = first
        for action in actions(state):
            if last == MAX_ORDERED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            rank = float(rank_of(state, action))
            i = last
            while ply > 0 and i > first and ws.rank[i - 1] < rank:
                ws.rank[i] = ws.rank[i - 1]
                ws.action[i] = ws.action[i - 1]
                i -= 1
            ws.rank[i] = rank
            ws.action[i] = action
            last += 1
        ws.frame[ply + 1] = last
        for i in range(first, last):
            yield ws.action[i]

    return by_rank
