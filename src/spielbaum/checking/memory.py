"""What compiled functions of a game keep of the memory that they take: a search would fill the machine with it."""

import time
from collections.abc import Sequence

from spielbaum.checking.probe import Probe
from spielbaum.game import State
from spielbaum.kernel.system_memory import allocated, resident

SECONDS = 0.1
"""Of processor time for each of the rounds."""

ROUNDS = 3
MOST = 32
"""Bytes for a look at a state, in every round, that are a leak: the memory of a process is not still."""


def memory_fault(probe: Probe, states: Sequence[State]) -> str | None:
    """Return how many bytes a look at some states keeps, in a sentence; None if the memory stays as it is."""
    _look_at(probe, states)  # touches what every look needs
    kept = float("inf")
    for _ in range(ROUNDS):
        before = _taken()
        looks = _look_at(probe, states)
        kept = min(kept, (_taken() - before) / looks)
        if kept <= MOST:
            return None
    return f"the compiled functions keep {kept:,.0f} bytes for every state: a search would use up the machine's memory"


def _taken() -> int:
    """Return the memory that this process has taken, as the C library counts it, else as the system does."""
    counted = allocated()
    return (resident() or 0) if counted is None else counted


def _look_at(probe: Probe, states: Sequence[State]) -> int:
    """Look at the states again and again for some time, and return how often."""
    looks, end = 0, time.thread_time() + SECONDS
    while time.thread_time() < end:
        for state in states:
            probe.look(state)
        looks += len(states)
    return looks
