"""ABDADA: each thread of a search defers actions that another thread is searching.

The threads share a small table of marks, one for each action that is being searched. A mark may overwrite another; that
costs only time.

T. Kerrigan's simplification of J.-C. Weill, The ABDADA distributed minimax search algorithm, ICCA Journal 19 (1996).
"""

from typing import Protocol

from spielbaum.kernel import Words, read_word, write_word

BUSY_WORDS = 1 << 12
"""The size of the table of marks."""


class Marks(Protocol):
    """The table of marks in a workspace."""

    busy: Words


def is_busy(mark: int, ws: Marks) -> bool:
    """Return whether a thread is searching the action of a mark."""
    return read_word(ws.busy, mark & BUSY_WORDS - 1) == mark


def set_busy(mark: int, ws: Marks) -> None:
    """Mark an action as being searched."""
    write_word(ws.busy, mark & BUSY_WORDS - 1, mark)


def set_idle(mark: int, ws: Marks) -> None:
    """Remove the mark of an action that was searched."""
    if is_busy(mark, ws):
        write_word(ws.busy, mark & BUSY_WORDS - 1, 0)
