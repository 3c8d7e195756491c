"""Checking that searches agree on values, where they must."""

from collections import defaultdict
from collections.abc import Sequence
from math import isclose

from spielbaum.errors import Sentence
from spielbaum.measuring.grid import Row
from spielbaum.search.core.result import Number, Result, value_text

Key = tuple[str, str, int, str]


def disagreements(rows: Sequence[Row]) -> list[str]:
    """Return a sentence for each position and depth at which values differ but must not.

    Algorithms for two players all find the minimax value; any other finds the same value with every table. Estimates
    are compared at equal depths, exact values at all depths; bounds and unsound values are not compared.
    """
    found: dict[Key, list[Result]] = defaultdict(list)
    for row in rows:
        for result in row.results:
            if result.certainty.kind != "bound" and result.certainty.complete and result.certainty.sound:
                depth = result.depth if result.certainty.kind == "heuristic" else -1
                found[_group(row), result.certainty.kind, depth, result.position].append(result)
    return [_sentence(position, results) for (*_, position), results in found.items() if _differ(results)]


def _group(row: Row) -> str:
    choice = row.setting.algorithm
    return "minimax" if choice.algorithm.players == "two" else str(row.setting.family)


def _differ(results: Sequence[Result]) -> bool:
    return any(not same_value(result.value, results[0].value) for result in results)


def same_value(one: Number, other: Number) -> bool:
    """Return whether two values, both numbers or both vectors, are equal except for rounding."""
    pairs = zip(_vector(one), _vector(other), strict=True)
    return all(isclose(a, b, rel_tol=1e-9, abs_tol=1e-9) for a, b in pairs)


def _vector(value: Number) -> tuple[float, ...]:
    return value if isinstance(value, tuple) else (value,)


def _sentence(position: str, results: Sequence[Result]) -> str:
    first = results[0]
    other = next(result for result in results if not same_value(result.value, first.value))
    return Sentence(
        "values differ at {}, depth {}: {} finds {}, {} finds {}",
        position,
        first.depth,
        first.algorithm,
        value_text(first.value),
        other.algorithm,
        value_text(other.value),
    )
