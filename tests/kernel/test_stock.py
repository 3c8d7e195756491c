"""Stock mode: kernels that Numba compiles without our passes give the same values, nodes and errors."""

import ast
import random
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from spielbaum import load, search
from spielbaum.errors import GameError
from spielbaum.kernel import compile as compiling
from spielbaum.kernel import compile_kernel

HERE = Path(__file__).parent
MASK = (1 << 63) - 1
SHORT, LONG = (5, 6, 7), tuple(number * number for number in range(20))


@pytest.fixture(autouse=True)
def stock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_NUMBA", "stock")
    monkeypatch.setattr(compiling, "_KERNELS", {})


def arithmetic(a: int, b: int, n: int) -> tuple[int, ...]:
    c = a
    c *= b
    c -= b
    c <<= n
    return (
        a * b & MASK, a + b & MASK, a - b & MASK, a << n & MASK, a >> n, -a >> n, c & MASK,
        a * a >> 63 & 1, (a > b) + a & MASK,
    )  # fmt: skip


def test_integers_wrap_around_and_are_shifted_as_in_the_interpreter() -> None:
    kernel, chance = compile_kernel(arithmetic), random.Random(54)
    ends = [0, 1, -1, 2**62, -(2**62), 2**63 - 1, 1 - 2**63]
    numbers = [*ends, *(chance.randrange(1 - 2**63, 2**63) for _ in range(40))]
    for shift in (0, 1, 31, 63, 64, 70, 200):
        for a, b in zip(numbers, reversed(numbers), strict=True):
            assert kernel(a, b, shift) == arithmetic(a, b, shift)


def looked_up(i: int, j: int) -> int:
    total = SHORT[i % 4]
    total += LONG[j]
    if total > 300:
        raise ValueError
    return 7 // (i - 1) + total


def test_an_error_names_function_and_line() -> None:
    kernel, first = compile_kernel(looked_up), looked_up.__code__.co_firstlineno
    assert kernel(0, -5) == looked_up(0, -5)
    for i, j, line, what in (
        (3, 0, 1, "IndexError: tuple index out of range"),
        (0, 20, 2, "IndexError: tuple index out of range"),
        (2, 19, 4, "ValueError"),
        (1, 0, 5, "ZeroDivisionError: integer division by zero"),
    ):
        told = rf"^looked_up in test_stock\.py, line {first + line}, raises {what}$"
        with pytest.raises(GameError, match=told):
            kernel(i, j)


def growing(start: int) -> Iterator[int]:
    numbers = [start + i for i in range(400)]
    yield from numbers


def second(start: int, ws: int) -> int:
    for number in growing(start):
        if number > start:
            return number + ws
    return 0


def total_of(count: int, ws: int) -> int:
    total = 0
    for start in range(count):
        total += second(start, ws)
    return total


def test_a_generator_that_is_left_early_gives_its_memory_back() -> None:
    kernel = compile_kernel(total_of)
    assert kernel(100_000, 1) == sum(start + 2 for start in range(100_000))  # 320 MB if nothing were given back
    assert kernel(10, 0) == total_of(10, 0)


@pytest.mark.parametrize(
    ("game", "algorithm"),
    [
        ("tic-tac-toe", "alpha-beta"),
        (str(HERE.parent / "compiler" / "games" / "hex_natural.py"), "minimax"),
    ],
    ids=["shipped", "natural"],
)
def test_a_search_visits_the_same_nodes(game: str, algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = search(load(game), algorithm=algorithm, depth=3)
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    plain = search(load(game), algorithm=algorithm, depth=3)
    assert (compiled.action_values, compiled.pv, compiled.nodes) == (plain.action_values, plain.pv, plain.nodes)


def test_only_documented_names_of_numba_are_imported() -> None:
    pending, seen = ["spielbaum.kernel.stock_compiler"], set[str]()
    while pending:
        module = pending.pop()
        seen.add(module)
        found = find_spec(module)
        assert found is not None
        assert found.origin is not None
        for node in ast.parse(Path(found.origin).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                names = {alias.name for alias in node.names}
                if node.module == "spielbaum.kernel.numba_internals":
                    assert names <= {"is_on"}, f"{module} needs {names}"
                pending += _modules(node.module, names) - seen


def _modules(package: str, names: set[str]) -> set[str]:
    """Return the modules of the kernel that an import loads."""
    found = {package, *(f"{package}.{name}" for name in names)}
    return {name for name in found if name.startswith("spielbaum.kernel.") and _exists(name)}


def _exists(module: str) -> Any:
    try:
        return find_spec(module)
    except ModuleNotFoundError:
        return None
