"""The hooks of the *tree*: what every algorithm does at a node.

``tree.enter`` counts a visit and tests whether the game is over; ``utility`` is the value of a terminal state,
``evaluate`` that of a state at the depth limit; ``update`` notes the value of an action: the principal variation, the
best action, the values of the root actions; ``cutoff`` and ``leave`` end a node. So an algorithm reads like its paper.
With a tracer, the same hooks report every step to it.
"""

from collections.abc import Callable
from math import inf, nan
from typing import Any, NamedTuple

from spielbaum.game import Action, State, Vector
from spielbaum.kernel import always_inline, cold, component
from spielbaum.search.core.cuts import DEEP, REASONS, SHALLOW
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.pausing import is_over
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import (
    ALL,
    AT_MOST,
    ENDLESS,
    EXACT,
    LISTED,
    ONLY_ENDS,
    ONLY_FIRST,
    OUT_OF_NODES,
    TO_THE_END,
    UNFIT_VALUE,
    UNKNOWN,
    Workspace,
)
from spielbaum.search.node.repetition import make_ends, make_worth
from spielbaum.search.table.graph_history import best_rests_on_child, rest_on_child


class Tree(NamedTuple):
    """The hooks of a tree whose values are numbers.

    Attributes
    ----------
    enter
        ``(state, alpha, beta, depth, ws) -> node``: count a visit.
    utility, evaluate
        ``(node, ws) -> value`` of a terminal state, and of one at the depth limit.
    excluded
        ``(node, action, ws) -> bool``: whether this part of the search leaves out an action of the root.
    update
        ``(node, action, value, best, ws) -> best``: note the value of an action, and return the best value so far.
    cutoff
        ``(node, reason, best, bound, ws)``: the node is cut off.
    from_table
        ``(node, ws)``: the node has the value of a table cutoff, ``ws.value``.
    leave
        ``value -> value`` of a finished node.
    only
        ``(node, action, ws)``: only this action is tried, and others noted so; no actions are listed.
    stand_pat, stay
        The estimate of a node of a quiescence search, and the value of such a node without noisy actions.
    """

    enter: Callable[[State, float, float, int, Workspace], Node]
    utility: Callable[[Node, Workspace], float]
    evaluate: Callable[[Node, Workspace], float]
    excluded: Callable[[Node, Action, Workspace], bool]
    update: Callable[[Node, Action, float, float, Workspace], float]
    cutoff: Callable[[Node, int, float, float, Workspace], None]
    from_table: Callable[[Node, Workspace], None]
    leave: Callable[[float], float]
    only: Callable[[Node, Action, Workspace], None]
    stand_pat: Callable[[Node, Workspace], float]
    stay: Callable[[float], float]


class VectorTree(NamedTuple):
    """The hooks of a tree whose values are vectors, as in :class:`Tree`.

    ``from_table`` takes the vector and returns it; ``update`` takes whether it is better than the best one.
    """

    enter: Callable[[State, float, float, int, Workspace], Node]
    utility: Callable[[Node, Workspace], Vector]
    evaluate: Callable[[Node, Workspace], Vector]
    excluded: Callable[[Node, Action, Workspace], bool]
    update: Callable[[Node, Action, Vector, bool, Vector, Workspace], Vector]
    cutoff: Callable[[Node, int, float, float, Workspace], None]
    from_table: Callable[[Node, Vector, Workspace], Vector]
    leave: Callable[[Vector], Vector]
    stand_pat: Callable[[Node, Workspace], Vector]
    stay: Callable[[Vector], Vector]


