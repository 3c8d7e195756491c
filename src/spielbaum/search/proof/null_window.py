"""Null-window search to the end of the game, which answers whether the value is at least a bound.

A null window has the smallest tree of all. The search is fail-soft: it returns a lower bound of the value if the answer
is yes, else an upper bound, and both kinds of bounds are kept in the table for later questions.

J. Pearl, Asymptotic properties of minimax trees and game-searching procedures, Artificial Intelligence 14 (1980),
"test"; enhanced transposition cutoffs: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Exploiting graph properties of
game trees, AAAI (1996); fastest first: the rule by which Othello programs solve, a move is tried the earlier, the fewer
answers it leaves; history: J. Schaeffer, The history heuristic and alpha-beta search enhancements in practice, IEEE
Transactions on Pattern Analysis and Machine Intelligence 11 (1989), here by ply, and what is long ago counts less.
"""

from collections.abc import Callable
from math import inf

from spielbaum.game import State
from spielbaum.kernel import Workspace
from spielbaum.kernel.workspace import Layout
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.workspace import (
    ENDLESS,
    FALSE_ENTRY,
    MAX_LISTED_ACTIONS,
    OUT_OF_MEMORY,
    OUT_OF_NODES,
    UNFIT_VALUE,
)
from spielbaum.search.node.abdada import is_busy, set_busy, set_idle
from spielbaum.search.node.action_list import sort_by_rank
from spielbaum.search.proof.access import Key, TableAccess, make_access
from spielbaum.search.proof.bounds_table import action_of, facts_of, high_of, low_of
from spielbaum.search.proof.proof_rules import UNFIT, ProofRules
from spielbaum.search.table.entry import Table

HISTORY_PLIES, HISTORY_ACTIONS = 128, 256
"""Powers of two: plies and actions are taken modulo these, and may share a place of the history."""

NEWS = 0.1
"""The weight of the last search of an action in its share of successes."""

Test = Callable[[State, Key, int, int, Workspace, Table], int]
"""``(state, key, bound, ply, ws, table) -> value``"""

LAYOUT: Layout = {
    "stop": ("i8", ()),
    "node_limit": ("i8", ()),
    "nodes": ("i8", ()),
    "decided": ("i8", ()),  # children that were never searched: a bound or the table decided
    "probes": ("i8", ()),  # of the table, for children
    "buckets": ("i8", ()),  # of the table, a power of two
    "busy": ("i8", ()),  # address of the keys that threads are searching
    "best": ("i8", (MAX_PLY + 1,)),  # the best value of the actions that need no search
    "best_move": ("i8", (MAX_PLY + 1,)),  # of each ply
    "frame": ("i8", (MAX_PLY + 2,)),  # the actions listed for ply p begin at action[frame[p]]
    "action": ("i8", (MAX_LISTED_ACTIONS,)),
    "rank": ("f8", (MAX_LISTED_ACTIONS,)),
    "turned": ("i8", (MAX_LISTED_ACTIONS,)),  # whether the other player moves after it
    "child_lock": ("i8", (MAX_LISTED_ACTIONS,)),  # the key of the child: lock and place
    "child_place": ("i8", (MAX_LISTED_ACTIONS,)),
    "child_offset": ("i8", (MAX_LISTED_ACTIONS,)),  # the part of its value that the key leaves out
    "success": ("f8", (HISTORY_PLIES, HISTORY_ACTIONS)),  # the share of searches, by ply, that reached the bound
}
"""Fields of the workspace."""


FEW, MANY = 5, 8
"""So many actions are looked at before the others, in nodes of more than so many."""

SHARED_PLIES = 14
"""Plies from the root in which a thread avoids what others are searching; below them it costs more than it gains."""


