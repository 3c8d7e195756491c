"""Move ordering: the order in which the actions of a node are tried.

First the *table move*: the best action according to the principal variation of the previous iteration, the table, or a
shallower search. Then the killers, which cut off at the same ply before; then the others, by the game's own order and
by their history of cutoffs. The root keeps the game's order, which breaks ties.

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
"""Plies left from which a thread defers what another one is searching; with fewer it does not pay."""

TABLE_MOVE, KILLER, OLDER_KILLER = 3.0, 2.0, 1.0
"""The merit of the actions that are tried first."""

MOST_HISTORY = 16384
"""With ``order="gain"`` history counts stay between this and its negative."""

NOISY, FIRST_KILLER, SECOND_KILLER, LOSING = 3e12, 2e12, 1e12, -3e12
"""With ``order="gain"``: the ranks of killers, and the bonuses of noisy actions."""

LEAST_NOISY, MOST_LOSING = 2.5e12, -1.5e12

Ordered = Callable[[Node, Workspace], Iterable[Action]]
BetaCutoff = Callable[[Node, float, float, Workspace], None]
Listing = Callable[[Node, int, Workspace], int]
"""``(node, first, ws) -> end``: list the actions of a node in order, from place ``first`` on."""
Pick = Callable[[int, Node, Workspace], Action]
"""``(i, node, ws) -> action``: ``i`` is an action, or its place in the list."""


class Moves(NamedTuple):
    """The hooks ``moves``.

    ``ordered`` yields the actions of a node, the most promising first. A search without an order takes them one by one
    from the game's generator: most nodes are cut off after the first, and never generate the others.
    ``beta_cutoff(node, best, bound, ws)`` counts a cutoff, and updates killers and history.
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
        The orderings to use.
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


class PlacedMoves(NamedTuple):
    """The hooks ``moves`` of Max^n, where of equal children the first in the game's order counts, whatever the order.

    ``begin(node, ws)`` prepares the order of a node, before its table entry is looked up. ``ordered`` yields its
    actions, the most promising first; ``place(node, ws)`` is the place of the present one in the game's order, or 0 if
    they come in that order. ``note(node, ws)`` updates killers and history when a node is cut off.
    """

    begin: Callable[[Node, Workspace], None]
    ordered: Ordered
    place: Callable[[Node, Workspace], float]
    note: Callable[[Node, Workspace], None]


def make_placed_moves(rules: Rules, options: Options) -> PlacedMoves:
    """Return the hooks of a search of vectors; without an order they do nothing and cost nothing."""
    actions, pv = rules.actions, options.pv

    def in_game_order(node: Node, _ws: Workspace) -> Iterable[Action]:
        return actions(node.state)

    if not options.sorts(rules):
        return PlacedMoves(_nothing, in_game_order, _first_place, _nothing)
    listed, noted = _by_merit(rules, options, places=True), _updating_heuristics(_no_count, rules, options)

    def begin(node: Node, ws: Workspace) -> None:
        ply = node.ply
        ws.table_move[ply] = ws.best_move[ply] = NO_ACTION
        if pv and ws.on_previous_pv[ply] and ply < ws.previous_pv_length:
            ws.table_move[ply] = ws.previous_pv[ply]

    def ordered(node: Node, ws: Workspace) -> Iterable[Action]:
        ply = node.ply
        first = ws.frame[ply]
        for i in range(first, listed(node, first, ws)):
            ws.current_rank[ply] = ws.place[i]
            if pv:
                note_pv(ws.action[i], ply, ws)
            yield ws.action[i]

    def note(node: Node, ws: Workspace) -> None:
        noted(node, 0.0, 0.0, ws)

    return PlacedMoves(begin, ordered, _place_of_current, note)


def _place_of_current(node: Node, ws: Workspace) -> float:
    return ws.current_rank[node.ply]


def _first_place(_node: Node, _ws: Workspace) -> float:
    return 0.0


def _nothing(_node: Node, _ws: Workspace) -> None:
    pass


