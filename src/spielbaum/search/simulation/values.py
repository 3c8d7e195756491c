"""The values of simulations, as tuples: one number for the root player, or a number for each player.

Threads that share a tree would all follow the same line. So until its value is known, a simulation counts as lost at
the nodes on its way (*virtual loss*): G. M. J. B. Chaslot, M. H. M. Winands and H. J. van den Herik, Parallel
Monte-Carlo tree search, Computers and Games (2008).
"""

from collections.abc import Callable
from typing import NamedTuple

from spielbaum.game import Vector
from spielbaum.kernel import always_inline, component
from spielbaum.search.simulation.nodes import VALUES, VISITS, Fields, Writes, number, player_of, visits
from spielbaum.search.simulation.solver import Solver
from spielbaum.search.simulation.workspace import TreeWorkspace


class Values(NamedTuple):
    """The hooks of values.

    Attributes
    ----------
    seen
        ``(vector, ws) -> value``: convert a vector of the game.
    own
        ``(value, player, ws) -> number``: the value for a player.
    mean
        ``(node, player, ws) -> number``: the proven value or the mean of a node with visits, for a player.
    lose
        ``(node, player, ply, ws)``: the virtual loss for the player who chose the node, if threads share the tree.
    is_new
        ``(node, ws) -> bool``: whether no other simulation has visited a node below the root.
    add
        ``(node, value, ply, ws)``: add a simulation to a node, in place of the virtual loss if there is one.
    widen
        ``(value, ws)``: update the least and the largest number so far.
    least
        ``(player, ws) -> number``: the least number so far for a player.
    """

    seen: Callable[[Vector, TreeWorkspace], Vector]
    own: Callable[[Vector, int, TreeWorkspace], float]
    mean: Callable[[int, int, TreeWorkspace], float]
    lose: Callable[[int, int, int, TreeWorkspace], None]
    is_new: Callable[[int, TreeWorkspace], bool]
    add: Callable[[int, Vector, int, TreeWorkspace], None]
    widen: Callable[[Vector, TreeWorkspace], None]
    least: Callable[[int, TreeWorkspace], float]


def make_values(fields: Fields, writes: Writes, solver: Solver, *, shared: bool) -> Values:
    """Return the hooks of values, for one thread or for threads that share the tree."""
    width, vectors, is_proven, proven = fields.width, fields.width > 1, solver.is_proven, solver.proven
    add_visit, add_number = writes.add_visit, writes.add_number

    @always_inline
    def seen(vector: Vector, ws: TreeWorkspace) -> Vector:
        return (component(vector, ws.root_player),)

    @always_inline
    def own(value: Vector, player: int, ws: TreeWorkspace) -> float:
        if vectors:
            return component(value, player)
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
    def lose(node: int, player: int, ply: int, ws: TreeWorkspace) -> None:
        if shared:
            loss = ws.least if vectors or player == ws.root_player else ws.largest
            ws.loss[ply] = loss if ws.least <= ws.largest else 0.0
            add_visit(node + VISITS, ws)
            add_number(node + VALUES + (player if vectors else 0), ws.loss[ply], ws)

    @always_inline
    def is_new(node: int, ws: TreeWorkspace) -> bool:
        return visits(node, ws) <= (1 if shared else 0)

    @always_inline
    def add(node: int, value: Vector, ply: int, ws: TreeWorkspace) -> None:
        lost = shared and ply > 0
        if not lost:
            add_visit(node + VISITS, ws)
        for i in range(width):
            add_number(node + VALUES + i, component(value, i), ws)
        if lost:
            loser = player_of(ws.line[ply - 1], ws) if vectors else 0
            add_number(node + VALUES + loser, -ws.loss[ply], ws)

    def widen(value: Vector, ws: TreeWorkspace) -> None:
        for i in range(width):
            ws.least = min(ws.least, component(value, i))
            ws.largest = max(ws.largest, component(value, i))

    def least(player: int, ws: TreeWorkspace) -> float:
        return ws.least if vectors or player == ws.root_player else -ws.largest

    return Values(_as_it_is if vectors else seen, own, mean, lose, is_new, add, widen, least)


def _as_it_is(vector: Vector, _ws: TreeWorkspace) -> Vector:
    return vector
