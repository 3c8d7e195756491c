"""One entry of the transposition table.

An entry is four 64-bit numbers::

    LOCK    key ^ VALUE ^ ACTION ^ FACTS: an entry that another thread has half written does not unlock
    VALUE   the bits of the value, from the view of the player to move
    ACTION  the best one that was found
    FACTS   63      32 31       16 15       3    2      1   0
            |  work   |   depth   |  search  | proven | bound |    bound: 1 upper, 2 lower, 3 exact
"""

from typing import Any

from spielbaum.kernel import read_word, write_word
from spielbaum.kernel.words import Words

Table = Words
"""Four words for each entry."""

LOCK, VALUE, ACTION, FACTS = range(4)
WORDS, ENTRY_BYTES = 4, 32
UPPER, LOWER, EXACT = 1, 2, 3
PROVEN = 4
SEARCH_SHIFT, SEARCHES = 3, 0x1FFF
DEPTH_SHIFT, DEPTH_MASK = 16, 0xFFFF
WORK_SHIFT, MOST_WORK = 32, 0x7FFFFFFF


def entries_in(size: int) -> int:
    """Return how many entries a table of so many bytes has: the largest power of two that fits, at least two."""
    return 1 << max(1, (size // ENTRY_BYTES).bit_length() - 1)


def field_of(slot: int, field: int, table: Table) -> int:
    """Return a word of an entry."""
    return read_word(table, WORDS * slot + field)


def set_field(slot: int, field: int, word: int, table: Table) -> None:
    """Change a word of an entry."""
    write_word(table, WORDS * slot + field, word)


def key_in(slot: int, table: Table) -> int:
    """Return the key of the state in an entry."""
    facts = field_of(slot, FACTS, table)
    return field_of(slot, LOCK, table) ^ field_of(slot, VALUE, table) ^ field_of(slot, ACTION, table) ^ facts


def search_of(facts: int) -> int:
    """Return the number of the search that wrote an entry."""
    return facts >> SEARCH_SHIFT & SEARCHES


def depth_of(facts: int) -> int:
    """Return how deep the state was searched."""
    return facts >> DEPTH_SHIFT & DEPTH_MASK


def work_of(facts: int) -> int:
    """Return how many positions that took."""
    return facts >> WORK_SHIFT


def filled(words: Any, search: int) -> float:
    """Return the share of the entries of a table that a search wrote."""
    written: Any = search_of(words[FACTS::WORDS]) == search
    return float(written.mean())
