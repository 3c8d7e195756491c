"""The transposition table of a proof: a lower and an upper bound, whole numbers, of the value of a state.

An entry is two 64-bit numbers, and four entries are a bucket, which is one cache line::

    LOCK    lock ^ FACTS: an entry that another thread has half written does not match
    FACTS   63   62    48 47     32 31    16 15     0
            | 0 |  work  |  action  |  high  |  low  |    low and high + 2^15, action + 1, 0 for none

In games with repetition (:mod:`spielbaum.search.proof.deepening`) bounds may be open: they hold only up to a horizon.
The upper 16 bits are then::

            63   62    57 56 55  54   48
            | 0 |  work  | open | plies |    plies to the horizon; which bounds are open; work as a power of two

A state is identified by its lock, and its bucket by its place: the same 64 bits if keys are injective, else another
hash, so that two states are only confused if both hashes are equal.

Values are for the player to move, and bounds hold for every later search of the game. A new entry replaces the entry of
its bucket that took the fewest nodes.

D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, Replacement schemes for transposition tables, ICCA
Journal 17 (1994), "big"; the bucket: several levels of theirs.
"""

from spielbaum.kernel import prefetch, read_word, write_word
from spielbaum.search.core.keys import BUCKET as BUCKET
from spielbaum.search.table.entry import Table

LIMIT = 2**15 - 1
"""The largest value."""

BUCKET_WORDS = 2 * BUCKET
NOTHING = 2**16 - 1 << 16
"""The facts of a state that is not in the table: low is -2^15, high is 2^15 - 1."""

SAMPLE = 10_000
"""The size of the sample that measures how full a table is."""

NO_KEY = 0
"""The lock of states that are never stored."""

MOST_PLIES = 127
"""The furthest horizon."""

_HALF, _MASK, _MOST_WORK = 2**15, 2**16 - 1, 2**15 - 1


def bucket_of(place: int, buckets: int) -> int:
    """Return the first word of a bucket; there is a power of two of buckets."""
    return (place & buckets - 1) * BUCKET_WORDS


def prefetch_bucket(lock: int, place: int, buckets: int, table: Table) -> None:
    """Prefetch the bucket of a state."""
    if lock != NO_KEY:
        prefetch(table, bucket_of(place, buckets))


def probe(lock: int, place: int, buckets: int, table: Table) -> int:
    """Return the facts of a state in the table."""
    if lock == NO_KEY:
        return NOTHING
    home = bucket_of(place, buckets)
    for word in range(home, home + BUCKET_WORDS, 2):
        facts = read_word(table, word + 1)
        if read_word(table, word) ^ facts == lock and facts != 0:
            return facts
    return NOTHING


def store(lock: int, place: int, facts: int, buckets: int, table: Table) -> None:
    """Store the facts of a state; in a full bucket they replace those with the least work."""
    if lock == NO_KEY:
        return
    home = bucket_of(place, buckets)
    least, chosen = _MOST_WORK + 1, home
    for word in range(home, home + BUCKET_WORDS, 2):
        other = read_word(table, word + 1)
        if read_word(table, word) ^ other == lock:
            chosen = word
            break
        if other >> 48 < least:
            least, chosen = other >> 48, word
    write_word(table, chosen, lock ^ facts)
    write_word(table, chosen + 1, facts)


def low_of(facts: int) -> int:
    """Return the lower bound."""
    return (facts & _MASK) - _HALF


def high_of(facts: int) -> int:
    """Return the upper bound."""
    return (facts >> 16 & _MASK) - _HALF


def action_of(facts: int) -> int:
    """Return the action to try first, or -1."""
    return (facts >> 32 & _MASK) - 1


def facts_of(low: int, high: int, action: int, work: int) -> int:
    """Return the facts of an entry, without an action that does not fit.

    Examples
    --------
    >>> facts = facts_of(-3, 4, 7, 1000)
    >>> low_of(facts), high_of(facts), action_of(facts)
    (-3, 4, 7)
    """
    kept = action + 1 if 0 <= action < _MASK else 0
    return _scaled(work) << 48 | kept << 32 | high + _HALF << 16 | low + _HALF


def open_facts_of(low: int, high: int, action: int, work: int, plies: int) -> int:
    """Return the facts of an entry whose bounds hold up to a horizon ``plies`` away; 0 if they are proved.

    Examples
    --------
    >>> facts = open_facts_of(-3, 4, 7, 1000, 20)
    >>> low_of(facts), high_of(facts), action_of(facts), plies_of(facts)
    (-3, 4, 7, 20)
    """
    kept = action + 1 if 0 <= action < _MASK else 0
    upper = work.bit_length() << 7 | plies
    return upper << 48 | kept << 32 | high + _HALF << 16 | low + _HALF


def plies_of(facts: int) -> int:
    """Return the plies to the horizon up to which the bounds hold; 0 if they are proved."""
    return facts >> 48 & MOST_PLIES


def shifted(facts: int, by: int) -> int:
    """Return the same facts with larger bounds; a trivial bound stays trivial.

    Examples
    --------
    >>> facts = shifted(facts_of(-3, LIMIT, 7, 1000), 5)
    >>> low_of(facts), high_of(facts) == LIMIT, action_of(facts)
    (2, True, 7)
    """
    low, high = facts & _MASK, facts >> 16 & _MASK
    if low != 0:
        low = min(max(low + by, 0), _MASK)
    if high != _MASK:
        high = min(max(high + by, 0), _MASK)
    return facts >> 32 << 32 | high << 16 | low


def _scaled(work: int) -> int:
    """Return a number of nodes as nine leading bits and an exponent."""
    exponent = max(0, work.bit_length() - 9)
    return min(exponent << 9 | work >> exponent, _MOST_WORK)


def filled(words: memoryview) -> float:
    """Return the share of used entries, estimated from a sample."""
    sample = words[1 : 2 * SAMPLE : 2]
    return sum(word != 0 for word in sample) / len(sample)
