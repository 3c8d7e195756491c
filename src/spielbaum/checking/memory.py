"""Finds memory leaks of compiled functions, which would fill the machine in a search."""

from collections.abc import Sequence

from spielbaum.checking.probe import Probe
from spielbaum.errors import Sentence
from spielbaum.game import State
from spielbaum.kernel.system_memory import allocated, resident
from spielbaum.watchdog import thread_time

SECONDS = 0.1
"""Processor time of each round."""

ROUNDS = 3
MOST = 32
"""Bytes per state that count as a leak if every round has more; the memory of a process fluctuates."""


def memory_fault(probe: Probe, states: Sequence[State]) -> str | None:
    """Return a sentence about the bytes leaked per state; None if there is no leak."""
    _look_at(probe, states)  # allocates the memory that every look needs
    kept = float("inf")
    for _ in range(ROUNDS):
        before = _taken()
        looks = _look_at(probe, states)
        kept = min(kept, (_taken() - before) / looks)
        if kept <= MOST:
            return None
    return Sentence(
        "the compiled functions leak {:,.0f} bytes per state: a search would fill the machine's memory", kept
    )


def _taken() -> int:
    """Return the memory of this process, as counted by the C library, or else by the system."""
    counted = allocated()
    return (resident() or 0) if counted is None else counted


def _look_at(probe: Probe, states: Sequence[State]) -> int:
    """Probe the states repeatedly for some time, and return how often."""
    looks, end = 0, thread_time() + SECONDS
    while thread_time() < end:
        for state in states:
            probe.look(state)
        looks += len(states)
    return looks
