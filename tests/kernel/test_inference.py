"""Types that are inferred once are the types that Numba infers again and again."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum.kernel import compile_kernel
from spielbaum.kernel.self_test import mode


def grows_late(count: int) -> Any:
    """Every name but the last is a whole number until the loop has gone round twice."""
    a, b, c = 0, 0, 0
    first = 0
    for _ in range(count):
        first = a // 2 + first
        a = b
        b = c
        c = c + 0.75
    return first, a, b, c


def returns_wider(depth: int) -> Any:
    """The first type that is known of what it returns is not the last."""
    if depth <= 0:
        return 1
    if depth == 1:
        return returns_wider(depth - 1) + returns_wider(depth - 2)
    if depth == 2:
        return returns_wider(depth - 1) / 4
    return returns_wider(depth - 1) - returns_wider(depth - 3) * returns_wider(depth - 2)


def keeps_a_list(count: int) -> int:
    """What the list holds is known only after it was made, and read."""
    kept = []
    for i in range(count):
        for number in kept:
            if number > i * 4.5:
                break
        kept.append(i * i)
    return len(kept) + sum(kept)


def gives_pairs(depth: int, low: int, high: float) -> Any:
    """Two calls of itself, of which one has what the other returned."""
    if depth == 0:
        return low, high
    low_of, high_of = gives_pairs(depth - 1, low + 1, high)
    best, worst = gives_pairs(depth - 1, low_of, high_of / 2)
    return best - depth, max(worst, high)


@pytest.mark.quick
@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (grows_late, [(n,) for n in range(6)]),
        (returns_wider, [(n,) for n in range(7)]),
        (keeps_a_list, [(n,) for n in range(7)]),
        (gives_pairs, [(n, 3, 1.5) for n in range(4)]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_types_that_are_inferred_late_are_inferred(function: Callable[..., Any], arguments: list[Any]) -> None:
    kernel = compile_kernel(function)
    for given in arguments:
        assert kernel(*given) == function(*given)


def many_calls(depth: int, value: int) -> int:
    best = -value
    for i in range(3):
        best = max(best, many_calls(depth - 1 - i, best) if depth > i else value)
        best = max(best, -many_calls(depth - 2, -best) if depth > 1 else best + 1)
        best = min(best, many_calls(depth - 3, best + 1) if depth > 2 else best - 1)
    return best


@pytest.mark.passes
def test_little_is_inferred_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from numba.core import typeinfer

    assert mode() == "passes"  # which compiles a kernel at the first call
    applied: Counter[str] = Counter()
    for kind in (typeinfer.Propagate, typeinfer.IntrinsicCallConstraint):
        before = kind.__call__

        def counted(rule: Any, inferer: Any, before: Any = before, kind: Any = kind) -> None:
            applied[kind.__name__] += 1
            before(rule, inferer)

        monkeypatch.setattr(kind, "__call__", counted)
    monkeypatch.setenv("SPIELBAUM_CACHE_DIR", str(tmp_path))
    kernel = compile_kernel(many_calls)
    assert [kernel(depth, 2) for depth in range(5)] == [many_calls(depth, 2) for depth in range(5)]
    assert kernel.compiled == 1
    assert applied["IntrinsicCallConstraint"] < 100  # Numba applies them 210 times, and 342 times
    assert applied["Propagate"] < 180
