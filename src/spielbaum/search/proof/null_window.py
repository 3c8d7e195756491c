"""Null-window search to the end of the game: whether the value is at least a bound.

A null window has the smallest tree. The search is fail-soft: it returns a lower bound of the value if the answer is
yes, else an upper bound. Both kinds of bounds are kept in the table for later questions.

J. Pearl, Asymptotic properties of minimax trees and game-searching procedures, Artificial Intelligence 14 (1980),
"test"; enhanced transposition cutoffs: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Exploiting graph properties of
game trees, AAAI (1996); fastest first, as in Othello solvers: moves with the fewest replies are tried first; history:
J. Schaeffer, The history heuristic and alpha-beta search enhancements in practice, IEEE Transactions on Pattern
Analysis and Machine Intelligence 11 (1989), here by ply, with exponential decay.
"""

from collections.abc import Callable
from math import inf
from typing import Any

from spielbaum.game import State
from spielbaum.kernel import cold
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.pausing import is_over
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
from spielbaum.search.proof.workspace import HISTORY_ACTIONS, HISTORY_PLIES, ProofWorkspace
from spielbaum.search.table.entry import Table

NEWS = 0.1
"""The weight of the latest search in the share of successes of an action."""

Test = Callable[[State, Key, int, int, Any, Table], int]
"""``(state, key, bound, ply, ws, table) -> value``"""

FEW, MANY = 5, 8
"""The actions that are looked at before the others, in nodes with more than ``MANY``."""

SHARED_PLIES = 14
"""Plies from the root within which a thread avoids what others are searching; below it does not pay."""


def make(rules: ProofRules, *, multithreaded: bool = False, verify: bool = False) -> Test:
    """Return ``test(state, key, bound, ply, ws, table)``: a lower bound >= ``bound``, or an upper bound below it.

    Parameters
    ----------
    rules
        The game.
    multithreaded
        Whether several threads search the same root; each defers what another one is searching (ABDADA).
    verify
        Whether everything stored in the table is proved again without it.
    """
    result = rules.result
    access = make_access(rules)
    noted_key, probe, store = access.noted_key, access.probe, access.store
    list_actions, look_at, confirmed = _make_list_actions(rules), _make_look_at(rules, access), _make_confirmed(rules)
    put_in_order = _as_listed if rules.order_open is None else _make_put_in_order(rules, rules.order_open)
    note_success = _note_success if rules.history else _note_nothing
    fastest_first_plies = rules.fastest_first
    put_fastest_first: Callable[[State, int, int, int, int, ProofWorkspace, Table], int] = _no_change
    if fastest_first_plies:
        put_fastest_first = _make_fastest_first(rules, list_actions, look_at)

    def test(state: State, key: Key, bound: int, ply: int, ws: ProofWorkspace, table: Table) -> int:
        if not may_enter(ply, ws):
            return bound
        before = ws.nodes
        # 1. Transposition table.
        known = probe(key, ws, table)
        low, high = low_of(known), high_of(known)
        if ply > 0 and low >= bound:
            return low
        if ply > 0 and high < bound:
            return high
        # 2. List the actions in order. Look at the first few by themselves, since one of them is mostly enough.
        first, listed = ws.frame[ply], list_actions(state, action_of(known), ply, ws)
        ws.frame[ply + 1], ws.best[ply] = listed, -UNFIT
        start = first
        while ws.best[ply] < bound and start < listed:
            stop = listed
            if start == first and listed - first > MANY and ply >= fastest_first_plies:
                stop = first + FEW
            # Drop actions that the bounds of the game or the table decide.
            end = look_at(state, bound, start, stop, ply, ws, table)
            if ws.best[ply] < bound and end - start > 1:
                put_in_order(state, action_of(known), start, end, ply, ws)
                if ply < fastest_first_plies:
                    end = put_fastest_first(state, bound, start, end, ply, ws, table)
            # 3. Search the rest until one reaches the bound.
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
        return best

    return test


def may_enter(ply: int, ws: ProofWorkspace) -> bool:
    """Count a node; at the node limit or the largest ply stop the search and return false."""
    if ws.stop:
        return False
    if (ply >= MAX_PLY or ws.nodes >= ws.pause_at) and _ends(ply, ws):
        return False
    ws.nodes += 1
    return True


