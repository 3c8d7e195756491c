"""Which of two states that need the same entry of the transposition table is kept.

D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, Replacement schemes and two-level tables, ICCA Journal
19 (1996).
"""

from collections.abc import Callable

from spielbaum.search.entry import FACTS, Table, depth_of, field_of, key_in, search_of, set_field, work_of

NOWHERE = -1


def _place_new(home: int, _key: int, _facts: int, _table: Table) -> int:
    return home


def _place_old(home: int, key: int, facts: int, table: Table) -> int:
    return home if _is_free(home, key, facts, table) else NOWHERE


def _place_deep(home: int, key: int, facts: int, table: Table) -> int:
    return (
        home
        if _is_free(home, key, facts, table) or depth_of(field_of(home, FACTS, table)) <= depth_of(facts)
        else NOWHERE
    )


def _place_big(home: int, key: int, facts: int, table: Table) -> int:
    return (
        home
        if _is_free(home, key, facts, table) or work_of(field_of(home, FACTS, table)) <= work_of(facts)
        else NOWHERE
    )


def _place_two_deep(home: int, key: int, facts: int, table: Table) -> int:
    if _is_free(home, key, facts, table):
        return home
    return _moved_down(home, table) if depth_of(field_of(home, FACTS, table)) <= depth_of(facts) else home + 1


def _place_two_big(home: int, key: int, facts: int, table: Table) -> int:
    if _is_free(home, key, facts, table):
        return home
    return _moved_down(home, table) if work_of(field_of(home, FACTS, table)) <= work_of(facts) else home + 1


def _is_free(slot: int, key: int, facts: int, table: Table) -> bool:
    """Return whether an entry is that of another search, or of the same state."""
    return bool(search_of(field_of(slot, FACTS, table)) != search_of(facts) or key_in(slot, table) == key)


def _moved_down(first: int, table: Table) -> int:
    """Make room in the first of two entries by moving it to the second."""
    for field in range(4):
        set_field(first + 1, field, field_of(first, field, table), table)
    return first


PLACES: dict[str, Callable[[int, int, int, Table], int]] = {
    "new": _place_new,
    "old": _place_old,
    "deep": _place_deep,
    "big1": _place_big,
    "big-all": _place_big,
    "two-deep": _place_two_deep,
    "two-big": _place_two_big,
}
"""Where an entry goes: ``(home, key, facts, table) -> slot``, or NOWHERE."""
