"""What tables of numbers and of vectors share: finding a state, and the facts of an entry."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.table.entry import (
    DEPTH_SHIFT,
    GENERATION_SHIFT,
    MOST_WORK,
    PROVEN,
    STAMP_SHIFT,
    WORK_SHIFT,
    Entries,
    applies,
    applies_deeper,
    applies_on_paths,
    home_of,
    work_of,
)
from spielbaum.search.table.replacement import make_place

Replacement = Literal["none", "deep", "new", "old", "big1", "big-all", "two-deep", "two-big"]


class Slots(NamedTuple):
    """The functions on the slots of a table.

    Attributes
    ----------
    begin
        ``(key, ply, ws) -> slot``: note the key and the counters of a node, and find its slot, or NOWHERE.
    find
        ``(key, ws) -> slot`` of a key, or NOWHERE.
    place
        ``(key, facts, ws) -> slot`` of a new entry, or NOWHERE.
    facts
        ``(bound, node, ws) -> facts`` of a new entry.
    holds
        ``(facts, depth, ws) -> bool``: whether the value of an entry is the answer for a search of this depth.
    use
        ``(facts, ws)``: count the answer of an entry.
    """

    begin: Callable[[int, int, Workspace], int]
    find: Callable[[int, Workspace], int]
    place: Callable[[int, int, Workspace], int]
    facts: Callable[[int, Node, Workspace], int]
    holds: Callable[[int, int, Workspace], bool]
    use: Callable[[int, Workspace], None]


def make_slots(rules: Rules, replacement: Replacement, entries: Entries) -> Slots:
    """Return the functions for the entries of a game under a replacement scheme."""
    levels, find_key, place_in = levels_of(replacement), entries.find, make_place(replacement, entries)
    counts_saved, follows_paths = replacement == "big-all", rules.follows_paths

    def begin(key: int, ply: int, ws: Workspace) -> int:
        ws.key[ply] = key
        ws.work_before[ply] = ws.nodes + ws.nodes_saved
        ws.estimates_before[ply] = ws.estimates
        return find(key, ws)

    def find(key: int, ws: Workspace) -> int:
        return find_key(home_of(key, levels, ws), key, levels, ws.oldest_generation, ws.table)

    def place(key: int, facts: int, ws: Workspace) -> int:
        return place_in(home_of(key, levels, ws), key, facts, ws.table)

    def facts(bound: int, node: Node, ws: Workspace) -> int:
        proven = PROVEN if ws.estimates == ws.estimates_before[node.ply] else 0
        work = min(ws.nodes + ws.nodes_saved - ws.work_before[node.ply], MOST_WORK)
        found = bound | proven | ws.generation << GENERATION_SHIFT | node.depth << DEPTH_SHIFT | work << WORK_SHIFT
        return found | ws.stamp << STAMP_SHIFT if follows_paths else found

    def use(facts: int, ws: Workspace) -> None:
        if not facts & PROVEN:
            ws.estimates += 1
            ws.heuristic = 1
        if counts_saved:
            ws.nodes_saved += work_of(facts)

    holds = applies_deeper if rules.allow_deeper_entries else applies_on_paths if follows_paths else applies
    return Slots(begin, find, place, facts, holds, use)


def levels_of(replacement: Replacement) -> int:
    """Return how many slots a state may have."""
    return 2 if replacement.startswith("two") else 1
