"""MP-Mix: a leader defends, a player far behind the leader attacks it, and everyone else plays Max^n.

Before each search the players are ranked by the evaluation of the root. The *leading edge* is the difference between
the first and the second. If the root player leads by ``defence`` or more, all others will soon be against this player,
and the search is paranoid. If another player leads by ``offence`` or more, somebody has to stop that player, and the
search is offensive. Otherwise it is Max^n.

I. Zuckerman, A. Felner and S. Kraus, Mixing search strategies for multi-player games, IJCAI (2009), where the
thresholds are T_d and T_o.
"""

from spielbaum.game import State, Vector
from spielbaum.kernel import component
from spielbaum.search.algorithms import max_n, offensive
from spielbaum.search.algorithms.coalition import NOBODY, make_against_target, make_leader
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.families.depth_first_vectors import DepthFirstVectors

NEARLY = 1e-9
"""Rounding error allowed where a leading edge is compared with a threshold."""


def make(rules: Rules, tracer: Tracer | None, *, defence: float = 0.1, offence: float = 0.1) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; alpha is the value the root player already has elsewhere.

    A paranoid search gives every other player the root player's value with a minus sign.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    defence
        The leading edge from which the root player defends, in units of the vectors.
    offence
        The leading edge of another player from which the root player attacks.
    """
    prunes = rules.non_negative and rules.maximum is not None and rules.maximal_sum is not None
    evaluate, leader = rules.evaluate, make_leader(rules)
    against_target, offensive_search = make_against_target(rules, tracer), offensive.make(rules, tracer)
    max_n_search = max_n.make(rules, tracer, immediate=prunes, shallow=prunes)

    def search(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> Vector:
        # 1. The leading edge.
        standing = evaluate(state)
        first = leader(standing, NOBODY)
        edge = component(standing, first) - component(standing, leader(standing, first))
        # 2. Paranoid, offensive or Max^n.
        if first == ws.root_player and edge >= defence - NEARLY:
            ws.target = ws.root_player
            vector: Vector = against_target(state, alpha, beta, depth, ws)
        elif first != ws.root_player and edge >= offence - NEARLY:
            vector = offensive_search(state, alpha, beta, depth, ws)
        else:
            vector = max_n_search(state, alpha, beta, depth, ws)
        return vector

    return search


algorithm = Algorithm(
    name="mp-mix",
    title="MP-Mix",
    doc="paranoid for the leader, offensive against a leader far ahead, else Max^n",
    paper="I. Zuckerman, A. Felner and S. Kraus (2009)",
    needs="an evaluation",
    returns="a vector; of root actions too",
    order=44,
    make=make,
    family=DepthFirstVectors,
    players="more",
    transform="auto",
    windows=False,
    distances=False,
    benchmarks=(),
)