def make(rules: ProofRules, *, multithreaded: bool = False, verify: bool = False) -> Test:
    """Return ``test(state, key, bound, ply, ws, table)``, which gives a lower bound >= ``bound`` or an upper one below.

    Parameters
    ----------
    rules
        The game.
    multithreaded
        Whether several threads search the same root; each puts off what another one is searching (ABDADA).
    verify
        Whether what is stored in the table is proved once more, without it.
    """
    result = rules.result
    access = make_access(rules)
    noted_key, probe, store = access.noted_key, access.probe, access.store
    list_actions, look_at, confirmed = _make_list_actions(rules), _make_look_at(rules, access), _make_confirmed(rules)
    put_in_order = _as_listed if rules.order_open is None else _make_put_in_order(rules, rules.order_open)
    note_success = _note_success if rules.history else _note_nothing
    fastest_first_plies = rules.fastest_first
    put_fastest_first: Callable[[State, int, int, int, int, Workspace, Table], int] = _no_change
    if fastest_first_plies:
        put_fastest_first = _make_fastest_first(rules, list_actions, look_at)

    def test(state: State, key: Key, bound: int, ply: int, ws: Workspace, table: Table) -> int:
        if not may_enter(ply, ws):
            return bound
        before = ws.nodes
        # 1. The bounds in the table may decide.
        known = probe(key, ws, table)
        low, high = low_of(known), high_of(known)
        if ply > 0 and low >= bound:
            return low
        if ply > 0 and high < bound:
            return high
        # 2. The actions, the most promising first: the first few by themselves, for mostly one of them is enough.
        first, listed = ws.frame[ply], list_actions(state, action_of(known), ply, ws)
        ws.frame[ply + 1], ws.best[ply] = listed, -UNFIT
        start = first
        while ws.best[ply] < bound and start < listed:
            stop = listed
            if start == first and listed - first > MANY and ply >= fastest_first_plies:
                stop = first + FEW
            # Without those that bounds of the game or the table decide.
            end = look_at(state, bound, start, stop, ply, ws, table)
            if ws.best[ply] < bound and end - start > 1:
                put_in_order(state, action_of(known), start, end, ply, ws)
                if ply < fastest_first_plies:
                    end = put_fastest_first(state, bound, start, end, ply, ws, table)
            # 3. Search the others until one reaches the bound.
            i = start
            while ws.best[ply] < bound and i < end:
                if multithreaded and i > first and ply < SHARED_PLIES:
                    take_idle_action(i, end, ws)
                child = result(state, ws.action[i])
                if ws.turned[i]:
                    value = -test(child, noted_key(i, ws), 1 - bound, ply + 1, ws, table)
                else:
                    value = test(child, noted_key(i, ws), bound, ply + 1, ws, table)
                if multithreaded and i > first and ply < SHARED_PLIES:
                    set_idle(ws.child_lock[i], ws)
                note_success(ws.action[i], value >= bound, ply, ws)
                if value > ws.best[ply]:
                    ws.best[ply], ws.best_move[ply] = value, ws.action[i]
                i += 1
            start = stop
        best = ws.best[ply]
        if not ws.stop:
            low, high = (max(low, best), high) if best >= bound else (low, min(high, best))
            if verify and not confirmed(state, low, high, ws):
                ws.stop = FALSE_ENTRY
            store(key, facts_of(low, high, ws.best_move[ply], ws.nodes - before), ws, table)
        return best  # type: ignore[no-any-return]

    return test


def may_enter(ply: int, ws: Workspace) -> bool:
    """Count a node, or stop the search at the node limit or the largest ply."""
    if ws.stop:
        return False
    if ply >= MAX_PLY or ws.nodes >= ws.node_limit:
        ws.stop = ENDLESS if ply >= MAX_PLY else OUT_OF_NODES
        return False
    ws.nodes += 1
    return True


def take_idle_action(place: int, end: int, ws: Workspace) -> None:
    """Move the first action that no other thread is searching, if there is one, to a place, and mark it as busy."""
    for i in range(place, end):
        if not is_busy(ws.child_lock[i], ws):
            move_forward(i, place, ws)
            break
    set_busy(ws.child_lock[place], ws)


def move_forward(i: int, place: int, ws: Workspace) -> None:
    """Move the i-th listed action to an earlier place."""
    action, turned, lock, home = ws.action[i], ws.turned[i], ws.child_lock[i], ws.child_place[i]
    offset = ws.child_offset[i]
    for k in range(i, place, -1):
        ws.action[k], ws.turned[k] = ws.action[k - 1], ws.turned[k - 1]
        ws.child_lock[k], ws.child_place[k] = ws.child_lock[k - 1], ws.child_place[k - 1]
        ws.child_offset[k] = ws.child_offset[k - 1]
    ws.action[place], ws.turned[place] = action, turned
    ws.child_lock[place], ws.child_place[place], ws.child_offset[place] = lock, home, offset


