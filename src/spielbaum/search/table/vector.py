"""The transposition table of Max^n: values are vectors.

Entries and replacement schemes are those of :mod:`spielbaum.search.table.scalar`. Only exact vectors are stored, and
they are used if the depth is the same, or if they were proven within the plies that are left.

Shallow pruning cuts a node off because of the floor of the player above. That changes the vector of this node only: the
player above has a better child, or an earlier one as good, and does not choose this one. So all other nodes have the
vector of a search without pruning, whatever their floor. Immediate pruning cuts off a node whose vector is exact
already. Deep pruning passes floors further down, so that a vector holds on one path only: it cannot be used with a
table.

Ties matter more than with two players, since children that are equal for the player to move may differ for the others.
Of equal children the first in the game's order counts, in whatever order they are searched. So symmetric states that
share the game's key, but list their actions in different orders, may have different vectors, and the key is a hash of
all fields.

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

    ``probe(node, rival, ws)`` returns the vector of a node, or one of NaN if it is not in the table; ``rival``, the
    player above, has ``node.alpha`` elsewhere. ``store(node, vector, ws)`` stores an exact vector.
    """

    probe: Callable[[Node, int, Workspace], Vector]
    store: Callable[[Node, Vector, Workspace], None]


def make_vector_table(
    rules: Rules, replacement: Replacement, *, shallow: bool, table_move: bool = False
) -> VectorTable:
    """Return the hooks for a game; without a table they do nothing and cost nothing.

    Parameters
    ----------
    rules
        The game.
    replacement
        The replacement scheme; see :func:`spielbaum.search.table.scalar.make_table`.
    shallow
        Whether the search uses shallow pruning.
    table_move
        Whether the best action of an entry is noted, to be tried first.
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
        if table_move:
            ws.table_move[ply] = field_of(slot, ACTION, ws.table)
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
            return nothing  # rounding made the entries exceed the sum, and a search would prune this node
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
    """Return whether a vector was found in a table."""
    first = component(vector, 0)
    return first == first


def _store_nothing(_node: Node, _vector: Vector, _ws: Workspace) -> None:
    pass
