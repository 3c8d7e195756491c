"""Null-window search to a horizon, for games with repetition.

A repetition is a draw. So for every question, *is the value at least the bound?*, one side must force more than a draw:
the **attacker**, which is the player to move if the bound is above 0, else the opponent. For the defender a repetition
is as good as an end.

Lines of play may be endless, so each search has a horizon. Three kinds of search take turns, the cheapest so far going
deeper next (:mod:`spielbaum.search.proof.horizons`):

* The *pessimistic* search counts the horizon as a failure of the attacker. If the attacker succeeds all the same, that
  is proved. It needs no test for repetitions: a player who can force an end within the horizon can do so without one.
* The *optimistic* search counts the horizon as a success of the attacker, and a repetition as a failure. If the
  attacker fails all the same, that is proved: the defender ends the game, or repeats positions.

That makes the table correct although it does not know how positions were reached (graph-history interaction). A
*success* is a tree of forced lines that end; it holds on every path. A *failure* holds on every path if all repetitions
that it rests on are below the node, since then the cycle is part of it. ``ws.rests_on`` is the ply nearest to the root
whose position was repeated below; a failure that rests on a position above the node is used on this path and not
stored. Results that rest on the horizon (``ws.open``) have separate entries for each question and kind of search, with
the plies that were left: they save work if the same question comes again, and are never taken for proved. They may
prevent an optimistic search from finding its answer, since two positions may each reach the horizon through the other,
on different paths; the *strict* search is as optimistic, and uses no such entries.

The side whose success is a proof, the attacker in pessimistic searches, else the defender, searches its late moves to a
nearer horizon (late move reductions). Mostly they fail, and later searches find what is missed. A line that is found is
as forced as any other.

States with the same repetition key must be equivalent for all further play (``Repetition.whole``); otherwise the
pessimistic search might need a position twice, with different clocks.

A. Kishimoto and M. Müller, A general solution to the graph history interaction problem, AAAI (2004), with other means;
history: M. H. M. Winands, E. C. D. van der Werf, H. J. van den Herik and J. W. H. M. Uiterwijk, The relative history
heuristic, Computers and Games (2004).
"""

from collections.abc import Callable

from spielbaum.game import State
from spielbaum.kernel import signed
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.workspace import MAX_LISTED_ACTIONS, OUT_OF_MEMORY
from spielbaum.search.node.abdada import set_idle
from spielbaum.search.node.action_list import sort_by_rank
from spielbaum.search.proof.access import Key, TableAccess, make_access
from spielbaum.search.proof.bounds_table import LIMIT, action_of, high_of, low_of, open_facts_of, plies_of
from spielbaum.search.proof.null_window import SHARED_PLIES, Test, make_cut_by_bounds, may_enter, take_idle_action
from spielbaum.search.proof.proof_rules import UNFIT, ProofRules
from spielbaum.search.proof.workspace import HISTORY_KEYS, QUESTIONS, HorizonWorkspace
from spielbaum.search.table.entry import Table

NOTHING = MAX_PLY + 1
"""The value of ``ws.rests_on`` for a result that rests on no repetition above the node."""

UNDECIDED = LIMIT + 2
"""The answer of a table that does not decide the question."""

DRAW = 0

PESSIMISTIC, OPTIMISTIC, STRICT = range(3)
"""Kinds of search."""

TABLE_MOVE, OTHERS = 0, 1
"""Stages of a node."""

REDUCTIONS = 0, 0, 2, 2, 4
"""Reductions in plies of the first moves of a stage; the last one also for all later moves."""

USUAL_HISTORY = 500.0
"""The default weight of the history."""

UNTRIED, DOUBT = 0.1, 4.0
"""The prior share of successes, and its weight in plies."""


