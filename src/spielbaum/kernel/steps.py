"""How far a compilation is: how many of the functions of a kernel have been translated."""

from collections.abc import Callable

Tell = Callable[[int, int], None]
"""Is told how many functions are translated, and of how many."""

_listeners: list[Tell] = []
_count = [0, 0]


def listen(tell: Tell) -> None:
    """Let a function be told of every step of the compilations of this process."""
    _listeners.append(tell)


def begin(total: int) -> None:
    """Begin to count, for a kernel of so many functions."""
    _count[:] = [0, total]


def step() -> None:
    """Count a function. Some are translated for two kinds of arguments, others become a part of their callers."""
    _count[0] = min(_count[0] + 1, _count[1])
    for tell in _listeners:
        tell(*_count)


def finish() -> None:
    """Tell that all functions are translated: what is left is the machine code of the whole."""
    _count[0] = _count[1] - 1
    step()
