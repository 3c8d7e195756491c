"""The memory of transposition tables: one array for each thread that searches, kept from search to search."""

import threading
from typing import Any

from spielbaum.kernel import Workspace
from spielbaum.search.entry import SEARCHES, filled
from spielbaum.search.table import DEFAULT_TABLE_BYTES, checked_size, new_table


class TableMemory:
    """Memory for the tables of one searcher, or of several that take turns in each thread.

    Entries carry the number of the search that wrote them, and those of other searches count as empty: so nothing is
    cleared between searches, whatever they search.

    Parameters
    ----------
    size
        Bytes for each thread that searches; taken when it searches first.

    Raises
    ------
    InputError
        If the machine has less.
    """

    def __init__(self, size: int = DEFAULT_TABLE_BYTES) -> None:
        self.size = checked_size(size)
        self._own = threading.local()

    def begin(self, ws: Workspace, entry_words: int) -> Any:
        """Return this thread's table for a new search, whose entries have so many words."""
        own = self._own
        if not hasattr(own, "table"):
            own.table, own.searches, own.entry_words = new_table(self.size, entry_words), 0, entry_words
        own.searches += 1
        if own.searches > SEARCHES or own.entry_words != entry_words:
            own.table.fill(0)
            own.searches, own.entry_words = 1, entry_words
        ws.search, ws.entries = own.searches, len(own.table) // entry_words
        return own.table

    @property
    def fill(self) -> float | None:
        """The share of entries that this thread's last search wrote; None if there was none."""
        own = self._own
        return filled(own.table, own.searches, own.entry_words) if hasattr(own, "table") else None

    @property
    def permille(self) -> int | None:
        """The same of the first thousand entries, for keys lie anywhere."""
        own = self._own
        if not hasattr(own, "table"):
            return None
        return round(1000 * filled(own.table[: 1000 * own.entry_words], own.searches, own.entry_words))
