"""Numba's passes over a function, without what it does beside them.

Numba tells listeners of every pass, of every call of LLVM and of every lock, and takes times: nobody asks here. And it
looks for variables in all that a statement holds, its place in the source as well.

Importing this module imports Numba.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event, ir
from numba.core.compiler_machinery import PassManager
from numba.core.errors import new_error_context  # type: ignore[attr-defined]


class Passes(PassManager):  # type: ignore[misc]
    """Passes that run one after the other."""

    def _runPass(self, _index: int, step: Any, state: Any) -> None:  # noqa: N802  # Numba's name
        step.analysis = self._analysis
        with new_error_context("Pass {name}", name=step.name()):
            step.run_initialization(state)
            step.run_pass(state)
            step.run_finalizer(state)


def _tells_nobody(*_told: Any, **_more: Any) -> None:
    pass


def _variables(_statement: Any, value: Any) -> list[Any]:
    """Return all variables in a value, in their order."""
    found: list[Any] = []
    _collect(value, found)
    return found


def _collect(value: Any, found: list[Any]) -> None:
    kind = type(value)
    if kind is ir.Var:
        found.append(value)
    elif kind is dict:
        for item in value.values():
            if type(item) not in _WITHOUT:
                _collect(item, found)
    elif kind is list or kind is tuple:
        for item in value:
            _collect(item, found)
    elif isinstance(value, ir.Inst):
        found += value.list_vars()


_WITHOUT = {ir.Loc, str, int, bool, type(None)}
"""What holds no variable."""


@contextmanager
def unheard() -> Iterator[None]:
    """Tell nobody of what is compiled in this block."""
    before = event.start_event, event.end_event, ir.Inst._rec_list_vars
    event.start_event = event.end_event = _tells_nobody
    ir.Inst._rec_list_vars = _variables
    try:
        yield
    finally:
        event.start_event, event.end_event, ir.Inst._rec_list_vars = before
