"""The distance of a win or a loss: the fastest of the winning actions, the slowest of the losing ones.

A win has the same value at any distance, and so has a loss. Once the value of a root is a win or a loss, null-window
searches follow: is it forced within one ply, within two, and so on? They use the same kernel, but only ends of the game
count: a leaf at the depth limit is not yet won, or not yet lost. They are full-width, and take table moves but no
values from the transposition table. The smallest depth with a win is its distance, and the answer is an action that
wins in time. The smallest depth at which no action holds out is the distance of a loss, and the answer is an action
that held out until then. Depths that the iterations of the search have settled are not searched again.

Values and counters stay as they are. All these searches together visit at most a fiftieth of the nodes of the search,
or a few hundred if it was small. If that is not enough, the answer is the best one known.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import inf, isnan
from typing import cast

from spielbaum.game import Action, Vector
from spielbaum.kernel import Workspace
from spielbaum.search.core.limits import FULL_WINDOW, MAX_PLY
from spielbaum.search.core.pausing import limit_nodes
from spielbaum.search.core.result import Number
from spielbaum.search.core.workspace import ONLY_ENDS, RUNNING, TO_THE_END
from spielbaum.search.driver.ends import Ends
from spielbaum.search.driver.iterative_deepening import TIE, Iteration, Root, RootMove, Search, iterate, own_entry

PART = 50
"""Distance searches visit at most one node for every 50 of the search."""

OPEN = 1e300
"""The value of leaves that are not terminal: larger than any other."""

LEAST = 500
"""The nodes they may visit after a small search."""

KEPT = ("stop", "unlimited", "depth", "iteration", "node_limit", "nodes", "max_nodes", "leaves", "reached", "deepest")
"""Fields of the workspace that distance searches restore."""


@dataclass(frozen=True)
class Decided:
    """A root that is won or lost.

    Attributes
    ----------
    found, root
        The answer of the search, and its root.
    value
        For the player to move.
    proven
        Whether the value is certainly not an estimate.
    actions
        The actions that may have this value, of a loss those that are known to have it, in the game's order.
    """

    found: Iteration
    root: Root
    value: float
    proven: bool
    actions: Sequence[Action]

    @property
    def wins(self) -> bool:
        """Whether the player to move wins."""
        return self.value > 0


@dataclass(frozen=True)
class Known:
    """The known range of a distance: more than ``after`` plies, at most ``within``, by an action."""

    after: int
    within: int
    action: Action

    @property
    def is_exact(self) -> bool:
        """Whether the distance is exact."""
        return self.after + 1 == self.within


class DistanceSearch:
    """The distance searches that follow a search.

    Parameters
    ----------
    search
        The kernel, with ``ws`` and one thread.
    ws
        The workspace.
    ends
        Facts about the ends of the game.
    """

    def __init__(self, search: Search, ws: Workspace, ends: Ends) -> None:
        self._search, self._ws, self._ends, self._asked = search, ws, ends, 0

    def settle(self, found: Iteration, root: Root, before: Sequence[Iteration] = ()) -> Iteration:
        """Return the answer with the fastest win or the slowest loss, and its distance.

        Parameters
        ----------
        found
            The answer of the search. It stays as it is if nothing is decided, or the search was stopped.
        root
            The root.
        before
            The complete iterations to smaller depths.
        """
        if not found.complete or found.value is None or root.window != FULL_WINDOW or int(self._ws.stop) != RUNNING:
            return found
        decided = self._decided(found, root)
        if decided is None or (root.actions and found.best is None):
            return found
        if not root.actions:
            return replace(found, distance=0, distance_exact=True)
        known = self._shown(decided, before)
        with self._uncounted(wins=decided.wins):
            known = self._fastest_win(decided, known) if decided.wins else self._slowest_loss(decided, known)
            pv = self._line(decided, known)
        if not (known.is_exact or decided.proven):
            return replace(found, asked=self._asked)
        others, value = [move for move in found.root_moves if move.action != known.action], decided.value
        return replace(
            found,
            best=known.action,
            pv=pv,
            root_moves=(*others, RootMove(known.action, found.value, -inf, value)),
            distance=None if known.within == MAX_PLY else known.within,
            distance_exact=known.is_exact and abs(value) == self._ends.most,  # otherwise a later end may be better
            asked=self._asked,
        )

    def _decided(self, found: Iteration, root: Root) -> Decided | None:
        """Return the root as a win or a loss; None if it is neither."""
        value, ends, moves = own_entry(cast(Number, found.value), root.player), self._ends, found.root_moves
        proven = not found.heuristic or abs(value) > ends.above
        if value == 0 or not (abs(value) == ends.most or (proven and ends.graded)):
            return None
        if value > 0:
            worse = {move.action for move in moves if move.own_value < value and not isnan(move.floor)}
            actions = [action for action in root.actions if action not in worse]
        elif value <= -ends.most:  # nothing is worse
            actions = list(root.actions)
        else:
            equal = {found.best, *(move.action for move in moves if move.floor < move.own_value == value)}
            actions = [action for action in root.actions if action in equal]
        return Decided(found, root, value, proven, actions)

    def _shown(self, decided: Decided, before: Sequence[Iteration]) -> Known:
        """Return what the iterations of the search have shown of the distance."""
        found, value, ends = decided.found, decided.value, self._ends
        to_the_end = int(self._ws.unlimited) == TO_THE_END
        beyond = ends.looks_past if to_the_end else ends.looks_beyond or found.selective
        within = found.depth if decided.proven and not beyond else MAX_PLY
        for one in reversed(before):  # each saw all ends within its depth, unless it was selective
            then = own_entry(cast(Number, one.value), decided.root.player)
            action = cast(Action, found.best if decided.wins else one.best)
            if (then - value) * value < 0 and action in decided.actions and not one.selective:
                return Known(one.depth, within, action)
        return Known(0, within, cast(Action, found.best))

    def _fastest_win(self, decided: Decided, known: Known) -> Known:
        for depth in range(known.after + 1, self._last(decided, known)):
            winner = self._ask(decided, decided.actions, depth)
            if self._ws.stop == RUNNING and winner is not None:
                return Known(depth - 1, depth, winner)
            if self._ws.stop != RUNNING or not self._ws.heuristic:  # a deeper search has the same answer
                break
            known = replace(known, after=depth)
        return known

    def _slowest_loss(self, decided: Decided, known: Known) -> Known:
        shown, actions = known, decided.actions
        for depth in range(known.after + 1, self._last(decided, known)):
            holder = self._ask(decided, actions, depth)
            if self._ws.stop == RUNNING and holder is None:
                known = replace(known, within=depth)
            if self._ws.stop != RUNNING or holder is None or not self._ws.heuristic:
                break
            known, actions = replace(known, after=depth, action=holder), actions[actions.index(holder) :]
        # An iteration has shown that an action holds out; an earlier one in the game's order may do so, too.
        earlier = actions[: actions.index(known.action)] if known.after == shown.after > 0 else ()
        holder = self._ask(decided, earlier, known.after) if earlier else None
        return known if holder is None or self._ws.stop != RUNNING else replace(known, action=holder)

    def _last(self, decided: Decided, known: Known) -> int:
        """Return the depth at which to stop; a value that may be an estimate was not found beyond its depth."""
        return known.within if decided.proven else decided.found.depth + 1

    def _ask(self, decided: Decided, actions: Sequence[Action], depth: int) -> Action | None:
        """Return the first action that wins within a number of plies, or that holds out for as long."""
        low = decided.value - self._step(decided) if decided.wins else decided.value
        asked = self._iterate(decided, actions, depth, (low, low + self._step(decided)))
        reached = {
            move.action for move in asked.root_moves if not isnan(move.floor) and move.own_value > max(low, move.floor)
        }
        return next((action for action in actions if action in reached), None)

    def _line(self, decided: Decided, known: Known) -> tuple[Action, ...]:
        """Return a principal variation of the action, which ends in time if the distance is known."""
        same = known.action == decided.found.best
        if same and (not known.is_exact or len(decided.found.pv) == known.within):
            return decided.found.pv
        step = self._step(decided)
        window = (decided.value - step, inf) if decided.wins else (-inf, decided.value + step)
        line = self._iterate(decided, [known.action], known.within, window).pv if known.is_exact else ()
        return line if self._ws.stop == RUNNING and line else decided.found.pv if same else (known.action,)

    def _iterate(
        self, decided: Decided, actions: Sequence[Action], depth: int, window: tuple[float, float]
    ) -> Iteration:
        root, narrower = decided.root, len(actions) < len(decided.root.actions)
        part = replace(root, actions=actions, window=window, aspiration=0, restricted=root.restricted or narrower)
        return iterate(self._search, self._ws, part, depth, unlimited=ONLY_ENDS)

    def _step(self, decided: Decided) -> float:
        """Return the width of a null window."""
        return 1.0 if self._ends.whole else TIE * max(1.0, abs(decided.value))

    @contextmanager
    def _uncounted(self, *, wins: bool) -> Iterator[None]:
        """Prepare the workspace for distance searches, and restore it."""
        ws = self._ws
        kept, cutoffs = {name: int(getattr(ws, name)) for name in KEPT}, [int(number) for number in ws.cutoffs]
        most = max(LEAST, ws.nodes // PART) - self._asked
        limit_nodes(ws, min(ws.node_limit, ws.nodes + most))
        ws.open_value = -OPEN if wins else OPEN
        yield
        self._asked += int(ws.nodes) - kept["nodes"]
        for name, number in kept.items():
            setattr(ws, name, number)
        limit_nodes(ws, kept["node_limit"])
        for reason, number in enumerate(cutoffs):
            ws.cutoffs[reason] = number


def settle_at_once(
    found: Iteration,
    root: Root,
    ending: Callable[[Action], Vector | None],
    ends: tuple[float, float],
    *,
    to_depth: bool,
) -> Iteration:
    """Return the answer with an action that wins at once, or with one that does not lose at once, if there is one.

    For kernels without distance searches, such as those of vectors and growing trees.

    Parameters
    ----------
    found, root
        The answer of the search, and its root.
    ending
        ``action -> vector``: the utilities if an action ends the game; None if the game goes on.
    ends
        The smallest and the largest utility; infinite if unknown.
    to_depth
        Whether all lines were searched to the same depth; otherwise estimates settle nothing.
    """
    if not found.complete or found.best is None or found.value is None or (found.heuristic and not to_depth):
        return found
    value, own = found.value, own_entry(found.value, root.player)
    others = value if isinstance(value, tuple) else (0.0,)
    moves = {move.action: move for move in found.root_moves if move.value == value and not isnan(move.floor)}

    def is_end(action: Action) -> bool:
        end = ending(action)
        return end is not None and (tuple(end) if isinstance(value, tuple) else end[root.player]) == value

    chosen: Action | None = None
    if found.heuristic and own not in ends:  # perhaps an estimate
        return found
    if own > max(others) or own == max(others) > min(others):
        chosen = next((action for action in root.actions if is_end(action)), None)
    elif own < max(others) and ending(found.best) is not None:
        chosen = next((action for action in root.actions if action in moves and ending(action) is None), None)
    if chosen is None or chosen == found.best:
        return found
    rest = [move for move in found.root_moves if move.action != chosen]
    move = moves.get(chosen) or RootMove(chosen, value, -inf, own)
    return replace(found, best=chosen, pv=(chosen,), root_moves=(*rest, replace(move, floor=-inf)))
