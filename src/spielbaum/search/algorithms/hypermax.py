"""Hypermax: Max^n on vectors whose entries sum to zero, cut by a vector of what every player has secured.

``alpha[p]`` is the best that player ``p`` has found on the way from the root. When the entries of alpha sum to zero or
more, no vector of the zero-sum space can be better for all of them at once, and the node is left. For two players this
is alpha-beta; for more it may cut what Max^n would have chosen.

Each vector is moved into the zero-sum space first: every entry less the mean over the players alive at the root.

M. Fridenfalk, N-person minimax and alpha-beta pruning, NICOGRAPH International (2014).
"""

from math import inf

from spielbaum.game import State, Vector
from spielbaum.kernel import Workspace, above_mean, entry_of, total, with_entry
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import HYPERMAX, UNKNOWN
from spielbaum.search.node.node import make_vector_book
from spielbaum.search.table.entry import Table


def make(rules: Rules, tracer: Tracer | None) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws, table)``; alpha is what the root player already has elsewhere.

    Parameters
    ----------
    rules, tracer
        The game, and who is told of every step: ``alpha`` is the sum of the vector alpha, ``beta`` is 0.
    """
    to_move, actions, result = rules.to_move, rules.actions, rules.result
    ends, enter, leaf, skipped, improve, back_up, cutoff, leave, _ = make_vector_book(rules, tracer, seen=_zero_space)
    players = rules.players
    noughts = (0.0,) * players
    unsound = players > 2

    def hypermax(state: State, alpha: Vector, depth: int, ws: Workspace) -> Vector:
        player = to_move(state)
        enter(state, player, total(alpha), 0.0, ws)
        # 1. A leaf has its vector in the zero-sum space.
        finished = ends(state, depth, ws)
        if finished or depth == 0:
            return leaf(state, finished, depth, ws)
        # 2. The first child, and then every one that gives the player to move more than it has secured.
        best: Vector = noughts
        is_first = True
        for action in actions(state):
            if skipped(action, depth, ws):
                continue
            secured = total(alpha)
            if not is_first and secured >= 0:
                cutoff(HYPERMAX, secured, 0.0, depth, ws)
                if unsound:
                    ws.guessed = 1
                break
            value = hypermax(result(state, action), alpha, depth - 1, ws)
            if ws.stop:
                break
            reached = entry_of(value, player)
            if is_first or reached > entry_of(alpha, player):
                best = value
                improve(action, depth, ws)
            if depth == ws.depth and reached <= entry_of(alpha, player) and ws.line_length[1] > 0:
                ws.bounded = UNKNOWN  # below, nothing but vectors above alpha was told apart
            if reached > entry_of(alpha, player):
                alpha = with_entry(alpha, player, reached)
            is_first = False
            back_up(action, value, best, depth, ws)
        return leave(best)

    def search(state: State, alpha: float, _beta: float, depth: int, ws: Workspace, _table: Table) -> Vector:
        secured: Vector = noughts
        for player in range(players):
            if ws.alive >> player & 1:
                secured = with_entry(secured, player, -inf)
        return hypermax(state, with_entry(secured, ws.root_player, alpha), depth, ws)

    return search


def _zero_space(vector: Vector, ws: Workspace) -> Vector:
    return above_mean(vector, ws.alive)


algorithm = Algorithm(
    name="hypermax",
    make=make,
    doc="Max^n in zero-sum space, cut where the players together have secured enough",
    vectors=True,
    windows=False,
    transform="none",
)
