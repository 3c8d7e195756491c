"""Soft-Max^n: Max^n that does not trust ties, and backs up sets of vectors.

In Max^n a player who has equally good children takes the first, and what the others get by it depends on that. A
program that errs there errs in all nodes above. Here a node has the *set* of all vectors that may come about: those of
all its children, but for a child that is strictly dominated, for of another one even the worst is better for the player
to move than its best. No player is taken to choose among the others.

The root player chooses the child whose set has the largest least own entry. The value of a child is shown as the least
that each player may get by it.

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
    """Return ``search(state, alpha, beta, depth, ws)``; it knows no window."""
    actions, result, players = rules.actions, rules.result, rules.players
    tree = make_vector_tree(rules, tracer)
    unknown: Vector = (-inf,) * players
    endless: Vector = (inf,) * players

    def soft_max_n(state: State, depth: int, ws: Workspace) -> Vector:
        node = tree.enter(state, -inf, inf, depth, ws)
        # 1. A leaf has the set of its vector.
        if node.ended:
            return singleton(tree.utility(node, ws), ws)
        if depth == 0:
            return singleton(tree.evaluate(node, ws), ws)
        # 2. Any other node has those of its children that are not dominated.
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
            drop_doubles(first, ws)
            best = tree.update(node, action, value, better, best, ws)
        # 3. What each player gets at least; at the root, by the action that is chosen.
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
        """Drop the vectors of children by which the player to move cannot have so much."""
        kept = first
        for i in range(first, ws.set_end):
            if ws.set_high[i] >= least:
                move(i, kept, ws)
                kept += 1
        ws.set_end = kept

    def drop_doubles(first: int, ws: Workspace) -> None:
        """Keep one of equal vectors, with the most that any child it comes from can give."""
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
    """Return the most that a player may have by the last child."""
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
