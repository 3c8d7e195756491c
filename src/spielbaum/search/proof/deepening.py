"""Null-window search where positions can come again: it answers whether one side can force more than a draw, in time.

A repetition is a draw. So of every question, *is the value at least the bound?*, one side has to force more than a draw
to have its way, the **attacker**: the player to move if the bound is above 0, else the other one. For the defender a
repetition is as good as an end.

Lines of play may be endless, so each search has a horizon, and kinds of search take turns, each the deeper the less it
has cost so far (:mod:`spielbaum.search.proof.horizons`):

* The *cautious* one takes what lies beyond the horizon for lost to the attacker. If the attacker succeeds all the same,
  this is proved. Nothing asks for positions that came before: who can force an end in so many plies can do so without a
  repetition.
* The *hopeful* one takes it for won by the attacker, and a repetition for lost. If the attacker fails all the same,
  this is proved: the defender ends the game, or goes round in a circle.

That is why the table is right though it knows positions and not how they were reached (graph-history interaction). A
*success* is a tree of forced lines that end; it holds on every path. A *failure* holds on every path if each repetition
that it rests on lies below the node, for then the circle is a part of it. ``ws.rests_on`` is the ply nearest to the
root with which a position below came again; a failure that rests on one above the node is used on this path and not
stored. What rests on the horizon (``ws.open``) has an entry of its own for each question and kind of search, with the
plies that were left: it spares work where the same is asked again, and is never taken for proved. It may keep a hopeful
search from its answer, for two positions may each reach the horizon through the other, on different paths; the *strict*
one is as hopeful, and uses no such entry.

The side whose success would be a proof, the attacker in cautious searches and else the defender, tries its late moves
to a nearer horizon (late move reductions): mostly they fail, and what is missed a later search finds. What is found is
as forced as any other line.

States of equal repetition key must be the same for play in all (``Repetition.whole``); else the first kind of search
could need a position twice, the clock standing differently.

A. Kishimoto and M. Müller, A general solution to the graph history interaction problem, AAAI (2004), with other means;
history: M. H. M. Winands, E. C. D. van der Werf, H. J. van den Herik and J. W. H. M. Uiterwijk, The relative history
heuristic, Computers and Games (2004).
"""

from collections.abc import Callable

from spielbaum.game import State
from spielbaum.kernel import Workspace, signed
from spielbaum.kernel.workspace import Layout
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.workspace import MAX_LISTED_ACTIONS, OUT_OF_MEMORY
from spielbaum.search.node.abdada import set_idle
from spielbaum.search.node.action_list import sort_by_rank
from spielbaum.search.proof import null_window
from spielbaum.search.proof.access import Key, TableAccess, make_access
from spielbaum.search.proof.bounds_table import LIMIT, action_of, high_of, low_of, open_facts_of, plies_of
from spielbaum.search.proof.null_window import SHARED_PLIES, Test, make_cut_by_bounds, may_enter, take_idle_action
from spielbaum.search.proof.proof_rules import UNFIT, ProofRules
from spielbaum.search.table.entry import Table

HISTORY_KEYS, QUESTIONS = 1 << 18, 8
"""Powers of two: keys of the history, and questions, are taken modulo these, and may share a place."""

LAYOUT: Layout = null_window.LAYOUT | {
    "horizon": ("i8", ()),  # the ply at which a search ends
    "question": ("i8", ()),  # the number of the question and of the kind of search, 1 or more
    "hopeful": ("i8", ()),  # whether what lies beyond is won by the attacker: CAUTIOUS, HOPEFUL or STRICT
    "open": ("i8", (MAX_PLY + 2,)),  # whether what a ply returns rests on the horizon
    "answer_open": ("i8", ()),  # the same of the table's answer
    "path": ("i8", (MAX_PLY + 2,)),  # the keys of the positions from the root on, 0 for none
    "rests_on": ("i8", (MAX_PLY + 2,)),  # the ply nearest to the root with which a draw below was found
    "spent": ("i8", (MAX_PLY + 2,)),  # plies by which late moves above made the horizon nearer
    "tried": ("f8", (2, QUESTIONS * HISTORY_KEYS)),  # the plies left, added up over searches: by player, and by place
    "reached": ("f8", (2, QUESTIONS * HISTORY_KEYS)),  # the same of the searches that reached the bound
}
"""Fields of the workspace."""

