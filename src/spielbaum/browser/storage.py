"""The database of the application in the storage of the browser.

SQLite works on a file in Pyodide's memory. Its content is stored after each change, before the change is answered.
``static/database.js`` has the other side.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, Protocol

from spielbaum.errors import SpielbaumError
from spielbaum.store import Store


class Kept(Protocol):
    """What JavaScript keeps in IndexedDB; buffers are objects of JavaScript."""

    def read(self) -> Awaitable[Any]:
        """Return the stored content; None if there is none."""

    def write(self, content: Any) -> Awaitable[None]:
        """Store the content."""

    def setAside(self, content: Any) -> Awaitable[None]:  # noqa: N802 - JavaScript's name
        """Store a content that cannot be used beside the others."""


class Storage:
    """The file of a database, stored in the browser.

    Parameters
    ----------
    path
        The file.
    kept
        The storage.
    """

    def __init__(self, path: Path, kept: Kept) -> None:
        self._path, self._kept = path, kept
        self._lock = asyncio.Lock()
        self._version = -1

    async def restore(self) -> str:
        """Write the stored content to the file; return why it cannot be used, and is set aside, or an empty text."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        wrong = ""
        stored = await self._kept.read()
        if stored is not None:
            self._path.write_bytes(stored.to_bytes())
            wrong = _fault(self._path)
            if wrong:
                await self._kept.setAside(stored)
                for file in self._path.parent.glob(f"{self._path.name}*"):
                    file.unlink()
        Store(str(self._path)).close()
        self._connection = sqlite3.connect(self._path, isolation_level=None)
        await self.save()
        return wrong

    async def save(self) -> None:
        """Store the content, if it has changed."""
        async with self._lock:
            (version,) = self._connection.execute("PRAGMA data_version").fetchone()
            if version != self._version:
                await self._kept.write(_buffer(self._connection.serialize()))
                self._version = version


def _buffer(content: bytes) -> Any:
    from pyodide.ffi import to_js

    return to_js(content)


def _fault(path: Path) -> str:
    """Return why a database cannot be used; an empty text if it can."""
    try:
        with sqlite3.connect(path) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        connection.close()
        if found != "ok":
            return str(found)
        Store(str(path)).close()
    except (sqlite3.Error, SpielbaumError) as error:
        return str(error)
    return ""
