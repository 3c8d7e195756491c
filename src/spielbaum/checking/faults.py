"""What can be wrong with the numbers that a game gives."""

from collections.abc import Sequence
from math import isclose, isfinite
from typing import Any

from spielbaum.game import Evaluation


def stated_fault(evaluation: Evaluation, vector: Sequence[float]) -> str | None:
    """Return the fact of an evaluation that a vector contradicts."""
    if evaluation.non_negative and min(vector) < 0:
        return "non_negative=True"
    if evaluation.maximum is not None and max(vector) > evaluation.maximum + 1e-9:
        return f"maximum={evaluation.maximum:g}"
    if evaluation.maximal_sum is not None and sum(vector) > evaluation.maximal_sum + 1e-9:
        return f"maximal_sum={evaluation.maximal_sum:g}"
    return None


def same(one: Any, other: Any) -> bool:
    """Return whether two answers are equal, numbers but for rounding."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=1e-12, abs_tol=1e-12)
    return bool(one == other)


def vector_fault(what: str, vector: Any, players: int) -> str | None:
    """Return what is wrong with a vector."""
    if not isinstance(vector, Sequence) or len(vector) != players:
        return f"{what} is {vector!r}, not one number for each of {players} players"
    if not all(map(is_finite, vector)):
        return f"{what} is {vector!r}, not numbers"
    return None


def is_finite(number: Any) -> bool:
    """Return whether it is a number, and neither infinite nor NaN."""
    return isinstance(number, int | float) and isfinite(number)
