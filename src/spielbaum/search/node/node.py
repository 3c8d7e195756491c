"""The verbs that all algorithms share: ends, enter, leaf, improve, back up, cutoff, leave.

They keep the counters, the principal variation and the values of the root actions, so that an algorithm reads as
its paper has it. Given a tracer, the same verbs tell it what happens. Values are numbers, or in the book of the
algorithms for N players vectors.
"""

from collections.abc import Callable
from math import inf, nan
from typing import Any

from spielbaum.game import Action, State, Vector
from spielbaum.kernel import Workspace, entry_of, seldom
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import (
    ALL,
    AT_MOST,
    DEEP,
    ENDLESS,
    EXACT,
    LISTED,
    ONLY_FIRST,
    OUT_OF_NODES,
    SHALLOW,
    UNFIT_VALUE,
    UNKNOWN,
)
from spielbaum.search.node.hooks import Book as Book
from spielbaum.search.node.hooks import VectorBook as VectorBook
from spielbaum.search.node.repetition import make_ends, make_worth
from spielbaum.search.node.traced import traced, traced_vectors
from spielbaum.search.table.graph_history import rest_on_child


def make_book(rules: Rules, tracer: Tracer | None = None) -> Book:
    """Return the verbs for one game.

    Parameters
    ----------
    rules
        The game.
    tracer
        Told of every step.
    """
    worth, evaluate = make_worth(rules), rules.evaluate

    def leaf(state: State, finished: bool, player: int, depth: int, ws: Workspace) -> float:
        """Return what a finished game, or a state at the depth limit, is worth to a player."""
        if ws.stop:  # the visit was not counted, and nobody will use its value
            return 0.0
        _note_leaf(finished, depth, ws)
        value = entry_of(worth(state, finished), player) if finished else entry_of(evaluate(state), player)
        if value != value:
            ws.stop = UNFIT_VALUE
        return value

    def stand_pat(state: State, player: int, depth: int, ws: Workspace) -> float:
        """Return the estimate of a state; until an action of it is searched it counts as a leaf."""
        return leaf(state, False, player, depth, ws)

    back_up = _back_up_on_path if rules.follows_paths else _back_up
    book = Book(make_ends(rules), _enter, leaf, _skipped, _improve, back_up, _cutoff, _leave, _known, stand_pat, _leave)
    return book if tracer is None else traced(book, tracer)


def make_vector_book(
    rules: Rules, tracer: Tracer | None = None, *, seen: Callable[[Vector, Workspace], Vector] | None = None
) -> VectorBook:
    """Return the verbs for one game, for an algorithm whose values are vectors.

    Parameters
    ----------
    rules
        The game.
    tracer
        Told of every step.
    seen
        ``(vector, ws) -> vector``: how the algorithm sees the vector of a leaf; as it is without it.
    """
    worth, evaluate, players, follows_paths = make_worth(rules), rules.evaluate, rules.players, rules.follows_paths
    seen = seen or _as_it_is
    nothing = (0.0,) * players

    def leaf(state: State, finished: bool, depth: int, ws: Workspace) -> Vector:
        """Return what a finished game, or a state at the depth limit, is worth to all players."""
        if ws.stop:
            return nothing
        _note_leaf(finished, depth, ws)
        vector = worth(state, finished) if finished else evaluate(state)
        if vector[0] != vector[0]:
            ws.stop = UNFIT_VALUE
        return seen(vector, ws)

    def back_up(action: Action, value: Vector, _best: Vector, depth: int, ws: Workspace) -> None:
        """Note the vector of a root action; if its node was left early, the root player's entry is an upper bound."""
        if follows_paths:
            rest_on_child(ws.depth - depth, ws)
        if depth == ws.depth:
            for player in range(players):
                ws.root_value[ws.root_done, player] = entry_of(value, player)
            ws.root_action[ws.root_done] = action
            ws.root_floor[ws.root_done] = -inf
            if ws.bounded != EXACT:
                ws.root_floor[ws.root_done] = entry_of(value, ws.root_player) if ws.bounded == AT_MOST else nan
            ws.bounded = EXACT
            ws.root_done += 1

    book = VectorBook(make_ends(rules), _enter, leaf, _skipped, _improve, back_up, _cutoff, _leave, _known_vector)
    return book if tracer is None else traced_vectors(book, tracer)


