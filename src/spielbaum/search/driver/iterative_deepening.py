"""Iterative deepening: searches to depth 1, 2, 3 and so on within the limits, or one search to a fixed depth.

D. Slate and L. Atkin, CHESS 4.5: The Northwestern University chess program (1977); R. E. Korf, Depth-first
iterative-deepening, Artificial Intelligence 27 (1985).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from spielbaum.game import Action
from spielbaum.kernel import Workspace
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.result import Number
from spielbaum.search.core.workspace import (
    ALL_BUT_FIRST,
    ONLY_FIRST,
    RUNNING,
    SELECTIVE,
    TO_DEPTH,
    TO_THE_END,
    reset,
    restrict,
)

TIE = 1e-9
"""The relative margin below the value of the first action that the others are searched from, for exact ties."""

Search = Callable[[float, float, int], Number]
"""``(alpha, beta, depth) -> value``; the rest of the answer is in a workspace."""


@dataclass(frozen=True)
class RootMove:
    """A root action that was searched: its value, and the floor; a value not above it is an upper bound.

    The floor is NaN if the value is no bound either. Simulations also count the visits.
    """

    action: Action
    value: Number
    floor: float
    own_value: float  # the root player's entry of the value
    visits: int | None = None


@dataclass(frozen=True)
class Iteration:
    """The answer of a search to one depth.

    Attributes
    ----------
    depth
        The depth limit, or the ply of the deepest leaf if there is none; of an incomplete iteration, the depth of the
        complete one before it.
    complete
        Whether it ran to its end.
    value
        The value of the root; None if the search was stopped before any was known.
    best
        The action of that value, of equal ones the first in the game's order; None if there is none.
    root_moves
        The root actions that were searched.
    pv
        The principal variation.
    heuristic
        Whether the value of any leaf is an estimate.
    unsound_cut
        Whether an unsound pruning, such as deep pruning for N players, may have changed the value.
    selective
        Whether this is so because the search is selective; a deeper one may find more.
    simulations
        Their number, in Monte-Carlo tree search.
    distance, distance_exact
        Of a win or a loss: the plies to the end of the game, at most, and whether they are exact.
    asked
        The nodes visited to find the distance.
    """

    depth: int
    complete: bool
    value: Number | None
    best: Action | None
    root_moves: tuple[RootMove, ...]
    pv: tuple[Action, ...]
    heuristic: bool
    unsound_cut: bool
    selective: bool = False
    simulations: int | None = None
    distance: int | None = None
    distance_exact: bool = False
    asked: int = 0


@dataclass(frozen=True)
class Root:
    """The root of a search, and how to search it.

    Attributes
    ----------
    actions
        The actions to search, in the game's order.
    player
        The player to move.
    window
        Alpha and beta.
    splits
        Whether the best action so far may be searched before the others.
    aspiration
        Half the width of aspiration windows; 0 for the whole window.
    win
        The value that proves a win; its negative proves a loss.
    restricted
        Whether there are other actions that are not searched.
    allow_deeper_entries
        Whether any of equal actions may be chosen, and a win found by a selective search ends it.
    """

    actions: Sequence[Action]
    player: int
    window: tuple[float, float]
    splits: bool = True
    aspiration: float = 0
    win: float = inf
    restricted: bool = False
    allow_deeper_entries: bool = False


Iterate = Callable[..., Iteration]
"""``(search, ws, root, depth, *, unlimited, before) -> found``, as :func:`iterate`."""

Settle = Callable[[Iteration, Root, Sequence[Iteration]], Iteration]
"""``(found, root, before) -> found`` with the root action to play, and its value and line; ``before`` are earlier
iterations.

