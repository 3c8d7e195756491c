"""Quiescence search: beyond the depth limit noisy actions, such as captures, are searched until the state is quiet.

An estimate is unreliable in the middle of an exchange. So at the depth limit the player to move may *stand pat*, which
makes the estimate a lower bound, or try the noisy actions, and so may the opponent. If the game forbids standing pat
(in chess, in check) all actions are tried.

L. R. Harris, The heuristic search and the game of chess, IJCAI (1975); D. F. Beal, A generalised quiescence search
algorithm, Artificial Intelligence 43 (1990).
"""

from collections.abc import Callable, Iterator
from math import inf

from spielbaum.game import Action, State, Vector
from spielbaum.kernel import component
from spielbaum.search.core.cuts import ALPHA_BETA
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.node import Node
from spielbaum.search.core.workspace import MAX_LISTED_ACTIONS, OUT_OF_MEMORY, Workspace
from spielbaum.search.node.action_list import insert
from spielbaum.search.node.defaults import always, no_rank
from spielbaum.search.node.node import Tree, VectorTree
from spielbaum.search.node.options import Options

Quiescence = Callable[[Node, Workspace], float]
"""``(node, ws) -> value`` of a node at the depth limit, and of those below it."""

LAST_PLY = MAX_PLY - 1
"""No line of play is searched further."""


def make_quiescence(rules: Rules, tree: Tree, options: Options, *, negates: bool, delta: float = 0) -> Quiescence:
    """Return the value function for leaves of an alpha-beta search; without the option it is ``tree.evaluate``.

    Parameters
    ----------
    rules, tree
        The game, and the hooks of the tree.
    options
        Whether there is a quiescence search, and the order of its actions.
    negates
        Whether values are those of the player to move, not of the root player.
    delta
        The margin of delta pruning, in the unit of the evaluation; 0 for none.
    """
    if not options.quiescence:
        return tree.evaluate
    to_move, result, may_stand_pat = rules.to_move, rules.result, rules.may_stand_pat or always
    listed, hopeless = _make_listed(rules, options), _make_hopeless(rules, delta)

    def quiescence(node: Node, ws: Workspace) -> float:
        # 1. Game over, or a line of play that is too long.
        ply, state = node.ply, node.state
        if node.ended:
            return tree.utility(node, ws)
        if ws.stop or ws.unlimited or ply >= LAST_PLY:
            return tree.evaluate(node, ws)
        sign = 1.0 if node.maximises else -1.0
        low, high = (node.alpha, node.beta) if sign > 0 else (-node.beta, -node.alpha)
        # 2. Stand pat: the estimate is a lower bound, and cuts off at beta.
        may_stand, best = may_stand_pat(state), -inf
        if may_stand:
            best = sign * tree.stand_pat(node, ws)
        first, end = ws.frame[ply], ws.frame[ply]
        if best < high and not ws.stop:
            end = listed(state, may_stand, ply, ws)
        if first == end:
            return tree.stay(sign * best)
        # 3. Try the noisy actions; all actions if standing pat is forbidden.
        ws.leaves -= may_stand
        for i in range(first, end):
            if best >= high:
                tree.cutoff(node, ALPHA_BETA, sign * best, sign * high, ws)
                break
            action, floor = ws.action[i], max(low, best)
            if may_stand and hopeless(state, action, best, floor):
                continue
            child = result(state, action)
            turn = sign if not negates else 1.0 if to_move(child) == node.player else -1.0
            least, most = (floor, high) if turn > 0 else (-high, -floor)
            value = turn * quiescence(tree.enter(child, least, most, node.depth - 1, ws), ws)
            if ws.stop:
                break
            best = sign * tree.update(node, action, sign * value, sign * best, ws)
        return tree.leave(sign * best)

    return quiescence


VectorQuiescence = Callable[[Node, Workspace], Vector]
"""``(node, ws) -> vector`` of a node at the depth limit, and of those below it."""


def make_vector_quiescence(rules: Rules, tree: VectorTree, plies: int) -> VectorQuiescence:
    """Return the value function for leaves of Max^n; for no plies it is ``tree.evaluate``.

    Every player takes what is best for itself: the estimate, or a noisy action that leads to more. Of equal vectors
    the estimate counts, and then the first in the game's order. There is no window to prune with, so the plies beyond
    the depth limit are limited too.
    """
    if not plies:
        return tree.evaluate
    options = Options(order="none", quiescence=True)
    options.refuse_unfit(rules)
    result, may_stand_pat = rules.result, rules.may_stand_pat or always
    listed, unknown = _make_listed(rules, options), (-inf,) * rules.players

    def quiet_vector(node: Node, ws: Workspace) -> Vector:
        ply, state, player = node.ply, node.state, node.player
        if node.ended:
            return tree.utility(node, ws)
        if ws.stop or ws.unlimited or ply >= LAST_PLY or node.depth <= -plies:
            return tree.evaluate(node, ws)
        may_stand: bool = may_stand_pat(state)
        best: Vector = unknown
        if may_stand:
            best = tree.stand_pat(node, ws)
        first, end = ws.frame[ply], ws.frame[ply]
        if not ws.stop:
            end = listed(state, may_stand, ply, ws)
        if first == end:
            return tree.stay(best)
        ws.leaves -= may_stand
        for i in range(first, end):
            action, reached = ws.action[i], component(best, player)
            child = tree.enter(result(state, action), reached, inf, node.depth - 1, ws)
            value = quiet_vector(child, ws)
            if ws.stop:
                break
            best = tree.update(node, action, value, component(value, player) > reached, best, ws)
        return tree.leave(best)

    return quiet_vector


def _make_listed(rules: Rules, options: Options) -> Callable[[State, bool, int, Workspace], int]:
    actions, noisy_actions = rules.actions, rules.noisy_actions or _make_noisy_actions(rules)
    rank_of = rules.order if rules.order is not None and options.order != "none" else no_rank

    def listed(state: State, may_stand: bool, ply: int, ws: Workspace) -> int:
        """List the actions to try, larger ranks first, and return the end of the list."""
        end = ws.frame[ply]
        if may_stand:
            for action in noisy_actions(state):
                end = enter(state, action, ply, end, ws)
        else:
            for action in actions(state):
                end = enter(state, action, ply, end, ws)
        ws.frame[ply + 1] = end
        return end

    def enter(state: State, action: Action, ply: int, end: int, ws: Workspace) -> int:
        if end == MAX_LISTED_ACTIONS:
            ws.stop = OUT_OF_MEMORY
            return end
        insert(action, float(rank_of(state, action)), ws.frame[ply], end, ws)
        return end + 1

    return listed


def _make_noisy_actions(rules: Rules) -> Callable[[State], Iterator[Action]]:
    """Return a generator of noisy actions for a game that has none."""
    actions, noisy = rules.actions, rules.noisy
    assert noisy is not None

    def noisy_actions(state: State) -> Iterator[Action]:
        for action in actions(state):
            if noisy(state, action):
                yield action

    return noisy_actions


def _make_hopeless(rules: Rules, delta: float) -> Callable[[State, Action, float, float], bool]:
    """Return the test of delta pruning: whether an action loses material, or gains too little for the window."""
    gain, margin = rules.gain, float(delta)
    if gain is None or delta == 0:
        return _never_hopeless

    def hopeless(state: State, action: Action, best: float, floor: float) -> bool:
        gained = gain(state, action)
        return gained < 0 or best + gained + margin <= floor

    return hopeless


def _never_hopeless(_state: State, _action: Action, _best: float, _floor: float) -> bool:
    return False
