"""Replacement schemes, compared with the rules as the paper states them."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum.search.table.entry import (
    DEPTH_SHIFT,
    FACTS,
    GENERATION_SHIFT,
    LOCK,
    NOWHERE,
    SCALAR,
    WORK_SHIFT,
    find,
    set_field,
)
from spielbaum.search.table.replacement import make_place
from spielbaum.search.table.scalar import new_table
from spielbaum.search.table.slots import Replacement
from tiers import examples

HOME, OTHER_HOME = 2, 4
Stored = tuple[int, int, int]
"""A key, how deep the state was searched, and how many positions that took."""


def kept_by(scheme: str, stored: list[Stored]) -> set[int]:
    """Return which keys are kept."""
    of = 1 if scheme.endswith("deep") else 2
    levels: list[Stored] = []
    for new in stored:
        if not levels or levels[0][0] == new[0] or scheme == "new":
            levels[:1] = [new]
        elif scheme == "old":
            continue
        elif new[of] >= levels[0][of]:
            levels = [new, levels[0]]
        else:
            levels = [levels[0], new]
    return {key for key, _, _ in levels[: 2 if scheme.startswith("two") else 1]}


@pytest.mark.quick
@pytest.mark.parametrize("scheme", [scheme for scheme in get_args(Replacement) if scheme != "none"])
@given(stored=st.lists(st.tuples(st.integers(1, 5), st.integers(1, 4), st.integers(1, 4)), max_size=8))
@examples(60)
def test_replacement_follows_the_scheme(scheme: str, stored: list[Stored]) -> None:
    table, place = new_table(8 * 32), make_place(scheme, SCALAR)
    for key, depth, work in stored:
        facts = 1 << GENERATION_SHIFT | depth << DEPTH_SHIFT | work << WORK_SHIFT
        slot = place(HOME, key, facts, table)
        if slot != NOWHERE:
            set_field(slot, LOCK, key ^ facts, table)
            set_field(slot, FACTS, facts, table)
    levels = 2 if scheme.startswith("two") else 1
    found = {key for key in range(1, 6) if find(HOME, key, levels, 1, table) != NOWHERE}
    assert found == kept_by(scheme, stored)
    assert all(find(OTHER_HOME, key, 2, 1, table) == NOWHERE for key in found)
