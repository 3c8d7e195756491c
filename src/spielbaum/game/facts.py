"""Types of a game's record, units and evaluations."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from spielbaum.errors import GameError, Message
from spielbaum.game.fields import explains_fields, takes

State = Any
"""A NamedTuple of integers; with ``compiled=False`` any hashable object."""

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    StateT = TypeVar("StateT", default=Any)
else:
    from typing import TypeVar

    StateT = TypeVar("StateT")

Action = Any
"""A whole number, or a tuple whose fields are whole numbers, True, False or None."""

Vector = Sequence[float]
"""One number for each player."""

NONE = "none"
"""The name for searching without an evaluation, which every game supports."""


def is_learned_file(evaluation: str) -> bool:
    """Return whether the name of an evaluation is the path of a learned one."""
    return evaluation.endswith(".json")


def path_of(evaluation: str) -> str | None:
    """Return the path in the name of an evaluation, of a model or a Python file; None if it names no file.

    Examples
    --------
    >>> path_of("models/mine.json"), path_of("mine.py:centre"), path_of("open-lines")
    ('models/mine.json', 'mine.py', None)
    """
    if is_learned_file(evaluation):
        return evaluation
    head, separator, tail = evaluation.partition(".py:")
    return f"{head}.py" if tail else evaluation if evaluation.endswith(".py") and not separator else None


class Unit(NamedTuple):
    """The unit of values: its singular, its plural, and its size.

    Examples
    --------
    >>> Unit("pawn", "pawns", size=100).many
    'pawns'
    """

    one: str
    many: str
    size: float = 1


COUNT = Unit("", "")
"""The unit of bare numbers, such as the values of a textbook tree."""


class Term(NamedTuple):
    """A term of a weighted sum: the feature, its value for each player, and its weight."""

    feature: str
    values: Vector
    weight: float


@explains_fields
@dataclass(frozen=True)
class Evaluation:
    """A heuristic evaluation, and its relation to utilities.

    Parameters
    ----------
    function
        ``state -> tuple``: one estimate for each player.
    utility_weight
        The value of one unit of utility, in the unit of the estimates. If estimates can exceed utilities, it makes a
        win count more than any estimate.
    terminal
        Whether terminal states are estimated like all others, ignoring their utility.
    non_negative
        Whether estimates are never negative.
    maximum
        The largest estimate of any player, if known.
    maximal_sum
        The largest sum of the estimates for a state, if known.
    drawn
        The value of a draw by repetition for each player. Required with ``terminal`` in a game with a rule of
        repetition, as the state does not show the draw; otherwise the utility of the draw counts.
    terms
        ``state -> list of Term``: the terms of the estimate, to explain it. Up to rounding the estimate is their sum;
        in a zero-sum game of two players it is a player's sum minus that of the opponent.
    unit
        The unit of the estimates, such as ``Unit("pawn", "pawns", size=100)``; without it they are bare numbers.
    """

    function: Callable[[State], Vector] = field(metadata=takes("state"))
    utility_weight: float = 1
    terminal: bool = False
    non_negative: bool = False
    maximum: float | None = None
    maximal_sum: float | None = None
    drawn: Vector | None = None
    terms: Callable[[State], Sequence[Term]] | None = field(default=None, metadata=takes("state"))
    unit: Unit | None = None

    @property
    def worth_of_utility(self) -> float:
        """The value of one unit of utility in a search; 1 if terminal states are estimated."""
        return 1 if self.terminal else self.utility_weight


def check_evaluation(evaluation: Evaluation, what: str | Message, players: int, *, repeats: bool) -> None:
    """Raise a GameError if an evaluation is invalid.

    Parameters
    ----------
    evaluation
        The evaluation.
    what
        Its name for messages: ``evaluation 'x' of game 'y'``.
    players
        The number of players.
    repeats
        Whether the game has a rule of repetition.
    """
    if not callable(evaluation.function):
        raise GameError(Message("{} must be a function, not {!r}", what, evaluation.function))
    if evaluation.drawn is None and evaluation.terminal and repeats:
        raise GameError(Message("{} estimates terminal states: set drawn to the value of a draw by repetition", what))
    if evaluation.drawn is not None and len(evaluation.drawn) != players:
        raise GameError(Message("drawn of {} needs {} numbers, not {}", what, players, len(evaluation.drawn)))
    unit = evaluation.unit
    if unit is not None and not (isinstance(unit, Unit) and unit.size > 0):
        example = "Unit('pawn', 'pawns', size=100)"
        raise GameError(
            Message("unit of {} must be Unit(...) of a positive size, such as {}, not {!r}", what, example, unit)
        )
