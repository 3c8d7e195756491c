"""Coalition: all others play together against the leader.

The player who leads at the root by the evaluation is one side, and all others are the other. That reduces any game to
two players: the value of a side is the sum of its entries minus those of the other side, and alpha-beta prunes. A root
player who leads searches as in paranoid; any other root player treats the rivals as allies until the leader is caught,
whichever of them gains by it.

U. Lorenz and T. Tscheuschner, Player modeling, search algorithms and strategies in multi-player games, Advances in
Computer Games (2006), where coalitions are weighed; the reduction to two players is that of N. R. Sturtevant and R. E.
Korf, On pruning techniques for multi-player games, AAAI (2000).
"""

from collections.abc import Callable
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

NOBODY = -1


def make(rules: Rules, tracer: Tracer | None, *, order: Order = "static") -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; alpha is what the root player's side already has elsewhere.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    order
        As in alpha-beta.
    """
    against_target, leader, evaluate = (
        make_against_target(rules, tracer, order=order),
        make_leader(rules),
        rules.evaluate,
    )

    def search(state: State, alpha: float, _beta: float, depth: int, ws: Workspace) -> Vector:
        ws.target = leader(evaluate(state), NOBODY)
        return against_target(state, alpha, inf, depth, ws)  # type: ignore[no-any-return]

    return search


def make_leader(rules: Rules) -> Callable[[Vector, int], int]:
    """Return ``leader(vector, but)``: the player with the largest entry, the first among equals, apart from ``but``."""
    players = rules.players

    def leader(vector: Vector, but: int) -> int:
        found, most = 0, -inf
        for player in range(players):
            if player != but and component(vector, player) > most:
                found, most = player, component(vector, player)
        return found

    return leader


def make_against_target(rules: Rules, tracer: Tracer | None, *, order: Order = "static") -> Kernel:
    """Return ``coalition(state, alpha, beta, depth, ws)``: alpha-beta of all others against player ``ws.target``.

    Alpha and beta are values of the root player's side.
    """
    result, players, sum_of = rules.result, rules.players, rules.sum_of
    unknown: Vector = (-inf,) * players

    def as_sides(vector: Vector, ws: Workspace) -> Vector:
        leads = 2 * component(vector, ws.target) - sum_of(vector)
        for player in range(players):
            vector = with_entry(vector, player, leads if player == ws.target else -leads)
        return vector

    opposed = rules.is_duel  # an entry is a side's lead already
    tree = make_vector_tree(rules, tracer, view=None if opposed else as_sides)
    moves = make_moves(rules, tree, Options(order=order))

    def coalition(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> Vector:
        node = tree.enter(state, alpha, beta, depth, ws)
        # 1. Game over or depth limit: each side's lead.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return tree.evaluate(node, ws)
        # 2. Alpha-beta: the root player's side maximises, the other side minimises.
        player, best = node.player, unknown
        ours = (player == ws.target) == (ws.root_player == ws.target)
        for action in moves.ordered(node, ws):
            if tree.excluded(node, action, ws):
                continue
            reached = component(best, player)
            if reached >= (beta if ours else -alpha):
                moves.beta_cutoff(node, reached if ours else -reached, beta if ours else alpha, ws)
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

    return coalition


algorithm = Algorithm(
    name="coalition",
    title="Coalition",
    doc="all others play together against whoever leads, by alpha-beta",
    paper="U. Lorenz and T. Tscheuschner (2006)",
    needs="an evaluation",
    returns="the lead of each side",
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
