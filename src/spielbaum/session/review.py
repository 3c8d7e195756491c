"""A review of a game: the loss of each move against the best one, in expected share of the points."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import exp
from typing import Any, Literal, Self

from spielbaum.game import Evaluation, Game, State
from spielbaum.search.driver.action_values import ActionLine

Mark = Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.15
"""The least loss of expected share for each mark; Lichess uses the same for winning chances."""

BEST = 0.005
"""A move with a smaller loss counts as best."""

PAWNS = 4.5
"""The estimate, in units, halfway between an even and a won position; a pawn then costs 9 %."""

PART_OF_MAXIMUM = 1 / 20
"""The same for an evaluation without a unit, as a fraction of its maximum. The maximum is only a bound: in random play,
half of the estimates are below 1 to 8 % of it."""


@dataclass(frozen=True)
class ReviewedMove:
    """A move that was played, compared with the best one.

    Attributes
    ----------
    seat
        The player who made it.
    text
        The action, in the game's notation.
    best
        The best action: this one, if none is better.
    shares
        The expected share of each player after the best move, 0 to 1.
    loss
        The mover's expected share after the best move minus that after this one; None if it was not searched.
    depth
        The depth of the search in plies.
    proven
        Whether both values are proven.
    forced
        Whether it was the only legal move.
    """

    seat: int
    text: str
    best: str
    shares: tuple[float, ...]
    loss: float | None
    depth: int
    proven: bool
    forced: bool = False

    @property
    def mark(self) -> Mark | None:
        """The mark of the loss, or that there was no choice; None if the loss is unknown."""
        if self.forced:
            return "forced"
        return None if self.loss is None else mark_of(self.loss)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain values."""
        return {**asdict(self), "shares": list(self.shares)}

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Self:
        """Return the move that ``to_dict`` describes."""
        return cls(**{**fields, "shares": tuple(fields["shares"])})


def mark_of(loss: float) -> Mark:
    """Return the mark of a loss of expected share.

    Examples
    --------
    >>> [mark_of(loss) for loss in (0, 0.02, 0.05, 0.12, 0.5)]
    ['best', 'good', 'inaccuracy', 'mistake', 'blunder']
    """
    if loss < BEST:
        return "best"
    names: tuple[tuple[float, Mark], ...] = ((INACCURACY, "good"), (MISTAKE, "inaccuracy"), (BLUNDER, "mistake"))
    return next((name for limit, name in names if loss < limit), "blunder")


def review_move(game: Game, state: State, played: str, rows: Sequence[ActionLine]) -> ReviewedMove:
    """Compare an action with the best one.

    Parameters
    ----------
    game, state
        The position before it.
    played
        The action, in the game's notation.
    rows
        The value of every action, for the player to move or as vectors, all searched to one depth.

    Returns
    -------
    ReviewedMove
        Without a loss if the action has no value.
    """
    mover, evaluation = game.to_move(state), game.evaluation()
    known = {row.action_text: shares_of(game, mover, row, evaluation) for row in rows if row.value is not None}
    if not known:
        return ReviewedMove(mover, played, played, _even(game), None, 0, False, len(rows) == 1)
    by_text = {row.action_text: row for row in rows}
    most = max(shares[mover] for shares in known.values())
    own = known.get(played)
    if own is not None and most - own[mover] < BEST:
        best = played
    else:  # of several equal ones, the fastest win
        equal = [row for row in rows if row.action_text in known and most - known[row.action_text][mover] < 1e-9]
        best = min(equal, key=lambda row: row.distance or 0).action_text
    proven = all(by_text[text].is_known for text in {played, best} & by_text.keys())
    loss = None if own is None else max(0.0, known[best][mover] - own[mover])
    return ReviewedMove(mover, played, best, known[best], loss, by_text[best].depth, proven, len(rows) == 1)


