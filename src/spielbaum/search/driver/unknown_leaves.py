"""What a result says where leaves without a value were met: bounds, and nothing where nothing follows."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf, isfinite, nan

from spielbaum.search.core.intervals import Intervals, told
from spielbaum.search.core.result import ActionValue, Result, tidy
from spielbaum.search.driver.action_values import ActionLine, Outcome
from spielbaum.search.driver.results import Request


def with_bounds(result: Result, request: Request, intervals: Intervals | None) -> Result:
    """Return a result in which values that rest on leaves that are not known are what the known ones prove.

    Parameters
    ----------
    result
        Of a search, in which such leaves counted as numbers.
    request
        What was searched.
    intervals
        What the search found; None, or without such leaves, if there is nothing to say.
    """
    if intervals is None or not intervals.touched or result.kind == "exact" or isinstance(result.value, tuple):
        return result
    rows = tuple(_row(row, request, intervals) for row in result.action_values)
    low, high = intervals.over(request.state, request.root.actions)
    if low == high:
        if result.kind == "bound":  # of the window, or of a search that was stopped
            return replace(result, action_values=rows)
        return replace(result, action_values=rows, kind="exact", bound="exact")
    value, bound = told((low, high), maximises=True)
    return replace(
        result,
        value=nan if value is None else value,
        kind="heuristic" if value is None else "bound",
        bound=bound,
        action_values=rows,
        interval=(tidy(low) if low > -inf else None, tidy(high) if high < inf else None),
        minimal_leaves=None,
        minimal_nodes=None,
    )


def lines_with_bounds(
    lines: Sequence[ActionLine], request: Request, intervals: Intervals | None
) -> tuple[ActionLine, ...]:
    """Return the values of actions in the same way."""
    if intervals is None or not intervals.touched:
        return tuple(lines)
    found = []
    for line in lines:
        child = request.game.result(request.state, line.action)
        if child not in intervals.touched:
            found.append(line)
            continue
        low, high = intervals.of(child)
        value, bound = told((low, high), maximises=True)
        exact = bound == "exact"
        outcome: Outcome | None = "win" if low > 0 else "loss" if high < 0 else "draw" if exact else None
        shown = replace(line, value=value, bound=line.bound if exact else bound, utility=value if exact else None)
        found.append(replace(shown, proven=exact, outcome=outcome, distance=None, distance_exact=False))
    return tuple(found)


def _row(row: ActionValue, request: Request, intervals: Intervals) -> ActionValue:
    child = request.game.result(request.state, row.action)
    low, high = intervals.of(child)
    if child not in intervals.touched or row.value is None or (low == high and isfinite(low)):
        return row
    value, bound = told((low, high), maximises=True)
    return replace(row, value=value, bound=bound)
