"""The exact value of every root action, and its principal variation.

A search for the best action shows only that the others are not better. Here every action is searched alone, with the
full window.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Literal

from spielbaum.game import Action
from spielbaum.kernel import Workspace
from spielbaum.search.core.limits import Limits, refuse_depth_zero
from spielbaum.search.core.result import BoundKind, Number, in_units
from spielbaum.search.core.workspace import ONLY_FIRST, RUNNING, TO_DEPTH, TO_THE_END, reset
from spielbaum.search.driver.ends import Ends
from spielbaum.search.driver.iterative_deepening import Search, pv_of
from spielbaum.search.driver.results import Request

Outcome = Literal["win", "draw", "loss"]


@dataclass(frozen=True)
class ActionLine:
    """A root action with its exact value and its line of play.

    Attributes
    ----------
    action, action_text
        The action, and its text in the game's notation.
    value
        At this depth, for the player to move, or one number for each player; None if there was no time.
    depth
        In plies, including the action.
    proven
        Whether no leaf was an estimate.
    pv, pv_text
        The principal variation that begins with the action; the best reply, or the refutation, follows.
    bound
        ``"lower"`` if the search was stopped, and the value is a lower bound; None for a mean of simulations; else
        ``"exact"``.
    outcome
        The proven outcome of a two-player zero-sum game, for the player to move; None if none is proven. A win or a
        loss may be proven although there are estimates elsewhere in the tree.
    utility
        The utility, if it is proven; ``value`` may be in another unit.
    distance
        Of a win or a loss: the plies to the end of the game, including the action, if the winner hurries and the loser
        delays; None if unknown.
    distance_exact
        Whether the distance is exact; else the end may be nearer.
    earlier
        The value at the depth before, if both are estimates of a search that deepened; else None.
    """

    action: Action
    action_text: str
    value: Number | None
    depth: int
    proven: bool
    pv: tuple[Action, ...]
    pv_text: tuple[str, ...]
    bound: BoundKind | None = "exact"
    outcome: Outcome | None = None
    utility: Number | None = None
    distance: int | None = None
    distance_exact: bool = False
    earlier: Number | None = None

    @property
    def is_known(self) -> bool:
        """Whether the value, or at least the winner, is proven."""
        return self.proven or self.outcome is not None


@dataclass(frozen=True)
class ActionSearch:
    """The deepest search of one action."""

    value: Number
    depth: int
    pv: tuple[Action, ...]
    heuristic: bool
    decided_at: int | None = None  # the smallest depth at which the winner was known
    earlier: Number | None = None  # the value at the depth before

    def is_done(self, ends: Ends) -> bool:
        """Return whether a deeper search would find nothing new."""
        return not self.heuristic or (ends.settles and self.decided_at is not None)


def action_values(
    search: Search, ws: Workspace, limits: Limits, actions: Sequence[Action], ends: Ends
) -> dict[Action, ActionSearch]:
    """Search every action alone, all to depth 1, then all to depth 2, and so on within the limits.

    If only the depth is limited, all are searched to that depth at once. An action is not searched again once its value
    depends on no estimate, or its winner is known.

    Returns
    -------
    dict
        The searches of the deepest complete iteration by action, so that values can be compared; those of the first
        iteration if it is incomplete.

    Raises
    ------
    InputError
        If the depth is 0.
    """
    refuse_depth_zero(limits)
    found: dict[Action, ActionSearch] = {}
    first = 1 if limits.deepens else limits.largest_depth
    for depth in range(first, limits.largest_depth + 1):
        deeper = dict(found)
        for action in actions:
            before = found.get(action)
            if before is not None and before.is_done(ends):
                continue
            unlimited = TO_THE_END if limits.depth is None and not limits.deepens else TO_DEPTH
            reset(ws, depth, unlimited=unlimited, previous_pv=before.pv if before else ())
            ws.part, ws.first = ONLY_FIRST, action
            value = search(-inf, inf, depth)
            if ws.stop != RUNNING:
                return found or deeper
            reached = int(ws.deepest) if unlimited else depth
            decided_at = before.decided_at if before else None
            if decided_at is None and not isinstance(value, tuple) and abs(value) > ends.above:
                decided_at = reached
            heuristic = bool(ws.heuristic or ws.unsound_cut)
            earlier = before.value if before else None
            deeper[action] = ActionSearch(value, reached, pv_of(ws) or (action,), heuristic, decided_at, earlier)
        found = deeper
        if all(one.is_done(ends) for one in found.values()):
            break
    return found


def action_lines(
    request: Request, found: dict[Action, ActionSearch], ends: Ends, *, deepens: bool
) -> tuple[ActionLine, ...]:
    """Return the actions in the game's order, with their values in one unit.

    It is the unit of utilities if no leaf was an estimate, otherwise that of the evaluation. A distance is exact if the
    search deepened, and so searched all smaller depths.
    """
    unit = 1 if any(one.heuristic for one in found.values()) else request.unit
    rows = []
    for number in request.root.actions:
        one = found.get(number)
        pv, texts = request.line(one.pv if one else (number,))
        if one is None:
            rows.append(ActionLine(pv[0], texts[0], None, 0, False, pv, texts))
            continue
        value, proven = in_units(one.value, unit), not one.heuristic
        known = _proven(request, one, ends, deepens=deepens)
        if one.heuristic and one.decided_at is None and one.earlier is not None:
            known["earlier"] = in_units(one.earlier, unit)
        rows.append(ActionLine(pv[0], texts[0], value, one.depth, proven, pv, texts, **known))
    return tuple(rows)


def _proven(request: Request, one: ActionSearch, ends: Ends, *, deepens: bool) -> dict[str, Any]:
    """Return the fields of a line for what is proven."""
    if not ends.pays:
        return {}
    game, known = request.game, not one.heuristic
    settled = known or (one.decided_at is not None and ends.settles)
    found: dict[str, Any] = {"utility": in_units(one.value, request.unit) if settled else None}
    if isinstance(one.value, tuple) or not game.is_duel:
        return found
    if known or one.decided_at is not None:
        found["outcome"] = "win" if one.value > 0 else "loss" if one.value < 0 else "draw"
    if found.get("outcome") in ("win", "loss") and ends.shows_distance:
        found["distance"] = one.depth if one.decided_at is None else one.decided_at
        found["distance_exact"] = one.decided_at is not None and deepens
    return found
