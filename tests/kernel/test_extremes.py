"""``max`` and ``min`` of numbers of all types, compiled and interpreted."""

from math import copysign, inf, isnan, nan
from typing import Any

import pytest

from spielbaum.kernel import U64, compile_kernel

INTEGERS = (-(2**63), -3, 0, 7, 2**63 - 1)
FLOATS = (nan, -inf, -0.0, 0.0, 1.5, inf)
TRUTHS = (False, True)


def extremes(one: Any, other: Any, third: Any) -> Any:
    return max(one, other), min(one, other), max(one, other, third), min(one, other, third), max((one, other))


def of_one_sign(number: int, other: int) -> Any:
    board = U64(number)
    return max(board, other), min(board, other), max(other, board, 3), min(other, 3, board), min(board, board + 1)


def same(numbers: Any, others: Any) -> bool:
    """Return whether numbers are equal to the last bit, NaN included."""
    return all(
        (isnan(x) and isnan(y)) or (x == y and copysign(1, x) == copysign(1, y))
        for x, y in zip(numbers, others, strict=True)
    )


@pytest.mark.parametrize("numbers", [INTEGERS, FLOATS, TRUTHS])
def test_of_equal_types(numbers: tuple[Any, ...]) -> None:
    kernel = compile_kernel(extremes)
    for one in numbers:
        for other in numbers:
            for third in numbers:
                found = kernel(one, other, third)
                assert same(found, extremes(one, other, third))
                assert {type(number) for number in found} == {type(one)}


def test_of_integers_and_floats() -> None:
    kernel = compile_kernel(extremes)
    for one in (-3, 0, 7):
        for other in FLOATS:
            assert same(kernel(one, other, 2), map(float, extremes(one, other, 2)))


def test_of_signed_and_unsigned_integers() -> None:
    kernel = compile_kernel(of_one_sign)
    for number in (0, 1, 2**62):
        for other in (*INTEGERS, 1, 5):
            assert kernel(number, other) == of_one_sign(number, other)
    assert kernel(-1, -1) == (2**64 - 1, -1, 2**64 - 1, -1, 0)
