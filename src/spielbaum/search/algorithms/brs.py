"""Best-Reply Search: of all opponents only one replies to a move of the root player, the one whose move hurts most.

As in paranoid all others are against the root player, so values are numbers and alpha-beta prunes. But between two
turns of the root player only one of them makes a move, the strongest that any of them has, and the others pass. So the
tree is far smaller and sees more turns of the root player, and the opposition is not as dark as that of paranoid. The
positions in which players have passed may be such as never arise; a game says how one passes by its ``null_move``.

A pass is a ply here, so that all searches of the same depth look equally many turns ahead; in the paper all opponents
together take one ply.

M. P. D. Schadd and M. H. M. Winands, Best Reply Search for multiplayer games, IEEE Transactions on Computational
Intelligence and AI in Games 3 (2011).
"""

from math import inf

from spielbaum.errors import UnsupportedGameError
from spielbaum.game import NULL_MOVE, State
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules, paranoid_view
from spielbaum.search.core.node import Node
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.node.hooks import make_hooks
from spielbaum.search.node.options import Options, Order
from spielbaum.search.table.scalar import Replacement


def make(
    rules: Rules,
    tracer: Tracer | None,
    *,
    order: Order = "static",
    replacement: Replacement = "none",
    killers: bool = False,
    history: bool = False,
    quiescence: bool = False,
) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    order, replacement, killers, history
        As of alpha-beta.
    quiescence
        As of alpha-beta; beyond the depth limit all players follow noisy actions, as in paranoid.

    Raises
    ------
    UnsupportedGameError
        If the game does not say how a player passes.
    """
    if rules.null_move is None:
        raise UnsupportedGameError(
            f"best-reply search lets players pass, and {rules.name} does not say how: give the game "
            "hints=SearchHints(null_move=...), or search with brs-plus"
        )
    options = Options(order, replacement, killers=killers, history=history, quiescence=quiescence)
    to_move, result, null_move = rules.to_move, rules.result, rules.null_move
    tree, tt, moves, _, quiescent = make_hooks(paranoid_view(rules), tracer, options, negates=False)

    def brs(state: State, replied: bool, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        node = tree.enter(state, alpha, beta, depth, ws)
        # 1. Game over or depth limit.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return quiescent(node, ws)
        # 2. With the root player's turn another round begins. The transposition table may know enough.
        replied = replied and not node.maximises
        if not replied and tt.probe(node, ws):
            return ws.value
        # 3. The root player chooses, then one opponent, and the others pass.
        best = max_value(node, replied, ws) if node.maximises else min_value(node, replied, ws)
        if not replied:
            tt.store(node, best, ws)
        return tree.leave(best)

    def max_value(node: Node, replied: bool, ws: Workspace) -> float:
        best, bound = -inf, tt.bound(node, ws)
        for action in moves.ordered(node, ws):
            if tree.excluded(node, action, ws):
                continue
            if best >= bound:
                moves.beta_cutoff(node, best, bound, ws)
                break
            child = result(node.state, action)
            value = brs(child, replied, max(node.alpha, best), node.beta, node.depth - 1, ws)
            if ws.stop:
                break
            best = tree.update(node, action, value, best, ws)
        return best

    def min_value(node: Node, replied: bool, ws: Workspace) -> float:
        best, bound, passed = inf, tt.bound(node, ws), null_move(node.state)
        if not replied:
            for action in moves.ordered(node, ws):
                if best <= bound:
                    moves.beta_cutoff(node, best, bound, ws)
                    break
                value = brs(
                    result(node.state, action), not replied, node.alpha, min(node.beta, best), node.depth - 1, ws
                )
                if ws.stop:
                    break
                best = tree.update(node, action, value, best, ws)
        else:
            tree.only(node, NULL_MOVE, ws)
        # Who has not replied may leave it to the next one, if there is one.
        if (replied or to_move(passed) != ws.root_player) and best > bound and not ws.stop:
            value = brs(passed, replied, node.alpha, min(node.beta, best), node.depth - 1, ws)
            if not ws.stop:
                best = tree.update(node, NULL_MOVE, value, best, ws)
        return best

    def search(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        return brs(state, False, alpha, beta, depth, ws)

    return search


algorithm = Algorithm(
    name="brs",
    title="Best-reply search",
    doc="best-reply search: one opponent replies, the others pass",
    paper="M. P. D. Schadd and M. H. M. Winands (2011)",
    page="best-reply-search",
    order=42,
    make=make,
    players="more",
    transform="none",
    plain=False,
    distances=False,
    pays=False,
    benchmarks=(),
)
