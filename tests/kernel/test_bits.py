"""The bit helpers are equal compiled and interpreted."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.kernel import (
    U64,
    AsIntegers,
    AsState,
    AsVector,
    clear_lowest,
    compile_kernel,
    component,
    each_bit,
    lowest_bit,
    lowest_index,
    popcount,
    reversed_bytes,
)


def _count(x: int) -> int:
    return popcount(x)


def _lowest(x: int) -> int:
    return lowest_bit(x)


def _index(x: int) -> int:
    return lowest_index(x)


def _clear(x: int) -> int:
    return clear_lowest(x)


def _sum_of_bits(x: int) -> int:
    total = 0
    for i in each_bit(x):
        total = total * 3 + i
    return total % 1_000_003 if total < 2**40 else -1


def _unsigned(x: int) -> int:
    return U64(x) >> 1


def _reversed(x: int) -> int:
    return reversed_bytes(U64(x)) >> 3


def _methods(x: int) -> int:
    return x.bit_count() * 100 + x.bit_length()


COMPILED = {f: compile_kernel(f) for f in (_count, _lowest, _index, _clear, _unsigned, _reversed, _methods)}


@pytest.mark.parametrize("function", COMPILED)
@settings(deadline=None)
@given(x=st.integers(1, 2**64 - 1))
def test_helpers_agree_on_unsigned_boards(function: Any, x: int) -> None:
    assert int(COMPILED[function](np.uint64(x))) % 2**64 == function(x)


@pytest.mark.parametrize("function", COMPILED)
@settings(deadline=None)
@given(x=st.integers(1, 2**63 - 1))
def test_helpers_agree_on_signed_boards(function: Any, x: int) -> None:
    assert int(COMPILED[function](np.int64(x))) == function(x)


@given(x=st.integers(0, 2**20))
def test_iteration_over_bits(x: int) -> None:
    assert list(each_bit(x)) == [i for i in range(20 + 1) if x >> i & 1]


_bits_kernel = compile_kernel(_sum_of_bits)


@settings(deadline=None)
@given(x=st.integers(0, 2**63 - 1))
def test_iteration_over_bits_agrees(x: int) -> None:
    expected = _sum_of_bits(x)
    if expected >= 0:
        assert _bits_kernel(np.uint64(x)) == expected


def test_an_entry_is_chosen_without_an_exception() -> None:
    as_vector = AsVector(3)

    def choose(numbers: tuple[float, ...], player: int) -> float:
        return component(as_vector(numbers), player)

    kernel = compile_kernel(choose)
    for player, expected in enumerate((5, -1.5, 2)):
        assert kernel((5, -1.5, 2), player) == choose((5, -1.5, 2), player) == expected


def test_integers_wrap_as_machine_words() -> None:
    as_integers = AsIntegers(None)
    assert as_integers((2**64 - 1, -1)) == (-1, -1)
    assert as_integers((2**63, 5)) == (-(2**63), 5)


def test_casts_are_part_of_the_content() -> None:
    assert AsVector(2).content() != AsVector(2, 100).content()
    with pytest.raises(Exception, match="a tuple of 2 numbers"):
        AsVector(2)((1, 2, 3))
    with pytest.raises(Exception, match="NamedTuple"):
        AsState({})
