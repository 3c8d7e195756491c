"""Null-window search to the end of the game, which asks whether the value is at least so large.

A question with two answers needs the smallest tree of all. The answer is a number all the same: the value is at least
it, or at most it (fail-soft), and both kinds of answers meet in the table, so that no question is asked in vain.

J. Pearl, Asymptotic properties of minimax trees and game-searching procedures, Artificial Intelligence 14 (1980),
"test"; enhanced transposition cutoffs: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Exploiting graph properties of
game trees, AAAI (1996); putting off what another thread searches: T. Kerrigan's simplification of J.-C. Weill, The
ABDADA distributed minimax search algorithm, ICCA Journal 19 (1996).
"""

from collections.abc import Callable
from math import inf

from spielbaum.game import State
from spielbaum.kernel import Workspace, read_word, write_word
from spielbaum.kernel.workspace import Layout
from spielbaum.search.bounds_table import action_of, enter, facts_of, fetch, high_of, look_up, low_of
from spielbaum.search.entry import Table
from spielbaum.search.insight import UNFIT, ProofRules
from spielbaum.search.limits import MAX_PLY
from spielbaum.search.workspace import ENDLESS, MAX_LISTED_ACTIONS, OUT_OF_MEMORY, OUT_OF_NODES, UNFIT_VALUE

Test = Callable[[State, int, int, int, Workspace, Table], int]
"""``(state, key, bound, ply, ws, table) -> value``"""

LAYOUT: Layout = {
    "stop": ("i8", ()),
    "node_limit": ("i8", ()),
    "nodes": ("i8", ()),
    "decided": ("i8", ()),  # states that were never entered: a bound or the table said enough
    "buckets": ("i8", ()),  # of the table, a power of two
    "busy": ("i8", ()),  # where the keys stand of what threads are searching
    "choice": ("i8", (MAX_PLY + 1,)),  # the best action of each ply
    "frame": ("i8", (MAX_PLY + 2,)),  # the actions listed for ply p begin at action[frame[p]]
    "action": ("i8", (MAX_LISTED_ACTIONS,)),
    "rank": ("f8", (MAX_LISTED_ACTIONS,)),
    "child_key": ("i8", (MAX_LISTED_ACTIONS,)),
}
"""Fields of the workspace."""


BUSY_WORDS = 1 << 12
"""So many keys of states that are being searched have room."""

SHARED_PLIES = 20
"""So far from the root threads leave one another the choice; further down it is not worth the trouble."""


def make(rules: ProofRules, *, together: bool = False) -> Test:
    """Return ``test(state, key, bound, ply, ws, table)``: a lower bound that is enough, or an upper one that is not.

    Parameters
    ----------
    rules
        The game.
    together
        Whether several threads work on the same question; each puts off what another one is searching.
    """
    result, to_move = rules.result, rules.to_move
    listed, undecided = _make_listed(rules), _make_undecided(rules)

    def test(state: State, key: int, bound: int, ply: int, ws: Workspace, table: Table) -> int:
        if not _may_enter(ply, ws):
            return bound
        before = ws.nodes
        # 1. What the table knows may be enough.
        known = look_up(key, ws.buckets, table)
        low, high = low_of(known), high_of(known)
        if ply > 0 and low >= bound:
            return low
        if ply > 0 and high < bound:
            return high
        # 2. The actions, the most promising first, without those whose value is known not to be enough.
        first, end = ws.frame[ply], listed(state, action_of(known), ply, ws)
        best, end = undecided(state, bound, first, end, ply, ws, table)
        # 3. One that is good enough spares the search of all others.
        player, i = to_move(state), first
        while best < bound and i < end:
            if together and ply < SHARED_PLIES:
                _take_idle_one(i, end, ws)
            child = result(state, ws.action[i])
            if to_move(child) == player:
                value = test(child, ws.child_key[i], bound, ply + 1, ws, table)
            else:
                value = -test(child, ws.child_key[i], 1 - bound, ply + 1, ws, table)
            if together and ply < SHARED_PLIES:
                _set_idle(ws.child_key[i], ws)
            if value > best:
                best = value
                ws.choice[ply] = ws.action[i]
            i += 1
        if not ws.stop:
            low, high = (max(low, best), high) if best >= bound else (low, min(high, best))
            enter(key, facts_of(low, high, ws.choice[ply], ws.nodes - before), ws.buckets, table)
        return best

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
        key = ws.child_key[i]
        if read_word(ws.busy, key & BUSY_WORDS - 1) != key:
            action = ws.action[i]
            for k in range(i, place, -1):
                ws.action[k] = ws.action[k - 1]
                ws.child_key[k] = ws.child_key[k - 1]
            ws.action[place] = action
            ws.child_key[place] = key
            break
    write_word(ws.busy, ws.child_key[place] & BUSY_WORDS - 1, ws.child_key[place])


def _set_idle(key: int, ws: Workspace) -> None:
    if read_word(ws.busy, key & BUSY_WORDS - 1) == key:
        write_word(ws.busy, key & BUSY_WORDS - 1, 0)


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
            rank = inf if action == hint else float(order(state, action))
            i = end
            while i > first and ws.rank[i - 1] < rank:
                ws.rank[i] = ws.rank[i - 1]
                ws.action[i] = ws.action[i - 1]
                i -= 1
            ws.rank[i] = rank
            ws.action[i] = action
            end += 1
        return end  # type: ignore[no-any-return]

    return listed


def _make_undecided(
    rules: ProofRules,
) -> Callable[[State, int, int, int, int, Workspace, Table], tuple[int, int]]:
    result, to_move, key, extremes = rules.result, rules.to_move, rules.key, rules.extremes

    def undecided(
        state: State, bound: int, first: int, end: int, ply: int, ws: Workspace, table: Table
    ) -> tuple[int, int]:
        """Keep the actions that must be searched; return the best value among the others, and where the list ends.

        If a value is good enough, the list may be left as it is: nobody will look at it.
        """
        for i in range(first, end):
            ws.child_key[i] = key(result(state, ws.action[i]))
            fetch(ws.child_key[i], ws.buckets, table)
        player, best, left = to_move(state), -UNFIT, first
        for i in range(first, end):
            child = result(state, ws.action[i])
            low, high = extremes(child)
            if low == UNFIT:
                ws.stop = UNFIT_VALUE
            if low < high:
                known = look_up(ws.child_key[i], ws.buckets, table)
                low, high = max(low, low_of(known)), min(high, high_of(known))
            if to_move(child) != player:
                low, high = -high, -low
            if low < bound <= high:
                ws.action[left] = ws.action[i]
                ws.child_key[left] = ws.child_key[i]
                left += 1
                continue
            ws.decided += 1
            value = low if low >= bound else high
            if value > best:
                best = value
                ws.choice[ply] = ws.action[i]
            if best >= bound:
                break
        ws.frame[ply + 1] = left
        return best, left

    return undecided
