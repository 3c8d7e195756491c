"""The order in which the actions of a node are tried.

First the action that is advised: by the principal variation of the iteration before, by the table, or by a shallower
search. Then the killers, which cut off at the same ply before; then the others, by the game's own order and by how
often they cut off anywhere. The root keeps the game's order, in which ties are broken.

Killers: S. G. Akl and M. M. Newborn, The principal continuation and the killer heuristic, ACM Annual Conference
(1977). History: J. Schaeffer, The history heuristic and alpha-beta search enhancements in practice, IEEE Transactions
on Pattern Analysis and Machine Intelligence 11 (1989).
"""

from collections.abc import Callable, Iterable
from math import inf
from typing import NamedTuple

from spielbaum.game import Action, State
from spielbaum.kernel import U64, Workspace, scrambled, signed
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.workspace import HISTORY_PLACES, MAX_LISTED_ACTIONS, NO_ACTION, OUT_OF_MEMORY
from spielbaum.search.node.abdada import is_busy, set_busy, set_idle
from spielbaum.search.node.options import Aids
from spielbaum.search.table.graph_history import best_rests_on_child

LEAST_SHARED_DEPTH = 3
"""Plies left where threads leave one another the choice; with fewer it is not worth the trouble."""

ADVISED, KILLER, OLDER_KILLER = 3.0, 2.0, 1.0
"""The merit of actions that are tried before all others."""

Pick = Callable[[int, int, Workspace], Action]


class Ordering(NamedTuple):
    """The verbs that give the actions of a node, the most promising first.

    ``for i in ordered(state, depth, ws): action = pick(i, depth, ws)``. Without an order of its own a search takes the
    actions as the game yields them, one by one: most nodes are left after the first, and never generate the others.
    ``choose`` notes the action that is best so far, ``credit`` that the player cut off with it.
    """

    ordered: Callable[[State, int, Workspace], Iterable[int]]
    pick: Pick
    choose: Callable[[Action, int, Workspace], None]
    credit: Callable[[int, int, Workspace], None]


def make_ordering(rules: Rules, aids: Aids) -> Ordering:
    """Return the ordering of a search.

    Parameters
    ----------
    rules
        The game.
    aids
        What the order goes by.
    """
    actions = rules.actions
    rank_of = rules.order if aids.order == "static" else None

    def in_game_order(state: State, _depth: int, _ws: Workspace) -> Iterable[int]:
        return actions(state)

    choose = _choose_on_path if rules.follows_paths else _choose if aids.guided else _choose_nothing
    if aids.killers or aids.history or rules.together:
        listed = _listed_idle if rules.together else _listed
        return Ordering(_by_merit(rules, aids), _with_plan(listed, aids), choose, _make_credit(aids))
    pick: Pick
    if rank_of is None:
        pick = _swapped if aids.advised else _itself
        return Ordering(in_game_order, _with_plan(pick, aids), choose, _credit_nothing)
    pick = _listed_swapped if aids.advised else _listed
    return Ordering(_by_rank(rules, rank_of), _with_plan(pick, aids), choose, _credit_nothing)


def _by_rank(
    rules: Rules, rank_of: Callable[[State, Action], float]
) -> Callable[[State, int, Workspace], Iterable[int]]:
    """Return a function that sorts by the game's order, larger ranks first."""
    actions = rules.actions

    def by_rank(state: State, depth: int, ws: Workspace) -> Iterable[int]:
        ply = ws.depth - depth
        first = ws.frame[ply]
        end = first
        for action in actions(state):
            if end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            insert(action, float(rank_of(state, action)) if ply > 0 else 0.0, first, end, ws)
            end += 1
        ws.frame[ply + 1] = end
        return range(first, end)

    return by_rank


def insert(action: Action, rank: float, first: int, end: int, ws: Workspace) -> None:
    """Enter an action into the list from ``first`` to ``end``; equal ranks stay in the order in which they come."""
    i = end
    while i > first and ws.rank[i - 1] < rank:
        ws.rank[i] = ws.rank[i - 1]
        ws.action[i] = ws.action[i - 1]
        i -= 1
    ws.rank[i] = rank
    ws.action[i] = action


def _by_merit(rules: Rules, aids: Aids) -> Callable[[State, int, Workspace], Iterable[int]]:
    """Return a function that sorts by rank and, where ranks are equal, by merit."""
    actions, to_move, promise = rules.actions, rules.to_move, _make_promise(rules, aids)

    def by_merit(state: State, depth: int, ws: Workspace) -> Iterable[int]:
        ply, player = ws.depth - depth, to_move(state)
        first = ws.frame[ply]
        end = first
        for action in actions(state):
            if end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            rank, merit = promise(state, action, player, ply, ws)
            i = end
            while ply > 0 and i > first and _is_below(i - 1, rank, merit, ws):
                ws.rank[i] = ws.rank[i - 1]
                ws.merit[i] = ws.merit[i - 1]
                ws.action[i] = ws.action[i - 1]
                i -= 1
            ws.rank[i] = rank
            ws.merit[i] = merit
            ws.action[i] = action
            end += 1
        ws.frame[ply + 1] = end
        return range(first, end)

    return by_merit


