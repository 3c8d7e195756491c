"""What the threads of one search are busy with: each puts off what another one is searching.

A place in a small table that all threads share holds the mark of an action that is being searched. Marks may displace
one another; all that is lost then is some time.

T. Kerrigan's simplification of J.-C. Weill, The ABDADA distributed minimax search algorithm, ICCA Journal 19 (1996).
"""

from spielbaum.kernel import read_word, write_word
from spielbaum.search.core.workspace import Workspace

BUSY_WORDS = 1 << 12
"""So many marks have room."""


def is_busy(mark: int, ws: Workspace) -> bool:
    """Return whether a thread is searching this."""
    return read_word(ws.busy, mark & BUSY_WORDS - 1) == mark


def set_busy(mark: int, ws: Workspace) -> None:
    """Say that this is being searched."""
    write_word(ws.busy, mark & BUSY_WORDS - 1, mark)


def set_idle(mark: int, ws: Workspace) -> None:
    """Take that back."""
    if is_busy(mark, ws):
        write_word(ws.busy, mark & BUSY_WORDS - 1, 0)
