"""Hypermax: Max^n on vectors whose entries sum to zero, pruned by a vector of the values secured by each player.

``alpha[p]`` is the best value that player ``p`` has found on the way from the root. If the entries of alpha sum to zero
or more, no zero-sum vector is better for all players at once, and the node is cut off. With two players this is
alpha-beta; with more it may prune what Max^n would have chosen.

Every vector is first projected onto the zero-sum space: each entry minus the mean over the players active at the root.

M. Fridenfalk, N-person minimax and alpha-beta pruning, NICOGRAPH International (2014).
"""

from math import inf

from spielbaum.game import State, Vector
from spielbaum.kernel import centred, component, total, total_of, with_entry
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.cuts import HYPERMAX
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import UNKNOWN, Workspace
from spielbaum.search.families.depth_first_vectors import DepthFirstVectors
from spielbaum.search.node.node import make_vector_tree


def make(rules: Rules, tracer: Tracer | None) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; alpha is what the root player already has elsewhere.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any: its ``alpha`` is the sum of the vector alpha, its ``beta`` is 0.
    """
    actions, result, players = rules.actions, rules.result, rules.players
    all_players, sum_of = (1 << players) - 1, rules.sum_of

    def zero_space(vector: Vector, ws: Workspace) -> Vector:
        whole = sum_of(vector) - total_of(vector, all_players & ~ws.active_players)
        return centred(vector, ws.active_players, whole)

    tree = make_vector_tree(rules, tracer, view=zero_space)
    zeros: Vector = (0.0,) * players
    unsound = players > 2

    def hypermax(state: State, alpha: Vector, depth: int, ws: Workspace) -> Vector:
        node = tree.enter(state, total(alpha), 0.0, depth, ws)
        # 1. Game over or depth limit: the vector in the zero-sum space.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return tree.evaluate(node, ws)
        # 2. The first child, and every child that gives the player to move more than it has secured.
        player, best, is_first = node.player, zeros, True
        for action in actions(state):
            if tree.excluded(node, action, ws):
                continue
            # 3. Cut off if the players have secured the whole sum.
            secured = total(alpha)
            if not is_first and secured >= 0:
                tree.cutoff(node, HYPERMAX, secured, 0.0, ws)
                ws.unsound_cut |= unsound
                break
            value = hypermax(result(state, action), alpha, depth - 1, ws)
            if ws.stop:
                break
            reached = component(value, player)
            better = is_first or reached > component(alpha, player)
            if node.ply == 0 and reached <= component(alpha, player) and ws.pv_length[1] > 0:
                ws.bounded = UNKNOWN  # below, only vectors above alpha were compared
            best = tree.update(node, action, value, better, best, ws)
            if reached > component(alpha, player):
                alpha = with_entry(alpha, player, reached)
            is_first = False
        return tree.leave(best)

    def search(state: State, alpha: float, _beta: float, depth: int, ws: Workspace) -> Vector:
        secured: Vector = zeros
        for player in range(players):
            if ws.active_players >> player & 1:
                secured = with_entry(secured, player, -inf)
        return hypermax(state, with_entry(secured, ws.root_player, alpha), depth, ws)

    return search


algorithm = Algorithm(
    name="hypermax",
    title="Hypermax",
    doc="Max^n in zero-sum space, cut where the players together have secured enough",
    paper="M. Fridenfalk (2014)",
    returns="a vector; of root actions too",
    order=34,
    make=make,
    family=DepthFirstVectors,
    players="more",
    transform="none",
    windows=False,
    pays=False,
    exercises={"sheet": ""},
    meaning="what each has above the mean of all",
)