def _no_count(_node: Node, _best: float, _bound: float, _ws: Workspace) -> None:
    pass


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
    """Return a listing by the game's order, larger ranks first."""
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
    """Return the same for ranks that do not depend on the state: each action has a fixed place.

    A place is a bit of a word, and the actions are read off from the lowest bit on.
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


def _by_merit(rules: Rules, options: Options, *, places: bool = False) -> Listing:
    """Return a listing by rank, and among equal ranks by merit; with ``places`` it notes those in the game's order."""
    actions, move_score, any_order_at_root = rules.actions, _make_move_score(rules, options), rules.allow_deeper_entries

    def by_merit(node: Node, first: int, ws: Workspace) -> int:
        ply = node.ply
        end = first
        for action in actions(node.state):
            if end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            rank, merit = move_score(node.state, action, node.player, ply, ws)
            i = end
            while (ply > 0 or any_order_at_root) and i > first and _is_below(i - 1, rank, merit, ws):
                ws.rank[i] = ws.rank[i - 1]
                ws.merit[i] = ws.merit[i - 1]
                ws.action[i] = ws.action[i - 1]
                if places:
                    ws.place[i] = ws.place[i - 1]
                i -= 1
            ws.rank[i] = rank
            ws.merit[i] = merit
            ws.action[i] = action
            if places:
                ws.place[i] = end - first
            end += 1
        ws.frame[ply + 1] = end
        return end

    return by_merit


def _by_gain(rules: Rules, options: Options) -> Ordered:
    """Return ``ordered`` for good noisy actions, killers, quiet actions, and losing noisy actions, in this order.

    The actions are selected one by one, since most nodes are cut off early, and the gain of a noisy action is computed
    when its turn comes.
    """
    actions, move_score, select = rules.actions, _make_gain_score(rules, options), _make_select(rules)
    multithreaded, any_order_at_root, pv = rules.multithreaded, rules.allow_deeper_entries, options.pv

    def by_gain(node: Node, ws: Workspace) -> Iterable[Action]:
        ply = node.ply
        first = ws.frame[ply]
        end = first
        for action in actions(node.state):
            if end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            ws.rank[end] = move_score(node, action, ply, ws) if ply > 0 or any_order_at_root else float(first - end)
            ws.action[end] = action
            end += 1
        ws.frame[ply + 1] = end
        if multithreaded:
            for i in range(first, end):
                select(i, end, node, ws)
        for i in range(first, end):
            if multithreaded:
                _listed_idle(i, node, ws)
            else:
                select(i, end, node, ws)
            if pv:
                note_pv(ws.action[i], ply, ws)
            ws.current_rank[ply] = ws.rank[i]
            yield ws.action[i]

    return by_gain


def _make_gain_score(rules: Rules, options: Options) -> Callable[[Node, Action, int, Workspace], float]:
    """Return ``move_score(node, action, ply, ws) -> rank`` with ``order="gain"``."""
    noisy, rank_of = rules.noisy, rules.order or no_rank
    killers, history = options.killers, options.history
    assert noisy is not None

    def move_score(node: Node, action: Action, ply: int, ws: Workspace) -> float:
        if action == ws.table_move[ply]:
            return inf
        if noisy(node.state, action):
            return NOISY + rank_of(node.state, action)
        if killers and action == ws.killer[ply, 0]:
            return FIRST_KILLER
        if killers and action == ws.killer[ply, 1]:
            return SECOND_KILLER
        return float(ws.history[node.player, _place(action)]) if history else 0.0

    return move_score


def _make_select(rules: Rules) -> Callable[[int, int, Node, Workspace], None]:
    """Return ``select(i, end, node, ws)``, which moves the best action from place ``i`` on to that place."""
    gain = rules.gain
    assert gain is not None

    def select(i: int, end: int, node: Node, ws: Workspace) -> None:
        best = place_of_best(i, end, ws)
        while LEAST_NOISY <= ws.rank[best] < inf and gain(node.state, ws.action[best]) < 0:
            ws.rank[best] += LOSING - NOISY
            best = place_of_best(i, end, ws)
        bring_forward(best, i, ws)

    return select


def is_losing(ply: int, ws: Workspace) -> bool:
    """Return whether the current action of a ply is a losing noisy one, with ``order="gain"``."""
    return ws.current_rank[ply] < MOST_LOSING


def _make_move_score(
    rules: Rules, options: Options
) -> Callable[[State, Action, int, int, Workspace], tuple[float, float]]:
    """Return ``move_score(state, action, player, ply, ws) -> (rank, merit)``."""
    rank_of = no_rank if rules.order is None or options.order == "none" else rules.order
    killers, history = options.killers, options.history

    def move_score(state: State, action: Action, player: int, ply: int, ws: Workspace) -> tuple[float, float]:
        if action == ws.table_move[ply]:
            return inf, TABLE_MOVE
        if killers and action == ws.killer[ply, 0]:
            return inf, KILLER
        if killers and action == ws.killer[ply, 1]:
            return inf, OLDER_KILLER
        merit = float(ws.history[player, _place(action)]) if history else 0.0
        return float(rank_of(state, action)), merit

    return move_score


