"""The progress of a compilation: how many of the functions of a kernel have been lowered."""

from collections.abc import Callable

Listener = Callable[[int, int], None]
"""Receives the number of lowered functions, and of all functions."""

_listeners: list[Listener] = []
_count = [0, 0]


def listen(listener: Listener) -> None:
    """Call a function after each step of every compilation in this process."""
    _listeners.append(listener)


def begin(total: int) -> None:
    """Start counting for a kernel of ``total`` functions."""
    _count[:] = [0, total]


def step() -> None:
    """Count a function. Some are lowered for two signatures, others are inlined into their callers."""
    _count[0] = min(_count[0] + 1, _count[1])
    for listener in _listeners:
        listener(*_count)


def finish() -> None:
    """Report that all functions have been lowered; what remains is to optimise the whole module."""
    _count[0] = _count[1] - 1
    step()
