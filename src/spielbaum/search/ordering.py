"""The order in which the actions of a node are tried."""

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from spielbaum.game import Action, State
from spielbaum.kernel import Workspace
from spielbaum.search.rules import Rules
from spielbaum.search.workspace import MAX_LISTED_ACTIONS, OUT_OF_MEMORY

Order = Literal["static", "none"]


class Ordering(NamedTuple):
    """Two functions that give the actions of a node, the most promising first.

    ``for i in ordered(state, depth, ws): action = action_at(i, ws)``. Without an order of its own a search takes the
    actions as the game yields them, one by one: most nodes are left after the first, and never generate the others.
    """

    ordered: Callable[[State, int, Workspace], Iterable[int]]
    action_at: Callable[[int, Workspace], Action]


def make_ordering(rules: Rules, order: Order) -> Ordering:
    """Return the ordering of a search.

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

    def in_game_order(state: State, _depth: int, _ws: Workspace) -> Iterable[int]:
        return actions(state)

    if rank_of is None or order == "none":
        return Ordering(in_game_order, _itself)

    def by_rank(state: State, depth: int, ws: Workspace) -> Iterable[int]:
        ply = ws.depth - depth
        first = ws.frame[ply]
        end = first
        for action in actions(state):
            if end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            # Insertion sort: equal ranks stay in the game's order.
            rank = float(rank_of(state, action))
            i = end
            while ply > 0 and i > first and ws.rank[i - 1] < rank:
                ws.rank[i] = ws.rank[i - 1]
                ws.action[i] = ws.action[i - 1]
                i -= 1
            ws.rank[i] = rank
            ws.action[i] = action
            end += 1
        ws.frame[ply + 1] = end
        return range(first, end)

    return Ordering(by_rank, _listed)


def _itself(action: int, _ws: Workspace) -> Action:
    return action


def _listed(place: int, ws: Workspace) -> Action:
    return ws.action[place]  # type: ignore[no-any-return]