NOTHING = MAX_PLY + 1
"""The ply that stands for a value that rests on no repetition above the node."""

UNDECIDED = LIMIT + 2
"""Stands for a value where the table does not know the answer."""

DRAW = 0

CAUTIOUS, HOPEFUL, STRICT = range(3)
"""Kinds of search."""

TABLE_MOVE, OTHERS = 0, 1
"""Stages of a node."""

REDUCTIONS = 0, 0, 2, 2, 4
"""By how many plies the horizon is nearer for the first moves of a stage, and for all later ones by the last number."""

USUAL_HISTORY = 500.0
"""The weight of the history in games that say nothing of it."""

UNTRIED, DOUBT = 0.1, 4.0
"""The share of successes of what was never tried, and as how many plies it counts."""


def make(rules: ProofRules, *, multithreaded: bool = False) -> Test:
    """Return ``test(state, key, bound, ply, ws, table)``, as :func:`null_window.make` does, to a horizon.

    It gives a lower bound >= ``bound`` or an upper one below; where ``ws.open[ply]`` is set, as far as can be seen.
    """
    result, repeats = rules.result, _make_repeats(rules)
    access = make_access(rules)
    noted_key, probe, probe_open = access.noted_key, access.probe, access.probe_open
    list_actions, cut_by_bounds = _make_list_actions(rules), make_cut_by_bounds(rules, access)
    note_searched = _make_note_searched(rules)
    cut_by_table, enter = _make_cut_by_table(access), _make_enter(access)

    def test(state: State, key: Key, bound: int, ply: int, ws: Workspace, table: Table) -> int:
        if not may_enter(ply, ws):
            return bound
        before, left = ws.nodes, _plies_left(ply, ws)
        proves = (bound > DRAW) == (ws.hopeful == CAUTIOUS)  # whether to reach the bound is conclusive
        ws.open[ply], ws.rests_on[ply] = 0, NOTHING
        # 1. What the table knows, or that the position came before.
        known, seen = probe(key, ws, table), probe_open(key, ws, table)
        told = _told(known, seen, bound, left, ws)
        table_move = action_of(seen) if action_of(seen) >= 0 else action_of(known)
        if ply > 0 and told != UNDECIDED:
            ws.open[ply] = ws.answer_open
            return told
        if repeats(state, ply, ws):
            return DRAW
        ws.best[ply], best, first = -UNFIT, -UNFIT, ws.frame[ply]
        for stage in (TABLE_MOVE, OTHERS):
            # 2. The table move alone, then the others, the most promising first, without those that need no search.
            end = list_actions(state, table_move, stage, left, ply, ws)
            end = cut_by_bounds(state, bound, first, end, ply, ws)
            if ws.best[ply] < bound:
                end = cut_by_table(bound, left - 1, first, end, ply, ws, table)
            ws.frame[ply + 1] = end
            if left <= 1 and ws.best[ply] < bound and first < end:
                ws.open[ply], ws.best_move[ply] = 1, ws.action[first]
                ws.best[ply] = bound if (bound > DRAW) == (ws.hopeful != 0) else bound - 1
                end = first
            # 3. Search them until one reaches the bound.
            best, i = ws.best[ply], first
            while best < bound and i < end:
                less = REDUCTIONS[min(i - first, len(REDUCTIONS) - 1)] if proves else 0
                if left - 1 <= less:  # this one and all that are later end beyond the horizon
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
            if ws.rests_on[ply] == NOTHING and not (ws.open[ply] and ws.hopeful == STRICT):
                enter(key, known, bound, best, ply, ws.nodes - before, ws, table)
        return best

    return test


def _make_repeats(rules: ProofRules) -> Callable[[State, int, Workspace], bool]:
    repetition = rules.repetition
    assert repetition is not None

    def repeats(state: State, ply: int, ws: Workspace) -> bool:
        """Note a position, and return whether it came before on the path; then the node rests on that."""
        if not ws.hopeful:
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


def _plies_left(ply: int, ws: Workspace) -> int:
    """Return how many plies away the horizon is."""
    left: int = ws.horizon - ply - ws.spent[ply]
    return left


def _told(known: int, seen: int, bound: int, left: int, ws: Workspace) -> int:
    """Return the value if the table decides the question, for good or as far as the horizon."""
    ws.answer_open, value = 0, _decided(known, bound)
    if value == UNDECIDED and ws.hopeful != STRICT and plies_of(seen) >= left:
        ws.answer_open, value = 1, _decided(seen, bound)
    return value


