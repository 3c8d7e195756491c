"""Soft-Max^n: Max^n without tie-breaking, by backing up sets of vectors.

In Max^n a player with equally good children takes the first, and the values of the others depend on that. A wrong guess
changes all nodes above. Here a node has the *set* of all possible vectors: those of all its children, except children
that are strictly dominated, since even the worst vector of another child is better for the player to move than their
best. No assumption is made about the choice among the rest.

The root player chooses the child with the largest minimum of its own entry. The value of a child is shown as the
minimum for each player.

N. R. Sturtevant and M. Bowling, Robust game play against unknown opponents, AAMAS (2006).
"""

from math import inf

from spielbaum.game import State, Vector
from spielbaum.kernel import component, with_entry
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import MAX_SET, OUT_OF_MEMORY, Workspace
from spielbaum.search.families.depth_first_vectors import DepthFirstVectors
from spielbaum.search.node.node import make_vector_tree


def make(rules: Rules, tracer: Tracer | None) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; it has no window."""
    actions, result, players = rules.actions, rules.result, rules.players
    tree = make_vector_tree(rules, tracer)
    unknown: Vector = (-inf,) * players
    endless: Vector = (inf,) * players

    def soft_max_n(state: State, depth: int, ws: Workspace) -> Vector:
        node = tree.enter(state, -inf, inf, depth, ws)
        # 1. Game over or depth limit: the set of one vector.
        if node.ended:
            return singleton(tree.utility(node, ws), ws)
        if depth == 0:
            return singleton(tree.evaluate(node, ws), ws)
        # 2. The sets of all children that are not dominated.
        player, best, first = node.player, unknown, ws.set_end
        for action in actions(state):
            if tree.excluded(node, action, ws):
                continue
            begin, most = ws.set_end, component(best, player)
            value = soft_max_n(result(state, action), depth - 1, ws)
            if ws.stop:
                break
            high = highest(player, begin, ws)
            better = component(value, player) > most
            if high < most:
                ws.set_end = begin
            for i in range(begin, ws.set_end):
                ws.set_high[i] = high
            if better:
                keep_from(component(value, player), first, ws)
            drop_duplicates(first, ws)
            best = tree.update(node, action, value, better, best, ws)
        # 3. The minimum for each player; at the root, that of the chosen action.
        return tree.leave(best if node.ply == 0 else lowest(first, ws))

    def singleton(vector: Vector, ws: Workspace) -> Vector:
        if ws.set_end == MAX_SET:
            ws.stop = OUT_OF_MEMORY
        else:
            for player in range(players):
                ws.set_value[ws.set_end, player] = component(vector, player)
            ws.set_end += 1
        return vector

    def lowest(first: int, ws: Workspace) -> Vector:
        least: Vector = endless
        for i in range(first, ws.set_end):
            for player in range(players):
                least = with_entry(least, player, min(component(least, player), ws.set_value[i, player]))
        return least

    def keep_from(least: float, first: int, ws: Workspace) -> None:
        """Drop the vectors of children whose best for the player to move is below ``least``."""
        kept = first
        for i in range(first, ws.set_end):
            if ws.set_high[i] >= least:
                move(i, kept, ws)
                kept += 1
        ws.set_end = kept

    def drop_duplicates(first: int, ws: Workspace) -> None:
        """Keep one of equal vectors, with the largest ``set_high`` among them."""
        kept = first
        for i in range(first, ws.set_end):
            twin = first
            while twin < kept and not equal(twin, i, ws):
                twin += 1
            if twin == kept:
                move(i, kept, ws)
                kept += 1
            else:
                ws.set_high[twin] = max(ws.set_high[twin], ws.set_high[i])
        ws.set_end = kept

    def equal(i: int, k: int, ws: Workspace) -> bool:
        same = True
        for player in range(players):
            if ws.set_value[i, player] != ws.set_value[k, player]:
                same = False
        return same

    def move(i: int, to: int, ws: Workspace) -> None:
        for player in range(players):
            ws.set_value[to, player] = ws.set_value[i, player]
        ws.set_high[to] = ws.set_high[i]

    def search(state: State, _alpha: float, _beta: float, depth: int, ws: Workspace) -> Vector:
        ws.set_end = 0
        return soft_max_n(state, depth, ws)

    return search


def highest(player: int, begin: int, ws: Workspace) -> float:
    """Return the largest entry of a player in the set of the last child."""
    high = -inf
    for i in range(begin, ws.set_end):
        high = max(high, ws.set_value[i, player])
    return high


algorithm = Algorithm(
    name="soft-max-n",
    title="Soft-Max^n",
    doc="Max^n with sets of vectors, in which no tie is broken",
    paper="N. R. Sturtevant and M. Bowling (2006)",
    returns="the least that each player may get",
    order=46,
    make=make,
    family=DepthFirstVectors,
    players="more",
    transform="auto",
    windows=False,
    distances=False,
    benchmarks=(),
)
