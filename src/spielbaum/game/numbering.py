"""Keys for states that are arbitrary Python objects; different states never share one.

A hash does not suffice as the key of a table: ``hash(-1) == hash(-2)``, and numbers are hashed modulo 2^61 - 1. So
states are numbered in a dictionary, and the key is the number, scrambled. Equality is strict: Python's ``1``, ``True``
and ``1.0`` are equal, and so are NamedTuples of different classes with equal fields, but a game may distinguish them.
"""

from itertools import count
from math import copysign
from typing import Any

from spielbaum.errors import GameError, Message
from spielbaum.game import State
from spielbaum.kernel import U64, scrambled

KEPT_STATES = 1 << 18
"""The number of states in each of two generations."""

_PLAIN = frozenset({int, str, bytes, type(None)})
"""Classes whose values never equal values of another class in this set."""


class Numbering:
    """``key(state)`` for arbitrary states: 64 bits, different for different states, and never 0.

    There are two generations of states. A full young generation replaces the old one, and old states that have not been
    looked up since are forgotten. Such a state later gets a new number, so that a table merely misses it.

    Parameters
    ----------
    game
        The name of the game, for error messages.
    kept
        The number of states in a generation.

    Examples
    --------
    >>> key = Numbering("example")
    >>> key((-1,)) == key((-1,)), key((-1,)) == key((-2,)), hash((-1,)) == hash((-2,))
    (True, False, True)
    """

    def __init__(self, game: str, kept: int = KEPT_STATES) -> None:
        self.game, self.kept = game, kept
        self._next = count(1)
        self._young: dict[Any, int] = {}
        self._old: dict[Any, int] = {}

    def __call__(self, state: State) -> int:
        """Return the key of a state.

        Raises
        ------
        GameError
            If it is not hashable.
        """
        known, young = strict(state), self._young
        try:
            number = young.get(known)
        except TypeError as error:
            raise GameError(
                Message(
                    "states of {} cannot be kept in a table ({}): make them of tuples and numbers, or search "
                    "without a table, by alpha-beta to a depth",
                    self.game,
                    error,
                )
            ) from None
        if number is None:
            number = self._old.get(known)
            if number is None:
                number = next(self._next)
            young[known] = number
            if len(young) >= self.kept:
                self._old, self._young = young, {}
        return scrambled(U64(number))


def strict(value: Any) -> Any:
    """Return a value that equals another one only if values and classes are equal, also inside tuples.

    Examples
    --------
    >>> strict((1, 2)) == strict((True, 2)), strict(0.0) == strict(-0.0), strict((1, (2,))) == strict((1, (2,)))
    (False, False, True)
    """
    kind = type(value)
    if isinstance(value, tuple):
        plain = _PLAIN.issuperset(map(type, value))
        return (kind, value) if plain else (kind, *map(strict, value))
    if kind is float:
        return kind, value, copysign(1, value)
    return value if kind in _PLAIN else (kind, value)
