"""The verbs that all algorithms share: enter, leaf, improve, back up, cutoff, leave.

They keep the counters, the principal variation and the values of the root actions, so that an algorithm reads as
its paper has it. Given a tracer, the same verbs tell it what happens.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from spielbaum.game import Action, State
from spielbaum.kernel import Workspace, entry_of, new_workspace
from spielbaum.kernel.workspace import Layout
from spielbaum.search.limits import MAX_PLY
from spielbaum.search.rules import Rules
from spielbaum.search.tracer import Tracer

MAX_ROOT_ACTIONS = 4096
MAX_LISTED_ACTIONS = 1 << 16

RUNNING, STOPPED, OUT_OF_NODES, ENDLESS, OUT_OF_MEMORY = range(5)
"""Why a search was stopped: the values of ``ws.stop``."""

LAYOUT: Layout = {
    "stop": ("i8", ()),
    "depth": ("i8", ()),  # of the root; ply = ws.depth - depth
    "unlimited": ("i8", ()),
    "root_player": ("i8", ()),
    "node_limit": ("i8", ()),
    "nodes": ("i8", ()),
    "max_nodes": ("i8", ()),  # where the root player is to move
    "leaves": ("i8", ()),
    "evaluated": ("i8", ()),  # whether the value of any leaf is an estimate
    "cutoffs": ("i8", ()),
    "deepest": ("i8", ()),  # ply of the deepest finished game
    "root_done": ("i8", ()),  # root actions whose values are known
    "root_value": ("f8", (MAX_ROOT_ACTIONS,)),
    "root_floor": ("f8", (MAX_ROOT_ACTIONS,)),  # alpha when the action was searched
    "line_length": ("i8", (MAX_PLY + 1,)),
    "line": ("i8", (MAX_PLY + 1, MAX_PLY + 1)),  # principal variation of each ply
    "frame": ("i8", (MAX_PLY + 1,)),  # the actions listed for ply p begin at action[frame[p]]
    "action": ("i8", (MAX_LISTED_ACTIONS,)),
    "rank": ("f8", (MAX_LISTED_ACTIONS,)),
}


class Book(NamedTuple):
    """The verbs, ready for one game."""

    enter: Callable[[State, int, float, float, Workspace], None]
    leaf: Callable[[State, bool, int, int, Workspace], float]
    improve: Callable[[Action, int, Workspace], None]
    back_up: Callable[[Action, float, float, float, int, Workspace], None]
    cutoff: Callable[[float, float, Workspace], None]
    leave: Callable[[float], float]


def new_search_workspace(*, compiled: bool) -> Workspace:
    """Return the workspace of a search."""
    return new_workspace(LAYOUT, compiled=compiled)


def make_book(rules: Rules, tracer: Tracer | None = None) -> Book:
    """Return the verbs for one game.

    Parameters
    ----------
    rules
        The game.
    tracer
        Told of every step.
    """
    utility, evaluate = rules.utility, rules.evaluate

    def leaf(state: State, finished: bool, player: int, depth: int, ws: Workspace) -> float:
        """Return what a finished game, or a state at the depth limit, is worth to a player."""
        if ws.stop:  # the visit was not counted, and nobody will use its value
            return 0.0
        ws.leaves += 1
        ply = ws.depth - depth
        ws.line_length[ply] = 0
        if finished:
            ws.deepest = max(ws.deepest, ply)
            return entry_of(utility(state), player)
        if ws.unlimited:
            ws.stop = ENDLESS
        ws.evaluated = 1
        return entry_of(evaluate(state), player)

    book = Book(_enter, leaf, _improve, _back_up, _cutoff, _leave)
    return book if tracer is None else _traced(book, tracer)


def _enter(_state: State, player: int, _alpha: float, _beta: float, ws: Workspace) -> None:
    """Count a visit, or stop the search where no more visits are allowed."""
    if ws.nodes == ws.node_limit:
        ws.stop = OUT_OF_NODES
        return
    ws.nodes += 1
    if player == ws.root_player:
        ws.max_nodes += 1


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


def _back_up(_action: Action, value: float, floor: float, _best: float, depth: int, ws: Workspace) -> None:
    """Note the value of a root action, and the floor below which the search did not care how low it is."""
    if depth == ws.depth:
        ws.root_value[ws.root_done] = value
        ws.root_floor[ws.root_done] = floor
        ws.root_done += 1


def _cutoff(_best: float, _bound: float, ws: Workspace) -> None:
    """Count a node that is left before its last action."""
    ws.cutoffs += 1


def _leave(value: float) -> float:
    """Return the value of a node that is done."""
    return value


def _traced(book: Book, tracer: Tracer) -> Book:
    """Return verbs that do the same and tell a tracer."""

    def enter(state: State, player: int, alpha: float, beta: float, ws: Workspace) -> None:
        book.enter(state, player, alpha, beta, ws)
        tracer.enter(state, player, alpha, beta)

    def leaf(state: State, finished: bool, player: int, depth: int, ws: Workspace) -> float:
        value = book.leaf(state, finished, player, depth, ws)
        tracer.leaf(value, finished=bool(finished))
        return value

    def back_up(action: Action, value: float, floor: float, best: float, depth: int, ws: Workspace) -> None:
        book.back_up(action, value, floor, best, depth, ws)
        tracer.bound(action, value, best)

    def cutoff(best: float, bound: float, ws: Workspace) -> None:
        book.cutoff(best, bound, ws)
        tracer.cutoff(best, bound)

    def leave(value: float) -> float:
        tracer.leave(value)
        return value

    return Book(enter, leaf, book.improve, back_up, cutoff, leave)


def reset(ws: Any, depth: int, *, unlimited: bool) -> None:
    """Make a workspace ready for the next iteration; the counters go on."""
    ws.stop = RUNNING
    ws.depth = depth
    ws.unlimited = int(unlimited)
    ws.evaluated = 0
    ws.deepest = 0
    ws.root_done = 0
    ws.line_length[0] = 0
    ws.frame[0] = 0