@cold
def _ends(ply: int, ws: ProofWorkspace) -> bool:
    if ply >= MAX_PLY:
        ws.stop = ENDLESS
    elif is_over(ws):
        ws.stop = OUT_OF_NODES
    return bool(ws.stop)


def take_idle_action(place: int, end: int, ws: ProofWorkspace) -> None:
    """Move the first action that no other thread is searching, if any, to a place, and mark it as busy."""
    for i in range(place, end):
        if not is_busy(ws.child_lock[i], ws):
            move_forward(i, place, ws)
            break
    set_busy(ws.child_lock[place], ws)


def move_forward(i: int, place: int, ws: ProofWorkspace) -> None:
    """Move the i-th listed action to an earlier place."""
    action, turned, lock, home = ws.action[i], ws.turned[i], ws.child_lock[i], ws.child_place[i]
    offset = ws.child_offset[i]
    for k in range(i, place, -1):
        ws.action[k], ws.turned[k] = ws.action[k - 1], ws.turned[k - 1]
        ws.child_lock[k], ws.child_place[k] = ws.child_lock[k - 1], ws.child_place[k - 1]
        ws.child_offset[k] = ws.child_offset[k - 1]
    ws.action[place], ws.turned[place] = action, turned
    ws.child_lock[place], ws.child_place[place], ws.child_offset[place] = lock, home, offset


def move_by_rank(i: int, rank: float, first: int, end: int, ws: ProofWorkspace) -> None:
    """Insert the i-th listed action into the sorted slice from ``first`` to ``end``, after equal ranks."""
    place = end
    while place > first and ws.rank[place - 1] < rank:
        ws.rank[place] = ws.rank[place - 1]
        place -= 1
    ws.rank[place] = rank
    move_forward(i, place, ws)


def _note_success(action: int, reached: bool, ply: int, ws: ProofWorkspace) -> None:
    """Note whether a searched action reached the bound."""
    row, place = ply & HISTORY_PLIES - 1, action & HISTORY_ACTIONS - 1
    ws.success[row, place] += NEWS * ((1.0 if reached else 0.0) - ws.success[row, place])


def _note_nothing(_action: int, _reached: bool, _ply: int, _ws: ProofWorkspace) -> None:
    """Keep no history."""


def _make_bonus(rules: ProofRules) -> Callable[[int, int, ProofWorkspace], float]:
    weight = rules.history
    if not weight:
        return lambda _action, _ply, _ws: 0.0

    def bonus(action: int, ply: int, ws: ProofWorkspace) -> float:
        """Return the bonus of an action for its successes."""
        return weight * float(ws.success[ply & HISTORY_PLIES - 1, action & HISTORY_ACTIONS - 1])

    return bonus


def _make_list_actions(rules: ProofRules) -> Callable[[State, int, int, ProofWorkspace], int]:
    candidates, order, bonus = rules.candidates, rules.order, _make_bonus(rules)

    def list_actions(state: State, table_move: int, ply: int, ws: ProofWorkspace) -> int:
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
        return end

    return list_actions


def make_cut_by_bounds(
    rules: ProofRules, access: TableAccess
) -> Callable[[State, int, int, int, int, ProofWorkspace], int]:
    """Return ``cut_by_bounds``, which also notes the keys of the remaining actions."""
    result, to_move, is_terminal = rules.result, rules.to_move, rules.is_terminal
    value_of, bounds = rules.value, rules.bounds
    key_of, note_key = access.key_of, access.note_key

    def cut_by_bounds(state: State, bound: int, first: int, end: int, ply: int, ws: ProofWorkspace) -> int:
        """Keep the actions that the bounds of the game do not decide; return the new end."""
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