Most families choose among equal wins and losses: the fastest win or the slowest loss.
"""


def deepen(
    search: Search,
    ws: Workspace,
    limits: Limits,
    root: Root,
    *,
    settle: Settle,
    on_iteration: Callable[[Iteration], None] = lambda _iteration: None,
) -> Iteration:
    """Search to the depth of the limits, or to depth 1, 2, 3 and so on if time or nodes are limited.

    The best action of an iteration is searched first in the next one. An iteration that is stopped still counts if it
    found an action better than the best one so far. An action that loses too is not better: the best one so far holds
    out longer.

    The search ends when deeper ones would find nothing new: no leaf was evaluated, or a win or a loss is proven.

    Parameters
    ----------
    search
        The kernel, with ``ws``.
    ws
        The workspace.
    limits
        The depth, and whether to deepen iteratively.
    root
        The root.
    settle
        Chooses the action of the answer, such as the fastest of equal wins.
    on_iteration
        Called with each complete iteration that is followed by another one.

    Returns
    -------
    Iteration
        The deepest complete one, or the incomplete one after it if that found a better action, or the first.
    """
    if not limits.deepens:
        unlimited = TO_THE_END if limits.depth is None else TO_DEPTH
        return settle(iterate(search, ws, root, limits.largest_depth, unlimited=unlimited), root, ())
    answer: Iteration | None = None
    earlier: list[Iteration] = []
    for depth in range(min(1, limits.largest_depth), limits.largest_depth + 1):
        before = answer
        latest = iterate(search, ws, root, depth, before=before)
        if answer is None or latest.complete or (latest.best not in (None, answer.best) and not _is_lost(latest, root)):
            answer = latest
        if latest.selective and (settled := settle(latest, root, earlier)).distance_exact:
            return settled
        if root.allow_deeper_entries and before is not None and before.best is not None and _is_lost(latest, root):
            answer = before  # which holds out longest
        final = not (latest.heuristic or latest.selective) or is_decided(latest, root) or _is_over(latest, root)
        if final or not latest.complete or ws.stop != RUNNING:
            break
        on_iteration(latest)
        earlier.append(latest)
    assert answer is not None
    return settle(answer, root, earlier)


def _is_lost(found: Iteration, root: Root) -> bool:
    return found.value is not None and own_entry(found.value, root.player) <= -root.win


def _is_over(found: Iteration, root: Root) -> bool:
    """Return whether a search with deeper entries has found a win or a loss; deeper ones find only longer wins."""
    return (
        root.allow_deeper_entries and found.value is not None and abs(own_entry(found.value, root.player)) >= root.win
    )


def is_decided(found: Iteration, root: Root) -> bool:
    """Return whether a win or a loss is proven; a selective search proves none."""
    return found.value is not None and not found.selective and abs(own_entry(found.value, root.player)) >= root.win


def iterate(
    search: Search, ws: Workspace, root: Root, depth: int, *, unlimited: int = TO_DEPTH, before: Iteration | None = None
) -> Iteration:
    """Search the root once to a depth, beginning with the best action of the previous iteration."""
    reset(ws, depth, unlimited=unlimited, previous_pv=before.pv if before else ())
    restrict(ws, root.actions if root.restricted else ())
    alpha, beta = root.window
    ws.guess = 0 if before is None or before.value is None else own_entry(before.value, root.player)
    if before is None or before.best is None or len(root.actions) < 2 or not root.splits:
        value = search(alpha, beta, depth)
        pv = pv_of(ws)
    else:
        # The best action so far first, then the others; those that precede it in the game's order win ties.
        ws.part, ws.first = ONLY_FIRST, before.best
        value = _search_near(search, ws, root, depth, float(ws.guess), root.window)
        pv = pv_of(ws)
        first = own_entry(value, root.player)
        if ws.stop == RUNNING and first < beta:
            ws.part = ALL_BUT_FIRST
            ws.pv_length[0] = 0
            _count_root_once(ws)
            tie = 0.0 if root.allow_deeper_entries else TIE * max(1.0, abs(first))
            other = _search_near(search, ws, root, depth, first, (max(alpha, first - tie), beta))
            moves = _root_moves(ws, root)
            if moves and _best(moves, root).action != before.best:
                value, pv = other, pv_of(ws)
    complete = int(ws.stop) == RUNNING
    reached = _depth(ws, depth, complete, unlimited, before)
    return noted(ws, root, reached, value, pv, complete=complete)


def noted(ws: Workspace, root: Root, depth: int, value: Number, pv: tuple[Action, ...], *, complete: bool) -> Iteration:
    """Return the answer of a search: its value, and the values of the root actions in the workspace.

    Parameters
    ----------
    ws, root
        The workspace after the search, and its root.
    depth
        The depth that was reached.
    value, pv
        The value of the kernel, and the principal variation.
    complete
        Whether the value counts; otherwise that of the best action so far does.
    """
    moves = _root_moves(ws, root) if complete or root.splits else ()  # null windows leave bounds until they meet
    best = _best(moves, root) if moves else None
    return Iteration(
        depth=depth,
        complete=complete,
        value=value if complete else best.value if best else None,
        best=best.action if best else None,
        root_moves=moves,
        pv=pv if best and pv[:1] == (best.action,) else (best.action,) if best else (),
        heuristic=bool(ws.heuristic),
        unsound_cut=bool(ws.unsound_cut),
        selective=int(ws.unsound_cut) == SELECTIVE,
    )


def _search_near(
    search: Search, ws: Workspace, root: Root, depth: int, guess: float, window: tuple[float, float]
) -> Number:
    """Search with an aspiration window around a guess, and again with the whole window if the value is outside.

    A value inside is the value of the whole window too, and so is one at an end that both windows share.
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
        ws.pv_length[0] = 0
        _count_root_once(ws)
    return search(alpha, beta, depth)


def _depth(ws: Workspace, depth: int, complete: bool, unlimited: int, before: Iteration | None) -> int:
    if complete:
        return int(ws.deepest) if unlimited == TO_THE_END else depth
    return before.depth if before else 0


def _count_root_once(ws: Workspace) -> None:
    """Uncount a visit of the root, which is entered again."""
    ws.nodes -= 1
    ws.max_nodes -= 1


def _root_moves(ws: Workspace, root: Root) -> tuple[RootMove, ...]:
    moves = []
    rows: list[list[float]] = ws.root_value[: ws.root_done].tolist()
    for i, row in enumerate(rows):
        value = row[0] if len(row) == 1 else tuple(row)
        moves.append(RootMove(int(ws.root_action[i]), value, float(ws.root_floor[i]), own_entry(value, root.player)))
    return tuple(moves)


def _best(moves: Sequence[RootMove], root: Root) -> RootMove:
    """Return the best action, of equal ones the first in the game's order; a value precedes a bound."""
    if root.allow_deeper_entries:
        moves = [move for move in moves if move.own_value > move.floor] or moves
    place = {action: i for i, action in enumerate(root.actions)}
    return min(moves, key=lambda move: (-move.own_value, place[move.action]))


def own_entry(value: Number, player: int) -> float:
    """Return the value for one player."""
    return float(value[player]) if isinstance(value, tuple) else float(value)


def pv_of(ws: Workspace) -> tuple[Action, ...]:
    """Return the principal variation of the last search."""
    return tuple(int(ws.pv[0, i]) for i in range(int(ws.pv_length[0])))
