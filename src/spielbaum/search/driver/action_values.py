"""The exact value of every root action, and the line of play behind it.

A search for the best action finds of the others only that they are no better. Here every action is searched alone, with
the full window.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from spielbaum.game import Action
from spielbaum.game.notation import format_line
from spielbaum.kernel import Workspace
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.result import BoundKind, Number, in_units
from spielbaum.search.core.workspace import ONLY_FIRST, RUNNING, reset
from spielbaum.search.driver.iterative_deepening import Search, pv_of
from spielbaum.search.driver.results import Request
from spielbaum.search.driver.validation import validate_depth


@dataclass(frozen=True)
class ActionLine:
    """A root action with its exact value and its line of play.

    Attributes
    ----------
    action, action_text
        The action as the game knows it, and in its notation.
    value
        At this depth, from the view of the player to move, or one number for each player; None if there was no time.
    depth
        In plies, the action itself included.
    proven
        Whether no evaluation took part.
    pv, pv_text
        The principal variation that begins with the action: what follows is the best answer, or the refutation.
    bound
        ``"lower"`` if the search was stopped, and the value is at least so large; else ``"exact"``.
    """

    action: Action
    action_text: str
    value: Number | None
    depth: int
    proven: bool
    pv: tuple[Action, ...]
    pv_text: tuple[str, ...]
    bound: BoundKind = "exact"


@dataclass(frozen=True)
class ActionSearch:
    """The deepest search of one action."""

    value: Number
    depth: int
    pv: tuple[Action, ...]
    evaluated: bool


def action_values(
    search: Search, ws: Workspace, limits: Limits, actions: Sequence[Action]
) -> dict[Action, ActionSearch]:
    """Search every action alone, all to one ply, then all to two, and so on while limits allow.

    Where only the depth is limited, all are searched to that depth at once. An action is not searched again once no
    evaluation takes part in its value.

    Returns
    -------
    dict
        For each action its search in the deepest iteration that was complete, so that values can be compared; if not
        even that of one ply was, the actions that were searched in it.

    Raises
    ------
    InputError
        If the depth is 0.
    """
    validate_depth(limits)
    found: dict[Action, ActionSearch] = {}
    first = 1 if limits.deepens else limits.largest_depth
    for depth in range(first, limits.largest_depth + 1):
        deeper = dict(found)
        for action in actions:
            before = found.get(action)
            if before is not None and not before.evaluated:
                continue
            unlimited = limits.depth is None and not limits.deepens
            reset(ws, depth, unlimited=unlimited, previous_pv=before.pv if before else ())
            ws.part, ws.first = ONLY_FIRST, action
            value = search(-inf, inf, depth)
            if ws.stop != RUNNING:
                return found or deeper
            reached = int(ws.deepest) if unlimited else depth
            deeper[action] = ActionSearch(value, reached, pv_of(ws) or (action,), bool(ws.evaluated or ws.unsound_cut))
        found = deeper
        if not any(one.evaluated for one in found.values()):
            break
    return found


def action_lines(request: Request, found: dict[Action, ActionSearch]) -> tuple[ActionLine, ...]:
    """Return the actions with their values in one unit, in the game's order.

    That is the unit of utilities if no evaluation took part anywhere, else that of the evaluation.
    """
    unit = 1 if any(one.evaluated for one in found.values()) else request.unit
    rows = []
    for action in request.root.actions:
        one = found.get(action)
        pv = one.pv if one else (action,)
        texts = format_line(request.game, request.state, pv)
        value, depth, proven = (in_units(one.value, unit), one.depth, not one.evaluated) if one else (None, 0, False)
        rows.append(ActionLine(action, texts[0], value, depth, proven, pv, texts))
    return tuple(rows)
