"""Move ordering: the order in which the actions of a node are tried.

First the *table move*: the action that the principal variation of the iteration before, the table, or a shallower
search found best. Then the killers, which cut off at the same ply before; then the others, by the game's own order and
by how often they cut off anywhere. The root keeps the game's order, in which ties are broken.

Killers: S. G. Akl and M. M. Newborn, The principal continuation and the killer heuristic, ACM Annual Conference
(1977). History: J. Schaeffer, The history heuristic and alpha-beta search enhancements in practice, IEEE Transactions
on Pattern Analysis and Machine Intelligence 11 (1989).
"""

from collections.abc import Callable, Iterable
from math import inf
from typing import NamedTuple

from spielbaum.game import Action, State
from spielbaum.kernel import U64, clear_lowest, cold, lowest_index, scrambled, signed
from spielbaum.search.core.cuts import ALPHA_BETA
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.workspace import (
    FOREIGN_ACTION,
    HISTORY_PLACES,
    MAX_LISTED_ACTIONS,
    NO_ACTION,
    OUT_OF_MEMORY,
    Workspace,
)
from spielbaum.search.node.abdada import is_busy, set_busy, set_idle
from spielbaum.search.node.action_list import bring_forward, insert, place_of_best
from spielbaum.search.node.defaults import never_noisy, no_rank
from spielbaum.search.node.node import Tree, VectorTree
from spielbaum.search.node.options import Options

LEAST_SHARED_DEPTH = 3
"""Plies left from which a thread puts off what another one is searching; with fewer it does not pay."""

TABLE_MOVE, KILLER, OLDER_KILLER = 3.0, 2.0, 1.0
"""The merit of actions that are tried before all others."""

MOST_HISTORY = 16384
"""With ``order="gain"`` no count of the history grows beyond this, in either direction."""

NOISY, FIRST_KILLER, SECOND_KILLER, LOSING = 3e12, 2e12, 1e12, -3e12
"""With ``order="gain"``: the ranks of killers, and what is added to those of noisy actions."""

LEAST_NOISY, MOST_LOSING = 2.5e12, -1.5e12

Ordered = Callable[[Node, Workspace], Iterable[Action]]
BetaCutoff = Callable[[Node, float, float, Workspace], None]
Listing = Callable[[Node, int, Workspace], int]
"""``(node, first, ws) -> end``: list the actions of a node from place ``first`` on, the most promising first."""
Pick = Callable[[int, Node, Workspace], Action]
"""``(i, node, ws) -> action``: ``i`` is an action in the game's order, or its place in a list."""


class Moves(NamedTuple):
    """The hooks ``moves``.

    ``ordered`` yields the actions of a node, the most promising first. Without an order of its own a search takes them
    as the game yields them, one by one: most nodes are left after the first, and never generate the others.
    ``beta_cutoff(node, best, bound, ws)`` counts a node that is left, and notes its best action in killers and history.
    """

    ordered: Ordered
    beta_cutoff: BetaCutoff


def make_moves(rules: Rules, tree: Tree | VectorTree, options: Options) -> Moves:
    """Return the hooks of a search.

    Parameters
    ----------
    rules, tree
        The game, and the hooks of the tree.
    options
        Which orderings are used.
    """
    actions, cutoff = rules.actions, tree.cutoff
    rank_of = rules.order if options.order == "static" else None

    def count_cutoff(node: Node, best: float, bound: float, ws: Workspace) -> None:
        cutoff(node, ALPHA_BETA, best, bound, ws)

    noting = options.killers or options.history
    beta_cutoff = _updating_heuristics(count_cutoff, rules, options) if noting else count_cutoff

    def in_game_order(node: Node, _ws: Workspace) -> Iterable[Action]:
        return actions(node.state)

    if options.order == "gain":
        return Moves(_by_gain(rules, options), beta_cutoff)
    followed = _following_pv if options.pv else _as_it_is
    if options.killers or options.history or rules.multithreaded:
        pick = followed(_listed_idle if rules.multithreaded else _listed)
        return Moves(_picked_from_list(_by_merit(rules, options), pick), beta_cutoff)
    if rank_of is not None:
        pick = followed(_listed_swapped if options.has_table_move else _listed)
        listed = _by_fixed_rank(rules) if rules.ranks else _by_rank(rules, rank_of)
        return Moves(_picked_from_list(listed, pick), beta_cutoff)
    ordered = _picked(in_game_order, followed(_swapped)) if options.has_table_move else in_game_order
    return Moves(ordered, beta_cutoff)


