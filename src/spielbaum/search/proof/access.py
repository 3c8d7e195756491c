"""Keys of states in the table of a proof: one word, or two if keys are hashes.

Of two words the first is the lock, which is compared, and the second the place, which selects the bucket. An injective
key is both. If keys leave out a part of the value, they carry it as an offset: the table holds bounds minus the offset.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from spielbaum.game import State
from spielbaum.search.proof.bounds_table import NO_KEY, prefetch_bucket, probe, shifted, store
from spielbaum.search.proof.proof_rules import ProofRules
from spielbaum.search.table.entry import Table

Key = Any
"""The lock of a state, or its lock and place; with an offset, the pair of that and the offset."""


class TableAccess(NamedTuple):
    """The functions by which a proof uses its table.

    ``key_of`` gives the key of a state. ``note_key`` keeps the key of the child of the i-th listed action in the
    workspace, and ``noted_key`` returns it. ``prefetch``, ``probe`` and ``store`` are those of the table;
    ``probe_open`` and ``store_open`` use separate entries for the open results of each question (``ws.question``).
    """

    key_of: Callable[[State], Key]
    note_key: Callable[[Key, int, Any], None]
    noted_key: Callable[[int, Any], Key]
    prefetch: Callable[[Key, Any, Table], None]
    probe: Callable[[Key, Any, Table], int]
    store: Callable[[Key, int, Any, Table], None]
    probe_open: Callable[[Key, Any, Table], int]
    store_open: Callable[[Key, int, Any, Table], None]


def make_access(rules: ProofRules) -> TableAccess:
    """Return the functions for the keys of a game."""
    keys, offset = rules.keys, rules.offset
    access = _by_one_word(keys.lock) if keys.place is None else _by_two_words(keys.both or _each(keys.lock, keys.place))
    return access if offset is None else _with_offset(access, offset)


def _by_one_word(key_of: Callable[[State], int]) -> TableAccess:
    def note_key(key: Key, i: int, ws: Any) -> None:
        ws.child_lock[i] = key

    def noted_key(i: int, ws: Any) -> Key:
        return ws.child_lock[i]

    def prefetch(key: Key, ws: Any, table: Table) -> None:
        prefetch_bucket(key, key, ws.buckets, table)

    def probe_key(key: Key, ws: Any, table: Table) -> int:
        return probe(key, key, ws.buckets, table)

    def store_key(key: Key, facts: int, ws: Any, table: Table) -> None:
        store(key, key, facts, ws.buckets, table)

    def probe_open(key: Key, ws: Any, table: Table) -> int:
        return probe(_lock_of(key, ws), key, ws.buckets, table)

    def store_open(key: Key, facts: int, ws: Any, table: Table) -> None:
        store(_lock_of(key, ws), key, facts, ws.buckets, table)

    return TableAccess(key_of, note_key, noted_key, prefetch, probe_key, store_key, probe_open, store_open)


def _lock_of(lock: int, ws: Any) -> int:
    """Return the lock of a state for the open entries of a question.

    The number of the question is less than the number of buckets. So a state that happens to have this lock is in
    another bucket, even if the lock is also the place.
    """
    return lock ^ ws.question if lock != NO_KEY and ws.question < ws.buckets else NO_KEY


def _each(lock: Callable[[State], int], place: Callable[[State], int]) -> Callable[[State], tuple[int, int]]:
    def lock_and_place(state: State) -> tuple[int, int]:
        return lock(state), place(state)

    return lock_and_place


def _by_two_words(key_of: Callable[[State], tuple[int, int]]) -> TableAccess:
    def note_key(key: Key, i: int, ws: Any) -> None:
        ws.child_lock[i], ws.child_place[i] = key

    def noted_key(i: int, ws: Any) -> Key:
        return ws.child_lock[i], ws.child_place[i]

    def prefetch(key: Key, ws: Any, table: Table) -> None:
        prefetch_bucket(key[0], key[1], ws.buckets, table)

    def probe_key(key: Key, ws: Any, table: Table) -> int:
        return probe(key[0], key[1], ws.buckets, table)

    def store_key(key: Key, facts: int, ws: Any, table: Table) -> None:
        store(key[0], key[1], facts, ws.buckets, table)

    def probe_open(key: Key, ws: Any, table: Table) -> int:
        return probe(_lock_of(key[0], ws), key[1], ws.buckets, table)

    def store_open(key: Key, facts: int, ws: Any, table: Table) -> None:
        store(_lock_of(key[0], ws), key[1], facts, ws.buckets, table)

    return TableAccess(key_of, note_key, noted_key, prefetch, probe_key, store_key, probe_open, store_open)


def _with_offset(plain: TableAccess, offset: Callable[[State], int]) -> TableAccess:
    plain_key_of, note_plain_key, noted_plain_key = plain.key_of, plain.note_key, plain.noted_key
    prefetch_plain, probe_plain, store_plain = plain.prefetch, plain.probe, plain.store

    def key_of(state: State) -> Key:
        return plain_key_of(state), int(offset(state))

    def note_key(key: Key, i: int, ws: Any) -> None:
        note_plain_key(key[0], i, ws)
        ws.child_offset[i] = key[1]

    def noted_key(i: int, ws: Any) -> Key:
        return noted_plain_key(i, ws), ws.child_offset[i]

    def prefetch(key: Key, ws: Any, table: Table) -> None:
        prefetch_plain(key[0], ws, table)

    def probe_key(key: Key, ws: Any, table: Table) -> int:
        return shifted(probe_plain(key[0], ws, table), key[1])

    def store_key(key: Key, facts: int, ws: Any, table: Table) -> None:
        store_plain(key[0], shifted(facts, -key[1]), ws, table)

    return plain._replace(
        key_of=key_of, note_key=note_key, noted_key=noted_key, prefetch=prefetch, probe=probe_key, store=store_key
    )
