"""The helpers for vectors mean the same compiled and interpreted, to the last bit."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.kernel import (
    AsVector,
    centred,
    compile_kernel,
    component,
    divided,
    dot,
    least,
    paranoid_value,
    total,
    total_of,
    with_entry,
)

numbers = st.floats(allow_nan=False, allow_infinity=False)


def _everything(vector: Any, player: int, number: float, present: int) -> Any:
    return (
        component(vector, player),
        total(vector),
        dot(vector, with_entry(vector, player, number)),
        least(vector),
        with_entry(vector, player, number),
        divided(vector, number),
        paranoid_value(vector, number),
        centred(vector, present, number),
        total_of(vector, present),
    )


@cache
def compiled(players: int) -> Any:
    as_vector = AsVector(players)

    def kernel(vector: Any, player: int, number: float, present: int) -> Any:
        return _everything(as_vector(vector), player, number, present)

    return compile_kernel(kernel)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@settings(deadline=None)
@given(data=st.data())
def test_vectors_agree_to_the_last_bit(players: int, data: Any) -> None:
    vector = data.draw(st.tuples(*[numbers] * players))
    player = data.draw(st.integers(0, players - 1))
    number = data.draw(numbers.filter(bool))
    present = data.draw(st.integers(1, 2**players - 1))
    found = compiled(players)(vector, player, number, present)
    assert repr(found) == repr(_everything(vector, player, number, present))  # tells -0.0 from 0.0


@given(vector=st.lists(numbers, min_size=2, max_size=6).map(tuple))
def test_what_the_helpers_mean(vector: tuple[float, ...]) -> None:
    whole = vector[0]
    for number in vector[1:]:
        whole += number
    assert repr(total(vector)) == repr(whole)
    assert least(vector) == min(vector)
    for player, number in enumerate(vector):
        assert component(vector, player) == number
        changed = with_entry(vector, player, 7.0)
        assert changed[player] == 7
        assert changed[:player] + changed[player + 1 :] == vector[:player] + vector[player + 1 :]


def test_products_of_whole_numbers_are_whole() -> None:
    def kernel(one: int, other: int) -> int:
        return dot((3, -1, 1 << 40), (one, other, one)) + dot((True, False, True), (one, one, other))

    for numbers in ((1, 2), (-7, 1 << 20)):
        assert compile_kernel(kernel)(*numbers) == kernel(*numbers)
        assert type(compile_kernel(kernel)(*numbers)) is int


def test_the_mean_is_over_the_present_players() -> None:
    assert centred((5.0, 3.0, 100.0, 1.0), 0b1011, 9.0) == (2, 0, 0, -2)
    assert centred((5.0, 3.0, 100.0, 1.0), 0b0001, 5.0) == (0, 0, 0, 0)
    assert total_of((5.0, 3.0, 100.0, 1.0), 0b1011) == 9
    assert paranoid_value((5.0, 3.0, 1.0), 9.0) == (1, -3, -7)
    assert divided((1.0, 2.0, 5.0), 8.0) == (0.125, 0.25, 0.625)