def move_by_rank(i: int, rank: float, first: int, end: int, ws: Workspace) -> None:
    """Move the i-th listed action into the sorted list from ``first`` to ``end``; equal ranks stay as they are."""
    place = end
    while place > first and ws.rank[place - 1] < rank:
        ws.rank[place] = ws.rank[place - 1]
        place -= 1
    ws.rank[place] = rank
    move_forward(i, place, ws)


def _note_success(action: int, reached: bool, ply: int, ws: Workspace) -> None:
    """Note whether an action that was searched reached the bound."""
    row, place = ply & HISTORY_PLIES - 1, action & HISTORY_ACTIONS - 1
    ws.success[row, place] += NEWS * ((1.0 if reached else 0.0) - ws.success[row, place])


def _note_nothing(_action: int, _reached: bool, _ply: int, _ws: Workspace) -> None:
    """Keep no history."""


def _make_bonus(rules: ProofRules) -> Callable[[int, int, Workspace], float]:
    weight = rules.history
    if not weight:
        return lambda _action, _ply, _ws: 0.0

    def bonus(action: int, ply: int, ws: Workspace) -> float:
        """Return what the orders add for the successes of an action."""
        return weight * float(ws.success[ply & HISTORY_PLIES - 1, action & HISTORY_ACTIONS - 1])

    return bonus


def _make_list_actions(rules: ProofRules) -> Callable[[State, int, int, Workspace], int]:
    candidates, order, bonus = rules.candidates, rules.order, _make_bonus(rules)

    def list_actions(state: State, table_move: int, ply: int, ws: Workspace) -> int:
        """List the candidates, the table move first, then by rank; return the end of the list."""
        first = ws.frame[ply]
        end = first
        for action in candidates(state):
            if end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            ws.action[end] = action
            ws.rank[end] = inf if action == table_move else float(order(state, action)) + bonus(action, ply, ws)
            end += 1
        sort_by_rank(first, end, ws)
        return end  # type: ignore[no-any-return]

    return list_actions


def make_cut_by_bounds(rules: ProofRules, access: TableAccess) -> Callable[[State, int, int, int, int, Workspace], int]:
    """Return what keeps the actions of a node that the bounds of the game leave open, with their keys."""
    result, to_move, is_terminal = rules.result, rules.to_move, rules.is_terminal
    value_of, bounds = rules.value, rules.bounds
    key_of, note_key = access.key_of, access.note_key

    def cut_by_bounds(state: State, bound: int, first: int, end: int, ply: int, ws: Workspace) -> int:
        """Keep the actions that the bounds of the game leave open; return the new end."""
        player, left = to_move(state), first
        for i in range(first, end):
            child = result(state, ws.action[i])
            turned = to_move(child) != player
            if is_terminal(child):
                value = value_of(child)
                if value == UNFIT:
                    ws.stop = UNFIT_VALUE
                value = -value if turned else value
                if _reaches_bound(value, value, bound, ws.action[i], ply, ws):
                    break
                continue
            low, high = bounds(child)
            if turned:
                low, high = -high, -low
            if low < bound <= high:
                ws.action[left] = ws.action[i]
                ws.turned[left] = turned
                note_key(key_of(child), left, ws)
                left += 1
            elif _reaches_bound(low, high, bound, ws.action[i], ply, ws):
                break
        return left

    return cut_by_bounds


def _make_cut_by_table(access: TableAccess) -> Callable[[int, int, int, int, Workspace, Table], int]:
    note_key, noted_key, prefetch, probe = access.note_key, access.noted_key, access.prefetch, access.probe

    def cut_by_table(bound: int, first: int, end: int, ply: int, ws: Workspace, table: Table) -> int:
        """Keep the actions that the table leaves open (enhanced transposition cutoffs); return the new end."""
        left = first
        ws.probes += end - first
        for i in range(first, end):  # all at once: the processor waits for several entries at the same time
            prefetch(noted_key(i, ws), ws, table)
        for i in range(first, end):
            key = noted_key(i, ws)
            known = probe(key, ws, table)
            low, high = low_of(known), high_of(known)
            if ws.turned[i]:
                low, high = -high, -low
            if low < bound <= high:
                ws.action[left] = ws.action[i]
                ws.turned[left] = ws.turned[i]
                note_key(key, left, ws)
                left += 1
            elif _reaches_bound(low, high, bound, ws.action[i], ply, ws):
                break
        return left

    return cut_by_table


