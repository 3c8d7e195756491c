"""Moves that have been reviewed: kept one by one, so that a review that was stopped goes on."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, insert, select

from spielbaum.store.schema import review
from spielbaum.store.store import Store

BATCH = 500
"""Keys that are looked for at a time."""


class Reviews:
    """Reviewed moves in a store, by a key of the game and the moves up to there.

    Parameters
    ----------
    store
        Where they are kept.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Store(f"{folder}/reviews.db") as store:
    ...     reviews = Reviews(store)
    ...     reviews.keep("a", {"loss": 0.25})
    ...     reviews.keep("a", {"loss": 0.5})
    ...     reviews.find(["a", "b"])
    {'a': {'loss': 0.25}}
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def find(self, keys: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Return the moves of those keys that there are."""
        with self._store.reading() as connection:
            return {
                row.key: dict(row.move)
                for part in _batches(keys)
                for row in connection.execute(select(review).where(review.c.key.in_(part)))
            }

    def keep(self, key: str, move: Mapping[str, Any]) -> None:
        """Keep a move, unless there is one of that key."""
        with self._store.writing() as connection:
            if connection.execute(select(review.c.key).where(review.c.key == key)).first() is None:
                now = datetime.now(UTC).isoformat(timespec="milliseconds")
                connection.execute(insert(review).values(key=key, move=dict(move), created=now))

    def forget(self, before: datetime) -> int:
        """Remove what was kept before a time, and return how many moves these were."""
        moment = before.astimezone(UTC).isoformat(timespec="milliseconds")
        with self._store.writing() as connection:
            return connection.execute(delete(review).where(review.c.created < moment)).rowcount


def _batches(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    for first in range(0, len(keys), BATCH):
        yield keys[first : first + BATCH]