def _note_leaf(finished: bool, depth: int, ws: Workspace) -> None:
    ws.leaves += 1
    ply = ws.depth - depth
    ws.line_length[ply] = 0
    if finished:
        ws.deepest = max(ws.deepest, ply)
    else:
        ws.evaluated = 1
        ws.estimates += 1
        if ws.unlimited:
            ws.stop = ENDLESS


def _as_it_is(vector: Vector, _ws: Workspace) -> Vector:
    return vector


def _enter(_state: State, player: int, _alpha: float, _beta: float, ws: Workspace) -> None:
    """Count a visit, or stop the search where no more visits are allowed."""
    if ws.nodes == ws.node_limit:
        ws.stop = OUT_OF_NODES
        return
    ws.nodes += 1
    if player == ws.root_player:
        ws.max_nodes += 1


def _skipped(action: Action, depth: int, ws: Workspace) -> bool:
    """Return whether an action of the root is not for this part of the search."""
    return bool(depth == ws.depth and ws.part != ALL and _is_out(action, ws))


@seldom
def _is_out(action: Action, ws: Workspace) -> bool:
    if ws.part != LISTED and (action == ws.first) != (ws.part == ONLY_FIRST):
        return True
    out = ws.only > 0
    for i in range(ws.only):
        if ws.only_action[i] == action:
            out = False
            break
    return bool(out)


def _improve(action: Action, depth: int, ws: Workspace) -> None:
    """Note an action whose value is exact and the best so far: the line of play is this action and then the child's.

    Only where the value lies inside the window does it matter, so every child whose line is copied has one of its own.
    """
    ply = ws.depth - depth
    length = ws.line_length[ply + 1]
    ws.line[ply, 0] = action
    for i in range(length):
        ws.line[ply, i + 1] = ws.line[ply + 1, i]
    ws.line_length[ply] = length + 1


def _back_up(action: Action, value: float, floor: float, _best: float, depth: int, ws: Workspace) -> None:
    """Note the value of a root action, and the floor below which the search did not care how low it is."""
    if depth == ws.depth:
        ws.root_action[ws.root_done] = action
        ws.root_value[ws.root_done, 0] = value
        ws.root_floor[ws.root_done] = floor
        ws.root_done += 1


def _back_up_on_path(action: Action, value: float, floor: float, best: float, depth: int, ws: Workspace) -> None:
    rest_on_child(ws.depth - depth, ws)
    _back_up(action, value, floor, best, depth, ws)


def _cutoff(reason: int, _best: float, _bound: float, depth: int, ws: Workspace) -> None:
    """Count a node that is left before its last action, and note where a root action then has but a bound."""
    ws.cutoffs[reason] += 1
    if reason == SHALLOW and depth == ws.depth - 1:
        ws.bounded = AT_MOST
    if reason == DEEP:
        ws.bounded = UNKNOWN


def _known(depth: int, ws: Workspace) -> float:
    """Return the value that the table knows; nothing of the line behind it is kept."""
    ws.leaves += 1
    ws.line_length[ws.depth - depth] = 0
    return ws.recalled  # type: ignore[no-any-return]


def _known_vector(vector: Vector, depth: int, ws: Workspace) -> Vector:
    """Return a vector that the table knows; nothing of the line behind it is kept."""
    ws.leaves += 1
    ws.line_length[ws.depth - depth] = 0
    return vector


def _leave(value: Any) -> Any:
    """Return the value of a node that is done."""
    return value