def _decided(facts: int, bound: int) -> int:
    low, high = low_of(facts), high_of(facts)
    return low if low >= bound else high if high < bound else UNDECIDED


def _make_cut_by_table(access: TableAccess) -> Callable[[int, int, int, int, int, Workspace, Table], int]:
    note_key, noted_key, prefetch = access.note_key, access.noted_key, access.prefetch
    probe, probe_open = access.probe, access.probe_open

    def cut_by_table(bound: int, left: int, first: int, end: int, ply: int, ws: Workspace, table: Table) -> int:
        """Keep the actions that the table leaves open (enhanced transposition cutoffs); return the new end."""
        kept = first
        ws.probes += end - first
        for i in range(first, end):
            prefetch(noted_key(i, ws), ws, table)
        for i in range(first, end):
            key = noted_key(i, ws)
            known, seen = probe(key, ws, table), probe_open(key, ws, table)
            if ws.turned[i]:
                told = _told(known, seen, 1 - bound, left, ws)
                value = UNDECIDED if told == UNDECIDED else -told
            else:
                value = _told(known, seen, bound, left, ws)
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


def _make_enter(access: TableAccess) -> Callable[[Key, int, int, int, int, int, Workspace, Table], None]:
    store, store_open = access.store, access.store_open

    def enter(key: Key, known: int, bound: int, best: int, ply: int, work: int, ws: Workspace, table: Table) -> None:
        """Enter what was found: proved, or as far as the horizon, with so many plies left."""
        action, left = ws.best_move[ply], _plies_left(ply, ws)
        if ws.open[ply]:
            low, high = (bound, LIMIT) if best >= bound else (-LIMIT - 1, bound - 1)
            store_open(key, open_facts_of(low, high, action, work, left), ws, table)
        else:
            low, high = low_of(known), high_of(known)
            low, high = (max(low, best), high) if best >= bound else (low, min(high, best))
            store(key, open_facts_of(low, high, action, work, 0), ws, table)

    return enter


def _make_list_actions(rules: ProofRules) -> Callable[[State, int, int, int, int, Workspace], int]:
    candidates, order, to_move, share = rules.candidates, rules.order, rules.to_move, _make_share(rules)
    weight = rules.history or USUAL_HISTORY

    def list_actions(state: State, table_move: int, stage: int, left: int, ply: int, ws: Workspace) -> int:
        """List the table move, or the other candidates by rank and history; return the end of the list.

        The table may have the move of an image of the state, so it is looked for among the candidates.
        """
        first, player, ranked = ws.frame[ply], to_move(state), left > 1 and stage == OTHERS
        end = first
        if stage == TABLE_MOVE and table_move < 0:
            return first  # type: ignore[no-any-return]
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
        return end  # type: ignore[no-any-return]

    return list_actions


def _make_place(rules: ProofRules) -> Callable[[State, int, Workspace], int]:
    history_key = rules.history_key

    def place(state: State, action: int, ws: Workspace) -> int:
        """Return the place of an action in the history of its player: what answers one question may spoil another."""
        question: int = ws.question & QUESTIONS - 1
        return question * HISTORY_KEYS + (history_key(state, action) & HISTORY_KEYS - 1)

    return place


def _make_share(rules: ProofRules) -> Callable[[State, int, int, Workspace], float]:
    place = _make_place(rules)

    def share(state: State, action: int, player: int, ws: Workspace) -> float:
        """Return in what share of its searches an action, or one that looks like it, reached the bound."""
        i = place(state, action, ws)
        return float((ws.reached[player, i] + DOUBT * UNTRIED) / (ws.tried[player, i] + DOUBT))

    return share


def _make_note_searched(rules: ProofRules) -> Callable[[State, int, int, bool, int, Workspace], None]:
    place, to_move = _make_place(rules), rules.to_move

    def note_searched(state: State, first: int, end: int, success: bool, left: int, ws: Workspace) -> None:
        """Note the actions that were searched, of which the last may have reached the bound."""
        player = to_move(state)
        for i in range(first, end):
            ws.tried[player, place(state, ws.action[i], ws)] += left
        if success and end > first:
            ws.reached[player, place(state, ws.action[end - 1], ws)] += left

    return note_searched
