"""Between which ends a value lies where some leaves have none: a leaf that is not known may be worth anything.

MAX gets at least the largest of the lower ends of its actions and at most the largest of the upper ends; MIN the same
with the smallest. A state that was never looked at, as below a cut, may be worth anything, too: what a cut proved
follows from the actions before it.
"""

from collections.abc import Iterable
from math import inf

from spielbaum.game import Action, Game, State
from spielbaum.search.core.result import BoundKind, tidy
from spielbaum.search.core.tracer import Tracer, Value

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


def told(interval: Interval, *, maximises: bool) -> tuple[float | None, BoundKind]:
    """Return an interval as a number and a sign: of two finite ends the one that the player to move can be sure of.

    Examples
    --------
    >>> told((3, 3), maximises=True), told((-inf, 2), maximises=True), told(ANYTHING, maximises=True)
    ((3, 'exact'), (2, 'upper'), (None, 'unknown'))
    """
    low, high = interval
    if low == high:
        return tidy(low), "exact"
    if low > -inf and (maximises or high == inf):
        return tidy(low), "lower"
    return (tidy(high), "upper") if high < inf else (None, "unknown")


class Intervals:
    """A tracer that finds between which ends the values of states lie, as far as a search looked at them.

    Parameters
    ----------
    game
        One that ``bounds_hold_in`` is true of.
    inner
        Another tracer, which is told everything, too.

    Attributes
    ----------
    touched
        States below which a leaf that is not known was met, and such leaves.
    """

    def __init__(self, game: Game, inner: Tracer | None = None) -> None:
        assert game.unknown is not None
        self._game, self._inner, self._unknown = game, inner, game.unknown
        self._known: dict[State, Interval] = {}
        self._path: list[State] = []
        self._root_player = 0
        self.touched: set[State] = set()
        self.stand_pat = getattr(inner, "stand_pat", _tell_nobody)
        self.only = getattr(inner, "only", _tell_nobody)

    def begin(self, root: State) -> None:
        """Forget everything, before a state is searched from the view of the player to move there."""
        self._root_player = 0 if self._game.is_terminal(root) else self._game.to_move(root)
        self._known.clear()
        self._path.clear()
        self.touched.clear()

    def of(self, state: State) -> Interval:
        """Return between which ends the value of a state lies, for the root player."""
        return self._known.get(state, ANYTHING)

    def over(self, state: State, actions: Iterable[Action]) -> Interval:
        """Return the same of a state in which only some actions may be chosen."""
        below = [self.of(self._game.result(state, action)) for action in actions]
        return best_of(below, maximises=self.maximises(state)) if below else self.of(state)

    def maximises(self, state: State) -> bool:
        """Return whether the root player chooses in a state."""
        return not self._game.is_terminal(state) and self._game.to_move(state) == self._root_player

    def enter(self, state: State, player: int, alpha: float, beta: float) -> None:
        """Begin a node."""
        self._path.append(state)
        if self._inner is not None:
            self._inner.enter(state, player, alpha, beta)

    def leaf(self, value: Value, *, terminal: bool) -> None:
        """End a node without children."""
        state = self._path.pop()
        if self._game.is_terminal(state):
            if self._unknown(state):
                self._touch(state)
            else:
                worth = float(self._game.utility(state)[self._root_player])
                self._known[state] = (worth, worth)
        if self._inner is not None:
            self._inner.leaf(value, terminal=terminal)

    def bound(self, action: Action, value: Value, best: Value) -> None:
        """Pass the value of an action on."""
        if self._inner is not None:
            self._inner.bound(action, value, best)

    def cutoff(self, reason: str, best: float, bound: float) -> None:
        """Pass a cutoff on."""
        if self._inner is not None:
            self._inner.cutoff(reason, best, bound)

    def leave(self, value: Value) -> None:
        """End a node."""
        state = self._path.pop()
        low, high = self.of(state)
        now_low, now_high = self.over(state, self._game.actions(state))
        self._known[state] = (max(low, now_low), min(high, now_high))
        if self._inner is not None:
            self._inner.leave(value)

    def _touch(self, leaf: State) -> None:
        self.touched.add(leaf)
        self.touched.update(self._path)


def bounds_hold_in(game: Game) -> bool:
    """Return whether a game has leaves that are not known and intervals can say what follows: two play for one number.

    States that are worth something else on another path have no interval, and those that cannot be keys are not kept.
    """
    if game.unknown is None or not game.is_duel or game.repetition:
        return False
    try:
        hash(game.initial())
    except TypeError:
        return False
    return True


def _tell_nobody(_what: Value | Action) -> None:
    pass
