"""Keys of states in the table of a proof: one word, or two where keys are hashes.

Of two words the first is the lock, which is compared, and the second the place, which chooses the bucket. Where one
word is certain, it is both. Where keys leave a part of the value out, the key carries that offset: the table holds
bounds less the offset, and is read with it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from spielbaum.game import State
from spielbaum.kernel import Workspace
from spielbaum.search.proof.bounds_table import NO_KEY, prefetch_bucket, probe, shifted, store
from spielbaum.search.proof.proof_rules import ProofRules
from spielbaum.search.table.entry import Table

Key = Any
"""The lock of a state, or its lock and its place; with an offset, the pair of that and the offset."""


class TableAccess(NamedTuple):
    """The functions by which a proof uses its table.

    ``key_of`` gives the key of a state. ``note_key`` keeps the key of the child of the i-th listed action in the
    workspace, and ``noted_key`` returns it. ``prefetch``, ``probe`` and ``store`` are those of the table;
    ``probe_open`` and ``store_open`` those of entries beside, in which each question (``ws.question``) has what it
    knows so far.
    """

    key_of: Callable[[State], Key]
    note_key: Callable[[Key, int, Workspace], None]
    noted_key: Callable[[int, Workspace], Key]
    prefetch: Callable[[Key, Workspace, Table], None]
    probe: Callable[[Key, Workspace, Table], int]
    store: Callable[[Key, int, Workspace, Table], None]
    probe_open: Callable[[Key, Workspace, Table], int]
    store_open: Callable[[Key, int, Workspace, Table], None]


def make_access(rules: ProofRules) -> TableAccess:
    """Return the functions for the keys of a game."""
    keys, offset = rules.keys, rules.offset
    access = _by_one_word(keys.lock) if keys.place is None else _by_two_words(keys.both or _each(keys.lock, keys.place))
    return access if offset is None else _with_offset(access, offset)


def _by_one_word(key_of: Callable[[State], int]) -> TableAccess:
    def note_key(key: Key, i: int, ws: Workspace) -> None:
        ws.child_lock[i] = key

    def noted_key(i: int, ws: Workspace) -> Key:
        return ws.child_lock[i]

    def prefetch(key: Key, ws: Workspace, table: Table) -> None:
        prefetch_bucket(key, key, ws.buckets, table)

    def probe_key(key: Key, ws: Workspace, table: Table) -> int:
        return probe(key, key, ws.buckets, table)

    def store_key(key: Key, facts: int, ws: Workspace, table: Table) -> None:
        store(key, key, facts, ws.buckets, table)

    def probe_open(key: Key, ws: Workspace, table: Table) -> int:
        return probe(_lock_of(key, ws), key, ws.buckets, table)

    def store_open(key: Key, facts: int, ws: Workspace, table: Table) -> None:
        store(_lock_of(key, ws), key, facts, ws.buckets, table)

    return TableAccess(key_of, note_key, noted_key, prefetch, probe_key, store_key, probe_open, store_open)


def _lock_of(lock: int, ws: Workspace) -> int:
    """Return the lock of what a question knows of a state.

    The number of the question is less than that of the buckets, so that a state whose own lock that is has its entries
    in another bucket, even where the lock is the place, too.
    """
    return lock ^ ws.question if lock != NO_KEY and ws.question < ws.buckets else NO_KEY


def _each(lock: Callable[[State], int], place: Callable[[State], int]) -> Callable[[State], tuple[int, int]]:
    def lock_and_place(state: State) -> tuple[int, int]:
        return lock(state), place(state)

    return lock_and_place


def _by_two_words(key_of: Callable[[State], tuple[int, int]]) -> TableAccess:
    def note_key(key: Key, i: int, ws: Workspace) -> None:
        ws.child_lock[i], ws.child_place[i] = key

    def noted_key(i: int, ws: Workspace) -> Key:
        return ws.child_lock[i], ws.child_place[i]

    def prefetch(key: Key, ws: Workspace, table: Table) -> None:
        prefetch_bucket(key[0], key[1], ws.buckets, table)

    def probe_key(key: Key, ws: Workspace, table: Table) -> int:
        return probe(key[0], key[1], ws.buckets, table)

    def store_key(key: Key, facts: int, ws: Workspace, table: Table) -> None:
        store(key[0], key[1], facts, ws.buckets, table)

    def probe_open(key: Key, ws: Workspace, table: Table) -> int:
        return probe(_lock_of(key[0], ws), key[1], ws.buckets, table)

    def store_open(key: Key, facts: int, ws: Workspace, table: Table) -> None:
        store(_lock_of(key[0], ws), key[1], facts, ws.buckets, table)

    return TableAccess(key_of, note_key, noted_key, prefetch, probe_key, store_key, probe_open, store_open)


def _with_offset(plain: TableAccess, offset: Callable[[State], int]) -> TableAccess:
    plain_key_of, note_plain_key, noted_plain_key = plain.key_of, plain.note_key, plain.noted_key
    prefetch_plain, probe_plain, store_plain = plain.prefetch, plain.probe, plain.store

    def key_of(state: State) -> Key:
        return plain_key_of(state), int(offset(state))

    def note_key(key: Key, i: int, ws: Workspace) -> None:
        note_plain_key(key[0], i, ws)
        ws.child_offset[i] = key[1]

    def noted_key(i: int, ws: Workspace) -> Key:
        return noted_plain_key(i, ws), ws.child_offset[i]

    def prefetch(key: Key, ws: Workspace, table: Table) -> None:
        prefetch_plain(key[0], ws, table)

    def probe_key(key: Key, ws: Workspace, table: Table) -> int:
        return shifted(probe_plain(key[0], ws, table), key[1])

    def store_key(key: Key, facts: int, ws: Workspace, table: Table) -> None:
        store_plain(key[0], shifted(facts, -key[1]), ws, table)

    return plain._replace(
        key_of=key_of, note_key=note_key, noted_key=noted_key, prefetch=prefetch, probe=probe_key, store=store_key
    )