def _is_below(i: int, rank: float, merit: float, ws: Workspace) -> bool:
    return bool(ws.rank[i] < rank or (ws.rank[i] == rank and ws.merit[i] < merit))


def _place(action: int) -> int:
    return (action ^ action >> 12) & (HISTORY_PLACES - 1)


def _updating_heuristics(count_cutoff: BetaCutoff, rules: Rules, options: Options) -> BetaCutoff:
    """Return the same, noting the action that cut off as a killer of its ply, and in the history of its player.

    With ``order="gain"`` noisy actions are ordered by other means and not noted, and the actions that were tried before
    the cutoff lose history.
    """
    by_gain, killers, history = options.order == "gain", options.killers, options.history
    is_noisy = rules.noisy if by_gain and rules.noisy is not None else never_noisy

    def beta_cutoff(node: Node, best: float, bound: float, ws: Workspace) -> None:
        count_cutoff(node, best, bound, ws)
        ply = node.ply
        action = ws.best_move[ply]
        if is_noisy(node.state, action):
            return
        # 1. Killers: the last two actions that cut off at this ply.
        if killers and ws.killer[ply, 0] != action:
            ws.killer[ply, 1] = ws.killer[ply, 0]
            ws.killer[ply, 0] = action
        # 2. History.
        if history and by_gain:
            _reward(action, node, ws)
        elif history:
            ws.history[node.player, _place(action)] += node.depth * node.depth

    return beta_cutoff


def _reward(action: Action, node: Node, ws: Workspace) -> None:
    """Raise an action that cut off in the history, and lower those that were tried before it."""
    points, ply = min(node.depth * node.depth, MOST_HISTORY // 8), node.ply
    _count(action, node, points, ws)
    for i in range(ws.frame[ply], ws.frame[ply + 1]):
        if ws.action[i] == action:
            break
        _count(ws.action[i], node, -points, ws)


def _count(action: Action, node: Node, points: int, ws: Workspace) -> None:
    """Raise or lower an action in the history; the closer it is to the limit, the smaller the change."""
    place = _place(action)
    known = ws.history[node.player, place]
    ws.history[node.player, place] = known + points - known * abs(points) // MOST_HISTORY


def _as_it_is(pick: Pick) -> Pick:
    return pick


def _following_pv(pick: Pick) -> Pick:
    """Return the same, noting whether the search still follows the previous principal variation."""

    def pick_following_pv(i: int, node: Node, ws: Workspace) -> Action:
        action, ply = pick(i, node, ws), node.ply
        note_pv(action, ply, ws)
        return action

    return pick_following_pv


def note_pv(action: Action, ply: int, ws: Workspace) -> None:
    """Note whether an action goes on with the principal variation of the previous iteration."""
    follows = ws.on_previous_pv[ply] != 0 and ply + 1 < ws.previous_pv_length and action == ws.previous_pv[ply]
    ws.on_previous_pv[ply + 1] = 1 if follows else 0


def follow_nothing(_action: Action, _ply: int, _ws: Workspace) -> None:
    """Note nothing: the principal variation of the previous iteration is not used."""


def _listed(i: int, _node: Node, ws: Workspace) -> Action:
    return ws.action[i]


def _listed_idle(i: int, node: Node, ws: Workspace) -> Action:
    """Move the first action that no other thread is searching, if any, to this place, and mark it as busy.

    All threads search the first action of a node together, and the root keeps the game's order.
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
    """Return the mark of an action in the state of a ply."""
    return signed(scrambled(U64(ws.key[ply] ^ action)))


def _listed_swapped(i: int, node: Node, ws: Workspace) -> Action:
    return _swapped(ws.action[i], node, ws)


def _swapped(action: Action, node: Node, ws: Workspace) -> Action:
    """Swap the table move with the first action."""
    ply = node.ply
    table_move = ws.table_move[ply]
    if ply == 0 or table_move == NO_ACTION:  # the root keeps the game's order, which breaks ties
        return action
    if ws.displaced[ply] == NO_ACTION:
        ws.displaced[ply] = action
        return table_move
    return ws.displaced[ply] if action == table_move else action
