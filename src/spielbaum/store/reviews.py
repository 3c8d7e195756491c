"""Reviewed moves, stored one by one, so that an interrupted review can be resumed."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, insert, select, update

from spielbaum.store.schema import review
from spielbaum.store.store import Store, batches


class Reviews:
    """Reviewed moves in a store, by a key of the game and its moves so far.

    Parameters
    ----------
    store
        The database.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Store(f"{folder}/reviews.db") as store:
    ...     reviews = Reviews(store)
    ...     reviews.keep("a", {"loss": 0.25})
    ...     reviews.keep("a", {"loss": 0.5})
    ...     reviews.find(["a", "b"])
    {'a': {'loss': 0.5}}
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def find(self, keys: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Return the stored moves among those of some keys."""
        with self._store.reading() as connection:
            return {
                row.key: dict(row.move)
                for part in batches(keys)
                for row in connection.execute(select(review).where(review.c.key.in_(part)))
            }

    def keep(self, key: str, move: Mapping[str, Any]) -> None:
        """Store a move; it replaces an older one of that key."""
        values = {"move": dict(move), "created": datetime.now(UTC).isoformat(timespec="milliseconds")}
        with self._store.writing() as connection:
            if not connection.execute(update(review).where(review.c.key == key).values(**values)).rowcount:
                connection.execute(insert(review).values(key=key, **values))

    def forget(self, before: datetime) -> int:
        """Delete the moves that were stored before a time, and return their number."""
        moment = before.astimezone(UTC).isoformat(timespec="milliseconds")
        with self._store.writing() as connection:
            return connection.execute(delete(review).where(review.c.created < moment)).rowcount
