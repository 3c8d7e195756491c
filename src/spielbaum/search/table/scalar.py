"""The transposition table: values of states that are reached by several lines of play.

For the layout of an entry see :mod:`spielbaum.search.table.entry`. ``depth`` is the depth of the search, and ``work``
its number of nodes. ``generation`` is the number of the search that wrote the entry: entries of other searches count as
empty, unless they belong to the same game and are reused, so nothing has to be cleared. A proven value rests on no
estimate. A value is used only if a search without a table would have found the same: if the depth is the same, or if
the value was proven within the plies that are left. So the table never changes a value. The best action of an entry is
tried first, whatever its depth.

D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, Replacement schemes and two-level tables, ICCA Journal
19 (1996), whose names the schemes have. The lock: R. M. Hyatt and T. Mann, A lockless transposition-table
implementation for parallel search, ICGA Journal 25 (2002).
"""

import os
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from spielbaum.errors import InputError, Message
from spielbaum.game import Action, State
from spielbaum.game.hashes import mixed
from spielbaum.kernel import U64, bits_of, float_of, new_words, signed
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.path import NOWHERE as NOT_ON_PATH
from spielbaum.search.core.path import make_note_position, occurred
from spielbaum.search.core.workspace import NO_ACTION, ONLY_ENDS, Workspace
from spielbaum.search.table.entry import (
    ACTION,
    ENTRY_BYTES,
    EXACT,
    FACTS,
    LOCK,
    LOWER,
    NOWHERE,
    SCALAR,
    UPPER,
    VALUE,
    WORDS,
    Table,
    applies,
    depth_of,
    entries_in,
    field_of,
    home_of,
    make_entries,
    set_field,
)
from spielbaum.search.table.graph_history import make_draw, storable_bound, usable_bound
from spielbaum.search.table.slots import Replacement, levels_of, make_slots

DEFAULT_TABLE_BYTES = 64 << 20
MOST_DIGITS = 30


class TranspositionTable(NamedTuple):
    """The hooks of a table.

    Attributes
    ----------
    probe
        ``(node, ws) -> bool``: look a node up; whether it is cut off, with ``ws.value``.
    store
        ``(node, value, ws)``: store the value of a node.
    reaches
        ``(node, child, bound, ws) -> bool``: whether the entry of a child reaches a bound for the player to move at the
        node, with ``ws.value``.
    at_least
        ``(node, depth, ws) -> bool``: whether a search to at least this depth gave the table move a lower bound,
        ``ws.value``.
    """

    probe: Callable[[Node, Workspace], bool]
    store: Callable[[Node, float, Workspace], None]
    reaches: Callable[[Node, State, float, Workspace], bool]
    at_least: Callable[[Node, int, Workspace], bool]


def new_table(size: int, words: int = WORDS) -> Any:
    """Return the words of an empty table of at most ``size`` bytes, with a power of two of entries, at least two."""
    return new_words(words * entries_in(size, words))


def parse_size(text: str) -> int:
    """Return a size in bytes: ``256MB``, ``1GB``, ``500kB``, a number of bytes, or of entries as ``2^20``.

    Raises
    ------
    InputError
        If it is not a size.

    Examples
    --------
    >>> parse_size("64MB"), parse_size("2^20")
    (67108864, 33554432)
    """
    found = re.fullmatch(r"(?:(\d+(?:\.\d+)?)\s*(?:([kMG]i?)?B)?|2\^(\d{1,2}))", text.strip(), re.IGNORECASE)
    if not found:
        raise InputError(
            Message("a table size is a number with a unit, such as 256MB or 1GB, or entries as 2^20, not {!r}", text)
        )
    if found[3]:
        return ENTRY_BYTES << int(found[3])
    if len(found[1]) > MOST_DIGITS:
        raise InputError(Message("a table of {}... bytes is larger than any memory", found[1][:MOST_DIGITS]))
    return int(float(found[1]) * 1024 ** " kmg".index((found[2] or " ")[0].lower()))


def checked_size(size: int) -> int:
    """Return a number of bytes if this machine has that much memory.

    Raises
    ------
    InputError
        If the table would be too small or too large.
    """
    if size < 2 * ENTRY_BYTES:
        raise InputError(Message("a table needs at least {} bytes, not {}", 2 * ENTRY_BYTES, size))
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 2**63
    if size > memory:
        raise InputError(
            Message("a table of {:,} bytes is larger than the memory of this machine, {:,} bytes", size, memory)
        )
    return size


