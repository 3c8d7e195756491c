"""Internal iterative deepening: a shallower search of a node without a table move finds the action to try first.

J. J. Scott, A chess-playing program, Machine Intelligence 4 (1969); T. Anantharaman, A statistical study of selective
min-max search in computer chess, PhD thesis, Carnegie Mellon University (1990).

The inner search counts plies from the same root. It is too shallow to contain another one, so the fields of the
workspace that it changes are saved in single numbers. A search to the end of the game needs no estimates, and has no
inner searches.
"""

from collections.abc import Callable
from typing import NamedTuple

from spielbaum.search.core.node import Node
from spielbaum.search.core.workspace import NO_ACTION, Workspace
from spielbaum.search.node.defaults import never
from spielbaum.search.node.options import Options

LEAST_DEPTH = 5
"""Plies left from which an inner search pays."""


class Iid(NamedTuple):
    """The hooks: ``if iid.is_due(node, ws)``, search to depth ``iid.begin(node, ws)``, then ``iid.end(node, ws)``."""

    is_due: Callable[[Node, Workspace], bool]
    begin: Callable[[Node, Workspace], int]
    end: Callable[[Node, Workspace], None]


def make_iid(options: Options) -> Iid:
    """Return the hooks; without the option it is never due."""
    return Iid(_is_due, _begin, _end) if options.deepening else Iid(never, _same_depth, _nothing)


def _is_due(node: Node, ws: Workspace) -> bool:
    """Return whether a node needs an inner search; the root keeps the game's order."""
    deep = node.depth >= LEAST_DEPTH and node.ply > 0
    return bool(deep and not ws.unlimited and ws.table_move[node.ply] == NO_ACTION)


def _same_depth(node: Node, _ws: Workspace) -> int:
    return node.depth


def _nothing(_node: Node, _ws: Workspace) -> None:
    pass


def _begin(node: Node, ws: Workspace) -> int:
    """Begin an inner search, and return its depth."""
    ws.heuristic_before = ws.heuristic
    ws.depth -= node.depth - _inner_depth(node.depth)
    return _inner_depth(node.depth)


def _end(node: Node, ws: Workspace) -> None:
    """End an inner search: keep only the action that it found."""
    ws.depth += node.depth - _inner_depth(node.depth)
    ply = node.ply
    ws.heuristic = ws.heuristic_before
    ws.estimates = ws.estimates_before[ply]
    ws.table_move[ply] = ws.best_move[ply]
    ws.displaced[ply] = ws.best_move[ply] = NO_ACTION


def _inner_depth(depth: int) -> int:
    return min(depth // 2, LEAST_DEPTH - 1)
