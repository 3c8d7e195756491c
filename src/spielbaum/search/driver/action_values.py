"""The exact value of every root action, and the line of play behind it.

A search for the best action learns of the others only that they are no better. Here every action is searched alone,
with the full window, as if it were the only one.
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
from spielbaum.search.driver.iterative_deepening import Search, line_in
from spielbaum.search.driver.results import Question
from spielbaum.search.driver.validation import refuse_no_ply


@dataclass(frozen=True)
class ActionLine:
    """A root action with its exact value.

    Attributes
    ----------
    action
        As text.
    value
        At this depth, from the view of the player to move, or one number for each player; None if there was no time.
    depth
        To which it was searched, the action itself included.
    proven
        Whether no estimate took part.
    line
        What perfect players would play, the action first: what follows it is how it is answered, or refuted.
    bound
        ``"lower"`` if the search was stopped, and the value is at least so large; else ``"exact"``.
    """

    action: str
    value: Number | None
    depth: int
    proven: bool
    line: tuple[str, ...]
    bound: BoundKind = "exact"


@dataclass(frozen=True)
class Found:
    """What was found of one action."""

    value: Number
    depth: int
    line: tuple[Action, ...]
    evaluated: bool


def search_each(search: Search, ws: Workspace, limits: Limits, actions: Sequence[Action]) -> dict[Action, Found]:
    """Search every action alone, all to one ply, then all to two, and so on while limits allow.

    Where only the depth is limited, all are searched to that depth at once. An action whose value no deeper search can
    change is not searched again.

    Returns
    -------
    dict
        For each action the deepest search that was finished for all of them, so that their values can be compared; if
        not even one ply was, then those that were searched.

    Raises
    ------
    InputError
        If the depth is 0: an action is a ply.
    """
    refuse_no_ply(limits)
    found: dict[Action, Found] = {}
    first = 1 if limits.deepens else limits.largest_depth
    for depth in range(first, limits.largest_depth + 1):
        deeper = dict(found)
        for action in actions:
            before = found.get(action)
            if before is not None and not before.evaluated:
                continue
            unlimited = limits.depth is None and not limits.deepens
            reset(ws, depth, unlimited=unlimited, plan=before.line if before else ())
            ws.part, ws.first = ONLY_FIRST, action
            value = search(-inf, inf, depth)
            if ws.stop != RUNNING:
                return found or deeper
            reached = int(ws.deepest) if unlimited else depth
            deeper[action] = Found(value, reached, line_in(ws) or (action,), bool(ws.evaluated or ws.guessed))
        found = deeper
        if not any(one.evaluated for one in found.values()):
            break
    return found


def action_lines(asked: Question, found: dict[Action, Found]) -> tuple[ActionLine, ...]:
    """Return what was found, for all actions in the game's order, as text and in one unit.

    That is the unit of utilities if no estimate took part anywhere, else the one of the evaluation.
    """
    unit = 1 if any(one.evaluated for one in found.values()) else asked.unit
    rows = []
    for action in asked.root.actions:
        one = found.get(action)
        line = format_line(asked.game, asked.state, one.line if one else (action,))
        value = in_units(one.value, unit) if one else None
        rows.append(ActionLine(line[0], value, one.depth if one else 0, bool(one and not one.evaluated), line))
    return tuple(rows)
