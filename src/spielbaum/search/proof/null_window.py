"""Null-window search to the end of the game, which asks whether the value is at least so large.

A question with two answers needs the smallest tree of all. The answer is a number all the same: the value is at least
it, or at most it (fail-soft), and both kinds of answers meet in the table, so that no question is asked in vain.

J. Pearl, Asymptotic properties of minimax trees and game-searching procedures, Artificial Intelligence 14 (1980),
"test"; enhanced transposition cutoffs: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Exploiting graph properties of
game trees, AAAI (1996).
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
from spielbaum.search.node.ordering import insert
from spielbaum.search.proof.access import Access, Key, make_access
from spielbaum.search.proof.bounds_table import action_of, facts_of, high_of, low_of
from spielbaum.search.proof.proof_rules import UNFIT, ProofRules
from spielbaum.search.table.entry import Table

Test = Callable[[State, Key, int, int, Workspace, Table], int]
"""``(state, key, bound, ply, ws, table) -> value``"""

LAYOUT: Layout = {
    "stop": ("i8", ()),
    "node_limit": ("i8", ()),
    "nodes": ("i8", ()),
    "decided": ("i8", ()),  # states that were never entered: a bound or the table said enough
    "looked_up": ("i8", ()),  # so often the table was asked for a child
    "buckets": ("i8", ()),  # of the table, a power of two
    "busy": ("i8", ()),  # where the keys stand of what threads are searching
    "best": ("i8", (MAX_PLY + 1,)),  # the best value of the actions that need no search
    "choice": ("i8", (MAX_PLY + 1,)),  # the best action of each ply
    "frame": ("i8", (MAX_PLY + 2,)),  # the actions listed for ply p begin at action[frame[p]]
    "action": ("i8", (MAX_LISTED_ACTIONS,)),
    "rank": ("f8", (MAX_LISTED_ACTIONS,)),
    "turned": ("i8", (MAX_LISTED_ACTIONS,)),  # whether the other one moves then
    "child_lock": ("i8", (MAX_LISTED_ACTIONS,)),  # where the table has it
    "child_place": ("i8", (MAX_LISTED_ACTIONS,)),
}
"""Fields of the workspace."""


SHARED_PLIES = 14
"""So far from the root threads leave one another the choice; further down it is not worth the trouble."""


def make(rules: ProofRules, *, together: bool = False, verify: bool = False) -> Test:
    """Return ``test(state, key, bound, ply, ws, table)``: a lower bound that is enough, or an upper one that is not.

    Parameters
    ----------
    rules
        The game.
    together
        Whether several threads work on the same question; each puts off what another one is searching.
    verify
        Whether what enters the table is proved once more, without it.
    """
    result = rules.result
    access = make_access(rules.keys)
    noted, look_up, enter = access.noted, access.look_up, access.enter
    listed, asked, recalled = _make_listed(rules), _make_asked(rules, access), _make_recalled(access)
    holds = _make_holds(rules)

    def test(state: State, key: Key, bound: int, ply: int, ws: Workspace, table: Table) -> int:
        if not _may_enter(ply, ws):
            return bound
        before = ws.nodes
        # 1. What the table knows may be enough.
        known = look_up(key, ws, table)
        low, high = low_of(known), high_of(known)
        if ply > 0 and low >= bound:
            return low
        if ply > 0 and high < bound:
            return high
        # 2. The actions, the most promising first, without those of which the game or the table knows enough.
        first, end = ws.frame[ply], listed(state, action_of(known), ply, ws)
        end = asked(state, bound, first, end, ply, ws, table)
        if ws.best[ply] < bound:
            end = recalled(bound, first, end, ply, ws, table)
        ws.frame[ply + 1] = end
        # 3. One that is good enough spares the search of all others.
        best, i = ws.best[ply], first
        while best < bound and i < end:
            if together and i > first and ply < SHARED_PLIES:
                _take_idle_one(i, end, ws)
            child = result(state, ws.action[i])
            if ws.turned[i]:
                value = -test(child, noted(i, ws), 1 - bound, ply + 1, ws, table)
            else:
                value = test(child, noted(i, ws), bound, ply + 1, ws, table)
            if together and i > first and ply < SHARED_PLIES:
                set_idle(ws.child_lock[i], ws)
            if value > best:
                best = value
                ws.choice[ply] = ws.action[i]
            i += 1
        if not ws.stop:
            low, high = (max(low, best), high) if best >= bound else (low, min(high, best))
            if verify and not holds(state, low, high, ws):
                ws.stop = FALSE_ENTRY
            enter(key, facts_of(low, high, ws.choice[ply], ws.nodes - before), ws, table)
        return best  # type: ignore[no-any-return]

    return test


def _may_enter(ply: int, ws: Workspace) -> bool:
    """Count a visit, or stop the search where no more are allowed."""
    if ws.stop:
        return False
    if ply >= MAX_PLY or ws.nodes >= ws.node_limit:
        ws.stop = ENDLESS if ply >= MAX_PLY else OUT_OF_NODES
        return False
    ws.nodes += 1
    return True


def _take_idle_one(place: int, end: int, ws: Workspace) -> None:
    """Put the first action that no other thread is searching, if there is one, at a place, and say that it is taken."""
    for i in range(place, end):
        if not is_busy(ws.child_lock[i], ws):
            action, turned, lock, home = ws.action[i], ws.turned[i], ws.child_lock[i], ws.child_place[i]
            for k in range(i, place, -1):
                ws.action[k], ws.turned[k] = ws.action[k - 1], ws.turned[k - 1]
                ws.child_lock[k], ws.child_place[k] = ws.child_lock[k - 1], ws.child_place[k - 1]
            ws.action[place], ws.turned[place] = action, turned
            ws.child_lock[place], ws.child_place[place] = lock, home
            break
    set_busy(ws.child_lock[place], ws)


def _make_listed(rules: ProofRules) -> Callable[[State, int, int, Workspace], int]:
    candidates, order = rules.candidates, rules.order

    def listed(state: State, hint: int, ply: int, ws: Workspace) -> int:
        """List the candidates, the hint first, then by rank, and return where the list ends."""
        first = ws.frame[ply]
        end = first
        for action in candidates(state):
            if end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            insert(action, inf if action == hint else float(order(state, action)), first, end, ws)
            end += 1
        return end  # type: ignore[no-any-return]

    return listed


def _make_asked(rules: ProofRules, access: Access) -> Callable[[State, int, int, int, int, Workspace, Table], int]:
    result, to_move, extremes = rules.result, rules.to_move, rules.extremes
    key_of, note, fetch = access.key_of, access.note, access.fetch

    def asked(state: State, bound: int, first: int, end: int, ply: int, ws: Workspace, table: Table) -> int:
        """Keep the actions whose value the game leaves open, begin to fetch their entries; return where they end."""
        player, left = to_move(state), first
        ws.best[ply] = -UNFIT
        for i in range(first, end):
            child = result(state, ws.action[i])
            low, high = extremes(child)
            if low == UNFIT:
                ws.stop = UNFIT_VALUE
            turned = to_move(child) != player
            if turned:
                low, high = -high, -low
            if low < bound <= high:
                ws.action[left] = ws.action[i]
                ws.turned[left] = turned
                key = key_of(child)
                note(key, left, ws)
                fetch(key, ws, table)
                left += 1
            elif _good_enough(low, high, bound, ws.action[i], ply, ws):
                break
        return left

    return asked


def _make_recalled(access: Access) -> Callable[[int, int, int, int, Workspace, Table], int]:
    note, noted, look_up = access.note, access.noted, access.look_up

    def recalled(bound: int, first: int, end: int, ply: int, ws: Workspace, table: Table) -> int:
        """Keep the actions whose value the table leaves open; return where they end."""
        left = first
        ws.looked_up += end - first
        for i in range(first, end):
            key = noted(i, ws)
            known = look_up(key, ws, table)
            low, high = low_of(known), high_of(known)
            if ws.turned[i]:
                low, high = -high, -low
            if low < bound <= high:
                ws.action[left] = ws.action[i]
                ws.turned[left] = ws.turned[i]
                note(key, left, ws)
                left += 1
            elif _good_enough(low, high, bound, ws.action[i], ply, ws):
                break
        return left

    return recalled


def _good_enough(low: int, high: int, bound: int, action: int, ply: int, ws: Workspace) -> bool:
    """Note an action that need not be searched; return whether it is good enough."""
    ws.decided += 1
    value = low if low >= bound else high
    if value > ws.best[ply]:
        ws.best[ply] = value
        ws.choice[ply] = action
    return value >= bound


def _make_holds(rules: ProofRules) -> Callable[[State, int, int, Workspace], bool]:
    """Return whether the value of a state lies from low to high, found without a table."""
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

    def holds(state: State, low: int, high: int, ws: Workspace) -> bool:
        confirmed = test(state, low, ws) >= low and test(state, high + 1, ws) <= high
        return bool(confirmed or ws.stop)

    return holds
