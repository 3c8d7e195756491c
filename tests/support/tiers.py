"""Test tiers: the quick tier tries less of everything, the long one more."""

from collections.abc import Collection, Sequence
from itertools import combinations
from math import isqrt
from typing import Any, TypeVar
from zlib import crc32

import pytest
from hypothesis import settings

T = TypeVar("T")

PER_CENT = {"quick": 10, "usual": 33, "long": 400, "all": 400}
"""Per cent of the requested examples, by tier."""


def choose(tier: str) -> None:
    """Load the Hypothesis profile of a tier, before any test is imported."""
    for name, share in PER_CENT.items():
        settings.register_profile(name, max_examples=share, deadline=None)
    settings.load_profile(tier)
    _chosen[0] = PER_CENT[tier]


_chosen = [PER_CENT["usual"]]


def share() -> int:
    """Return the percentage of requested examples that the tier tries.

    While a property is tried, Hypothesis uses the settings of the property.
    """
    return _chosen[0]


def in_a_hurry() -> bool:
    """Return whether this is the quick tier."""
    return share() < PER_CENT["usual"]


def at_night() -> bool:
    """Return whether this is the long tier."""
    return share() > PER_CENT["usual"]


def examples(asked: int) -> settings:
    """Return the settings of a property with a number of examples, scaled by the tier."""
    return settings(max_examples=max(3, asked * share() // 100), deadline=None)


def pairwise(*columns: Sequence[Any]) -> list[Any]:
    """Return rows that cover every pair of values of two columns, and mark the rest of the grid as long.

    These rows find a fault that needs two options together; one that needs three is left to the long tier.
    """
    rows: list[tuple[Any, ...]] = [()]
    for column in columns:
        rows = [(*row, value) for row in rows for value in column]
    places = list(combinations(range(len(columns)), 2))
    missing = {(i, j, row[i], row[j]) for row in rows for i, j in places}
    kept = set()
    while missing:
        best = max(rows, key=lambda row: sum((i, j, row[i], row[j]) in missing for i, j in places))
        kept.add(best)
        missing -= {(i, j, best[i], best[j]) for i, j in places}
    return [pytest.param(*row, marks=() if row in kept else pytest.mark.long) for row in rows]


def by_tier(quick: Collection[Any], usual: Collection[Any], rows: Sequence[Any]) -> list[Any]:
    """Return all rows: some run in every tier, some from the usual one on, the rest in the long tier."""
    not_quick = {True: pytest.mark.slow, False: pytest.mark.long}
    return [
        pytest.param(
            *(row if isinstance(row, tuple) else (row,)), marks=() if row in quick else not_quick[row in usual]
        )
        for row in rows
    ]


def spread(cases: Sequence[T], name: str) -> list[T]:
    """Return one plus the square root of the number of cases, evenly spread.

    The first one depends on a name, so that tests over the same cases take different ones.
    """
    kept = min(len(cases), 1 + isqrt(len(cases)))
    start = crc32(name.encode()) % len(cases)
    return [cases[i] for i in sorted((start + k * len(cases) // kept) % len(cases) for k in range(kept))]


def all_but(kept: Sequence[Any], rows: Sequence[Any], mark: pytest.MarkDecorator = pytest.mark.long) -> list[Any]:
    """Return all rows, marking those that are not kept."""
    assert all(row in rows for row in kept), kept
    return [
        row if row in kept else pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=mark) for row in rows
    ]
