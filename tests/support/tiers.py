"""How much is tried: in the quick tier less of everything, at night more."""

from collections.abc import Collection, Sequence
from itertools import combinations
from math import isqrt
from typing import Any, TypeVar
from zlib import crc32

import pytest
from hypothesis import settings

T = TypeVar("T")

PER_CENT = {"quick": 10, "usual": 50, "long": 400, "all": 400}
"""Of the examples that a test asks for."""


def choose(tier: str) -> None:
    """Load the Hypothesis profile of a tier: before any test is imported."""
    for name, share in PER_CENT.items():
        settings.register_profile(name, max_examples=share, deadline=None)
    settings.load_profile(tier)
    _chosen[0] = PER_CENT[tier]


_chosen = [PER_CENT["usual"]]


def share() -> int:
    """Per cent of the examples asked for that the tier tries.

    While a property is tried, the settings of Hypothesis are its own.
    """
    return _chosen[0]


def in_a_hurry() -> bool:
    """Whether this is the quick tier."""
    return share() < PER_CENT["usual"]


def at_night() -> bool:
    """Whether this is the tier that may take long."""
    return share() > PER_CENT["usual"]


def examples(asked: int) -> settings:
    """Return the settings of a property that is tried so often, or what the tier makes of it."""
    return settings(max_examples=max(3, asked * share() // 100), deadline=None)


def pairwise(*columns: Sequence[Any]) -> list[Any]:
    """Return rows in which every two values of two columns meet, and mark the rest of the grid as long.

    A fault that needs two options together is found by these rows; one that needs three is left to the night.
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
    """Return all rows: some run in every tier, some from the usual one on, the rest at night."""
    not_quick = {True: pytest.mark.slow, False: pytest.mark.long}
    return [
        pytest.param(
            *(row if isinstance(row, tuple) else (row,)), marks=() if row in quick else not_quick[row in usual]
        )
        for row in rows
    ]


def spread(cases: Sequence[T], name: str) -> list[T]:
    """Return of many cases one and as many as the root of their number, evenly spread.

    Where they begin follows from a name, so that tests over the same cases take different ones.
    """
    kept = min(len(cases), 1 + isqrt(len(cases)))
    start = crc32(name.encode()) % len(cases)
    return [cases[i] for i in sorted((start + k * len(cases) // kept) % len(cases) for k in range(kept))]


def all_but(kept: Sequence[Any], rows: Sequence[Any], mark: pytest.MarkDecorator = pytest.mark.long) -> list[Any]:
    """Return all rows, those that are not kept with a mark."""
    assert all(row in rows for row in kept), kept
    return [
        row if row in kept else pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=mark) for row in rows
    ]
