"""Vectors of floats with an entry for each player, in compiled code and in the interpreter.

A vector is a tuple. Compiled, each of these functions is a few instructions without a loop or a branch; sums
are taken from left to right in both, so that they are bitwise equal.
"""

from collections.abc import Sequence
from typing import TypeVar

Number = TypeVar("Number", int, float)
Numbers = Sequence[float]


def component(vector: Numbers, player: int) -> float:
    """Return a player's entry."""
    return vector[player]


def with_entry(vector: Numbers, player: int, number: float) -> tuple[float, ...]:
    """Return a vector with one entry replaced."""
    return tuple([number if i == player else entry for i, entry in enumerate(vector)])


def total(vector: Numbers) -> float:
    """Return the sum of the entries.

    Examples
    --------
    >>> total((1.0, 2.0, 4.0))
    7.0
    """
    whole = vector[0]
    for entry in vector[1:]:
        whole = whole + entry
    return whole


def dot(one: Sequence[Number], other: Sequence[Number]) -> Number:
    """Return the dot product of two vectors of equal length.

    Examples
    --------
    >>> dot((1, 2, 4), (3, 0, -1))
    -1
    """
    whole = one[0] * other[0]
    for entry, factor in zip(one[1:], other[1:], strict=True):
        whole = whole + entry * factor
    return whole


def least(vector: Numbers) -> float:
    """Return the smallest entry."""
    return min(vector)


def divided(vector: Numbers, number: float) -> tuple[float, ...]:
    """Return every entry divided by a number."""
    return tuple([entry / number for entry in vector])


def paranoid_value(vector: Numbers, whole: float) -> tuple[float, ...]:
    """Return for each player the own entry less those of all others, given the sum of all: ``2 * v[p] - whole``.

    Examples
    --------
    >>> paranoid_value((5.0, 3.0, 1.0), 9.0)
    (1.0, -3.0, -7.0)
    """
    return tuple([2 * entry - whole for entry in vector])


def centred(vector: Numbers, present: int, whole: float) -> tuple[float, ...]:
    """Return the entries of the players in the bit set ``present`` less their mean; 0 for the others.

    ``whole`` is the sum of these entries. A single division at the end keeps equal values equal:
    ``(n * v[p] - whole) / n``.

    Examples
    --------
    >>> centred((5.0, 3.0, 0.0, 1.0), 0b1011, 9.0)
    (2.0, 0.0, 0.0, -2.0)
    """
    count = present.bit_count()
    return tuple([(count * entry - whole) / count if present >> i & 1 else 0.0 for i, entry in enumerate(vector)])


def total_of(vector: Numbers, present: int) -> float:
    """Return the sum of the entries of the players in the bit set ``present``.

    Examples
    --------
    >>> total_of((5.0, 3.0, 100.0, 1.0), 0b1011)
    9.0
    """
    return total([entry if present >> i & 1 else 0.0 for i, entry in enumerate(vector)])