def make(rules: ProofRules, *, multithreaded: bool = False) -> Test:
    """Return ``test(state, key, bound, ply, ws, table)``, as in :mod:`.null_window`, to a horizon.

    It returns a lower bound >= ``bound`` or an upper bound below it; with ``ws.open[ply]`` only up to the horizon.
    """
    result, repeats = rules.result, _make_repeats(rules)
    access = make_access(rules)
    noted_key, probe, probe_open = access.noted_key, access.probe, access.probe_open
    list_actions, cut_by_bounds = _make_list_actions(rules), make_cut_by_bounds(rules, access)
    note_searched = _make_note_searched(rules)
    cut_by_table, enter = _make_cut_by_table(access), _make_enter(access)

    def test(state: State, key: Key, bound: int, ply: int, ws: HorizonWorkspace, table: Table) -> int:
        if not may_enter(ply, ws):
            return bound
        before, left = ws.nodes, _plies_left(ply, ws)
        proves = (bound > DRAW) == (ws.search_kind == PESSIMISTIC)  # whether reaching the bound is a proof
        ws.open[ply], ws.rests_on[ply] = 0, NOTHING
        # 1. Table and repetition.
        known, seen = probe(key, ws, table), probe_open(key, ws, table)
        answer = _table_answer(known, seen, bound, left, ws)
        table_move = action_of(seen) if action_of(seen) >= 0 else action_of(known)
        if ply > 0 and answer != UNDECIDED:
            ws.open[ply] = ws.answer_open
            return answer
        if repeats(state, ply, ws):
            return DRAW
        ws.best[ply], best, first = -UNFIT, -UNFIT, ws.frame[ply]
        for stage in (TABLE_MOVE, OTHERS):
            # 2. List the table move, then all others in order, without those that need no search.
            end = list_actions(state, table_move, stage, left, ply, ws)
            end = cut_by_bounds(state, bound, first, end, ply, ws)
            if ws.best[ply] < bound:
                end = cut_by_table(bound, left - 1, first, end, ply, ws, table)
            ws.frame[ply + 1] = end
            if left <= 1 and ws.best[ply] < bound and first < end:
                ws.open[ply], ws.best_move[ply] = 1, ws.action[first]
                ws.best[ply] = bound if (bound > DRAW) == (ws.search_kind != 0) else bound - 1
                end = first
            # 3. Search until one reaches the bound.
            best, i = ws.best[ply], first
            while best < bound and i < end:
                less = REDUCTIONS[min(i - first, len(REDUCTIONS) - 1)] if proves else 0
                if left - 1 <= less:  # this move and all later ones end beyond the horizon
                    ws.open[ply] = 1
                    if best < bound - 1:
                        best, ws.best_move[ply] = bound - 1, ws.action[i]
                    break
                ws.spent[ply + 1] = ws.spent[ply] + less
                if multithreaded and i > first and ply < SHARED_PLIES:
                    take_idle_action(i, end, ws)
                child = result(state, ws.action[i])
                if ws.turned[i]:
                    value = -test(child, noted_key(i, ws), 1 - bound, ply + 1, ws, table)
                else:
                    value = test(child, noted_key(i, ws), bound, ply + 1, ws, table)
                if multithreaded and i > first and ply < SHARED_PLIES:
                    set_idle(ws.child_lock[i], ws)
                if value >= bound:
                    ws.open[ply], ws.rests_on[ply] = ws.open[ply + 1], ws.rests_on[ply + 1]
                else:
                    ws.open[ply] |= ws.open[ply + 1]
                    ws.rests_on[ply] = min(ws.rests_on[ply], ws.rests_on[ply + 1])
                if value > best:
                    best = value
                    ws.best_move[ply] = ws.action[i]
                i += 1
            ws.best[ply] = best
            note_searched(state, first, i, best >= bound, left, ws)
            if best >= bound:
                break
        if not ws.stop:
            if (best >= bound) == (bound > DRAW) or ws.rests_on[ply] >= ply:
                ws.rests_on[ply] = NOTHING
            if ws.rests_on[ply] == NOTHING and not (ws.open[ply] and ws.search_kind == STRICT):
                enter(key, known, bound, best, ply, ws.nodes - before, ws, table)
        return best

    return test


def _make_repeats(rules: ProofRules) -> Callable[[State, int, HorizonWorkspace], bool]:
    repetition = rules.repetition
    assert repetition is not None

    def repeats(state: State, ply: int, ws: HorizonWorkspace) -> bool:
        """Note a position, and return whether it is a repetition on the path, on which the node then rests."""
        if not ws.search_kind:
            return False
        key = signed(repetition(state))
        ws.path[ply] = key
        above = ply - 1
        while above >= 0 and key != 0 and ws.path[above] != 0:
            if ws.path[above] == key:
                ws.rests_on[ply] = above
                return True
            above -= 1
        return False

    return repeats


def _plies_left(ply: int, ws: HorizonWorkspace) -> int:
    """Return the plies to the horizon."""
    left: int = ws.horizon - ply - ws.spent[ply]
    return left


def _table_answer(known: int, seen: int, bound: int, left: int, ws: HorizonWorkspace) -> int:
    """Return the value if the table decides the question, proved or up to the horizon; else UNDECIDED."""
    ws.answer_open, value = 0, _decided(known, bound)
    if value == UNDECIDED and ws.search_kind != STRICT and plies_of(seen) >= left:
        ws.answer_open, value = 1, _decided(seen, bound)
    return value


def _decided(facts: int, bound: int) -> int:
    low, high = low_of(facts), high_of(facts)
    return low if low >= bound else high if high < bound else UNDECIDED


