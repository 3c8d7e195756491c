"""The offensive strategy: the root player attacks the leader at any cost.

The opponent who leads at the root by the evaluation is the target. The root player chooses the child with the smallest
entry of the target; all others maximise their own entries, as in Max^n. So it is Max^n on vectors in which the root
player's entry is the negated entry of the target. It is not meant to win by itself; it is a part of MP-Mix.

I. Zuckerman, A. Felner and S. Kraus, Mixing search strategies for multi-player games, IJCAI (2009).
"""

from math import inf

from spielbaum.game import State, Vector
from spielbaum.kernel import component, with_entry
from spielbaum.search.algorithms.coalition import make_leader
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.families.depth_first_vectors import DepthFirstVectors
from spielbaum.search.node.node import make_vector_tree


def make(rules: Rules, tracer: Tracer | None) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; it has no window."""
    actions, result, evaluate, leader = rules.actions, rules.result, rules.evaluate, make_leader(rules)
    tree = make_vector_tree(rules, tracer, view=_against_the_target)
    unknown: Vector = (-inf,) * rules.players

    def offensive(state: State, depth: int, ws: Workspace) -> Vector:
        node = tree.enter(state, -inf, inf, depth, ws)
        # 1. Game over or depth limit: the vector of the leaf.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return tree.evaluate(node, ws)
        # 2. The vector of the child that is best for the player to move.
        player, best = node.player, unknown
        for action in actions(state):
            if tree.excluded(node, action, ws):
                continue
            value = offensive(result(state, action), depth - 1, ws)
            if ws.stop:
                break
            better = component(value, player) > component(best, player)
            best = tree.update(node, action, value, better, best, ws)
        return tree.leave(best)

    def search(state: State, _alpha: float, _beta: float, depth: int, ws: Workspace) -> Vector:
        ws.target = leader(evaluate(state), ws.root_player)
        return offensive(state, depth, ws)

    return search


def _against_the_target(vector: Vector, ws: Workspace) -> Vector:
    return with_entry(vector, ws.root_player, -component(vector, ws.target))


algorithm = Algorithm(
    name="offensive",
    title="Offensive",
    doc="Max^n, but the root player hurts the leader",
    paper="I. Zuckerman, A. Felner and S. Kraus (2009)",
    page="mp-mix",
    needs="an evaluation",
    returns="a vector; of root actions too",
    order=45,
    make=make,
    family=DepthFirstVectors,
    players="more",
    transform="auto",
    windows=False,
    distances=False,
    pays=False,
    meaning="of the player to move what the leader has, with a minus sign",
    benchmarks=(),
)
