"""Coalition: all others play together against whoever leads.

The player who leads at the root, by the evaluation, is one side, and all others are the other one. That makes a game
for two of any game: what a side has is the sum of its entries less that of the other side, so alpha-beta prunes it. A
root player who leads sees what paranoid sees; any other one takes the rivals for allies until the leader is caught, and
does not mind who of them has the gain.

U. Lorenz and T. Tscheuschner, Player modeling, search algorithms and strategies in multi-player games, Advances in
Computer Games (2006), where coalitions are weighed; the reduction to two players is that of N. R. Sturtevant and R. E.
Korf, On pruning techniques for multi-player games, AAAI (2000).
"""

from math import inf

from spielbaum.game import State, Vector
from spielbaum.kernel import component, with_entry
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import AT_MOST, Workspace
from spielbaum.search.families.depth_first_vectors import DepthFirstVectors
from spielbaum.search.node.node import make_vector_tree
from spielbaum.search.node.options import Options, Order
from spielbaum.search.node.ordering import make_moves


def make(rules: Rules, tracer: Tracer | None, *, order: Order = "static") -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; alpha is what the root player's side already has elsewhere.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer, if any.
    order
        As of alpha-beta.
    """
    result, players, evaluate, sum_of = rules.result, rules.players, rules.evaluate, rules.sum_of
    unknown: Vector = (-inf,) * players

    def as_sides(vector: Vector, ws: Workspace) -> Vector:
        leads = 2 * component(vector, ws.target) - sum_of(vector)
        for player in range(players):
            vector = with_entry(vector, player, leads if player == ws.target else -leads)
        return vector

    opposed = rules.is_duel  # as it is, an entry is what a side is ahead by
    tree = make_vector_tree(rules, tracer, seen=None if opposed else as_sides)
    moves = make_moves(rules, tree, Options(order=order))

    def coalition(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> Vector:
        node = tree.enter(state, alpha, beta, depth, ws)
        # 1. A leaf is worth to each side what it is ahead of the other one.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return tree.evaluate(node, ws)
        # 2. The side of the root player maximises, the other one minimises: alpha-beta.
        player, best = node.player, unknown
        ours = (player == ws.target) == (ws.root_player == ws.target)
        for action in moves.ordered(node, ws):
            if tree.excluded(node, action, ws):
                continue
            reached = component(best, player)
            if reached >= (beta if ours else -alpha):
                moves.beta_cutoff(node, reached, beta if ours else -alpha, ws)
                break
            low, high = (max(alpha, reached), beta) if ours else (alpha, min(beta, -reached))
            value = coalition(result(state, action), low, high, depth - 1, ws)
            if ws.stop:
                break
            own = component(value, player)
            if node.ply == 0 and own <= low:  # a value at or below alpha is only a bound
                ws.bounded = AT_MOST
            best = tree.update(node, action, value, own > reached, best, ws)
        return tree.leave(best)

    def search(state: State, alpha: float, _beta: float, depth: int, ws: Workspace) -> Vector:
        standing, ws.target = evaluate(state), 0
        for player in range(players):
            if component(standing, player) > component(standing, ws.target):
                ws.target = player
        return coalition(state, alpha, inf, depth, ws)

    return search


algorithm = Algorithm(
    name="coalition",
    title="Coalition",
    doc="all others play together against whoever leads, by alpha-beta",
    paper="U. Lorenz and T. Tscheuschner (2006)",
    order=48,
    make=make,
    family=DepthFirstVectors,
    players="more",
    transform="none",
    windows=False,
    distances=False,
    pays=False,
    benchmarks=(),
)
