"""MultiPV: the best actions of a root, each with its exact value and its principal variation.

A search for the best action shows only that the others are not better. The second best is therefore found by another
search among the others, and so on: one search for each line at every depth, all with one transposition table. Each
search begins with the best action of the previous iteration for its line.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from spielbaum.errors import validate_whole_number
from spielbaum.kernel import Workspace
from spielbaum.search.core.limits import Limits, refuse_depth_zero
from spielbaum.search.core.result import BoundKind, Number, in_units
from spielbaum.search.core.workspace import TO_DEPTH, TO_THE_END
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.search.driver.iterative_deepening import (
    Iterate,
    Iteration,
    Root,
    Search,
    Settle,
    is_decided,
    iterate,
    own_entry,
)
from spielbaum.search.driver.results import Request


@dataclass(frozen=True)
class BestLines:
    """The best actions of a root, found by MultiPV.

    Attributes
    ----------
    lines
        The best one first, equal ones in the game's order. Fewer than requested if there are fewer actions, and none if
        the game is over or there was no time.
    nodes, seconds
        Spent so far.
    complete
        Whether the last iteration was complete. If not, its lines come first, then those of the iteration before. A
        proven win keeps the depth at which it was found.
    """

    lines: tuple[ActionLine, ...]
    nodes: int
    seconds: float
    complete: bool


def multipv(
    search: Search,
    ws: Workspace,
    limits: Limits,
    root: Root,
    number: int,
    *,
    settle: Settle,
    extend_pv: Callable[[Iteration], Iteration],
    on_iteration: Callable[[Sequence[Iteration]], None],
    iterate: Iterate = iterate,
) -> tuple[Sequence[Iteration], bool]:
    """Search for the best actions, to the depth of the limits, or deeper and deeper within them.

    A proven win stays first and is not searched again, since another iteration could replace a short win by a long one.
    The search ends when every line is proven or decided.

    Parameters
    ----------
    search, ws, limits, root
        As for ``deepen``.
    number
        The number of lines.
    settle
        Chooses the action of a line, as in ``deepen``.
    extend_pv
        Continues the principal variation of a complete iteration from the table.
    on_iteration
        Called with the lines of each complete depth that is followed by another one.
    iterate
        Searches a root once to a depth.

    Returns
    -------
    lines, complete
        The best first, and whether the last depth was complete.

    Raises
    ------
    InputError
        If the number is below 1, or the depth is 0.
    """
    validate_lines(number)
    refuse_depth_zero(limits)
    unlimited = TO_THE_END if limits.depth is None and not limits.deepens else TO_DEPTH

    def lines_at(depth: int) -> bool:
        """Search the lines of a depth into ``found``; return whether all were searched."""
        found[:] = [one for one in before if _is_won(one, root)]
        while len(found) < min(number, len(root.actions)):
            taken = {one.best for one in found}
            rest = replace(root, actions=[action for action in root.actions if action not in taken])
            rest = replace(rest, restricted=root.restricted or bool(taken))
            previous = next((one for one in before if one.best not in taken), None)
            latest = iterate(search, ws, rest, depth, unlimited=unlimited, before=previous)
            if not latest.complete:
                if not found and latest.best not in (None, previous.best if previous else None):
                    found.append(latest)  # its value is a lower bound
                return False
            # The table may save a line the deepest leaves, which an earlier line reached.
            met = max(latest.depth, *(one.depth for one in found)) if unlimited and found else latest.depth
            known = () if previous is None else (previous,)  # the best of the remaining actions
            found.append(extend_pv(settle(replace(latest, depth=met), rest, known)))
        found.sort(key=lambda one: -own_entry(cast(Number, one.value), root.player))  # a selective search may err
        return True

    found: list[Iteration] = []
    before: tuple[Iteration, ...] = ()
    for depth in range(1 if limits.deepens else limits.largest_depth, limits.largest_depth + 1):
        if not lines_at(depth):
            taken = {one.best for one in found}
            return [*found, *(one for one in before if one.best not in taken)][:number], False
        if all(is_decided(one, root) or not one.heuristic for one in found) or depth == limits.largest_depth:
            break
        on_iteration(found)
        before = tuple(found)
    return found, True


def validate_lines(number: int) -> None:
    """Raise an InputError if a number of lines is not a whole number of at least 1."""
    validate_whole_number("lines", number, least=1)


def _is_won(found: Iteration, root: Root) -> bool:
    return found.value is not None and own_entry(found.value, root.player) >= root.win


def best_lines(
    request: Request, found: Sequence[Iteration], *, nodes: int, seconds: float, complete: bool
) -> BestLines:
    """Return the lines with their values in one unit: that of utilities if all are proven, else of the evaluation."""
    proven = [one.complete and not (one.heuristic or one.unsound_cut) for one in found]
    unit = request.unit if all(proven) else 1
    lines = []
    for one, is_proven in zip(found, proven, strict=True):
        assert one.value is not None
        (pv, texts), value = request.line(one.pv), in_units(one.value, unit)
        bound: BoundKind | None = "exact" if one.complete else "lower"
        bound = None if one.simulations is not None and one.heuristic else bound  # a mean
        line = ActionLine(pv[0], texts[0], value, one.depth, is_proven, pv, texts, bound)
        lines.append(replace(line, distance=one.distance, distance_exact=one.distance_exact))
    return BestLines(tuple(lines), nodes, seconds, complete)
