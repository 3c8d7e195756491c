"""Results in games with unknown leaves: bounds of values, or no values."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf, isfinite, nan

from spielbaum.search.core.intervals import Intervals, as_bound
from spielbaum.search.core.result import ActionValue, Result, tidy
from spielbaum.search.driver.action_values import ActionLine, Outcome
from spielbaum.search.driver.results import Request


def with_bounds(result: Result, request: Request, intervals: Intervals | None) -> Result:
    """Return a result whose values are bounds where they depend on unknown leaves.

    Parameters
    ----------
    result
        The result of a search in which unknown leaves counted as numbers.
    request
        What was searched.
    intervals
        Those of the visited states; None if the game has no unknown leaves.
    """
    if intervals is None or result.is_proven or isinstance(result.value, tuple):
        return result
    if not intervals.touched(request.state):
        return result
    rows = tuple(_row(row, request, intervals) for row in result.action_values)
    low, high = intervals.over(request.state, request.root.actions)
    if low == high:
        if result.certainty.kind == "bound":  # of the window, or of a search that was stopped
            return replace(result, action_values=rows)
        return replace(result, action_values=rows, certainty=replace(result.certainty, kind="exact", bound="exact"))
    value, bound = as_bound((low, high), maximises=True)
    certainty = replace(
        result.certainty,
        kind="heuristic" if value is None else "bound",
        bound=bound,
        interval=(tidy(low) if low > -inf else None, tidy(high) if high < inf else None),
    )
    return replace(
        result,
        value=nan if value is None else value,
        certainty=certainty,
        action_values=rows,
        minimal_leaves=None,
        minimal_nodes=None,
    )


def lines_with_bounds(
    lines: Sequence[ActionLine], request: Request, intervals: Intervals | None
) -> tuple[ActionLine, ...]:
    """Return lines whose values are bounds where they depend on unknown leaves."""
    if intervals is None or not intervals.touched(request.state):
        return tuple(lines)
    return tuple(_line(line, request, intervals) for line in lines)


def _line(line: ActionLine, request: Request, intervals: Intervals) -> ActionLine:
    child = request.game.result(request.state, line.action)
    if not intervals.touched(child):
        return line
    low, high = intervals.of(child)
    value, bound = as_bound((low, high), maximises=True)
    exact = bound == "exact"
    outcome: Outcome | None = "win" if low > 0 else "loss" if high < 0 else "draw" if exact else None
    shown = replace(line, value=value, bound=line.bound if exact else bound, utility=value if exact else None)
    return replace(shown, proven=exact, outcome=outcome, distance=None, distance_exact=False)


def _row(row: ActionValue, request: Request, intervals: Intervals) -> ActionValue:
    child = request.game.result(request.state, row.action)
    low, high = intervals.of(child)
    if row.value is None or not intervals.touched(child) or (low == high and isfinite(low)):
        return row
    value, bound = as_bound((low, high), maximises=True)
    return replace(row, value=value, bound=bound)
