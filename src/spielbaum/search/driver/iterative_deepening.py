"""One search after the other: to a fixed depth, or deeper and deeper while limits allow.

D. Slate and L. Atkin, CHESS 4.5: The Northwestern University chess program (1977); R. E. Korf, Depth-first
iterative-deepening, Artificial Intelligence 27 (1985).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from spielbaum.errors import InputError
from spielbaum.game import Action
from spielbaum.kernel import Workspace
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.result import Number
from spielbaum.search.core.workspace import ALL_BUT_FIRST, ONLY_FIRST, RUNNING, reset, restrict

TIE = 1e-9
"""So far below the first action's value, relative to it, is the floor of the others: their ties come out exactly."""

Search = Callable[[float, float, int], Number]
"""``(alpha, beta, depth) -> value``, working on a workspace; alpha is what the root player has elsewhere."""


@dataclass(frozen=True)
class Tried:
    """A root action that was searched: its value, and the floor at or below which it is only an upper bound."""

    action: Action
    value: Number
    floor: float
    mine: float  # the root player's entry of the value


@dataclass(frozen=True)
class Iteration:
    """What one search to one depth left behind.

    Attributes
    ----------
    depth
        The ply of the deepest leaf that was allowed, or, without a depth limit, that was met; of an unfinished
        iteration, what was finished before it.
    finished
        Whether it was not stopped.
    value
        Of the root; None if it was stopped before anything was known.
    best
        The action of that value: among equals the first in the game's order. None if there is none.
    tried
        The root actions that came back.
    line
        The principal variation.
    evaluated
        Whether the value of any leaf is an estimate.
    guessed
        Whether a cut may have changed the value.
    """

    depth: int
    finished: bool
    value: Number | None
    best: Action | None
    tried: tuple[Tried, ...]
    line: tuple[Action, ...]
    evaluated: bool
    guessed: bool


@dataclass(frozen=True)
class Root:
    """What an iteration has to know of the root: its actions in the game's order, who is to move, and what is asked.

    ``splits`` says whether the best action so far may be searched before the others, ``aspiration`` how far the value
    is expected to move from one iteration to the next, 0 for any distance. A value of ``most`` is a win that is proven,
    and one of minus ``most`` a loss. ``restricted`` says that there are other actions, which are not searched.
    """

    actions: Sequence[Action]
    player: int
    window: tuple[float, float]
    splits: bool = True
    aspiration: float = 0
    most: float = inf
    restricted: bool = False


def checked_aspiration(width: float) -> float:
    """Return half the width of an aspiration window.

    Raises
    ------
    InputError
        If it is negative or no number.
    """
    if not width >= 0:
        raise InputError(f"aspiration is how far a value may move from one depth to the next, 0 or more, not {width:g}")
    return width


def deepen(
    search: Search,
    ws: Workspace,
    limits: Limits,
    root: Root,
    *,
    tell: Callable[[Iteration], None] = lambda _finished: None,
) -> Iteration:
    """Search to the depth of the limits, or to depth 1, 2, 3 and so on where time or nodes are limited.

    The best action of an iteration is the first to be searched in the next one. An iteration that is stopped still
    counts if, at the same greater depth, it has found an action that is better than the best one so far.

    It ends where deeper searches would find nothing new: no leaf was estimated, or a win or a loss is proven. A win is
    worth the same at any distance, so one more iteration could exchange the short way to it for a long one.

    Parameters
    ----------
    search
        The kernel, working on ``ws``.
    ws
        The workspace, from which the rest is read.
    limits
        How deep, and whether to start at one ply.
    root
        What is searched.
    tell
        Called with every iteration that was finished, before the next one begins.

    Returns
    -------
    Iteration
        The deepest that was finished, or an unfinished one that is better, or the first.
    """
    if not limits.deepens:
        return iterate(search, ws, root, limits.largest_depth, unlimited=limits.depth is None)
    answer: Iteration | None = None
    for depth in range(min(1, limits.largest_depth), limits.largest_depth + 1):
        latest = iterate(search, ws, root, depth, before=answer)
        if answer is None or latest.finished or latest.best not in (None, answer.best):
            answer = latest
        if not latest.finished or not latest.evaluated or ws.stop != RUNNING or is_decided(latest, root):
            break
        tell(latest)
    assert answer is not None
    return answer


def is_decided(found: Iteration, root: Root) -> bool:
    """Return whether a win or a loss is proven."""
    return found.value is not None and abs(own_entry(found.value, root.player)) >= root.most


