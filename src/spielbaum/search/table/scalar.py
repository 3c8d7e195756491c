"""The transposition table: what is known of states that are reached on several ways.

An entry is drawn in :mod:`spielbaum.search.table.entry`. ``depth`` is how deep the state was searched, and ``work`` how
many positions that took. ``search`` is the number of the search that wrote the entry: those of others are as good as
empty, and nothing has to be cleared. A proven value rests on no estimate. A value is used only where a search without
the table would have come to the same one: where the depth is the same, or where the value is proven and was so within
no more plies than are left. So the table never changes a value. The best action of an entry is tried first, whatever
its depth.

D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, Replacement schemes and two-level tables, ICCA Journal
19 (1996), whose names the schemes have. The lock: R. M. Hyatt and T. Mann, A lockless transposition-table
implementation for parallel search, ICGA Journal 25 (2002).
"""

import os
import re
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from spielbaum.errors import InputError
from spielbaum.game import Action, State
from spielbaum.kernel import Workspace, bits_of, float_of, new_words, signed
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.path import NOWHERE as NOT_ON_PATH
from spielbaum.search.core.path import make_note_position, occurred
from spielbaum.search.core.workspace import NO_ACTION
from spielbaum.search.table.entry import (
    ACTION,
    DEPTH_SHIFT,
    ENTRY_BYTES,
    EXACT,
    FACTS,
    LOCK,
    LOWER,
    MOST_WORK,
    NOWHERE,
    PROVEN,
    SCALAR,
    SEARCH_SHIFT,
    STAMP_SHIFT,
    UPPER,
    VALUE,
    WORDS,
    WORK_SHIFT,
    Table,
    applies,
    applies_on_paths,
    entries_in,
    field_of,
    find,
    home_of,
    set_field,
    work_of,
)
from spielbaum.search.table.graph_history import certain, holds_elsewhere, make_draw
from spielbaum.search.table.replacement import make_place

Scheme = Literal["none", "deep", "new", "old", "big1", "big-all", "two-deep", "two-big"]
DEFAULT_TABLE_BYTES = 64 << 20
MOST_DIGITS = 30


class Memory(NamedTuple):
    """The verbs of a table.

    ``recall`` looks a state up, notes what else is needed to remember it, and returns whether its value is the answer:
    then it is ``ws.recalled``. ``remember`` enters the value that was found. ``reaches`` asks of a child whether its
    value is known to reach a bound. ``sign`` is -1 where values are those of the other side, else 1.
    """

    recall: Callable[[State, int, float, float, int, Workspace, Table], bool]
    remember: Callable[[float, int, float, float, int, Workspace, Table], None]
    reaches: Callable[[State, int, float, int, Workspace, Table], bool]


def new_table(size: int, words: int = WORDS) -> Any:
    """Return the words of an empty table of at most ``size`` bytes: a power of two of entries, at least two."""
    return new_words(words * entries_in(size, words))


def parse_size(text: str) -> int:
    """Return the bytes of a size: ``256MB``, ``1GB``, ``500kB``, a number of bytes, or of entries as ``2^20``.

    Raises
    ------
    InputError
        If it is no size.

    Examples
    --------
    >>> parse_size("64MB"), parse_size("2^20")
    (67108864, 33554432)
    """
    found = re.fullmatch(r"(?:(\d+(?:\.\d+)?)\s*(?:([kMG]i?)?B)?|2\^(\d{1,2}))", text.strip(), re.IGNORECASE)
    if not found:
        raise InputError(
            f"a table size is a number with a unit, such as 256MB or 1GB, or entries as 2^20, not {text!r}"
        )
    if found[3]:
        return ENTRY_BYTES << int(found[3])
    if len(found[1]) > MOST_DIGITS:
        raise InputError(f"a table of {found[1][:MOST_DIGITS]}... bytes is larger than any memory")
    return int(float(found[1]) * 1024 ** " kmg".index((found[2] or " ")[0].lower()))


def checked_size(size: int) -> int:
    """Return a number of bytes if this machine has as many.

    Raises
    ------
    InputError
        If the table would be too small or too large.
    """
    if size < 2 * ENTRY_BYTES:
        raise InputError(f"a table needs at least {2 * ENTRY_BYTES} bytes, not {size}")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 2**63
    if size > memory:
        raise InputError(f"a table of {size:,} bytes is larger than the memory of this machine, {memory:,} bytes")
    return size


