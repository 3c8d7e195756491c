"""The memory of transposition tables: one array per searching thread, kept from search to search."""

import threading
from collections.abc import Sequence
from typing import Any, NamedTuple
from weakref import ref

from spielbaum.game import State
from spielbaum.kernel import LargePages, clear_words, new_words, words_of
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.table.entry import GENERATIONS, STAMPS, filled
from spielbaum.search.table.scalar import DEFAULT_TABLE_BYTES, checked_size, new_table

CELLS_PER_ENTRY = 4
"""Marks of searched positions, 16 bits each, per entry of the table."""

CELLS_PER_NODE = 64
"""Marks in use per node of the previous iterations: fewer would collide, more would be slow."""

LEAST_CELLS = 1 << 12

MOST_ITERATIONS = 40
"""The iterations that a search has stamps for; a longer one clears the marks, and starts with an empty table."""


class GameLine(NamedTuple):
    """The states of a game up to the root of a search, and a weak reference to the searcher."""

    searcher: ref[Any]
    states: Sequence[State]

    def goes_on(self, before: "GameLine") -> bool:
        """Return whether the same searcher has searched an earlier state of the same game."""
        if before.searcher != self.searcher or len(before.states) >= len(self.states):
            return False
        return bool(self.states[len(before.states) - 1] == before.states[-1])


class Allocation:
    """The words of a table and, for games with draws by repetition, the marks of searched positions.

    Parameters
    ----------
    size
        Bytes of the table.
    entry_words
        Words of an entry.
    """

    def __init__(self, size: int, entry_words: int) -> None:
        self.words = new_table(size, entry_words)
        self.large_pages = LargePages(self.words)
        self.entry_words, self.generation, self.oldest_generation = entry_words, 0, 0
        self.line: GameLine | None = None
        self.marks: Any = None
        self.stamp = 0

    @property
    def entries(self) -> int:
        """The number of entries, a power of two."""
        return len(self.words) // self.entry_words

    def begin_search(self, ws: Workspace, entry_words: int, line: GameLine | None = None) -> None:
        """Make all entries count as empty, except those of earlier states of the same ``line``.

        New entries have ``entry_words`` words.
        """
        if entry_words != self.entry_words:
            self._clear_entries()
            self.entry_words = entry_words
        self.make_room()
        goes_on = line is not None and self.line is not None and line.goes_on(self.line)
        self.generation += 1
        self.line, self.oldest_generation = line, self.oldest_generation if goes_on else self.generation
        ws.generation, ws.oldest_generation, ws.entries = self.generation, self.oldest_generation, self.entries

    def make_room(self) -> None:
        """Clear entries or marks if few numbers of searches or iterations are left."""
        if self.generation == GENERATIONS:
            self._clear_entries()
        if self.stamp > STAMPS - MOST_ITERATIONS:
            self._clear_marks()

    def _clear_entries(self) -> None:
        clear_words(self.words)
        self.generation, self.line = 0, None

    def _clear_marks(self) -> None:
        clear_words(self.marks)
        self.stamp, self.line = 0, None  # reused entries have stamps that will be used again

    def begin_iteration(self, ws: Workspace, depth: int, *, compiled: bool) -> None:
        """Make all marks count as unset, and tell entries of earlier iterations from those of this one."""
        if self.marks is None:
            self.marks = new_words(self.entries * CELLS_PER_ENTRY // 4, dense=True)
        if self.stamp == STAMPS:
            self._clear_marks()
            self.begin_search(ws, self.entry_words)
        self.stamp += 1
        most, wanted = 4 * len(self.marks), CELLS_PER_NODE * int(ws.nodes)
        if ws.nodes == 0 and depth > 1:
            wanted = most
        ws.stamp, ws.marks = self.stamp, words_of(self.marks, compiled=compiled)
        ws.mark_cells = min(most, max(LEAST_CELLS, 1 << wanted.bit_length()))


class TableMemory:
    """Memory for the tables of one searcher, or of several that take turns in each thread.

    Entries carry the number of the search that wrote them. Those of other searches count as empty, unless they belong
    to the same game and are reused. So nothing is cleared between searches.

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

    def begin(self, ws: Workspace, entry_words: int, line: GameLine | None = None) -> Allocation:
        """Return this thread's table for a new search, whose entries have ``entry_words`` words.

        With a line it goes on with what the searches before it in the same game have left.
        """
        found: Allocation | None = getattr(self._own, "allocation", None)
        if found is None:
            found = self._own.allocation = Allocation(self.size, entry_words)
        found.begin_search(ws, entry_words, line)
        return found

    def make_room(self) -> None:
        """Clear what this thread's next search would have to clear."""
        own: Allocation | None = getattr(self._own, "allocation", None)
        if own is not None:
            own.make_room()

    @property
    def fill(self) -> float | None:
        """The share of entries that this thread's last search wrote; None if there was none."""
        own: Allocation | None = getattr(self._own, "allocation", None)
        return None if own is None else filled(own.words, own.generation, own.entry_words)

    @property
    def permille(self) -> int | None:
        """The same of the first thousand entries, for keys lie anywhere."""
        own: Allocation | None = getattr(self._own, "allocation", None)
        if own is None:
            return None
        return round(1000 * filled(own.words[: 1000 * own.entry_words], own.generation, own.entry_words))
