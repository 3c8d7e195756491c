"""How a proof gets at its table: by one word for each state, or by two where keys are hashes.

With two words a state has to agree with another one in all bits of the lock, and in as many of the place as there are
buckets, to be taken for it. With one the place is the lock, and costs nothing.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from spielbaum.game import State
from spielbaum.kernel import Workspace
from spielbaum.search.core.keys import ProofKeys
from spielbaum.search.proof.bounds_table import enter, fetch, look_up
from spielbaum.search.table.entry import Table

Key = Any
"""The lock of a state, or its lock and its place."""


class Access(NamedTuple):
    """The verbs of a proof's table.

    ``key_of`` gives the key of a state. ``note`` keeps that of a listed action's child, and ``noted`` returns it.
    ``fetch``, ``look_up`` and ``enter`` are those of the table.
    """

    key_of: Callable[[State], Key]
    note: Callable[[Key, int, Workspace], None]
    noted: Callable[[int, Workspace], Key]
    fetch: Callable[[Key, Workspace, Table], None]
    look_up: Callable[[Key, Workspace, Table], int]
    enter: Callable[[Key, int, Workspace, Table], None]


def make_access(keys: ProofKeys) -> Access:
    """Return the verbs for the keys of a game."""
    return _by_one_word(keys.lock) if keys.place is None else _by_two_words(keys.lock, keys.place)


def _by_one_word(key_of: Callable[[State], int]) -> Access:
    def note(key: Key, i: int, ws: Workspace) -> None:
        ws.child_lock[i] = key

    def noted(i: int, ws: Workspace) -> Key:
        return ws.child_lock[i]

    def fetched(key: Key, ws: Workspace, table: Table) -> None:
        fetch(key, key, ws.buckets, table)

    def known(key: Key, ws: Workspace, table: Table) -> int:
        return look_up(key, key, ws.buckets, table)

    def entered(key: Key, facts: int, ws: Workspace, table: Table) -> None:
        enter(key, key, facts, ws.buckets, table)

    return Access(key_of, note, noted, fetched, known, entered)


def _by_two_words(lock: Callable[[State], int], place: Callable[[State], int]) -> Access:
    def key_of(state: State) -> Key:
        return lock(state), place(state)

    def note(key: Key, i: int, ws: Workspace) -> None:
        ws.child_lock[i], ws.child_place[i] = key

    def noted(i: int, ws: Workspace) -> Key:
        return ws.child_lock[i], ws.child_place[i]

    def fetched(key: Key, ws: Workspace, table: Table) -> None:
        fetch(key[0], key[1], ws.buckets, table)

    def known(key: Key, ws: Workspace, table: Table) -> int:
        return look_up(key[0], key[1], ws.buckets, table)

    def entered(key: Key, facts: int, ws: Workspace, table: Table) -> None:
        enter(key[0], key[1], facts, ws.buckets, table)

    return Access(key_of, note, noted, fetched, known, entered)