def make_table(rules: Rules, replacement: Replacement, *, table_move: bool = True) -> TranspositionTable:
    """Return the hooks for a game; without a table they do nothing and cost nothing.

    Parameters
    ----------
    rules
        The game.
    replacement
        Which of two states with the same slot is kept: ``new`` the later one; ``old`` the earlier one; ``deep`` the one
        that was searched deeper, or the later one; ``big1`` the one with the larger tree; ``big-all`` the same,
        counting nodes saved by the table; ``two-deep`` and ``two-big`` have a second slot for the state that ``deep``
        or ``big1`` would replace.
    table_move
        Whether the best action of an entry is tried first.
    """
    if replacement == "none":
        return TranspositionTable(_probe_nothing, _store_nothing, _reaches_nothing, _knows_nothing)
    key_of, may_differ, legal, to_move = rules.key, rules.shares_keys, _make_legal(rules), rules.to_move
    begin, find, place, facts_of, holds, count_use = make_slots(rules, replacement, SCALAR)
    follows_paths, draw, alliances = rules.follows_paths, make_draw(rules), rules.players > 2
    table_key, note_position = _make_table_key(rules), make_note_position(rules)
    keeps_move = rules.allow_deeper_entries and table_move

    def probe(node: Node, ws: Workspace) -> bool:
        ply = node.ply
        key = table_key(key_of(node.state), ws.path[ply], ws)
        ws.table_move[ply] = ws.displaced[ply] = ws.best_move[ply] = NO_ACTION
        if follows_paths:
            ws.draw_value[ply] = draw(node.state, ws)
        slot = begin(key, ply, ws)
        if slot == NOWHERE:
            return False
        action, facts, bits, unlocked = _read(slot, key, ws.table)
        if not unlocked:
            return False
        if table_move and (not may_differ or legal(node.state, action)):
            ws.table_move[ply] = action
        if ply == 0 or not holds(facts, node.depth, ws):
            return False
        bound = facts & EXACT
        if follows_paths:
            bound = usable_bound(bound, float_of(bits), facts, ply, node.depth, ws)
        value, bound = _seen(float_of(bits), node), _bound_seen(bound, node.maximises)
        if not (bound == EXACT or (bound == LOWER and value >= node.beta) or (bound == UPPER and value <= node.alpha)):
            return False
        use(value, facts, ws)
        return True

    def reaches(node: Node, child: State, bound: float, ws: Workspace) -> bool:
        ply, depth = node.ply + 1, node.depth - 1
        if follows_paths:
            note_position(child, ply, ws)
        key = table_key(key_of(child), ws.path[ply], ws)
        slot = find(key, ws)
        if slot == NOWHERE:
            return False
        _, facts, bits, unlocked = _read(slot, key, ws.table)
        same = to_move(child) == node.player or (alliances and not node.maximises and to_move(child) != ws.root_player)
        value, known = float_of(bits) if same else -float_of(bits), facts & EXACT
        if not unlocked or value < bound or not holds(facts, depth, ws):
            return False
        if follows_paths:
            if occurred(ply, ws) != NOT_ON_PATH:
                return False
            ws.draw_value[ply] = draw(child, ws)
            known = usable_bound(known, float_of(bits), facts, ply, depth, ws)
        if _bound_seen(known, same) & LOWER == 0:
            return False
        use(value, facts, ws)
        return True

    def use(value: float, facts: int, ws: Workspace) -> None:
        count_use(facts, ws)
        ws.value = value

    def store(node: Node, value: float, ws: Workspace) -> None:
        ply = node.ply
        if ws.stop or ply == 0 or ws.unlimited == ONLY_ENDS:  # the root may be searched in part only
            return
        seen = LOWER if value >= node.beta else UPPER if value <= node.alpha else EXACT
        bound, own_value = _bound_seen(seen, node.maximises), _seen(value, node)
        if follows_paths:
            bound = storable_bound(bound, own_value, ply, ws)
        facts, key = facts_of(bound, node, ws), ws.key[ply]
        slot = place(key, facts, ws)
        if slot != NOWHERE:
            bits, action = bits_of(own_value), ws.best_move[ply]
            if keeps_move and seen == UPPER and ws.table_move[ply] != NO_ACTION:
                action = ws.table_move[ply]  # if all actions fail low, the best one is arbitrary
            set_field(slot, LOCK, key ^ bits ^ action ^ facts, ws.table)
            set_field(slot, VALUE, bits, ws.table)
            set_field(slot, ACTION, action, ws.table)
            set_field(slot, FACTS, facts, ws.table)

    def at_least(node: Node, depth: int, ws: Workspace) -> bool:
        ply = node.ply
        slot = find(ws.key[ply], ws)
        if slot == NOWHERE:
            return False
        action, facts, bits, unlocked = _read(slot, ws.key[ply], ws.table)
        ws.value = _seen(float_of(bits), node)
        known = unlocked and action == ws.table_move[ply] and action != NO_ACTION
        return bool(known and depth_of(facts) >= depth and _bound_seen(facts & EXACT, node.maximises) & LOWER != 0)

    return TranspositionTable(probe, store, reaches, at_least)