def shares_of(game: Game, mover: int, row: ActionLine, evaluation: Evaluation | None) -> tuple[float, ...]:
    """Return the expected share of each player after an action, from 0 for a loss to 1 for a win; the sum is 1.

    In a zero-sum game of two players a proven win is 1, a draw 0.5, and an estimate lies between 0 and 1. With more
    players proven values count as in ``shares_at_end``, estimates as in ``parts_of``.
    """
    assert row.value is not None
    if isinstance(row.utility, tuple):
        return _parts_of_utility(game, row.utility)
    if isinstance(row.value, tuple):
        return row.value if row.bound is None else parts_of(row.value, evaluation)
    if row.outcome is not None:
        own = {"win": 1.0, "draw": 0.5, "loss": 0.0}[row.outcome]
    else:
        own = expected_share(row.value, evaluation)
    return (own, 1 - own) if mover == 0 else (1 - own, own)


def expected_share(estimate: float, evaluation: Evaluation | None) -> float:
    """Return a player's expected share, from 0 to 1, given an estimate for that player; 0.5 for an estimate of 0.

    Examples
    --------
    >>> from spielbaum import games
    >>> pawn = expected_share(100, games.load("chess").evaluation())
    >>> round(pawn, 2), round(expected_share(-100, games.load("chess").evaluation()), 2)
    (0.59, 0.41)
    """
    return 0.5 + 0.5 * estimate / (abs(estimate) + _half(evaluation))


def parts_of(values: Sequence[float], evaluation: Evaluation | None) -> tuple[float, ...]:
    """Return the expected shares of several players, whose sum is 1.

    They are proportional to the values if no estimate is ever negative. Otherwise they are a softmax, which depends on
    differences only, so that all vectors share one scale.

    Examples
    --------
    >>> from spielbaum import Evaluation
    >>> parts_of((3, 1, 0), None)
    (0.75, 0.25, 0.0)
    >>> signed = Evaluation(lambda state: (0, 0, 0), maximum=100)
    >>> [round(part, 2) for part in parts_of((1, 1, -2), signed)]
    [0.43, 0.43, 0.13]
    """
    if min(values) >= 0 and (evaluation is None or evaluation.non_negative):
        return _parts(values)
    most, temperature = max(values), _half(evaluation) / 2
    return _parts([exp((value - most) / temperature) for value in values])


def shares_at_end(game: Game, state: State, utility: Sequence[float] | None = None) -> tuple[float, ...]:
    """Return the shares of the players in a finished position; equal ones in a draw by repetition.

    They are proportional to utilities that are declared non-negative; otherwise the players with the largest utility
    share the win. A utility on which the players have agreed takes the place of that of the game.
    """
    if utility is not None:
        return _parts_of_utility(game, utility)
    return _parts_of_utility(game, tuple(game.utility(state))) if game.is_terminal(state) else _even(game)


def turning_point(moves: Sequence[ReviewedMove]) -> int | None:
    """Return the index of the move with the largest loss; None if no move is an inaccuracy or worse."""
    losses = [move.loss or 0.0 for move in moves]
    worst = max(losses, default=0.0)
    return losses.index(worst) if worst >= INACCURACY else None


def _half(evaluation: Evaluation | None) -> float:
    """Return the estimate halfway between an even and a won position."""
    if evaluation is not None and evaluation.unit is not None:
        return PAWNS * evaluation.unit.size
    return ((evaluation and evaluation.maximum) or PAWNS / PART_OF_MAXIMUM) * PART_OF_MAXIMUM


def _parts_of_utility(game: Game, utility: Sequence[float]) -> tuple[float, ...]:
    if game.non_negative:
        return _parts(utility)
    most = max(utility)
    return _parts([float(own == most) for own in utility])


def _parts(values: Sequence[float]) -> tuple[float, ...]:
    total = sum(values)
    return tuple(value / total if total else 1 / len(values) for value in values)


def _even(game: Game) -> tuple[float, ...]:
    return (1 / game.players,) * game.players
