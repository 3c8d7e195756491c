"""The values of simulations, as tuples: one number as the root player sees it, or a number for each player."""

from collections.abc import Callable
from typing import NamedTuple

from spielbaum.game import Vector
from spielbaum.kernel import always_inline, entry_of, write_word
from spielbaum.search.simulation.nodes import VALUES, VISITS, Fields, add_number, number, visits
from spielbaum.search.simulation.solver import Solver
from spielbaum.search.simulation.workspace import TreeWorkspace


class Values(NamedTuple):
    """What is done with values.

    Attributes
    ----------
    seen
        ``(vector, ws) -> value``: the value that a vector of the game is.
    own
        ``(value, player, ws) -> number``: what a value is worth to a player.
    mean
        ``(node, player, ws) -> number``: what a node with visits is worth to a player: proven, or the mean.
    add
        ``(node, value, ws)``: count a simulation that came through a node.
    widen
        ``(value, ws)``: note the least and the largest number so far.
    least
        ``(player, ws) -> number``: the least number so far, for a player.
    """

    seen: Callable[[Vector, TreeWorkspace], Vector]
    own: Callable[[Vector, int, TreeWorkspace], float]
    mean: Callable[[int, int, TreeWorkspace], float]
    add: Callable[[int, Vector, TreeWorkspace], None]
    widen: Callable[[Vector, TreeWorkspace], None]
    least: Callable[[int, TreeWorkspace], float]


def make_values(fields: Fields, solver: Solver) -> Values:
    """Return what is done with the values of a search."""
    width, vectors, is_proven, proven = fields.width, fields.width > 1, solver.is_proven, solver.proven

    @always_inline
    def seen(vector: Vector, ws: TreeWorkspace) -> Vector:
        return (entry_of(vector, ws.root_player),)

    @always_inline
    def own(value: Vector, player: int, ws: TreeWorkspace) -> float:
        if vectors:
            return entry_of(value, player)
        return value[0] if player == ws.root_player else -value[0]

    @always_inline
    def mean(node: int, player: int, ws: TreeWorkspace) -> float:
        if is_proven(node, ws):
            return own(proven(node, ws), player, ws)
        if vectors:
            return number(node + VALUES + player, ws) / visits(node, ws)
        whole = number(node + VALUES, ws) / visits(node, ws)
        return whole if player == ws.root_player else -whole

    @always_inline
    def add(node: int, value: Vector, ws: TreeWorkspace) -> None:
        write_word(ws.table, node + VISITS, visits(node, ws) + 1)
        for i in range(width):
            add_number(node + VALUES + i, entry_of(value, i), ws)

    def widen(value: Vector, ws: TreeWorkspace) -> None:
        for i in range(width):
            ws.least = min(ws.least, entry_of(value, i))
            ws.largest = max(ws.largest, entry_of(value, i))

    def least(player: int, ws: TreeWorkspace) -> float:
        return ws.least if vectors or player == ws.root_player else -ws.largest

    return Values(_as_it_is if vectors else seen, own, mean, add, widen, least)


def _as_it_is(vector: Vector, _ws: TreeWorkspace) -> Vector:
    return vector