def _make_cut_by_table(access: TableAccess) -> Callable[[int, int, int, int, int, HorizonWorkspace, Table], int]:
    note_key, noted_key, prefetch = access.note_key, access.noted_key, access.prefetch
    probe, probe_open = access.probe, access.probe_open

    def cut_by_table(bound: int, left: int, first: int, end: int, ply: int, ws: HorizonWorkspace, table: Table) -> int:
        """Keep the actions that the table does not decide (enhanced transposition cutoffs); return the new end."""
        kept = first
        ws.probes += end - first
        for i in range(first, end):
            prefetch(noted_key(i, ws), ws, table)
        for i in range(first, end):
            key = noted_key(i, ws)
            known, seen = probe(key, ws, table), probe_open(key, ws, table)
            if ws.turned[i]:
                answer = _table_answer(known, seen, 1 - bound, left, ws)
                value = UNDECIDED if answer == UNDECIDED else -answer
            else:
                value = _table_answer(known, seen, bound, left, ws)
            if value == UNDECIDED:
                ws.action[kept] = ws.action[i]
                ws.turned[kept] = ws.turned[i]
                note_key(key, kept, ws)
                kept += 1
                continue
            ws.decided += 1
            if value > ws.best[ply]:
                ws.best[ply] = value
                ws.best_move[ply] = ws.action[i]
            if value >= bound:
                ws.open[ply] = ws.answer_open
                break
            ws.open[ply] |= ws.answer_open
        return kept

    return cut_by_table


def _make_enter(access: TableAccess) -> Callable[[Key, int, int, int, int, int, HorizonWorkspace, Table], None]:
    store, store_open = access.store, access.store_open

    def enter(
        key: Key, known: int, bound: int, best: int, ply: int, work: int, ws: HorizonWorkspace, table: Table
    ) -> None:
        """Store a result, proved or up to the horizon."""
        action, left = ws.best_move[ply], _plies_left(ply, ws)
        if ws.open[ply]:
            low, high = (bound, LIMIT) if best >= bound else (-LIMIT - 1, bound - 1)
            store_open(key, open_facts_of(low, high, action, work, left), ws, table)
        else:
            low, high = low_of(known), high_of(known)
            low, high = (max(low, best), high) if best >= bound else (low, min(high, best))
            store(key, open_facts_of(low, high, action, work, 0), ws, table)

    return enter


def _make_list_actions(rules: ProofRules) -> Callable[[State, int, int, int, int, HorizonWorkspace], int]:
    candidates, order, to_move, share = rules.candidates, rules.order, rules.to_move, _make_share(rules)
    weight = rules.history or USUAL_HISTORY

    def list_actions(state: State, table_move: int, stage: int, left: int, ply: int, ws: HorizonWorkspace) -> int:
        """List the table move, or the other candidates by rank and history; return the end of the list.

        The table may have the move of a symmetric state, so it is looked up among the candidates.
        """
        first, player, ranked = ws.frame[ply], to_move(state), left > 1 and stage == OTHERS
        end = first
        if stage == TABLE_MOVE and table_move < 0:
            return first
        for action in candidates(state):
            if (action == table_move) != (stage == TABLE_MOVE):
                continue
            if end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            ws.action[end] = action
            if ranked:
                ws.rank[end] = float(order(state, action)) + weight * share(state, action, player, ws)
            end += 1
        if ranked:
            sort_by_rank(first, end, ws)
        return end

    return list_actions


def _make_place(rules: ProofRules) -> Callable[[State, int, HorizonWorkspace], int]:
    history_key = rules.history_key

    def place(state: State, action: int, ws: HorizonWorkspace) -> int:
        """Return the place of an action in the history of its player, which differs by question."""
        question: int = ws.question & QUESTIONS - 1
        return question * HISTORY_KEYS + (history_key(state, action) & HISTORY_KEYS - 1)

    return place


def _make_share(rules: ProofRules) -> Callable[[State, int, int, HorizonWorkspace], float]:
    place = _make_place(rules)

    def share(state: State, action: int, player: int, ws: HorizonWorkspace) -> float:
        """Return the share of its searches in which an action with this history key reached the bound."""
        i = place(state, action, ws)
        return float((ws.reached[player, i] + DOUBT * UNTRIED) / (ws.tried[player, i] + DOUBT))

    return share


def _make_note_searched(rules: ProofRules) -> Callable[[State, int, int, bool, int, HorizonWorkspace], None]:
    place, to_move = _make_place(rules), rules.to_move

    def note_searched(state: State, first: int, end: int, success: bool, left: int, ws: HorizonWorkspace) -> None:
        """Note the searched actions, the last of which may have reached the bound."""
        player = to_move(state)
        for i in range(first, end):
            ws.tried[player, place(state, ws.action[i], ws)] += left
        if success and end > first:
            ws.reached[player, place(state, ws.action[end - 1], ws)] += left

    return note_searched