def _make_promise(rules: Rules, aids: Aids) -> Callable[[State, Action, int, int, Workspace], tuple[float, float]]:
    """Return ``promise(state, action, player, ply, ws) -> (rank, merit)``."""
    rank_of = _no_rank if rules.order is None or aids.order == "none" else rules.order
    killers, history = aids.killers, aids.history

    def promise(state: State, action: Action, player: int, ply: int, ws: Workspace) -> tuple[float, float]:
        if action == ws.hint[ply]:
            return inf, ADVISED
        if killers and action == ws.killer[ply, 0]:
            return inf, KILLER
        if killers and action == ws.killer[ply, 1]:
            return inf, OLDER_KILLER
        merit = float(ws.history[player & 1, _place(action)]) if history else 0.0
        return float(rank_of(state, action)), merit

    return promise


def _is_below(i: int, rank: float, merit: float, ws: Workspace) -> bool:
    return bool(ws.rank[i] < rank or (ws.rank[i] == rank and ws.merit[i] < merit))


def _no_rank(_state: State, _action: Action) -> float:
    return 0.0


def _place(action: Action) -> int:
    return (action ^ action >> 12) & (HISTORY_PLACES - 1)


def _make_credit(aids: Aids) -> Callable[[int, int, Workspace], None]:
    killers, history = aids.killers, aids.history

    def credit(player: int, depth: int, ws: Workspace) -> None:
        ply = ws.depth - depth
        action = ws.choice[ply]
        if killers and ws.killer[ply, 0] != action:
            ws.killer[ply, 1] = ws.killer[ply, 0]
            ws.killer[ply, 0] = action
        if history:
            ws.history[player & 1, _place(action)] += depth * depth

    return credit


def _credit_nothing(_player: int, _depth: int, _ws: Workspace) -> None:
    pass


def _choose(action: Action, depth: int, ws: Workspace) -> None:
    ws.choice[ws.depth - depth] = action


def _choose_on_path(action: Action, depth: int, ws: Workspace) -> None:
    best_rests_on_child(ws.depth - depth, ws)
    _choose(action, depth, ws)


def _choose_nothing(_action: Action, _depth: int, _ws: Workspace) -> None:
    pass


def _with_plan(pick: Pick, aids: Aids) -> Pick:
    """Return the same, noting whether the search still follows the principal variation of the iteration before."""
    if not aids.pv:
        return pick

    def pick_with_plan(i: int, depth: int, ws: Workspace) -> Action:
        action, ply = pick(i, depth, ws), ws.depth - depth
        follows = ws.on_plan[ply] != 0 and ply + 1 < ws.plan_length and action == ws.plan[ply]
        ws.on_plan[ply + 1] = 1 if follows else 0
        return action

    return pick_with_plan


def _itself(action: int, _depth: int, _ws: Workspace) -> Action:
    return action


def _listed(i: int, _depth: int, ws: Workspace) -> Action:
    return ws.action[i]  # type: ignore[no-any-return]


def _listed_idle(i: int, depth: int, ws: Workspace) -> Action:
    """Put the first action that no other thread is searching, if there is one, in this place, and say it is taken.

    The first action of a node all threads search together, and the root keeps the game's order.
    """
    ply = ws.depth - depth
    set_idle(ws.taken[ply], ws)
    if ply > 0 and depth >= LEAST_SHARED_DEPTH and i > ws.frame[ply]:
        for place in range(i, ws.frame[ply + 1]):
            if not is_busy(_mark(ws.action[place], ply, ws), ws):
                action = ws.action[place]
                for k in range(place, i, -1):
                    ws.action[k] = ws.action[k - 1]
                ws.action[i] = action
                break
        ws.taken[ply] = _mark(ws.action[i], ply, ws)
        set_busy(ws.taken[ply], ws)
    return ws.action[i]  # type: ignore[no-any-return]


def _mark(action: Action, ply: int, ws: Workspace) -> int:
    """Return what stands for an action in the state of a ply."""
    return signed(scrambled(U64(ws.key[ply] ^ action)))


def _listed_swapped(i: int, depth: int, ws: Workspace) -> Action:
    return _swapped(ws.action[i], depth, ws)


def _swapped(action: Action, depth: int, ws: Workspace) -> Action:
    """Let the action that is advised change places with the first one."""
    ply = ws.depth - depth
    hint = ws.hint[ply]
    if ply == 0 or hint == NO_ACTION:  # the root keeps the game's order, in which ties are broken
        return action
    if ws.displaced[ply] == NO_ACTION:
        ws.displaced[ply] = action
        return hint  # type: ignore[no-any-return]
    return ws.displaced[ply] if action == hint else action
