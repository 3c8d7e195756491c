"""Pauses: how a search is interrupted where no other thread can do it.

A search compares its nodes with ``ws.pause_at`` at every node. When they reach it, ``paused`` says when to look again:
on a machine with threads at the limit of nodes, since other threads watch the clock and stop the search through
``ws.stop``; in a browser, and in interpreted code, after the watchdog has looked, which may stop the search too.
"""

from spielbaum.watchdog import at_pause

SYMBOL = "spielbaum_pause"
"""The function that a compiled search calls in a browser: from two floats to one."""

raised: list[BaseException] = []
"""What was raised at a pause below compiled code."""


def paused(nodes: int, limit: int) -> int:
    """Pause, and return the nodes of the next pause.

    Parameters
    ----------
    nodes
        The nodes searched.
    limit
        The number at which the search ends.
    """
    return at_pause(nodes, limit)


def pause(nodes: float, limit: float) -> float:
    """Do the same for compiled code, through which no exception passes."""
    try:
        return float(paused(int(nodes), int(limit)))
    except BaseException as error:
        raised.append(error)
        raise