def iterate(
    search: Search, ws: Workspace, root: Root, depth: int, *, unlimited: bool = False, before: Iteration | None = None
) -> Iteration:
    """Search the root once to a depth; what an iteration before found best is searched first."""
    reset(ws, depth, unlimited=unlimited, plan=before.line if before else ())
    restrict(ws, root.actions if root.restricted else ())
    alpha, beta = root.window
    ws.guess = 0 if before is None or before.value is None else own_entry(before.value, root.player)
    if before is None or before.best is None or len(root.actions) < 2 or not root.splits:
        value = search(alpha, beta, depth)
        line = line_in(ws)
    else:
        # The best action so far first; then the others, of which those that come before it win ties with it.
        ws.part, ws.first = ONLY_FIRST, before.best
        value = _aspired(search, ws, root, depth, float(ws.guess), root.window)
        line = line_in(ws)
        first = own_entry(value, root.player)
        if ws.stop == RUNNING and first < beta:
            ws.part = ALL_BUT_FIRST
            ws.line_length[0] = 0
            _visit_root_once(ws)
            other = _aspired(search, ws, root, depth, first, (max(alpha, first - TIE * max(1.0, abs(first))), beta))
            tried = _tried(ws, root)
            if tried and _best(tried, root).action != before.best:
                value, line = other, line_in(ws)
    finished = int(ws.stop) == RUNNING
    tried = _tried(ws, root) if finished or root.splits else ()  # null windows leave bounds until they meet
    best = _best(tried, root) if tried else None
    return Iteration(
        depth=_depth(ws, depth, finished, unlimited, before),
        finished=finished,
        value=value if finished else best.value if best else None,
        best=best.action if best else None,
        tried=tried,
        line=line if best and line[:1] == (best.action,) else (best.action,) if best else (),
        evaluated=bool(ws.evaluated),
        guessed=bool(ws.guessed),
    )


def _aspired(
    search: Search, ws: Workspace, root: Root, depth: int, guess: float, window: tuple[float, float]
) -> Number:
    """Search a part of the root with a small window round a guess, and again where the value lies outside of it.

    A value inside is what the whole window gives. So is one at an end that the two have in common.
    """
    alpha, beta = window
    done, low, high = int(ws.root_done), max(alpha, guess - root.aspiration), min(beta, guess + root.aspiration)
    if root.aspiration and low < high:
        value = search(low, high, depth)
        last = int(ws.root_done) - 1
        mine = own_entry(value, root.player) if ws.stop == RUNNING or last < done else float(ws.root_value[last, 0])
        inside = (low == alpha or mine > low) and (high == beta or mine < high)
        if inside or ws.stop != RUNNING:
            ws.root_done -= not inside and last >= done
            return value
        ws.root_done = done
        ws.line_length[0] = 0
        _visit_root_once(ws)
    return search(alpha, beta, depth)


def _depth(ws: Workspace, depth: int, finished: bool, unlimited: bool, before: Iteration | None) -> int:
    if finished:
        return int(ws.deepest) if unlimited else depth
    return before.depth if before else 0


def _visit_root_once(ws: Workspace) -> None:
    """Take back one visit: the root is entered once more for the other actions."""
    ws.nodes -= 1
    ws.max_nodes -= 1


def _tried(ws: Workspace, root: Root) -> tuple[Tried, ...]:
    found = []
    width = len(ws.root_value[0])
    for i in range(int(ws.root_done)):
        row = ws.root_value[i]
        value = float(row[0]) if width == 1 else tuple(float(number) for number in row)
        mine = own_entry(value, root.player)
        found.append(Tried(int(ws.root_action[i]), value, float(ws.root_floor[i]), mine))
    return tuple(found)


def _best(tried: Sequence[Tried], root: Root) -> Tried:
    """Return the best action, the first in the game's order among equals."""
    place = {action: i for i, action in enumerate(root.actions)}
    return min(tried, key=lambda one: (-one.mine, place[one.action]))


def own_entry(value: Number, player: int) -> float:
    """Return what a value is worth to a player."""
    return float(value[player]) if isinstance(value, tuple) else float(value)


def line_in(ws: Workspace) -> tuple[Action, ...]:
    """Return the principal variation that a search left behind."""
    return tuple(int(ws.line[0, i]) for i in range(int(ws.line_length[0])))