def _picked(in_game_order: Ordered, pick: Pick) -> Ordered:
    def ordered(node: Node, ws: Workspace) -> Iterable[Action]:
        for action in in_game_order(node, ws):
            yield pick(action, node, ws)

    return ordered


def _picked_from_list(listed: Listing, pick: Pick) -> Ordered:
    def ordered(node: Node, ws: Workspace) -> Iterable[Action]:
        first = ws.frame[node.ply]
        for i in range(first, listed(node, first, ws)):
            yield pick(i, node, ws)

    return ordered


def _by_rank(rules: Rules, rank_of: Callable[[State, Action], float]) -> Listing:
    """Return a function that sorts by the game's order, larger ranks first."""
    actions = rules.actions

    def by_rank(node: Node, first: int, ws: Workspace) -> int:
        ply = node.ply
        end = first
        for action in actions(node.state):
            if end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            insert(action, float(rank_of(node.state, action)) if ply > 0 else 0.0, first, end, ws)
            end += 1
        ws.frame[ply + 1] = end
        return end

    return by_rank


def _by_fixed_rank(rules: Rules) -> Listing:
    """Return the same for ranks that are known beforehand, so that each action has its place in one order of all.

    A place is a bit of a word, and the bits are taken from the lowest on.
    """
    actions, ranks = rules.actions, rules.ranks
    in_order = tuple(sorted(range(len(ranks)), key=lambda action: -ranks[action]))
    places = tuple(in_order.index(action) for action in range(len(ranks)))
    numbers, as_they_come = len(ranks), cold(_by_rank(rules, no_rank))

    def by_fixed_rank(node: Node, first: int, ws: Workspace) -> int:
        ply = node.ply
        if ply == 0:
            return as_they_come(node, first, ws)
        left, end = U64(0), first
        if first + numbers > MAX_LISTED_ACTIONS:
            ws.stop = OUT_OF_MEMORY
            return end
        for action in actions(node.state):
            if not 0 <= action < numbers:
                ws.stop = FOREIGN_ACTION
                break
            left = U64(left | U64(1) << places[action])
        while left:
            ws.action[end] = in_order[lowest_index(left)]
            left = U64(clear_lowest(left))
            end += 1
        ws.frame[ply + 1] = end
        return end

    return by_fixed_rank


def _by_merit(rules: Rules, options: Options) -> Listing:
    """Return a function that sorts by rank and, where ranks are equal, by merit."""
    actions, promise, loose = rules.actions, _make_promise(rules, options), rules.allow_deeper_entries

    def by_merit(node: Node, first: int, ws: Workspace) -> int:
        ply = node.ply
        end = first
        for action in actions(node.state):
            if end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            rank, merit = promise(node.state, action, node.player, ply, ws)
            i = end
            while (ply > 0 or loose) and i > first and _is_below(i - 1, rank, merit, ws):
                ws.rank[i] = ws.rank[i - 1]
                ws.merit[i] = ws.merit[i - 1]
                ws.action[i] = ws.action[i - 1]
                i -= 1
            ws.rank[i] = rank
            ws.merit[i] = merit
            ws.action[i] = action
            end += 1
        ws.frame[ply + 1] = end
        return end

    return by_merit


