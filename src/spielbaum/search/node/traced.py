"""The verbs of a search that is watched: each does what it does, and tells a tracer."""

from collections.abc import Callable
from typing import Any

from spielbaum.game import Action, State, Vector
from spielbaum.kernel import Workspace
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import REASONS
from spielbaum.search.node.hooks import Book, VectorBook


def traced(book: Book, told: Tracer) -> Book:
    """Return verbs that do the same and tell a tracer."""
    tracer = _Counted(told)

    def leaf(state: State, finished: bool, player: int, depth: int, ws: Workspace) -> float:
        value = book.leaf(state, finished, player, depth, ws)
        tracer.leaf(value, finished=bool(finished))
        return value

    def back_up(action: Action, value: float, floor: float, best: float, depth: int, ws: Workspace) -> None:
        book.back_up(action, value, floor, best, depth, ws)
        tracer.bound(action, value, best)

    def known(depth: int, ws: Workspace) -> float:
        value = book.known(depth, ws)
        tracer.leaf(value, finished=False)
        return value

    def stand_pat(state: State, player: int, depth: int, ws: Workspace) -> float:
        value = book.stand_pat(state, player, depth, ws)
        tracer.stand_pat(value)
        return value

    def stay(value: float) -> float:
        tracer.leaf(value, finished=False)
        return value

    return Book(leaf=leaf, back_up=back_up, known=known, stand_pat=stand_pat, stay=stay, **_told(book, tracer))


def traced_vectors(book: VectorBook, told: Tracer) -> VectorBook:
    """Return verbs that do the same and tell a tracer."""
    tracer = _Counted(told)

    def leaf(state: State, finished: bool, depth: int, ws: Workspace) -> Vector:
        value = book.leaf(state, finished, depth, ws)
        tracer.leaf(value, finished=bool(finished))
        return value

    def back_up(action: Action, value: Vector, best: Vector, depth: int, ws: Workspace) -> None:
        book.back_up(action, value, best, depth, ws)
        tracer.bound(action, value, best)

    def known(vector: Vector, depth: int, ws: Workspace) -> Vector:
        tracer.leaf(vector, finished=False)
        return book.known(vector, depth, ws)

    return VectorBook(leaf=leaf, back_up=back_up, known=known, **_told(book, tracer))


class _Counted:
    """A tracer that is told of those nodes alone that count: a search that was stopped enters some more."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer
        self._uncounted = 0  # nodes that were entered, and are not left yet
        self.bound, self.cutoff = tracer.bound, tracer.cutoff
        self.stand_pat: Callable[[Any], None] = getattr(tracer, "stand_pat", _tell_nobody)

    def enter(self, state: State, player: int, alpha: float, beta: float, *, counted: bool = True) -> None:
        if counted:
            self._tracer.enter(state, player, alpha, beta)
        else:
            self._uncounted += 1

    def leaf(self, value: Any, *, finished: bool) -> None:
        if self._uncounted:
            self._uncounted -= 1
        else:
            self._tracer.leaf(value, finished=finished)

    def leave(self, value: Any) -> None:
        if self._uncounted:
            self._uncounted -= 1
        else:
            self._tracer.leave(value)


def _tell_nobody(_value: Any) -> None:
    pass


def _told(book: Book | VectorBook, tracer: _Counted) -> dict[str, Any]:
    """Return the verbs that are the same for numbers and vectors, telling a tracer."""

    def enter(state: State, player: int, alpha: float, beta: float, ws: Workspace) -> None:
        nodes = ws.nodes
        book.enter(state, player, alpha, beta, ws)
        tracer.enter(state, player, alpha, beta, counted=ws.nodes > nodes)

    def cutoff(reason: int, best: float, bound: float, depth: int, ws: Workspace) -> None:
        book.cutoff(reason, best, bound, depth, ws)
        tracer.cutoff(REASONS[reason], best, bound)

    def leave(value: Any) -> Any:
        tracer.leave(value)
        return value

    same = {"ends": book.ends, "skipped": book.skipped, "improve": book.improve}
    return {**same, "enter": enter, "cutoff": cutoff, "leave": leave}
