"""A workspace holds in a kernel what it holds for the interpreter, whichever field was written before."""

from array import array
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from spielbaum.kernel import compile_kernel, halve, new_workspace
from spielbaum.kernel.workspace import PAGE, Layout, places_of

LENGTH = 2 * PAGE
LAYOUT: Layout = {
    "end": ("i8", ()),
    "sum": ("f8", ()),
    "action": ("i8", (LENGTH,)),
    "rank": ("f8", (LENGTH,)),
    "pair": ("i8", (LENGTH, 2)),
    "short": ("i8", (3,)),
}


def odd(count: int, ws: Any) -> Iterator[int]:
    for i in range(count):
        if i % 2:
            yield i
    ws.end += 1


def fill(count: int, ws: Any) -> int:
    """Write every field between reads of others, the same one among them."""
    for i in odd(count, ws):
        ws.end += 1
        ws.action[ws.end] = i
        ws.rank[ws.end] = ws.action[ws.end] + ws.sum
        ws.sum += ws.rank[ws.end]
        ws.pair[i, 1] = ws.pair[i - 1, 0] + ws.action[ws.end]
        ws.pair[i + 1, 0] = ws.pair[i, 1] - ws.end
        ws.short[i % 3] += ws.short[0] + 1
        ws.action[ws.end - 1] += ws.action[ws.end]
    return int(ws.end)


def test_a_kernel_writes_what_the_interpreter_writes() -> None:
    compiled, plain = (new_workspace(LAYOUT, compiled=compiled) for compiled in (True, False))
    for count in (0, 1, 2, 50):
        assert compile_kernel(fill)(count, compiled) == fill(count, plain)
    for name, (_, shape) in LAYOUT.items():
        mine, its = getattr(compiled, name), getattr(plain, name)
        if len(shape) == 2:
            assert [mine[i, j] for i in range(LENGTH) for j in (0, 1)] == [
                its[i, j] for i in range(LENGTH) for j in (0, 1)
            ]
        else:
            assert (list(mine) == list(its)) if shape else (mine == its)


def test_long_arrays_start_at_different_offsets_and_do_not_overlap() -> None:
    places, length = places_of(LAYOUT)
    sizes = {"end": 1, "sum": 1, "action": LENGTH, "rank": LENGTH, "pair": 2 * LENGTH, "short": 3}
    end = 0
    for name, place in places.items():
        assert place >= end
        end = place + sizes[name]
    assert end == length
    assert len({places[name] % PAGE for name in ("action", "rank", "pair")}) == 3


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1))
def test_numbers_are_halved_and_rounded_down(numbers: list[int]) -> None:
    halved = array("q", numbers)
    halve(memoryview(halved))
    assert list(halved) == [number // 2 for number in numbers]
