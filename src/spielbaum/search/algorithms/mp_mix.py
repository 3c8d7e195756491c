"""MP-Mix: who leads defends, who is far behind attacks the leader, and else it is Max^n.

Before each search the players are put in order by the evaluation of the root. The *leading edge* is what the first has
more than the second. If the root player is first by ``defence`` or more, all others will soon be against this player,
and the search is paranoid. If another one is first by ``offence`` or more, somebody has to stop that player, and the
search is offensive. Else it is Max^n.

I. Zuckerman, A. Felner and S. Kraus, Mixing search strategies for multi-player games, IJCAI (2009), where the
thresholds are T_d and T_o.
"""

from math import inf

from spielbaum.game import State, Vector
from spielbaum.kernel import component, with_entry
from spielbaum.search.algorithms import max_n, offensive, paranoid
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.families.depth_first_vectors import DepthFirstVectors

NEARLY = 1e-9
"""By how much an edge that reaches a threshold may lie below it by rounding."""


def make(rules: Rules, tracer: Tracer | None, *, defence: float = 0.1, offence: float = 0.1) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; alpha is what the root player already has elsewhere.

    A paranoid search gives the root player its value, and all others the same with a minus sign.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer, if any.
    defence
        The leading edge from which the root player defends, in units of the vectors.
    offence
        The leading edge of another from which the root player attacks.
    """
    prunes = rules.non_negative and rules.maximum is not None and rules.maximal_sum is not None
    evaluate, players = rules.evaluate, rules.players
    zeros: Vector = (0.0,) * players
    as_paranoid, as_offensive = paranoid.make(rules, tracer), offensive.make(rules, tracer)
    as_max_n = max_n.make(rules, tracer, immediate=prunes, shallow=prunes)

    def search(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> Vector:
        standing = evaluate(state)
        first = leader(standing, players)
        edge = component(standing, first) - component(standing, leader(standing, first))
        if first == ws.root_player and edge >= defence - NEARLY:
            done = ws.root_done
            value = as_paranoid(state, alpha, beta, depth, ws)
            for i in range(done, ws.root_done):
                note(against_others(ws.root_value[i, 0], ws.root_player), i, ws)
            return against_others(value, ws.root_player)
        if first != ws.root_player and edge >= offence - NEARLY:
            attack: Vector = as_offensive(state, alpha, beta, depth, ws)
            return attack
        own: Vector = as_max_n(state, alpha, beta, depth, ws)
        return own

    def leader(standing: Vector, other_than: int) -> int:
        """Return the player who has most, the first among equals."""
        found, most = 0, -inf
        for player in range(players):
            if player != other_than and component(standing, player) > most:
                found, most = player, component(standing, player)
        return found

    def against_others(value: float, root_player: int) -> Vector:
        vector = zeros
        for player in range(players):
            vector = with_entry(vector, player, value if player == root_player else -value)
        return vector

    def note(vector: Vector, i: int, ws: Workspace) -> None:
        for player in range(players):
            ws.root_value[i, player] = component(vector, player)

    return search


algorithm = Algorithm(
    name="mp-mix",
    title="MP-Mix",
    doc="paranoid for the leader, offensive against a leader far ahead, else Max^n",
    paper="I. Zuckerman, A. Felner and S. Kraus (2009)",
    order=44,
    make=make,
    family=DepthFirstVectors,
    players="more",
    transform="auto",
    windows=False,
    distances=False,
    benchmarks=(),
)
