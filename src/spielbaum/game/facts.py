"""What a game may add to its rules: evaluations, and insight; and the names of the types in its record."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from spielbaum.errors import GameError

State = Any
"""A NamedTuple of integers; with ``compiled=False`` any hashable object."""

Action = int
Vector = Sequence[float]
"""One number for each player."""

KeyKind = Literal["any", "hash", "injective"]
"""What is known of a key: ``hash`` where all its bits are random, ``injective`` where only states share one for certain
that are worth the same to each player."""

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


def check_key_kind(kind: str, owner: str) -> None:
    """Raise an error for a kind of key that there is not."""
    if kind not in get_args(KeyKind):
        raise GameError(f"key_kind of {owner} must be {', '.join(map(repr, get_args(KeyKind)))}, not {kind!r}")


def check_second_key(key: object, second: object, owner: str) -> None:
    """Raise an error for a second key where there is no first."""
    if second is not None and (key is None or not callable(second)):
        raise GameError(f"second_key of {owner} must be a function, and goes with key, of which it is another hash")


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
    finished
        Whether a finished game is estimated like any other state, its utility ignored.
    non_negative
        Whether no estimate is ever negative.
    maximum
        The largest estimate of any player, if known.
    maximal_sum
        The largest sum of the estimates of a state, if known.
    drawn
        What a draw by repetition counts for each player; needed with ``finished`` in a game with that rule, since the
        state says nothing of it. Elsewhere the draw is worth what the rule gives.
    """

    function: Callable[[State], Vector]
    utility_weight: float = 1
    finished: bool = False
    non_negative: bool = False
    maximum: float | None = None
    maximal_sum: float | None = None
    drawn: Vector | None = None

    @property
    def worth_of_utility(self) -> float:
        """What one unit of utility is worth in the values of a search; 1 where finished games are only estimated."""
        return 1 if self.finished else self.utility_weight


@dataclass(frozen=True, kw_only=True)
class Insight:
    """What is known of a game that is played to its end: help for proofs, which must never change a value.

    It may ignore what only estimates see. All of it is optional, and only the key is asked of finished games.

    Parameters
    ----------
    candidates
        ``state -> iterator of ints``: some of the legal actions, one of the best among them.
    settled
        ``state -> state``: the state after all actions that are forced, worth the same to each player.
    order
        ``(state, action) -> number``: how promising an action is; the game's ``order`` without it.
    key
        ``state -> int``, 64 bits, equal only for states of equal value, 0 for those not worth remembering; the game's
        ``key`` without it.
    key_kind
        What that key is: ``"any"``, ``"hash"`` or ``"injective"``, as in ``Game``.
    second_key
        Another hash, as in ``Game``; only with a key.

    Examples
    --------
    >>> Insight().settled is None
    True
    """

    candidates: Callable[[State], Iterable[Action]] | None = None
    settled: Callable[[State], State] | None = None
    order: Callable[[State, Action], float] | None = None
    key: Callable[[State], int] | None = None
    key_kind: KeyKind = "any"
    second_key: Callable[[State], int] | None = None

    def __post_init__(self) -> None:
        """Check the record."""
        check_key_kind(self.key_kind, "an insight")
        check_second_key(self.key, self.second_key, "an insight")
