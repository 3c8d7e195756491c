"""One entry of the transposition table.

An entry is four 64-bit numbers or, if values are vectors, three and one for each player, padded to a power of two. With
up to five players it fits in one cache line::

    LOCK    key ^ all that follow: an entry that another thread has half written does not match
    FACTS   63      32 31     25 24     16 15       3    2      1   0
            |  work   |  stamp  |  depth  |generation| proven | bound |    bound: 1 upper, 2 lower, 3 exact
    ACTION  the best action
    VALUE   the bits of the value for the player to move, or of the values for player 0, player 1, ...
"""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, NamedTuple

from spielbaum.kernel import array_of, read_word, write_word
from spielbaum.kernel.words import Words
from spielbaum.search.core.workspace import ONLY_ENDS, TO_THE_END, Workspace

Table = Words
"""The words of all entries."""

LOCK, FACTS, ACTION, VALUE = range(4)
UPPER, LOWER, EXACT = 1, 2, 3
PROVEN = 4
GENERATION_SHIFT, GENERATIONS = 3, 0x1FFF
DEPTH_SHIFT, DEPTH_MASK = 16, 0x1FF
STAMP_SHIFT, STAMPS = 25, 0x7F
WORK_SHIFT, MOST_WORK = 32, 0x7FFFFFFF
NOWHERE = -1
MANY = 10_000
"""Entries from which on importing NumPy to count them pays."""


class Entries(NamedTuple):
    """The functions on entries of one length.

    ``field_of`` and ``set_field`` read and write a word of an entry; ``key_in`` is the key of its state;
    ``find(home, key, levels, oldest, table)`` is the slot of a key in an entry of generation ``oldest`` or later, or
    NOWHERE.
    """

    words: int
    field_of: Callable[[int, int, Table], int]
    set_field: Callable[[int, int, int, Table], None]
    key_in: Callable[[int, Table], int]
    find: Callable[[int, int, int, int, Table], int]


def make_entries(numbers: int) -> Entries:
    """Return the functions on entries with values of ``numbers`` numbers."""
    used = VALUE + numbers
    words = 1 << (used - 1).bit_length()

    def field_of(slot: int, field: int, table: Table) -> int:
        return read_word(table, words * slot + field)

    def set_field(slot: int, field: int, word: int, table: Table) -> None:
        write_word(table, words * slot + field, word)

    def key_in(slot: int, table: Table) -> int:
        key = field_of(slot, LOCK, table)
        for field in range(1, used):
            key ^= field_of(slot, field, table)
        return key

    def find(home: int, key: int, levels: int, oldest: int, table: Table) -> int:
        for slot in range(home, home + levels):
            if generation_of(field_of(slot, FACTS, table)) >= oldest and key_in(slot, table) == key:
                return slot
        return NOWHERE

    return Entries(words, field_of, set_field, key_in, find)


SCALAR = make_entries(1)
WORDS, field_of, set_field, key_in, find = SCALAR
ENTRY_BYTES = 8 * WORDS


def entries_in(size: int, words: int = WORDS) -> int:
    """Return the number of entries of a table of ``size`` bytes: the largest power of two that fits, at least two."""
    return 1 << max(1, (size // (8 * words)).bit_length() - 1)


def home_of(key: int, levels: int, ws: Workspace) -> int:
    """Return the first slot for a key."""
    return (key & (ws.entries // levels - 1)) * levels


def applies(facts: int, depth: int, ws: Workspace) -> bool:
    """Return whether a search to this depth would find the same value; never if only ends of the game count."""
    searched = depth_of(facts)
    proven = facts & PROVEN != 0 and (searched < depth or ws.unlimited == TO_THE_END)
    return bool((searched == depth or proven) and ws.unlimited != ONLY_ENDS)


def applies_on_paths(facts: int, depth: int, ws: Workspace) -> bool:
    """Return the same for games with draws by repetition, where a proof with more plies left may not hold."""
    searched = depth_of(facts)
    return bool((searched == depth or (facts & PROVEN != 0 and searched < depth)) and ws.unlimited != ONLY_ENDS)


def applies_deeper(facts: int, depth: int, ws: Workspace) -> bool:
    """Return whether a search to at least this depth found the value."""
    return depth_of(facts) >= depth and ws.unlimited != ONLY_ENDS


def generation_of(facts: int) -> int:
    """Return the generation of an entry: the number of the search that wrote it."""
    return facts >> GENERATION_SHIFT & GENERATIONS


def depth_of(facts: int) -> int:
    """Return the depth to which the state was searched."""
    return facts >> DEPTH_SHIFT & DEPTH_MASK


def stamp_of(facts: int) -> int:
    """Return the stamp of the iteration that wrote an entry; 0 in games without draws by repetition."""
    return facts >> STAMP_SHIFT & STAMPS


def work_of(facts: int) -> int:
    """Return the nodes that the search of the state took."""
    return facts >> WORK_SHIFT


def filled(table: Any, search: int, words: int = WORDS) -> float:
    """Return the share of entries that a search wrote; of a large table without NumPy, the share in a sample."""
    facts = table[FACTS::words]
    if len(facts) >= MANY and find_spec("numpy") is None:  # keys lie anywhere
        facts = facts[: MANY - 1]
    if len(facts) < MANY:
        return sum(generation_of(word) == search for word in facts) / len(facts)
    written: Any = generation_of(array_of(facts)) == search
    return float(written.mean())
