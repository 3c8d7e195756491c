"""Faults of the numbers that a game returns."""

from collections.abc import Sequence
from math import isclose, isfinite
from typing import Any

from spielbaum.checking.trial import whole_text
from spielbaum.errors import Sentence
from spielbaum.kernel import LARGEST_WHOLE


def same(one: Any, other: Any) -> bool:
    """Return whether two results are equal, numbers up to rounding."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=1e-12, abs_tol=1e-12)
    return bool(one == other)


def vector_fault(what: str, vector: Any, players: int) -> str | None:
    """Return what is wrong with a vector."""
    if not isinstance(vector, Sequence) or len(vector) != players:
        return Sentence("{} is {!r}, not one number for each of {} players", what, vector, players)
    if not all(map(is_finite, vector)):
        return Sentence("{} is {!r}, not numbers", what, vector)
    large = next((number for number in vector if isinstance(number, int) and abs(number) > LARGEST_WHOLE), None)
    return None if large is None else Sentence("{} is {!r}, and {}", what, vector, whole_text(large))


def is_finite(number: Any) -> bool:
    """Return whether a value is a finite number."""
    return isinstance(number, int | float) and isfinite(number)
