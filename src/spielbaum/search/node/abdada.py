"""ABDADA: each thread of a search puts off the actions that another one is searching.

A place in a small table that all threads share holds the mark of an action that is being searched. Marks may displace
one another; all that is lost then is some time.

T. Kerrigan's simplification of J.-C. Weill, The ABDADA distributed minimax search algorithm, ICCA Journal 19 (1996).
"""

from spielbaum.kernel import read_word, write_word
from spielbaum.search.core.workspace import Workspace

BUSY_WORDS = 1 << 12
"""How many marks have room."""


def is_busy(mark: int, ws: Workspace) -> bool:
    """Return whether a thread is searching the action of a mark."""
    return read_word(ws.busy, mark & BUSY_WORDS - 1) == mark


def set_busy(mark: int, ws: Workspace) -> None:
    """Note that the action of a mark is being searched."""
    write_word(ws.busy, mark & BUSY_WORDS - 1, mark)


def set_idle(mark: int, ws: Workspace) -> None:
    """Note that the action of a mark is no longer being searched."""
    if is_busy(mark, ws):
        write_word(ws.busy, mark & BUSY_WORDS - 1, 0)