def make_tree(rules: Rules, tracer: Tracer | None = None, *, negates: bool, prunes: bool = True) -> Tree:
    """Return the hooks for one game.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    negates
        Whether values are those of the player to move, not of the root player.
    prunes
        Whether the value of a root action is an upper bound if it is no better than the best one before.
    """
    worth, evaluation, follows_paths = make_worth(rules), rules.evaluate, rules.follows_paths
    note_terminal = _make_note_terminal(rules)

    def utility(node: Node, ws: Workspace) -> float:
        if ws.stop:  # the visit was not counted, and the value will not be used
            return 0.0
        note_terminal(node, ws)
        return fit(component(worth(node.state, node.ended), node.player if negates else ws.root_player), ws)

    def evaluate(node: Node, ws: Workspace) -> float:
        if ws.stop:
            return 0.0
        _note_estimate(node, ws)
        if ws.unlimited == ONLY_ENDS:
            own = node.player == ws.root_player or not negates
            return ws.open_value if own else -ws.open_value
        return fit(component(evaluation(node.state), node.player if negates else ws.root_player), ws)

    def fit(value: float, ws: Workspace) -> float:
        if value != value:
            ws.stop = UNFIT_VALUE
        return value

    @always_inline
    def update(node: Node, action: Action, value: float, best: float, ws: Workspace) -> float:
        ply = node.ply
        if node.ply == 0 and node.depth > 0:  # not in a quiescence search of the root
            note_root_value(action, value, max(node.alpha, best) if prunes else -inf, ws)
        if follows_paths:
            rest_on_child(ply, ws)
        if value > best if node.maximises else value < best:
            best = value
            if follows_paths:
                best_rests_on_child(ply, ws)
            if prunes:
                ws.best_move[ply] = action
            if not prunes:
                update_pv(action, ply, ws)
            elif node.alpha < value < node.beta:
                _update_pv_within(action, ply, ws)
        return best

    enter = _make_enter(rules, negates=negates)
    tree = Tree(enter, utility, evaluate, _excluded, update, _cutoff, _note_leaf, _leave, _only, evaluate, _leave)
    return tree if tracer is None else _traced(tree, tracer)


def make_vector_tree(
    rules: Rules, tracer: Tracer | None = None, *, view: Callable[[Vector, Workspace], Vector] | None = None
) -> VectorTree:
    """Return the hooks for one game, for an algorithm whose values are vectors.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    view
        ``(vector, ws) -> vector``: the algorithm's view of the vector of a leaf; the vector itself by default.
    """
    worth, evaluation, players, follows_paths = make_worth(rules), rules.evaluate, rules.players, rules.follows_paths
    view, note_terminal = view or _as_it_is, _make_note_terminal(rules)
    nothing = (0.0,) * players

    def utility(node: Node, ws: Workspace) -> Vector:
        if ws.stop:
            return nothing
        note_terminal(node, ws)
        return fit(worth(node.state, node.ended), ws)

    def evaluate(node: Node, ws: Workspace) -> Vector:
        if ws.stop:
            return nothing
        _note_estimate(node, ws)
        if players == 2 and ws.unlimited == ONLY_ENDS:
            return (ws.open_value, -ws.open_value) if ws.root_player == 0 else (-ws.open_value, ws.open_value)
        return fit(evaluation(node.state), ws)

    def fit(vector: Vector, ws: Workspace) -> Vector:
        if vector[0] != vector[0]:
            ws.stop = UNFIT_VALUE
        return view(vector, ws)

    @always_inline
    def update(node: Node, action: Action, vector: Vector, better: bool, best: Vector, ws: Workspace) -> Vector:
        ply = node.ply
        if ply == 0 and node.depth > 0:  # not in a quiescence search of the root
            note_root_vector(action, vector, ws)
        if follows_paths:
            rest_on_child(ply, ws)
        if better:
            best = vector
            ws.best_move[ply] = action
            update_pv(action, ply, ws)
        return best

    def note_root_vector(action: Action, vector: Vector, ws: Workspace) -> None:
        for player in range(players):
            ws.root_value[ws.root_done, player] = component(vector, player)
        ws.root_action[ws.root_done] = action
        ws.root_floor[ws.root_done] = -inf
        if ws.bounded != EXACT:  # its node was cut off: the root player's entry is an upper bound
            ws.root_floor[ws.root_done] = component(vector, ws.root_player) if ws.bounded == AT_MOST else nan
        ws.bounded = EXACT
        ws.root_done += 1

    enter = _make_enter(rules, negates=True)
    tree = VectorTree(
        enter, utility, evaluate, _excluded, update, _cutoff, _vector_from_table, _leave, evaluate, _leave
    )
    return tree if tracer is None else _traced_vectors(tree, tracer)


