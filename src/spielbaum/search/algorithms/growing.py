"""A tree in memory that grows at the end of its best line: best-first minimax, unbounded minimax and descent.

Each step follows the best line from the root to a leaf, expands the leaf, evaluates its children, and backs up the
values of the nodes above by minimax. The tree stays in memory, and a search can be stopped after any step. Values are
those of the root player.
"""

from collections.abc import Callable, Iterator
from functools import partial
from math import inf, nan
from typing import NamedTuple

from spielbaum.game import State
from spielbaum.search.algorithms.registry import Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.path import make_note_position
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.tree_memory import (
    ACTION,
    BEST,
    CHILDREN,
    CLOSED,
    EXACT,
    MAXIMISES,
    NEXT,
    ROOT,
    add_children,
    add_leaf,
    conclude,
    count_of,
    field_of,
    is_,
    is_leaf,
    value_of,
)
from spielbaum.search.core.workspace import FULL, NO_ACTION, PLIES, Workspace
from spielbaum.search.node.node import is_excluded, make_tree, note_root_value

NOWHERE = -1


def make_growing(rules: Rules, tracer: Tracer | None, *, completes: bool, descends: bool = False) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; it has no window.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any. To a tracer each step is a search of its own.
    completes
        Whether the line avoids closed nodes, until all are closed; otherwise the search ends at the end of its line.
    descends
        Whether a step goes on from the new children until the game is over.
    """
    actions, result = rules.actions, rules.result
    tree, note_position = make_tree(rules, negates=False, prunes=False), make_note_position(rules)
    most = inf if rules.maximum is None else float(rules.maximum)
    steps = _make_steps(rules, tracer)

    def search(state: State, _alpha: float, _beta: float, depth: int, ws: Workspace) -> float:
        root = tree.enter(state, -inf, inf, depth, ws)
        if root.ended:
            return tree.utility(root, ws)
        if depth == 0:
            return tree.evaluate(root, ws)
        add_leaf(ROOT, NO_ACTION, 0.0, MAXIMISES, ws)
        ws.leaves += 1
        size = 1
        while not is_(CLOSED, ROOT, ws) and not ws.stop:
            before, size = size, grow(ROOT, state, depth, size, ws)
            steps.end(size > before)
        note_root(ws)
        return value_of(ROOT, ws)

    def grow(place: int, state: State, depth: int, size: int, ws: Workspace) -> int:
        """Take one step below a node; return the size of the tree afterwards."""
        note_position(state, ws.depth - depth, ws)
        # 1. Expand the leaf at the end of the line.
        is_new = is_leaf(place, ws)
        if is_new:
            size = expand(place, state, depth, size, ws)
        # 2. Follow the line, and back up.
        follows = (descends or not is_new) and not ws.stop and not is_(CLOSED, place, ws)
        child = field_of(place, NEXT, ws) if follows else NOWHERE
        steps.enter(place, state, child, is_new, ws)
        if follows:
            size = grow(child, result(state, field_of(child, ACTION, ws)), depth - 1, size, ws)
            back_up(place, ws)
        steps.leave()
        return size

    def expand(place: int, state: State, depth: int, size: int, ws: Workspace) -> int:
        """Give a leaf its children; none if there is no room or time for all of them."""
        end = size
        for action in actions(state):
            if place == ROOT and is_excluded(action, ws):
                continue
            if end == ws.entries:
                ws.stop = FULL
                break
            child = tree.enter(result(state, action), -inf, inf, depth - 1, ws)
            value = tree.utility(child, ws) if child.ended else tree.evaluate(child, ws)
            if ws.stop:
                break
            facts = CLOSED | EXACT if child.ended else CLOSED if depth == 1 else 0
            add_leaf(end, action, value, facts | (MAXIMISES if child.maximises else 0), ws)
            end += 1
        if ws.stop:
            return size
        add_children(place, size, end - size, ws)
        back_up(place, ws)
        ws.leaves -= 1
        return end

    def back_up(place: int, ws: Workspace) -> None:
        """Give a node the best value of its children."""
        sign, first = 1.0 if is_(MAXIMISES, place, ws) else -1.0, field_of(place, CHILDREN, ws)
        best, following, decisive = first, first, 0
        highest, nearest, facts = -inf, -inf, CLOSED | EXACT
        for child in range(first, first + count_of(place, ws)):
            value, closed, exact = sign * value_of(child, ws), is_(CLOSED, child, ws), is_(EXACT, child, ws)
            if value > highest:
                highest, best = value, child
            if not closed and value > nearest:
                nearest, following = value, child
            if not closed:
                facts &= ~CLOSED
            if not exact:
                facts &= ~EXACT
            if closed and value >= most and (decisive == 0 or exact):  # no child can be better
                decisive = child
        if decisive:
            best, facts = decisive, EXACT | CLOSED if is_(EXACT, decisive, ws) else CLOSED | facts
        if not completes:
            following, facts = best, facts & EXACT | (CLOSED if is_(CLOSED, best, ws) else 0)
        conclude(place, sign * highest, best, following, facts, ws)

    def note_root(ws: Workspace) -> None:
        """Note the principal variation and the values of the actions; if all is closed, only those of closed ones."""
        exact, complete = is_(EXACT, ROOT, ws), completes and is_(CLOSED, ROOT, ws)
        ws.heuristic = 0 if exact else 1
        ws.unsound_cut = 0 if exact or complete else 1
        first = field_of(ROOT, CHILDREN, ws)
        for child in range(first, first + count_of(ROOT, ws)):
            if is_(CLOSED, child, ws) or not complete:
                is_known = is_(EXACT, child, ws) or (completes and not exact and is_(CLOSED, child, ws))
                note_root_value(field_of(child, ACTION, ws), value_of(child, ws), -inf if is_known else nan, ws)
        place, length = ROOT, 0
        while not is_leaf(place, ws) and length < PLIES:
            place = field_of(place, BEST, ws)
            ws.pv[0, length] = field_of(place, ACTION, ws)
            length += 1
        ws.pv_length[0] = length

    return search


class _Steps(NamedTuple):
    """The hooks by which a tracer follows a step.

    Attributes
    ----------
    enter
        ``(place, state, child, is_new, ws)``: visit a node, which may just have been expanded, on the way to a child.
    leave
        ``()``: leave that node.
    end
        ``(grown)``: the step is over.
    """

    enter: Callable[[int, State, int, bool, Workspace], None]
    leave: Callable[[], None]
    end: Callable[[bool], None]


def _make_steps(rules: Rules, tracer: Tracer | None) -> _Steps:
    """Return hooks that report every finished step: the nodes on the line, and all their children."""
    if tracer is None:
        return _Steps(_ignore_node, _ignore, _ignore_end)
    calls: list[Callable[[], None]] = []
    visits: list[Iterator[None]] = []
    known = getattr(tracer, "known", partial(tracer.leaf, terminal=False))

    def enter(place: int, state: State, child: int, is_new: bool, ws: Workspace) -> None:
        visits.append(visit(place, state, child, is_new, ws))
        next(visits[-1], None)

    def leave() -> None:
        next(visits.pop(), None)

    def end(grown: bool) -> None:
        for call in calls if grown else ():
            call()
        calls.clear()

    def visit(place: int, state: State, followed: int, is_new: bool, ws: Workspace) -> Iterator[None]:
        """Report a node and its children; pause at the one that is followed."""
        if is_leaf(place, ws):
            return
        calls.append(partial(tracer.enter, state, rules.to_move(state), -inf, inf))
        choose, best = (max, -inf) if is_(MAXIMISES, place, ws) else (min, inf)
        first = field_of(place, CHILDREN, ws)
        for child in range(first, first + count_of(place, ws)):
            action = field_of(child, ACTION, ws)
            if child == followed:
                yield
            if child != followed or is_leaf(child, ws):
                report_leaf(child, rules.result(state, action), is_new, ws)
            best = choose(best, value_of(child, ws))
            calls.append(partial(tracer.bound, action, value_of(child, ws), best))
        calls.append(partial(tracer.leave, value_of(place, ws)))

    def report_leaf(place: int, state: State, is_new: bool, ws: Workspace) -> None:
        calls.append(partial(tracer.enter, state, rules.to_move(state), -inf, inf))
        terminal = is_leaf(place, ws) and is_(EXACT, place, ws)
        report = partial(tracer.leaf, terminal=terminal) if terminal or is_new else known
        calls.append(partial(report, value_of(place, ws)))

    return _Steps(enter, leave, end)


def _ignore_node(_place: int, _state: State, _child: int, _is_new: bool, _ws: Workspace) -> None:
    pass


def _ignore() -> None:
    pass


def _ignore_end(_grown: bool) -> None:
    pass