def _make_look_at(
    rules: ProofRules, access: TableAccess
) -> Callable[[State, int, int, int, int, Workspace, Table], int]:
    cut_by_bounds, cut_by_table = make_cut_by_bounds(rules, access), _make_cut_by_table(access)

    def look_at(state: State, bound: int, first: int, end: int, ply: int, ws: Workspace, table: Table) -> int:
        """Keep the actions that neither bounds of the game nor the table decide; return the new end."""
        end = cut_by_bounds(state, bound, first, end, ply, ws)
        return end if ws.best[ply] >= bound else cut_by_table(bound, first, end, ply, ws, table)

    return look_at


def _make_put_in_order(
    rules: ProofRules, order_open: Callable[[State, int], float]
) -> Callable[[State, int, int, int, int, Workspace], None]:
    """Return what sorts the actions of a node that are still open, the table move first, then the most promising."""
    bonus = _make_bonus(rules)

    def put_in_order(state: State, table_move: int, first: int, end: int, ply: int, ws: Workspace) -> None:
        for i in range(first, end):
            action = ws.action[i]
            rank = inf if action == table_move else float(order_open(state, action)) + bonus(action, ply, ws)
            move_by_rank(i, rank, first, i, ws)

    return put_in_order


def _as_listed(_state: State, _table_move: int, _first: int, _end: int, _ply: int, _ws: Workspace) -> None:
    """Leave the actions as they are."""


def _make_fastest_first(
    rules: ProofRules,
    list_actions: Callable[[State, int, int, Workspace], int],
    look_at: Callable[[State, int, int, int, int, Workspace, Table], int],
) -> Callable[[State, int, int, int, int, Workspace, Table], int]:
    """Return what sorts the actions of a node by how many answers bounds and table leave open, the fewest first."""
    result = rules.result

    def put_fastest_first(state: State, bound: int, first: int, end: int, ply: int, ws: Workspace, table: Table) -> int:
        """Keep the actions that still are open, those with the fewest answers first; return the new end."""
        left, fewest = first, MAX_LISTED_ACTIONS
        for i in range(first, end):
            child, turned = result(state, ws.action[i]), ws.turned[i]
            ws.nodes += 1
            goal = 1 - bound if turned else bound
            ws.frame[ply + 1], ws.best[ply + 1] = end, -UNFIT
            start, last, answers = end, list_actions(child, -1, ply + 1, ws), 0
            while ws.best[ply + 1] < goal and start < last and answers <= fewest:  # with more it is not the first
                stop = min(start + FEW, last)
                answers += look_at(child, goal, start, stop, ply + 1, ws, table) - start
                start = stop
            value = ws.best[ply + 1]
            if value < goal and answers > 0:
                fewest = min(fewest, answers)
                move_by_rank(i, float(-answers), first, left, ws)
                left += 1
                continue
            value = -value if turned else value
            if _reaches_bound(value, value, bound, ws.action[i], ply, ws):
                break
        return left

    return put_fastest_first


def _no_change(_state: State, _bound: int, _first: int, end: int, _ply: int, _ws: Workspace, _table: Table) -> int:
    return end


def _reaches_bound(low: int, high: int, bound: int, action: int, ply: int, ws: Workspace) -> bool:
    """Take an action that need not be searched into account; return whether it reaches the bound."""
    ws.decided += 1
    value = low if low >= bound else high
    if value > ws.best[ply]:
        ws.best[ply] = value
        ws.best_move[ply] = action
    return value >= bound


def _make_confirmed(rules: ProofRules) -> Callable[[State, int, int, Workspace], bool]:
    """Return ``confirmed(state, low, high, ws)``: whether the value lies from low to high, found without a table."""
    to_move, candidates, result, extremes = rules.to_move, rules.candidates, rules.result, rules.extremes

    def test(state: State, bound: int, ws: Workspace) -> int:
        low, high = extremes(state)
        if low >= bound or high < bound or ws.stop:
            return low if low >= bound else high
        best = -UNFIT
        for action in candidates(state):
            child = result(state, action)
            if to_move(child) == to_move(state):
                best = max(best, test(child, bound, ws))
            else:
                best = max(best, -test(child, 1 - bound, ws))
            if best >= bound:
                break
        return best

    def confirmed(state: State, low: int, high: int, ws: Workspace) -> bool:
        holds = test(state, low, ws) >= low and test(state, high + 1, ws) <= high
        return bool(holds or ws.stop)

    return confirmed
