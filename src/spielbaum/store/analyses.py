"""Analysed positions: of two analyses of a position, the one that took longer is kept."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, insert, select, update

from spielbaum.store.schema import analysis
from spielbaum.store.store import Store, batches


class Analyses:
    """Analysed positions in a store, by a key of the game and its states so far.

    Parameters
    ----------
    store
        The database.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Store(f"{folder}/analyses.db") as store:
    ...     analyses = Analyses(store)
    ...     for depth, seconds in ((8, 2.0), (6, 0.5), (9, 4.0)):
    ...         analyses.keep("a", {"depth": depth}, seconds)
    ...     analyses.find("a"), analyses.find("b")
    ({'depth': 9}, None)
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def find(self, key: str) -> dict[str, Any] | None:
        """Return the stored analysis of a key; None if there is none."""
        with self._store.reading() as connection:
            found = connection.execute(select(analysis.c.found).where(analysis.c.key == key)).scalar_one_or_none()
            return None if found is None else dict(found)

    def seconds(self, keys: Sequence[str]) -> dict[str, float]:
        """Return the seconds that the stored analyses among those of some keys took."""
        with self._store.reading() as connection:
            return {
                row.key: row.seconds
                for part in batches(keys)
                for row in connection.execute(
                    select(analysis.c.key, analysis.c.seconds).where(analysis.c.key.in_(part))
                )
            }

    def keep(self, key: str, found: Mapping[str, Any], seconds: float) -> None:
        """Store an analysis that took some seconds, unless there is one of that key that took longer."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        values = {"found": dict(found), "seconds": seconds, "changed": now}
        with self._store.writing() as connection:
            known = connection.execute(select(analysis.c.seconds).where(analysis.c.key == key)).scalar_one_or_none()
            if known is None:
                connection.execute(insert(analysis).values(key=key, **values))
            elif known <= seconds:
                connection.execute(update(analysis).where(analysis.c.key == key).values(**values))

    def forget(self, before: datetime) -> int:
        """Delete the analyses that were last changed before a time, and return their number."""
        moment = before.astimezone(UTC).isoformat(timespec="milliseconds")
        with self._store.writing() as connection:
            return connection.execute(delete(analysis).where(analysis.c.changed < moment)).rowcount
