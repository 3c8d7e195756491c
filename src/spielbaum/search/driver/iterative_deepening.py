"""Iterative deepening: searches to depth 1, 2, 3 and so on while limits allow, or one search to a fixed depth.

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
"""How far the floor of the other actions lies below the value of the first, relative to it, so that ties are exact."""

Search = Callable[[float, float, int], Number]
"""``(alpha, beta, depth) -> value``, working on a workspace."""


@dataclass(frozen=True)
class RootMove:
    """A root action that was searched: its value, and the floor at or below which it is only an upper bound.

    The floor is NaN where nothing is known of the true value. Of a search by simulations also how many of them it had.
    """

    action: Action
    value: Number
    floor: float
    own_value: float  # the root player's entry of the value
    visits: int | None = None


@dataclass(frozen=True)
class Iteration:
    """What the search to one depth found.

    Attributes
    ----------
    depth
        The depth limit, or, without one, the ply of the deepest leaf; of an incomplete iteration, the depth of the
        complete one before it.
    complete
        Whether it was not stopped.
    value
        Of the root; None if it was stopped before anything was known.
    best
        The action of that value: among equals the first in the game's order. None if there is none.
    root_moves
        The root actions that were searched.
    pv
        The principal variation.
    heuristic
        Whether the value of any leaf is an estimate.
    unsound_cut
        Whether a pruning that is not sound, such as deep pruning for N players, may have changed the value.
    selective
        Whether that is so because the search is selective, and a deeper one may find more.
    simulations
        How many there were, in a search by simulations.
    distance, distance_exact
        Of a win or a loss: in how many plies the game ends at the latest, and whether that is its distance.
    asked
        The nodes that were visited to find that out.
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
    """The root of a search, and how it is to be searched.

    Attributes
    ----------
    actions
        Those to search, in the game's order.
    player
        The player to move.
    window
        Alpha and beta.
    splits
        Whether the best action so far may be searched before the others.
    aspiration
        How far the value is expected to move from one iteration to the next; 0 for any distance.
    win
        The value of a proven win; that of a proven loss is its negative.
    restricted
        Whether there are other actions, which are not searched.
    allow_deeper_entries
        Whether any of equal actions may be chosen, and a win that a selective search finds ends it.
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
"""``(found, root, before) -> found`` with the fastest win or the slowest loss, knowing the iterations before it."""


def deepen(
    search: Search,
    ws: Workspace,
    limits: Limits,
    root: Root,
    *,
    settle: Settle,
    on_iteration: Callable[[Iteration], None] = lambda _iteration: None,
) -> Iteration:
    """Search to the depth of the limits, or to depth 1, 2, 3 and so on where time or nodes are limited.

    The best action of an iteration is searched first in the next one. An iteration that is stopped still counts if it
    has found, at its greater depth, an action better than the best one so far; one that loses as well is not, for the
    best one so far has held out for longer.

    The search ends where deeper ones would find nothing new: no leaf was evaluated, or a win or a loss is proven.

    Parameters
    ----------
    search
        The kernel, working on ``ws``.
    ws
        The workspace.
    limits
        How deep, and whether to deepen iteratively.
    root
        The root.
    settle
        Chooses among equal wins and losses.
    on_iteration
        Called with every complete iteration, before the next one begins.

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
    """Return whether a loose search has found the end: to go on would lead to longer wins, or to no escape."""
    return (
        root.allow_deeper_entries and found.value is not None and abs(own_entry(found.value, root.player)) >= root.win
    )


def is_decided(found: Iteration, root: Root) -> bool:
    """Return whether a win or a loss is proven; what a selective search found is not."""
    return found.value is not None and not found.selective and abs(own_entry(found.value, root.player)) >= root.win


def iterate(
    search: Search, ws: Workspace, root: Root, depth: int, *, unlimited: int = TO_DEPTH, before: Iteration | None = None
) -> Iteration:
    """Search the root to one depth, the best action of the iteration before first."""
    reset(ws, depth, unlimited=unlimited, previous_pv=before.pv if before else ())
    restrict(ws, root.actions if root.restricted else ())
    alpha, beta = root.window
    ws.guess = 0 if before is None or before.value is None else own_entry(before.value, root.player)
    if before is None or before.best is None or len(root.actions) < 2 or not root.splits:
        value = search(alpha, beta, depth)
        pv = pv_of(ws)
    else:
        # The best action so far first; then the others, of which those that come before it win ties with it.
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
    """Return what a search found: its value, and what the workspace notes of the root actions.

    Parameters
    ----------
    ws, root
        The workspace after the search, and its root.
    depth
        What the search reached.
    value, pv
        What the kernel returned, and the principal variation.
    complete
        Whether the value counts; else it is that of the best action so far.
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
    """Search with an aspiration window around a guess, and with the whole window if the value lies outside of it.

    A value inside is what the whole window gives; so is one at an end that both windows have in common.
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
    """Take back one visit of the root, which is about to be entered again."""
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
    """Return the best action, the first in the game's order among equals; a bound is not as good as a value."""
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
