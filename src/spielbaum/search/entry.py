"""One entry of the transposition table.

An entry is four 64-bit numbers::

    LOCK    key ^ VALUE ^ ACTION ^ FACTS: an entry that another thread has half written does not unlock
    VALUE   the bits of the value, from the view of the player to move
    ACTION  the best one that was found
    FACTS   63      32 31       16 15       3    2      1   0
            |  work   |   depth   |  search  | proven | bound |    bound: 1 upper, 2 lower, 3 exact
"""

from typing import Any

Table = Any
"""Signed 64-bit numbers, one row of four for each entry."""

LOCK, VALUE, ACTION, FACTS = range(4)
ENTRY_BYTES = 32
UPPER, LOWER, EXACT = 1, 2, 3
PROVEN = 4
SEARCH_SHIFT, SEARCHES = 3, 0x1FFF
DEPTH_SHIFT, DEPTH_MASK = 16, 0xFFFF
WORK_SHIFT, MOST_WORK = 32, 0x7FFFFFFF


def key_in(slot: int, table: Table) -> int:
    """Return the key of the state in an entry."""
    return table[slot, LOCK] ^ table[slot, VALUE] ^ table[slot, ACTION] ^ table[slot, FACTS]  # type: ignore[no-any-return]


def search_of(facts: int) -> int:
    """Return the number of the search that wrote an entry."""
    return facts >> SEARCH_SHIFT & SEARCHES


def depth_of(facts: int) -> int:
    """Return how deep the state was searched."""
    return facts >> DEPTH_SHIFT & DEPTH_MASK


def work_of(facts: int) -> int:
    """Return how many positions that took."""
    return facts >> WORK_SHIFT
