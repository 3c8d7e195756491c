"""One search after the other: to a fixed depth, or deeper and deeper while limits allow.

D. Slate and L. Atkin, CHESS 4.5: The Northwestern University chess program (1977); R. E. Korf, Depth-first
iterative-deepening, Artificial Intelligence 27 (1985).
"""

from collections.abc import Callable
from dataclasses import dataclass

from spielbaum.game import Action
from spielbaum.kernel import Workspace
from spielbaum.search.bookkeeping import RUNNING, reset
from spielbaum.search.limits import Limits


@dataclass(frozen=True)
class Iteration:
    """What one search to one depth left behind.

    ``depth`` is the ply of the deepest leaf that was allowed, or, without a depth limit, that was met; ``values``
    and ``floors`` are those of the root actions that came back; ``evaluated`` says whether the value of any leaf is
    an estimate; an iteration that was stopped is not ``finished`` and its ``value`` is that of the actions that
    came back.
    """

    depth: int
    finished: bool
    value: float
    values: tuple[float, ...]
    floors: tuple[float, ...]
    line: tuple[Action, ...]
    evaluated: bool


def deepen(search: Callable[[int], float], ws: Workspace, limits: Limits) -> Iteration:
    """Search to the depth of the limits, or to depth 1, 2, 3 and so on where time or nodes are limited.

    Parameters
    ----------
    search
        ``depth -> value``, working on ``ws``.
    ws
        The workspace, from which the rest is read.
    limits
        How deep, and whether to start at one ply.

    Returns
    -------
    Iteration
        The deepest that was finished; an unfinished one only if there is no other.
    """
    if not limits.deepens:
        return _iteration(search, ws, limits.largest_depth, unlimited=limits.depth is None)
    best: Iteration | None = None
    for depth in range(min(1, limits.largest_depth), limits.largest_depth + 1):
        latest = _iteration(search, ws, depth, unlimited=False)
        if best is None or latest.finished:
            best = latest
        if not latest.finished or not latest.evaluated or ws.stop != RUNNING:
            break
    assert best is not None
    return best


def _iteration(search: Callable[[int], float], ws: Workspace, depth: int, *, unlimited: bool) -> Iteration:
    reset(ws, depth, unlimited=unlimited)
    value = search(depth)
    done = int(ws.root_done)
    values = tuple(float(ws.root_value[i]) for i in range(done))
    finished = int(ws.stop) == RUNNING
    return Iteration(
        depth=int(ws.deepest) if unlimited else depth,
        finished=finished,
        value=float(value) if finished else max(values, default=float("nan")),
        values=values,
        floors=tuple(float(ws.root_floor[i]) for i in range(done)),
        line=tuple(int(ws.line[0, i]) for i in range(int(ws.line_length[0]))),
        evaluated=bool(ws.evaluated),
    )
