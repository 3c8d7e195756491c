"""The transposition table of Max^n: what is known of states whose value is a vector.

Entries and replacement schemes are those of :mod:`spielbaum.search.table.scalar`; only exact vectors are entered, and
they are used where the depth is the same or where they are proven within no more plies than are left.

Which vectors are exact? Shallow pruning leaves a node because of the floor of the player above. That changes the vector
of this node, and of no other: the player above has something better, or as good and earlier, and does not choose it.
So every node that was not left in this way has the vector of a search without pruning, whatever its floor. Immediate
pruning leaves a node whose vector is that already. Deep pruning hands floors further down, and a vector then holds on
one path only: it goes with no table.

Ties decide more than among two players, for children that are equal to the player to move may differ for the others.
So the game's order of actions stays as it is. And states that share a key by a symmetry of the board, having their
actions in different orders, may have different vectors: here the key is a hash of all fields, not the game's own.

N. R. Sturtevant, Multi-player games: algorithms and approaches, Ph.D. thesis, University of California (2003).
"""

from collections.abc import Callable
from math import inf, nan
from typing import NamedTuple

from spielbaum.game import Vector
from spielbaum.kernel import bits_of, component, float_of, signed, with_entry
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.workspace import ONLY_ENDS, Workspace
from spielbaum.search.table.entry import (
    ACTION,
    EXACT,
    FACTS,
    LOCK,
    NOWHERE,
    VALUE,
    make_entries,
    stamp_of,
)
from spielbaum.search.table.graph_history import is_exposed
from spielbaum.search.table.slots import Replacement, make_slots


class VectorTable(NamedTuple):
    """The hooks of a table of vectors.

    ``probe`` looks a node up whose parent's player ``rival`` has ``node.alpha`` elsewhere, notes what else is needed to
    store it, and returns its vector, or one of NaN if the table does not know it. ``store`` enters the exact vector
    that was found.
    """

    probe: Callable[[Node, int, Workspace], Vector]
    store: Callable[[Node, Vector, Workspace], None]


def make_vector_table(rules: Rules, replacement: Replacement, *, shallow: bool) -> VectorTable:
    """Return the hooks for a game; without a table they do nothing and cost nothing.

    Parameters
    ----------
    rules
        The game.
    replacement
        Which of two states that need the same entry is kept; see :func:`spielbaum.search.table.scalar.make_table`.
    shallow
        Whether the search leaves nodes that the player above will not choose.
    """
    key_of, players = rules.full_key, rules.players
    nothing = (nan,) * players

    def probe_nothing(_node: Node, _rival: int, _ws: Workspace) -> Vector:
        return nothing

    if replacement == "none":
        return VectorTable(probe_nothing, _store_nothing)
    entries = make_entries(players)
    field_of, set_field = entries.field_of, entries.set_field
    begin, _, place, facts_of, holds, count_use = make_slots(rules, replacement, entries)
    maximal_sum = inf if rules.maximal_sum is None else float(rules.maximal_sum)
    follows_paths = rules.follows_paths

    def probe(node: Node, rival: int, ws: Workspace) -> Vector:
        ply, player, floor = node.ply, node.player, node.alpha
        if ply == 0:
            return nothing
        slot = begin(signed(key_of(node.state)), ply, ws)
        if slot == NOWHERE:
            return nothing
        facts = field_of(slot, FACTS, ws.table)
        if not holds(facts, node.depth, ws):
            return nothing
        if follows_paths and (stamp_of(facts) != ws.stamp or is_exposed(ply, node.depth, ws)):
            return nothing
        found: Vector = nothing
        for p in range(players):
            found = with_entry(found, p, float_of(field_of(slot, VALUE + p, ws.table)))
        beyond = rival != player and component(found, player) >= maximal_sum - floor
        if shallow and beyond and component(found, rival) > floor:
            return nothing  # entries were rounded up to more than the sum, and a search would leave this node
        count_use(facts, ws)
        return found

    def store(node: Node, vector: Vector, ws: Workspace) -> None:
        ply = node.ply
        if ws.stop or ply == 0 or ws.unlimited == ONLY_ENDS or (follows_paths and ws.rests_on[ply] < ply):
            return
        facts, key, action = facts_of(EXACT, node, ws), ws.key[ply], ws.best_move[ply]
        slot = place(key, facts, ws)
        if slot != NOWHERE:
            lock = key ^ action ^ facts
            for p in range(players):
                bits = bits_of(component(vector, p))
                set_field(slot, VALUE + p, bits, ws.table)
                lock ^= bits
            set_field(slot, ACTION, action, ws.table)
            set_field(slot, FACTS, facts, ws.table)
            set_field(slot, LOCK, lock, ws.table)

    return VectorTable(probe, store)


def is_known(vector: Vector) -> bool:
    """Return whether a table knew a vector."""
    first = component(vector, 0)
    return first == first


def _store_nothing(_node: Node, _vector: Vector, _ws: Workspace) -> None:
    pass