def _make_cut_by_table(access: TableAccess) -> Callable[[int, int, int, int, ProofWorkspace, Table], int]:
    note_key, noted_key, prefetch, probe = access.note_key, access.noted_key, access.prefetch, access.probe

    def cut_by_table(bound: int, first: int, end: int, ply: int, ws: ProofWorkspace, table: Table) -> int:
        """Keep the actions that the table does not decide (enhanced transposition cutoffs); return the new end."""
        left = first
        ws.probes += end - first
        for i in range(first, end):  # all at once, so that the cache misses overlap
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
) -> Callable[[State, int, int, int, int, ProofWorkspace, Table], int]:
    cut_by_bounds, cut_by_table = make_cut_by_bounds(rules, access), _make_cut_by_table(access)

    def look_at(state: State, bound: int, first: int, end: int, ply: int, ws: ProofWorkspace, table: Table) -> int:
        """Keep the actions that neither the bounds of the game nor the table decide; return the new end."""
        end = cut_by_bounds(state, bound, first, end, ply, ws)
        return end if ws.best[ply] >= bound else cut_by_table(bound, first, end, ply, ws, table)

    return look_at


def _make_put_in_order(
    rules: ProofRules, order_open: Callable[[State, int], float]
) -> Callable[[State, int, int, int, int, ProofWorkspace], None]:
    """Return the function that sorts undecided actions, the table move first."""
    bonus = _make_bonus(rules)

    def put_in_order(state: State, table_move: int, first: int, end: int, ply: int, ws: ProofWorkspace) -> None:
        for i in range(first, end):
            action = ws.action[i]
            rank = inf if action == table_move else float(order_open(state, action)) + bonus(action, ply, ws)
            move_by_rank(i, rank, first, i, ws)

    return put_in_order


def _as_listed(_state: State, _table_move: int, _first: int, _end: int, _ply: int, _ws: ProofWorkspace) -> None:
    """Keep the order."""


def _make_fastest_first(
    rules: ProofRules,
    list_actions: Callable[[State, int, int, ProofWorkspace], int],
    look_at: Callable[[State, int, int, int, int, ProofWorkspace, Table], int],
) -> Callable[[State, int, int, int, int, ProofWorkspace, Table], int]:
    """Return the function that sorts actions by their undecided replies, the fewest first."""
    result = rules.result

    def put_fastest_first(
        state: State, bound: int, first: int, end: int, ply: int, ws: ProofWorkspace, table: Table
    ) -> int:
        """Keep the undecided actions, those with the fewest replies first; return the new end."""
        left, fewest = first, MAX_LISTED_ACTIONS
        for i in range(first, end):
            child, turned = result(state, ws.action[i]), ws.turned[i]
            ws.nodes += 1
            goal = 1 - bound if turned else bound
            ws.frame[ply + 1], ws.best[ply + 1] = end, -UNFIT
            start, last, replies = end, list_actions(child, -1, ply + 1, ws), 0
            while ws.best[ply + 1] < goal and start < last and replies <= fewest:  # more than the fewest so far
                stop = min(start + FEW, last)
                replies += look_at(child, goal, start, stop, ply + 1, ws, table) - start
                start = stop
            value = ws.best[ply + 1]
            if value < goal and replies > 0:
                fewest = min(fewest, replies)
                move_by_rank(i, float(-replies), first, left, ws)
                left += 1
                continue
            value = -value if turned else value
            if _reaches_bound(value, value, bound, ws.action[i], ply, ws):
                break
        return left

    return put_fastest_first


def _no_change(_state: State, _bound: int, _first: int, end: int, _ply: int, _ws: ProofWorkspace, _table: Table) -> int:
    return end


def _reaches_bound(low: int, high: int, bound: int, action: int, ply: int, ws: ProofWorkspace) -> bool:
    """Update the best value by an action that is decided; return whether it reaches the bound."""
    ws.decided += 1
    value = low if low >= bound else high
    if value > ws.best[ply]:
        ws.best[ply] = value
        ws.best_move[ply] = action
    return value >= bound


def _make_confirmed(rules: ProofRules) -> Callable[[State, int, int, ProofWorkspace], bool]:
    """Return ``confirmed(state, low, high, ws)``: whether a search without a table confirms the bounds."""
    to_move, candidates, result, extremes = rules.to_move, rules.candidates, rules.result, rules.extremes

    def test(state: State, bound: int, ws: ProofWorkspace) -> int:
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

    def confirmed(state: State, low: int, high: int, ws: ProofWorkspace) -> bool:
        holds = test(state, low, ws) >= low and test(state, high + 1, ws) <= high
        return bool(holds or ws.stop)

    return confirmed
