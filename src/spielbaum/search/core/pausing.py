"""The limit of nodes, and the pauses on the way to it."""

from typing import Protocol

from spielbaum.kernel import cold, paused

UNLIMITED = 2**63 - 1
"""A limit of nodes that no search reaches."""


class Limited(Protocol):
    """The part of a workspace that limits nodes."""

    nodes: int
    node_limit: int
    pause_at: int


def limit_nodes(ws: Limited, limit: int) -> None:
    """Set the number of nodes at which a search ends."""
    ws.node_limit, ws.pause_at = limit, 0


@cold
def is_over(ws: Limited) -> bool:
    """Pause, and return whether the limit is reached; called when ``ws.pause_at`` is."""
    ws.pause_at = paused(ws.nodes, ws.node_limit)
    return bool(ws.nodes >= ws.node_limit)
