"""Passes that do not fit the installed Numba are not used: kernels are right without them, and a warning says why."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba.core.lowering
import pytest

from spielbaum.errors import InputError
from spielbaum.kernel import compile_kernel, lowering, numba_compiler, numba_internals, self_test

TABLE = (3, 1, 4, 1, 5, 9, 2, 6)


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Try the passes as in a new process with an empty cache."""
    monkeypatch.setenv("SPIELBAUM_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("SPIELBAUM_NUMBA", raising=False)
    self_test.passes_fit.cache_clear()
    yield
    self_test.passes_fit.cache_clear()


def looked_up(place: int) -> int:
    return TABLE[place & 7] << place


def _without_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(numba_internals._PATHS, "Lower", "numba.core.lowering.Elsewhere")


def _with_more_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    def lower_getitem(
        self: Any, kind: Any, *, expression: Any, value: Any, index: Any, signature: Any, more: Any
    ) -> Any:
        raise AssertionError

    monkeypatch.setattr(numba.core.lowering.Lower, "lower_getitem", lower_getitem)


def _with_another_number(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(_lowerer: Any, _numbers: Any, kind: Any, _place: Any) -> Any:
        return lowering.llvm.IntType(kind.bitwidth)(7)

    monkeypatch.setattr(lowering.Lowerer, "_look_up", look_up)


def _with_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(numba.core.codegen.CPUCodeLibrary, "_optimize_final_module")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_without_a_name, r"it has no numba\.core\.lowering\.Elsewhere"),
        (_with_more_parameters, r"it has Lower\.lower_getitem\("),
        (_with_another_number, r"a kernel returns -?\d+, and -?\d+ is right"),
        (_with_an_error, "AttributeError: .*_optimize_final_module"),
    ],
    ids=["name", "parameters", "number", "error"],
)
def test_what_does_not_fit_is_not_used(
    change: Callable[[pytest.MonkeyPatch], None],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with monkeypatch.context() as changed:
        change(changed)
        assert self_test.mode() == "stock"
        assert self_test.mode() == "stock"
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert re.search(told, record.getMessage())
    monkeypatch.setattr(numba_compiler, "compile_function", None)
    kernel = compile_kernel(lambda place: looked_up(place))
    assert [kernel(place) for place in (0, 5, 61)] == [looked_up(place) for place in (0, 5)] + [9 << 61 & 2**63 - 1]


def test_a_success_is_remembered(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    assert self_test.mode() == "passes"
    self_test.passes_fit.cache_clear()
    monkeypatch.setattr(numba_compiler, "compile_function", None)
    assert self_test.mode() == "passes"
    assert caplog.records == []


@pytest.mark.parametrize("setting", ["-inference,-nothing", "inference", "Stock"])
def test_an_unknown_pass_is_refused_in_a_sentence(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_NUMBA", setting)
    with pytest.raises(InputError, match=r"^SPIELBAUM_NUMBA names '-?\w+': write 'stock', or passes to switch off"):
        compile_kernel(lambda place: looked_up(place + 1))(2)


NEEDED = {"arithmetic", "literals", "locations", "region"}
"""Passes for right values, messages and memory; all others save time only."""


def test_a_kernel_is_right_without_the_passes_that_save_time(monkeypatch: pytest.MonkeyPatch) -> None:
    saving = [name for name in numba_internals.PASSES if name not in NEEDED]
    monkeypatch.setenv("SPIELBAUM_NUMBA", ",".join(f"-{name}" for name in saving))
    assert not any(map(numba_internals.is_on, saving))
    assert all(map(numba_internals.is_on, NEEDED))
    kernel = compile_kernel(lambda depth, number: self_test.searched(depth, number))
    assert [kernel(depth, 1) for depth in range(5)] == [self_test.searched(depth, 1) for depth in range(5)]
