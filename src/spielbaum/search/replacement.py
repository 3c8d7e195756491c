"""Which of two states that need the same entry of the transposition table is kept.

D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, Replacement schemes and two-level tables, ICCA Journal
19 (1996).
"""

from collections.abc import Callable

from spielbaum.search.entry import FACTS, Table, depth_of, key_in, search_of, work_of

NOWHERE = -1


def _place_new(key: int, _facts: int, table: Table) -> int:
    return key & len(table) - 1


def _place_old(key: int, facts: int, table: Table) -> int:
    slot = key & len(table) - 1
    return slot if _is_free(slot, key, facts, table) else NOWHERE


def _place_deep(key: int, facts: int, table: Table) -> int:
    slot = key & len(table) - 1
    return slot if _is_free(slot, key, facts, table) or depth_of(table[slot, FACTS]) <= depth_of(facts) else NOWHERE


def _place_big(key: int, facts: int, table: Table) -> int:
    slot = key & len(table) - 1
    return slot if _is_free(slot, key, facts, table) or work_of(table[slot, FACTS]) <= work_of(facts) else NOWHERE


def _place_two_deep(key: int, facts: int, table: Table) -> int:
    first = (key & (len(table) // 2 - 1)) * 2
    if _is_free(first, key, facts, table):
        return first
    return _moved_down(first, table) if depth_of(table[first, FACTS]) <= depth_of(facts) else first + 1


def _place_two_big(key: int, facts: int, table: Table) -> int:
    first = (key & (len(table) // 2 - 1)) * 2
    if _is_free(first, key, facts, table):
        return first
    return _moved_down(first, table) if work_of(table[first, FACTS]) <= work_of(facts) else first + 1


def _is_free(slot: int, key: int, facts: int, table: Table) -> bool:
    """Return whether an entry is that of another search, or of the same state."""
    return bool(search_of(table[slot, FACTS]) != search_of(facts) or key_in(slot, table) == key)


def _moved_down(first: int, table: Table) -> int:
    """Make room in the first of two entries by moving it to the second."""
    for field in range(4):
        table[first + 1, field] = table[first, field]
    return first


PLACES: dict[str, Callable[[int, int, Table], int]] = {
    "new": _place_new,
    "old": _place_old,
    "deep": _place_deep,
    "big1": _place_big,
    "big-all": _place_big,
    "two-deep": _place_two_deep,
    "two-big": _place_two_big,
}
"""Where an entry goes: ``(key, facts, table) -> slot``, or NOWHERE."""
