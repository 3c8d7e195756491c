"""Captured tables and generators are the same in a kernel and in the interpreter."""

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from spielbaum.errors import CompileError, GameError
from spielbaum.kernel import U64, compile_kernel

SIGNED = tuple((7 * i) % 31 - 15 for i in range(40))
WIDE = tuple((0x9E3779B97F4A7C15 * i) % 2**64 for i in range(1, 65))
REAL = tuple(1 / (i + 1) for i in range(12))
SHORT = (4, 8)


def signed_at(i: int) -> int:
    return SIGNED[i]


def wide_at(i: int) -> int:
    return U64(WIDE[i] >> 1)


def real_at(i: int) -> float:
    return REAL[i]


def short_at(i: int) -> int:
    return SHORT[i]


@pytest.mark.parametrize(
    ("look_up", "length"), [(signed_at, 40), (wide_at, 64), (real_at, 12), (short_at, 2)], ids=lambda x: str(x)[:16]
)
def test_a_table_is_read_as_the_interpreter_reads_it(look_up: Callable[[int], Any], length: int) -> None:
    kernel = compile_kernel(look_up)
    for i in range(-length, length):
        assert kernel(i) == look_up(i)
    for i in (length, -length - 1, 10**9, -(10**9)):
        with pytest.raises(IndexError):
            look_up(i)
        with pytest.raises(GameError, match=f"{look_up.__name__} in test_pipeline.py, .* raises IndexError"):
            kernel(i)


def pairs(count: int, skipped: int) -> Iterator[int]:
    for i in range(count):
        if i == skipped:
            continue
        yield 100 * i
        for j in range(i):
            if SIGNED[j] > 10:
                return
            yield 100 * i + j


def nested(count: int) -> int:
    total = 0
    for a in pairs(count, 2):
        for b in pairs(count, 3):
            if b > a + 150:
                break
            total += a * SIGNED[b % 40]
        for b in pairs(2, 0):
            total -= b
    return total


def test_generators_in_loops_within_loops_that_are_left_early() -> None:
    kernel = compile_kernel(nested)
    for count in range(9):
        assert kernel(count) == nested(count)


def first_of(count: int) -> int:
    for number in pairs(count, 0):
        return number
    return -1


def descending(count: int) -> int:
    total = 0
    for number in pairs(count, 1):
        total += number + descending(count - 2)
    return total


class Recursive(NamedTuple):
    """Functions that are called by their names in it."""

    descending: Callable[[int], int]


RECURSIVE = Recursive(descending)


def test_generators_that_are_left_at_once_and_recursive_ones() -> None:
    for function in (first_of, descending):
        kernel = compile_kernel(function)
        for count in range(7):
            assert kernel(count) == function(count)


def _hash_of(first: int, second: int, number: int) -> int:
    return U64((first ^ first >> 31) + second + number * 0x9E3779B97F4A7C15 & (1 << 64) - 1)


def _lesser(first: int, second: int, number: int) -> tuple[int, int]:
    if 42 - number >= 26 and _hash_of(second, first, number) < _hash_of(first, second, number):
        return second, first
    return first, second


def _least_hash(first: int, second: int, number: int) -> int:
    one, other = _lesser(U64(first), U64(second), number)
    return _hash_of(one, other, number)


def test_whole_numbers_wrap_around() -> None:
    """LLVM must not take for granted that a number is as small as it would be if nothing had overflowed."""
    kernel = compile_kernel(_least_hash)
    for number in range(40):
        arguments = 87997519479170, 48380441001985, number
        assert int(kernel(*map(np.int64, arguments))) % 2**64 == _least_hash(*arguments) % 2**64, number


BITS = 64


def _shifted(number: int, by: int) -> tuple[int, int, int, int]:
    full = (1 << BITS) - 1
    moved = number
    moved >>= by
    return (number << by) & full, moved & full, U64(number & full) >> by, full


def test_shifts_by_all_bits_or_more_are_those_of_python() -> None:
    kernel = compile_kernel(_shifted)
    for number in (1, -1, 12345, -(2**62), 2**63 - 1):
        for by in (0, 1, 63, 64, 65, 127, 200):
            found = tuple(int(part) % 2**64 for part in kernel(np.int64(number), np.int64(by)))
            assert found == tuple(part % 2**64 for part in _shifted(number, by)), (number, by)


def _shifted_by_comparisons(number: int, other: int) -> int:
    return (number << (number > other)) + (number >> (other == 2))


def test_a_comparison_may_be_shifted_by() -> None:
    kernel = compile_kernel(_shifted_by_comparisons)
    for number, other in ((5, 2), (5, 9), (-7, 2), (2, 2)):
        assert kernel(np.int64(number), np.int64(other)) == _shifted_by_comparisons(number, other)


def steps(first: int, last: int) -> Iterator[int]:
    """Yield in one place: the loops over it become its own."""
    if first > last:
        return
    i = first
    while i < last:
        if i % 3:
            yield i
        i += 1
    return


def walk(count: int) -> int:
    """Loop over it in every way that there is."""
    total, bound = 0, count
    for i in steps(0, bound):
        bound = 0  # too late for the generator
        for j in steps(i, count):
            if j == i + 4:
                continue
            if j > 20:
                break
            total = total * 3 + j & 0xFFFFFF
        else:
            total += 1000 * i
        for k in pairs(i & 3, 2):
            total ^= k
        if i == 25:
            return -total
    for i in steps(5, 2):
        total += i
    return total


def test_a_loop_over_a_generator_that_yields_in_one_place() -> None:
    kernel = compile_kernel(walk)
    for count in (0, 1, 2, 7, 24, 40):
        assert kernel(count) == walk(count)


def never_compiles(number: int) -> Any:
    return {number: number}.nothing


def test_numba_is_restored_afterwards() -> None:
    from numba.core import event, typeinfer
    from numba.core.callconv import CPUCallConv

    def changeable() -> list[Any]:
        return [event.start_event, event.end_event, typeinfer.TypeInferer, CPUCallConv.set_static_user_exc]

    before = changeable()
    with pytest.raises(CompileError):
        compile_kernel(never_compiles)(1)
    assert changeable() == before


@pytest.mark.passes
def test_numba_keeps_nothing_of_what_it_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_CACHE_DIR", str(tmp_path))
    kernel = compile_kernel(lambda count: RECURSIVE.descending(count) + nested(count))
    assert kernel(5) == descending(5) + nested(5)
    gc.collect()
    living = [str(one) for one in gc.get_objects() if type(one).__name__ == "CPUDispatcher"]
    assert [name for name in living if kernel._content in name] == []