def _make_enter(rules: Rules, *, negates: bool) -> Callable[[State, float, float, int, Workspace], Node]:
    to_move, ends = rules.to_move, make_ends(rules)

    @always_inline
    def enter(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> Node:
        player, ply = to_move(state), ws.depth - depth
        if ws.nodes >= ws.pause_at and is_over(ws):
            ws.stop = OUT_OF_NODES
        else:
            ws.nodes += 1
            ws.reached = max(ws.reached, ply)
            if player == ws.root_player:
                ws.max_nodes += 1
        maximises = True if negates else player == ws.root_player
        return Node(state, player, maximises, alpha, beta, depth, ply, ends(state, ply, ws))

    return enter


def _note_terminal(node: Node, ws: Workspace) -> None:
    _note_leaf(node, ws)
    ws.deepest = max(ws.deepest, node.ply)


def _make_note_terminal(rules: Rules) -> Callable[[Node, Workspace], None]:
    """Return the function that counts a terminal state; an unknown utility is no better than an estimate."""
    unknown = rules.unknown
    if unknown is None:
        return _note_terminal

    def note(node: Node, ws: Workspace) -> None:
        _note_terminal(node, ws)
        if unknown(node.state):
            ws.heuristic = 1

    return note


def _note_estimate(node: Node, ws: Workspace) -> None:
    _note_leaf(node, ws)
    ws.heuristic = 1
    ws.estimates += 1
    if ws.unlimited == TO_THE_END:
        ws.stop = ENDLESS


def _as_it_is(vector: Vector, _ws: Workspace) -> Vector:
    return vector


@always_inline
def _excluded(node: Node, action: Action, ws: Workspace) -> bool:
    return bool(node.ply == 0 and is_excluded(action, ws))


@always_inline
def is_excluded(action: Action, ws: Workspace) -> bool:
    """Return whether this part of the search leaves out an action of the root."""
    return bool(ws.part != ALL and _is_out(action, ws))


@cold
def _is_out(action: Action, ws: Workspace) -> bool:
    if ws.part != LISTED and (action == ws.first) != (ws.part == ONLY_FIRST):
        return True
    out = ws.root_moves > 0
    for i in range(ws.root_moves):
        if ws.root_move[i] == action:
            out = False
            break
    return bool(out)


def update_pv(action: Action, ply: int, ws: Workspace) -> None:
    """Set the variation of a ply: the best action so far, and then the child's variation.

    Called for values inside the window only, so that the child has a variation.
    """
    length = ws.pv_length[ply + 1]
    ws.pv[ply, 0] = action
    for i in range(length):
        ws.pv[ply, i + 1] = ws.pv[ply + 1, i]
    ws.pv_length[ply] = length + 1


@cold
def _update_pv_within(action: Action, ply: int, ws: Workspace) -> None:
    """Do the same in a search with narrow windows, where it is rare."""
    update_pv(action, ply, ws)


@cold
def note_root_value(action: Action, value: float, floor: float, ws: Workspace) -> None:
    """Note the value of a root action; at or below ``floor`` it is only an upper bound."""
    ws.root_action[ws.root_done] = action
    ws.root_value[ws.root_done, 0] = value
    ws.root_floor[ws.root_done] = floor
    ws.root_done += 1


@always_inline
def _cutoff(node: Node, reason: int, _best: float, _bound: float, ws: Workspace) -> None:
    """Count a cutoff, and note if it leaves a root action with only a bound."""
    ws.cutoffs[reason] += 1
    if reason == SHALLOW and node.ply == 1:
        ws.bounded = AT_MOST
    if reason == DEEP:
        ws.bounded = UNKNOWN


@always_inline
def _note_leaf(node: Node, ws: Workspace) -> None:
    """Count a node without children; its variation is empty."""
    ws.leaves += 1
    ws.pv_length[node.ply] = 0


def _vector_from_table(node: Node, vector: Vector, ws: Workspace) -> Vector:
    _note_leaf(node, ws)
    return vector


def _leave(value: Any) -> Any:
    return value


def _only(node: Node, _action: Action, ws: Workspace) -> None:
    """Reuse this ply's slice of the list for the next ply."""
    ply = node.ply
    ws.frame[ply + 1] = ws.frame[ply]


def _traced(tree: Tree, tracer: Tracer) -> Tree:
    """Return the same hooks, reporting to a tracer."""
    counted = _Counted(tracer)

    def update(node: Node, action: Action, value: float, best: float, ws: Workspace) -> float:
        best = tree.update(node, action, value, best, ws)
        counted.bound(action, value, best)
        return best

    def from_table(node: Node, ws: Workspace) -> None:
        tree.from_table(node, ws)
        counted.leaf(ws.value, terminal=False)

    def only(node: Node, action: Action, ws: Workspace) -> None:
        tree.only(node, action, ws)
        counted.only(action)

    return tree._replace(
        update=update,
        from_table=from_table,
        only=only,
        **_traced_in_common(tree, counted),
    )


def _traced_vectors(tree: VectorTree, tracer: Tracer) -> VectorTree:
    """Return the same hooks, reporting to a tracer."""
    counted = _Counted(tracer)

    def update(node: Node, action: Action, vector: Vector, better: bool, best: Vector, ws: Workspace) -> Vector:
        best = tree.update(node, action, vector, better, best, ws)
        counted.bound(action, vector, best)
        return best

    def from_table(node: Node, vector: Vector, ws: Workspace) -> Vector:
        counted.leaf(vector, terminal=False)
        return tree.from_table(node, vector, ws)

    return tree._replace(update=update, from_table=from_table, **_traced_in_common(tree, counted))


class _Counted:
    """Passes only counted nodes on to a tracer: a stopped search enters a few more."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer
        self._uncounted = 0  # nodes entered and not left yet
        self.bound, self.cutoff = tracer.bound, tracer.cutoff
        self.stand_pat: Callable[[Any], None] = getattr(tracer, "stand_pat", _ignore)
        self.only: Callable[[Action], None] = getattr(tracer, "only", _ignore)

    def enter(self, state: State, player: int, alpha: float, beta: float, *, counted: bool = True) -> None:
        if counted:
            self._tracer.enter(state, player, alpha, beta)
        else:
            self._uncounted += 1

    def leaf(self, value: Any, *, terminal: bool) -> None:
        if self._uncounted:
            self._uncounted -= 1
        else:
            self._tracer.leaf(value, terminal=terminal)

    def leave(self, value: Any) -> None:
        if self._uncounted:
            self._uncounted -= 1
        else:
            self._tracer.leave(value)


def _ignore(_value: Any) -> None:
    pass


def _traced_in_common(tree: Tree | VectorTree, counted: _Counted) -> dict[str, Any]:
    """Return the hooks that numbers and vectors share, reporting to a tracer."""

    def enter(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> Node:
        nodes = ws.nodes
        node = tree.enter(state, alpha, beta, depth, ws)
        counted.enter(state, node.player, alpha, beta, counted=ws.nodes > nodes)
        return node

    def utility(node: Node, ws: Workspace) -> Any:
        value = tree.utility(node, ws)
        counted.leaf(value, terminal=True)
        return value

    def evaluate(node: Node, ws: Workspace) -> Any:
        value = tree.evaluate(node, ws)
        counted.leaf(value, terminal=False)
        return value

    def stand_pat(node: Node, ws: Workspace) -> Any:
        value = tree.stand_pat(node, ws)
        counted.stand_pat(value)
        return value

    def stay(value: Any) -> Any:
        counted.leaf(value, terminal=False)
        return value

    def cutoff(node: Node, reason: int, best: float, bound: float, ws: Workspace) -> None:
        tree.cutoff(node, reason, best, bound, ws)
        counted.cutoff(REASONS[reason].name, best, bound)

    def leave(value: Any) -> Any:
        counted.leave(value)
        return value

    return {
        "enter": enter,
        "utility": utility,
        "evaluate": evaluate,
        "stand_pat": stand_pat,
        "stay": stay,
        "cutoff": cutoff,
        "leave": leave,
    }
