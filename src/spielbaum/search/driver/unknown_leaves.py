"""Intervals of values in trees with unknown leaves, which may have any value, and the results that follow.

MAX gets at least the largest lower end of its actions, and at most the largest upper end; MIN likewise with the
smallest. A state that the search did not visit, as below a cutoff, may have any value too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf, isfinite, nan

from spielbaum.game import Action, Game, State
from spielbaum.search.core.result import ActionValue, BoundKind, Result, tidy
from spielbaum.search.driver.action_values import ActionLine, Outcome
from spielbaum.search.driver.results import Request

Interval = tuple[float, float]
"""The ends between which a value lies."""

ANYTHING: Interval = (-inf, inf)


def best_of(intervals: Iterable[Interval], *, maximises: bool) -> Interval:
    """Return the interval of a node, given those of its actions.

    Examples
    --------
    >>> best_of([(3, 3), (-inf, 2)], maximises=True), best_of([(2, 2), ANYTHING], maximises=False)
    ((3, 3), (-inf, 2))
    """
    lows, highs = zip(*intervals, strict=True)
    choose = max if maximises else min
    return choose(lows), choose(highs)


def as_bound(interval: Interval, *, maximises: bool) -> tuple[float | None, BoundKind]:
    """Return an interval as a value and its kind; of two finite ends the one that the player to move can force.

    Examples
    --------
    >>> as_bound((3, 3), maximises=True), as_bound((-inf, 2), maximises=True), as_bound(ANYTHING, maximises=True)
    ((3, 'exact'), (2, 'upper'), (None, 'unknown'))
    """
    low, high = interval
    if low == high:
        return tidy(low), "exact"
    if low > -inf and (maximises or high == inf):
        return tidy(low), "lower"
    return (tidy(high), "upper") if high < inf else (None, "unknown")


class Intervals:
    """The intervals of the states that a search has visited.

    Parameters
    ----------
    game
        A game for which ``bounds_hold_in`` is true.
    root
        The root of the search; values are those of the player to move there.
    """

    def __init__(self, game: Game, root: State) -> None:
        self._game = game
        self._player = 0 if game.is_terminal(root) else game.to_move(root)
        self._visited: set[State] = set()

    def visit(self, state: State) -> bool:
        """Note that a state was visited, and return whether it is terminal."""
        self._visited.add(state)
        return self._game.is_terminal(state)

    def of(self, state: State) -> Interval:
        """Return the interval of a state."""
        if state not in self._visited or self._is_unknown(state):
            return ANYTHING
        if self._game.is_terminal(state):
            utility = float(self._game.utility(state)[self._player])
            return utility, utility
        return self.over(state, self._game.actions(state))

    def over(self, state: State, actions: Iterable[Action]) -> Interval:
        """Return the interval of a state in which only some actions may be chosen."""
        below = [self.of(self._game.result(state, action)) for action in actions]
        maximises = not self._game.is_terminal(state) and self._game.to_move(state) == self._player
        return best_of(below, maximises=maximises) if below else self.of(state)

    def touched(self, state: State) -> bool:
        """Return whether an unknown leaf was visited at or below a state."""
        if state not in self._visited:
            return False
        if self._game.is_terminal(state):
            return self._is_unknown(state)
        return any(self.touched(self._game.result(state, action)) for action in self._game.actions(state))

    def _is_unknown(self, state: State) -> bool:
        return bool(self._game.is_terminal(state) and self._game.unknown and self._game.unknown(state))


def bounds_hold_in(game: Game) -> bool:
    """Return whether a game has unknown leaves and its states have intervals.

    It is a zero-sum game of two players, values do not depend on the path, and states are hashable.
    """
    if game.unknown is None or not game.is_duel or game.repetition:
        return False
    try:
        hash(game.initial())
    except TypeError:
        return False
    return True


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
