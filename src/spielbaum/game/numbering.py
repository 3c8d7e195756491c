"""Numbers for states that are any Python objects: two that differ never get the same.

A hash will not do as the key of a table: ``hash(-1) == hash(-2)``, numbers are hashed modulo 2^61 - 1, and two states
with one key would be taken for one. So a state is looked up in a dictionary, where equality decides, and its key is its
number there, scrambled. Equality is taken strictly: ``1``, ``True`` and ``1.0`` are equal in Python, as are records of
two NamedTuple classes with equal fields, and a game may well tell them apart.
"""

from itertools import count
from math import copysign
from typing import Any

from spielbaum.errors import GameError
from spielbaum.game import State
from spielbaum.kernel import U64, scrambled

KEPT_STATES = 1 << 18
"""So many states have room in each of two generations."""

_PLAIN = frozenset({int, str, bytes, type(None)})
"""Values of these classes equal none of another class in this set."""


class Numbering:
    """``key(state)`` for any states: 64 bits, never equal for two that differ, never 0.

    States live in two generations. When the young one is full it becomes the old one, and what was old and not asked
    for since is forgotten: such a state gets another number later, so that a table merely misses it.

    Parameters
    ----------
    game
        What they are states of, for the sentence that refuses them.
    kept
        How many a generation holds.

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
                f"states of {self.game} cannot be kept in a table ({error}): make them of tuples and numbers, or "
                "search without a table, by alpha-beta to a depth"
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
    """Return what is equal only for values that are equal and of the same classes, tuples looked into.

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
