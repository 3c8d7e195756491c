"""Internal iterative deepening: where nothing advises an action, a shallower search of the same node finds one.

J. J. Scott, A chess-playing program, Machine Intelligence 4 (1969); T. Anantharaman, A statistical study of selective
min-max search in computer chess, PhD thesis, Carnegie Mellon University (1990).

The inner search counts its plies from the root as the outer one does. It is too shallow to hold another, so what it
changes in the workspace is kept in single numbers. A search to the end of the game has none: it asks no estimates.
"""

from spielbaum.kernel import Workspace
from spielbaum.search.core.workspace import NO_ACTION

LEAST_DEPTH = 5
"""Plies left from which a shallower search is worth its nodes."""


def unadvised(depth: int, ws: Workspace) -> bool:
    """Return whether a node needs an inner search; the root does not, its order is the game's."""
    return bool(LEAST_DEPTH <= depth < ws.depth and not ws.unlimited and ws.hint[ws.depth - depth] == NO_ACTION)


def descend(depth: int, ws: Workspace) -> int:
    """Begin an inner search, and return its depth."""
    ws.evaluated_before = ws.evaluated
    ws.depth -= depth - _inner_depth(depth)
    return _inner_depth(depth)


def ascend(depth: int, ws: Workspace) -> None:
    """End an inner search: of what it found only the action counts."""
    ws.depth += depth - _inner_depth(depth)
    ply = ws.depth - depth
    ws.evaluated = ws.evaluated_before
    ws.estimates = ws.estimates_before[ply]
    ws.hint[ply] = ws.choice[ply]
    ws.displaced[ply] = ws.choice[ply] = NO_ACTION


def _inner_depth(depth: int) -> int:
    return min(depth // 2, LEAST_DEPTH - 1)
