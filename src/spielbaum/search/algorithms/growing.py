"""A tree that grows at the end of its best line: what best-first minimax, unbounded minimax and descent share.

At every step the best line is followed from the root to a leaf; the leaf gets its children, each with its evaluation;
and the values of the nodes above are backed up by minimax. The tree stays in memory, and a search can be stopped after
any step. Values are those of the root player.
"""

from collections.abc import Callable
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


def make_growing(rules: Rules, tracer: Tracer | None, *, completes: bool, descends: bool = False) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; it has no window.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any: it is told of every step as of a search of its own.
    completes
        Whether the line goes round what is closed, until all is; else the search ends where the line ends.
    descends
        Whether the line is followed from its new children on, until the game is over.
    """
    actions, result = rules.actions, rules.result
    tree, note_position = make_tree(rules, negates=False, prunes=False), make_note_position(rules)
    most = inf if rules.maximum is None else float(rules.maximum)
    steps = make_steps(rules, tracer)

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
            size = steps.tell(grow(ROOT, state, depth, size, ws), size, state, ws)
        note_root(ws)
        return value_of(ROOT, ws)

    def grow(place: int, state: State, depth: int, size: int, ws: Workspace) -> int:
        """Take one step below a node; return how many nodes the tree has then."""
        note_position(state, ws.depth - depth, ws)
        steps.visit(place)
        follows = descends
        # 1. The leaf at the end of the line gets its children.
        if is_leaf(place, ws):
            size = expand(place, state, depth, size, ws)
        else:
            follows = True
        # 2. Any other node is left to its best child, and has the best value of its children then.
        if follows and not ws.stop and not is_(CLOSED, place, ws):
            child = field_of(place, NEXT, ws)
            size = grow(child, result(state, field_of(child, ACTION, ws)), depth - 1, size, ws)
            back_up(place, ws)
        return size

    def expand(place: int, state: State, depth: int, size: int, ws: Workspace) -> int:
        """Give a leaf its children, or, where there is no room or time for all of them, none."""
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
            if closed and value >= most and (decisive == 0 or exact):  # no other child can be better
                decisive = child
        if decisive:
            best, facts = decisive, EXACT | CLOSED if is_(EXACT, decisive, ws) else CLOSED | facts
        if not completes:
            following, facts = best, facts & EXACT | (CLOSED if is_(CLOSED, best, ws) else 0)
        conclude(place, sign * highest, best, following, facts, ws)

    def note_root(ws: Workspace) -> None:
        """Note the values of the actions, where the search came to an end only those that are known, and the line."""
        exact, complete = is_(EXACT, ROOT, ws), completes and is_(CLOSED, ROOT, ws)
        ws.evaluated = 0 if exact else 1
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


class Steps(NamedTuple):
    """What a tracer is told by.

    Attributes
    ----------
    visit
        ``(place)``: a node lies on the line that is followed.
    tell
        ``(size, size_before, state, ws) -> size``: a step is done, which the tree grew by.
    """

    visit: Callable[[int], None]
    tell: Callable[[int, int, State, Workspace], int]


def make_steps(rules: Rules, tracer: Tracer | None) -> Steps:
    """Return what tells a tracer of every step: the nodes of the line, and all their children."""
    if tracer is None:
        return Steps(_ignore, _ignore_step)
    line: set[int] = set()
    known = getattr(tracer, "known", lambda value: tracer.leaf(value, terminal=False))

    def tell(size: int, before: int, state: State, ws: Workspace) -> int:
        if size > before:
            tell_node(ROOT, state, before, ws)
        line.clear()
        return size

    def tell_node(place: int, state: State, before: int, ws: Workspace) -> None:
        value = value_of(place, ws)
        tracer.enter(state, rules.to_move(state), -inf, inf)
        if is_leaf(place, ws) and is_(EXACT, place, ws):
            tracer.leaf(value, terminal=True)
        elif is_leaf(place, ws) and place >= before:
            tracer.leaf(value, terminal=False)
        elif place not in line or is_leaf(place, ws):
            known(value)
        else:
            choose, best = (max, -inf) if is_(MAXIMISES, place, ws) else (min, inf)
            first = field_of(place, CHILDREN, ws)
            for child in range(first, first + count_of(place, ws)):
                action = field_of(child, ACTION, ws)
                tell_node(child, rules.result(state, action), before, ws)
                best = choose(best, value_of(child, ws))
                tracer.bound(action, value_of(child, ws), best)
            tracer.leave(value)

    return Steps(line.add, tell)


def _ignore(_place: int) -> None:
    pass


def _ignore_step(size: int, _before: int, _state: State, _ws: Workspace) -> int:
    return size
