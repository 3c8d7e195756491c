"""Games that are played in the browser: one row each, replaced as a whole."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from spielbaum.store.records import PlayRecord
from spielbaum.store.rows import checked
from spielbaum.store.schema import play
from spielbaum.store.store import Store

_FIELDS = tuple(PlayRecord.__dataclass_fields__)


class Plays:
    """The games of visitors in a store.

    A saved game survives the end of the process, since a commit is on the disk before the method returns. If two save
    the same revision, one succeeds.

    Parameters
    ----------
    store
        The database.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from tempfile import TemporaryDirectory
    >>> when = "2026-01-01T00:00:00+00:00"
    >>> with TemporaryDirectory() as folder, Store(f"{folder}/plays.db") as store:
    ...     plays = Plays(store)
    ...     first = PlayRecord(id="Zw3k", game="nim", seats=("human", "random"), created=when, changed=when)
    ...     plays.add(first)
    ...     later = replace(first, turns=({"seat": 0, "text": "1-1"},), revision=1)
    ...     plays.save(later), plays.save(later), plays.find("Zw3k") == later
    (True, False, True)
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, record: PlayRecord) -> None:
        """Store a new game.

        Raises
        ------
        InputError
            If the database cannot be used, or has a game of that id.
        """
        with self._store.writing() as connection:
            connection.execute(insert(play).values(_row(record)))

    def find(self, id: str) -> PlayRecord | None:  # noqa: A002
        """Return the game of an id; None if there is none."""
        with self._store.reading() as connection:
            row = connection.execute(select(play).where(play.c.id == id)).mappings().one_or_none()
            if row is None:
                return None
            return PlayRecord(**checked(play, row))

    def beginning_with(self, prefix: str) -> list[str]:
        """Return the ids of games with a prefix."""
        with self._store.reading() as connection:
            begins = func.substr(play.c.id, 1, len(prefix)) == prefix
            return list(connection.execute(select(play.c.id).where(begins)).scalars())

    def save(self, record: PlayRecord) -> bool:
        """Replace a game by its next revision.

        Returns
        -------
        bool
            False if the stored revision is not the previous one, or there is no such game; then nothing changes.
        """
        which = (play.c.id == record.id) & (play.c.revision == record.revision - 1)
        with self._store.writing() as connection:
            return connection.execute(update(play).where(which).values(_row(record))).rowcount == 1

    def forget(self, before: datetime) -> int:
        """Delete the games that were last changed before a time, and return their number."""
        moment = before.astimezone(UTC).isoformat(timespec="milliseconds")
        with self._store.writing() as connection:
            return connection.execute(delete(play).where(play.c.changed < moment)).rowcount


def _row(record: PlayRecord) -> dict[str, Any]:
    return {name: getattr(record, name) for name in _FIELDS}
