"""The names of the types in a game's record, and its evaluations."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from spielbaum.game.fields import explains_fields, takes

State = Any
"""A NamedTuple of integers; with ``compiled=False`` any hashable object."""

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    StateT = TypeVar("StateT", default=Any)
else:
    from typing import TypeVar

    StateT = TypeVar("StateT")

Action = int
Vector = Sequence[float]
"""One number for each player."""

NONE = "none"
"""The evaluation that a game can always be searched with: none."""


def is_file(evaluation: str) -> bool:
    """Return whether the name of an evaluation is the path of a file.

    Examples
    --------
    >>> is_file("models/mine.json"), is_file("open-lines")
    (True, False)
    """
    return evaluation.endswith(".json")


class Unit(NamedTuple):
    """What values are counted in: the words for one and for many, and how large one is in the values.

    Examples
    --------
    >>> Unit("pawn", "pawns", size=100).many
    'pawns'
    """

    one: str
    many: str
    size: float = 1


COUNT = Unit("", "")
"""The unit of values that are bare numbers, such as those of a tree in a textbook."""


class Term(NamedTuple):
    """A feature in a weighted sum: its name, its number for each player, and its weight."""

    feature: str
    values: Vector
    weight: float


@explains_fields
@dataclass(frozen=True)
class Evaluation:
    """A heuristic estimate of any state, and how it stands to the true pay-off.

    Parameters
    ----------
    function
        Takes a state; returns one number for each player.
    utility_weight
        What one unit of utility is worth beside the estimates, in their unit. Where estimates are larger than utilities
        this makes a win count more than any of them.
    terminal
        Whether terminal states are estimated like any other, their utility ignored.
    non_negative
        Whether no estimate is ever negative.
    maximum
        The largest estimate of any player, if known.
    maximal_sum
        The largest sum of the estimates of a state, if known.
    drawn
        What a draw by repetition counts for each player; needed with ``terminal`` in a game with that rule, since the
        state says nothing of it. Elsewhere the draw is worth what the rule gives.
    terms
        ``state -> list of Term``: what the estimate is the sum of, but for rounding; in a zero-sum game of two players
        it is a player's own sum less that of the other. It serves to explain values.
    unit
        What estimates are counted in, such as ``Unit("pawn", "pawns", size=100)``; without it they are bare numbers.
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
        """What one unit of utility is worth in the values of a search; 1 where terminal states are only estimated."""
        return 1 if self.terminal else self.utility_weight