def _by_gain(rules: Rules, options: Options) -> Ordered:
    """Return a function that yields noisy actions, killers, quiet actions, and noisy actions that lose.

    Only the next action is looked for, since most nodes are left early, and what a noisy action gains is asked when its
    turn comes.
    """
    actions, promise, next_to = rules.actions, _make_place_in_line(rules, options), _make_next(rules)
    multithreaded, loose, pv = rules.multithreaded, rules.allow_deeper_entries, options.pv

    def by_gain(node: Node, ws: Workspace) -> Iterable[Action]:
        ply = node.ply
        first = ws.frame[ply]
        end = first
        for action in actions(node.state):
            if end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            ws.rank[end] = promise(node, action, ply, ws) if ply > 0 or loose else float(first - end)
            ws.action[end] = action
            end += 1
        ws.frame[ply + 1] = end
        if multithreaded:
            for i in range(first, end):
                next_to(i, end, node, ws)
        for i in range(first, end):
            if multithreaded:
                _listed_idle(i, node, ws)
            else:
                next_to(i, end, node, ws)
            if pv:
                _note_pv(ws.action[i], ply, ws)
            ws.current_rank[ply] = ws.rank[i]
            yield ws.action[i]

    return by_gain


def _make_place_in_line(rules: Rules, options: Options) -> Callable[[Node, Action, int, Workspace], float]:
    """Return ``promise(node, action, ply, ws) -> rank`` with ``order="gain"``."""
    noisy, rank_of = rules.noisy, rules.order or no_rank
    killers, history = options.killers, options.history
    assert noisy is not None

    def promise(node: Node, action: Action, ply: int, ws: Workspace) -> float:
        if action == ws.table_move[ply]:
            return inf
        if noisy(node.state, action):
            return NOISY + rank_of(node.state, action)
        if killers and action == ws.killer[ply, 0]:
            return FIRST_KILLER
        if killers and action == ws.killer[ply, 1]:
            return SECOND_KILLER
        return float(ws.history[node.player & 1, _place(action)]) if history else 0.0

    return promise


def _make_next(rules: Rules) -> Callable[[int, int, Node, Workspace], None]:
    """Return ``next_to(i, end, node, ws)``: let the best action of those from place ``i`` on stand there."""
    gain = rules.gain
    assert gain is not None

    def next_to(i: int, end: int, node: Node, ws: Workspace) -> None:
        best = place_of_best(i, end, ws)
        while LEAST_NOISY <= ws.rank[best] < inf and gain(node.state, ws.action[best]) < 0:
            ws.rank[best] += LOSING - NOISY
            best = place_of_best(i, end, ws)
        bring_forward(best, i, ws)

    return next_to


def is_losing(ply: int, ws: Workspace) -> bool:
    """Return whether the action that is searched at a ply is a noisy one that loses, with ``order="gain"``."""
    return ws.current_rank[ply] < MOST_LOSING


def _make_promise(
    rules: Rules, options: Options
) -> Callable[[State, Action, int, int, Workspace], tuple[float, float]]:
    """Return ``promise(state, action, player, ply, ws) -> (rank, merit)``."""
    rank_of = no_rank if rules.order is None or options.order == "none" else rules.order
    killers, history = options.killers, options.history

    def promise(state: State, action: Action, player: int, ply: int, ws: Workspace) -> tuple[float, float]:
        if action == ws.table_move[ply]:
            return inf, TABLE_MOVE
        if killers and action == ws.killer[ply, 0]:
            return inf, KILLER
        if killers and action == ws.killer[ply, 1]:
            return inf, OLDER_KILLER
        merit = float(ws.history[player & 1, _place(action)]) if history else 0.0
        return float(rank_of(state, action)), merit

    return promise


def _is_below(i: int, rank: float, merit: float, ws: Workspace) -> bool:
    return bool(ws.rank[i] < rank or (ws.rank[i] == rank and ws.merit[i] < merit))


def _place(action: Action) -> int:
    return (action ^ action >> 12) & (HISTORY_PLACES - 1)