def _seen(value: float, node: Node) -> float:
    """Convert a value between the player to move and the search."""
    return value if node.maximises else -value


def _read(slot: int, key: int, table: Table) -> tuple[int, int, int, bool]:
    """Return action, facts and value of an entry, read once, and whether they belong to the key.

    Another thread may have changed the entry since it was found.
    """
    lock, action = field_of(slot, LOCK, table), field_of(slot, ACTION, table)
    facts, bits = field_of(slot, FACTS, table), field_of(slot, VALUE, table)
    return action, facts, bits, lock ^ bits ^ action ^ facts == key


def _bound_seen(bound: int, same_side: bool) -> int:
    """Return a bound for the same side or the other side."""
    return bound if same_side or bound == EXACT or bound == 0 else UPPER + LOWER - bound


def _make_table_key(rules: Rules) -> Callable[[int, int, Workspace], int]:
    """Return ``table_key(key, position, ws)``: the key of a state in the table.

    ``position`` is the key of the rule of repetition. Symmetric states are different positions to that rule, and a
    proof for one may rest on draws that the path of another does not have. So if values belong to paths, the position
    is part of the key.
    """

    def plain(key: int, _position: int, ws: Workspace) -> int:
        return signed(key) ^ ws.salt

    def of_position(key: int, position: int, ws: Workspace) -> int:
        return signed(key) ^ signed(mixed(U64(position))) ^ ws.salt

    return of_position if rules.follows_paths and rules.shares_keys else plain


def _make_legal(rules: Rules) -> Callable[[State, Action], bool]:
    """Return the test for legal actions: if symmetric states share a key, a table move may be another state's."""
    actions = rules.actions

    def legal(state: State, wanted: Action) -> bool:
        found = False
        for action in actions(state):
            if action == wanted:
                found = True
                break
        return found

    return legal


def _no_position(_state: State) -> int:
    return 0


def _probe_nothing(_node: Node, _ws: Workspace) -> bool:
    return False


def _store_nothing(_node: Node, _value: float, _ws: Workspace) -> None:
    pass


def _reaches_nothing(_node: Node, _child: State, _bound: float, _ws: Workspace) -> bool:
    return False


def _knows_nothing(_node: Node, _depth: int, _ws: Workspace) -> bool:
    return False


def line_in(
    table: Table,
    rules: Rules,
    replacement: Replacement,
    state: State,
    depth: int,
    ws: Workspace,
    *,
    vectors: bool = False,
) -> list[Action]:
    """Return the best actions from a state as long as the table has exact values of this search; interpreted."""
    entries, levels, line = make_entries(rules.players) if vectors else SCALAR, levels_of(replacement), list[Action]()
    legal, table_key, position_of = _make_legal(rules), _make_table_key(rules), rules.repetition or _no_position
    while depth > 0 and not rules.is_terminal(state):
        key = signed(rules.full_key(state)) if vectors else int(table_key(rules.key(state), position_of(state), ws))
        slot = entries.find(home_of(key, levels, ws), key, levels, int(ws.oldest_generation), table)
        if slot == NOWHERE:
            break
        action, facts = entries.field_of(slot, ACTION, table), entries.field_of(slot, FACTS, table)
        if facts & EXACT != EXACT or not applies(facts, depth, ws) or not legal(state, action):
            break
        line.append(action)
        state = rules.result(state, action)
        depth -= 1
    return line
