"""Replacement schemes: which of two states with the same slot of the transposition table is kept.

D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, Replacement schemes and two-level tables, ICCA Journal
19 (1996).
"""

from collections.abc import Callable

from spielbaum.search.table.entry import FACTS, NOWHERE, Entries, Table, depth_of, generation_of, work_of

Place = Callable[[int, int, int, Table], int]
"""``(home, key, facts, table) -> slot`` of a new entry, or NOWHERE."""


def make_place(scheme: str, entries: Entries) -> Place:
    """Return ``place(home, key, facts, table)`` for a scheme.

    Parameters
    ----------
    scheme
        Its name; see :func:`spielbaum.search.table.scalar.make_table`.
    entries
        The functions on entries.
    """
    words, field_of, set_field, key_in, _ = entries
    size_of = depth_of if scheme.endswith("deep") else work_of

    def is_free(slot: int, key: int, facts: int, table: Table) -> bool:
        """Return whether an entry belongs to another search, or to the same state."""
        return bool(generation_of(field_of(slot, FACTS, table)) != generation_of(facts) or key_in(slot, table) == key)

    def yields(slot: int, facts: int, table: Table) -> bool:
        """Return whether an entry took no deeper or larger a search than the new one."""
        return bool(size_of(field_of(slot, FACTS, table)) <= size_of(facts))

    def later(home: int, _key: int, _facts: int, _table: Table) -> int:
        return home

    def earlier(home: int, key: int, facts: int, table: Table) -> int:
        return home if is_free(home, key, facts, table) else NOWHERE

    def larger(home: int, key: int, facts: int, table: Table) -> int:
        return home if is_free(home, key, facts, table) or yields(home, facts, table) else NOWHERE

    def one_of_two(home: int, key: int, facts: int, table: Table) -> int:
        if is_free(home, key, facts, table):
            return home
        if not yields(home, facts, table):
            return home + 1
        for field in range(words):
            set_field(home + 1, field, field_of(home, field, table), table)
        return home

    if scheme.startswith("two"):
        return one_of_two
    return {"new": later, "old": earlier}.get(scheme, larger)