def _updating_heuristics(count_cutoff: BetaCutoff, rules: Rules, options: Options) -> BetaCutoff:
    """Return the same, noting the action that cut off: as a killer of its ply, and in the history of its player.

    With ``order="gain"`` noisy actions have a place of their own and are not noted, and those that were tried before
    the one that cut off fall in the history.
    """
    by_gain, killers, history = options.order == "gain", options.killers, options.history
    is_noisy = rules.noisy if by_gain and rules.noisy is not None else never_noisy

    def beta_cutoff(node: Node, best: float, bound: float, ws: Workspace) -> None:
        count_cutoff(node, best, bound, ws)
        ply = node.ply
        action = ws.best_move[ply]
        if is_noisy(node.state, action):
            return
        if killers and ws.killer[ply, 0] != action:
            ws.killer[ply, 1] = ws.killer[ply, 0]
            ws.killer[ply, 0] = action
        if history and by_gain:
            _reward(action, node, ws)
        elif history:
            ws.history[node.player & 1, _place(action)] += node.depth * node.depth

    return beta_cutoff


def _reward(action: Action, node: Node, ws: Workspace) -> None:
    """Let an action that cut off rise in the history, and those that were tried before it fall."""
    points, ply = min(node.depth * node.depth, MOST_HISTORY // 8), node.ply
    _count(action, node, points, ws)
    for i in range(ws.frame[ply], ws.frame[ply + 1]):
        if ws.action[i] == action:
            break
        _count(ws.action[i], node, -points, ws)


def _count(action: Action, node: Node, points: int, ws: Workspace) -> None:
    """Let an action rise or fall in the history, the less the nearer to the end of the scale it is already."""
    place = _place(action)
    known = ws.history[node.player & 1, place]
    ws.history[node.player & 1, place] = known + points - known * abs(points) // MOST_HISTORY


def _as_it_is(pick: Pick) -> Pick:
    return pick


def _following_pv(pick: Pick) -> Pick:
    """Return the same, noting whether the search still follows the principal variation of the iteration before."""

    def pick_following_pv(i: int, node: Node, ws: Workspace) -> Action:
        action, ply = pick(i, node, ws), node.ply
        _note_pv(action, ply, ws)
        return action

    return pick_following_pv


def _note_pv(action: Action, ply: int, ws: Workspace) -> None:
    follows = ws.on_previous_pv[ply] != 0 and ply + 1 < ws.previous_pv_length and action == ws.previous_pv[ply]
    ws.on_previous_pv[ply + 1] = 1 if follows else 0


def _listed(i: int, _node: Node, ws: Workspace) -> Action:
    return ws.action[i]


def _listed_idle(i: int, node: Node, ws: Workspace) -> Action:
    """Put the first action that no other thread is searching, if there is one, in this place, and say it is taken.

    The first action of a node all threads search together, and the root keeps the game's order.
    """
    ply = node.ply
    set_idle(ws.busy_mark[ply], ws)
    if ply > 0 and node.depth >= LEAST_SHARED_DEPTH and i > ws.frame[ply]:
        for place in range(i, ws.frame[ply + 1]):
            if not is_busy(_mark(ws.action[place], ply, ws), ws):
                bring_forward(place, i, ws)
                break
        ws.busy_mark[ply] = _mark(ws.action[i], ply, ws)
        set_busy(ws.busy_mark[ply], ws)
    return ws.action[i]


def _mark(action: Action, ply: int, ws: Workspace) -> int:
    """Return what stands for an action in the state of a ply."""
    return signed(scrambled(U64(ws.key[ply] ^ action)))


def _listed_swapped(i: int, node: Node, ws: Workspace) -> Action:
    return _swapped(ws.action[i], node, ws)


def _swapped(action: Action, node: Node, ws: Workspace) -> Action:
    """Let the table move change places with the first action."""
    ply = node.ply
    table_move = ws.table_move[ply]
    if ply == 0 or table_move == NO_ACTION:  # the root keeps the game's order, in which ties are broken
        return action
    if ws.displaced[ply] == NO_ACTION:
        ws.displaced[ply] = action
        return table_move
    return ws.displaced[ply] if action == table_move else action