def make_memory(rules: Rules, scheme: Scheme) -> Memory:
    """Return the verbs for a game; without a scheme they do nothing and cost nothing.

    Parameters
    ----------
    rules
        The game.
    scheme
        Which of two states that need the same entry is kept: ``new`` the later one; ``old`` the earlier one; ``deep``
        the one that was searched deeper, or the later one; ``big1`` the one with more positions below it; ``big-all``
        the same, counting those that the table saved, too; ``two-deep`` and ``two-big`` have two entries for each
        place, for the one that ``deep`` or ``big1`` would keep and for the last other one.
    """
    if scheme == "none":
        return Memory(_recall_nothing, _remember_nothing, _reaches_nothing)
    key_of, may_differ = rules.key, rules.shares_keys
    legal, place, to_move = _make_legal(rules), make_place(scheme, SCALAR), rules.to_move
    levels = 2 if scheme.startswith("two") else 1
    counts_saved = scheme == "big-all"
    follows_paths, draw = rules.follows_paths, make_draw(rules)
    note_position = make_note_position(rules)
    holds = applies_on_paths if follows_paths else applies

    def recall(state: State, sign: int, alpha: float, beta: float, depth: int, ws: Workspace, table: Table) -> bool:
        ply = ws.depth - depth
        key = signed(key_of(state)) ^ ws.salt
        ws.key[ply] = key
        ws.hint[ply] = ws.displaced[ply] = ws.choice[ply] = NO_ACTION
        ws.work_before[ply] = ws.nodes + ws.saved
        ws.estimates_before[ply] = ws.estimates
        if follows_paths:
            ws.even[ply] = draw(state, ws)
        slot = find(home_of(key, levels, ws), key, levels, ws.search, table)
        if slot == NOWHERE:
            return False
        action, facts, bits, unlocked = _read(slot, key, table)
        if not unlocked:
            return False
        if not may_differ or legal(state, action):
            ws.hint[ply] = action
        if ply == 0 or not holds(facts, depth, ws):
            return False
        bound = facts & EXACT
        if follows_paths:
            bound = certain(bound, float_of(bits), facts, ply, depth, ws)
        value, bound = sign * float_of(bits), _turned(bound, sign)
        if not (bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)):
            return False
        use(value, facts, ws)
        return True

    def reaches(child: State, player: int, bound: float, depth: int, ws: Workspace, table: Table) -> bool:
        """Return whether a child is known to be worth so much to the player; then its value is ``ws.recalled``."""
        key = signed(key_of(child)) ^ ws.salt
        slot = find(home_of(key, levels, ws), key, levels, ws.search, table)
        if slot == NOWHERE:
            return False
        _, facts, bits, unlocked = _read(slot, key, table)
        sign = 1 if to_move(child) == player else -1
        value, known = sign * float_of(bits), facts & EXACT
        if not unlocked or value < bound or not holds(facts, depth, ws):
            return False
        if follows_paths:
            ply = ws.depth - depth
            note_position(child, ply, ws)
            if occurred(ply, ws) != NOT_ON_PATH:
                return False
            ws.even[ply] = draw(child, ws)
            known = certain(known, float_of(bits), facts, ply, depth, ws)
        if _turned(known, sign) & LOWER == 0:
            return False
        use(value, facts, ws)
        return True

    def use(value: float, facts: int, ws: Workspace) -> None:
        if not facts & PROVEN:
            ws.estimates += 1
            ws.evaluated = 1
        if counts_saved:
            ws.saved += work_of(facts)
        ws.recalled = value

    def remember(value: float, sign: int, alpha: float, beta: float, depth: int, ws: Workspace, table: Table) -> None:
        ply = ws.depth - depth
        if ws.stop or ply == 0:  # of the root perhaps only some actions were searched
            return
        bound = _turned(LOWER if value >= beta else UPPER if value <= alpha else EXACT, sign)
        if follows_paths:
            bound = holds_elsewhere(bound, sign * value, ply, ws)
        proven = PROVEN if ws.estimates == ws.estimates_before[ply] else 0
        work = min(ws.nodes + ws.saved - ws.work_before[ply], MOST_WORK)
        facts = bound | proven | ws.search << SEARCH_SHIFT | depth << DEPTH_SHIFT | work << WORK_SHIFT
        if follows_paths:
            facts |= ws.stamp << STAMP_SHIFT
        key = ws.key[ply]
        slot = place(home_of(key, levels, ws), key, facts, table)
        if slot != NOWHERE:
            bits, action = bits_of(sign * value), ws.choice[ply]
            set_field(slot, LOCK, key ^ bits ^ action ^ facts, table)
            set_field(slot, VALUE, bits, table)
            set_field(slot, ACTION, action, table)
            set_field(slot, FACTS, facts, table)

    return Memory(recall, remember, reaches)


def _read(slot: int, key: int, table: Table) -> tuple[int, int, int, bool]:
    """Return action, facts and value of an entry, read once, and whether they are those of the key.

    Another thread may have changed the entry since it was found.
    """
    lock, action = field_of(slot, LOCK, table), field_of(slot, ACTION, table)
    facts, bits = field_of(slot, FACTS, table), field_of(slot, VALUE, table)
    return action, facts, bits, lock ^ bits ^ action ^ facts == key


def _turned(bound: int, sign: int) -> int:
    """Return a bound as the other side sees it where the sign is negative."""
    return bound if sign > 0 or bound == EXACT or bound == 0 else UPPER + LOWER - bound


def _make_legal(rules: Rules) -> Callable[[State, Action], bool]:
    """Return whether an action is legal: where symmetric states share a key, a known one may be another state's."""
    actions = rules.actions

    def legal(state: State, wanted: Action) -> bool:
        found = False
        for action in actions(state):
            if action == wanted:
                found = True
                break
        return found

    return legal


def _recall_nothing(
    _state: State, _sign: int, _alpha: float, _beta: float, _depth: int, _ws: Workspace, _table: Table
) -> bool:
    return False


def _remember_nothing(
    _value: float, _sign: int, _alpha: float, _beta: float, _depth: int, _ws: Workspace, _table: Table
) -> None:
    pass


def _reaches_nothing(_child: State, _player: int, _bound: float, _depth: int, _ws: Workspace, _table: Table) -> bool:
    return False


def line_in(table: Table, rules: Rules, scheme: Scheme, state: State, depth: int, ws: Workspace) -> list[Action]:
    """Return the best actions from a state, as far as a table holds exact values of the same search; interpreted."""
    legal, levels = _make_legal(rules), 2 if scheme.startswith("two") else 1
    line: list[Action] = []
    while depth > 0 and not rules.is_terminal(state):
        key = signed(rules.key(state)) ^ int(ws.salt)
        slot = find(home_of(key, levels, ws), key, levels, int(ws.search), table)
        if slot == NOWHERE:
            break
        action, facts = field_of(slot, ACTION, table), field_of(slot, FACTS, table)
        if facts & EXACT != EXACT or not applies(facts, depth, ws):
            break
        if not legal(state, action):
            break
        line.append(action)
        state = rules.result(state, action)
        depth -= 1
    return line
