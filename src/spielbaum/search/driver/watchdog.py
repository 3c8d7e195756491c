"""Running a search in a thread of its own while the caller's thread watches the clock and Ctrl-C."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

STACK_BYTES = 256 << 20
"""Stack of the thread in which a search recurses; memory is only taken where it is touched."""

RECURSION_LIMIT = 20_000

_STACK = threading.Lock()
"""The stack size is set for the whole process, so only one search at a time may change it."""


def run_with_watchdog(
    work: Callable[[], Any],
    stop: Callable[[], None],
    *,
    seconds: float | None = None,
    on_tick: Callable[[], None] | None = None,
    interval: float = 0.1,
) -> tuple[Any, bool]:
    """Run ``work`` in a thread and return its result.

    Parameters
    ----------
    work
        What to run; its exceptions are raised here.
    stop
        Asks the work to end soon; called after ``seconds``, and at Ctrl-C.
    seconds
        Time limit; None for none.
    on_tick
        Called every ``interval`` seconds while the work runs.
    interval
        In seconds.

    Returns
    -------
    result, interrupted
        What ``work`` returned, and whether Ctrl-C ended it.
    """
    deadline = time.perf_counter() + seconds if seconds is not None else None  # starting the thread counts
    outcome: dict[str, Any] = {}
    done = threading.Event()

    def target() -> None:
        try:
            outcome["result"] = work()
        except BaseException as error:
            outcome["error"] = error
        finally:
            done.set()

    with _collected_interrupts() as interruptions:
        with deep_recursion():
            thread = threading.Thread(target=target, name="spielbaum-search", daemon=True)
            thread.start()
        while not done.is_set():
            try:
                left = interval if deadline is None else min(interval, deadline - time.perf_counter())
                if left > 0:
                    done.wait(left)
                if interruptions or (deadline is not None and time.perf_counter() >= deadline):
                    stop()
                    deadline = time.perf_counter() + interval
                elif on_tick is not None and not done.is_set():
                    on_tick()
            except KeyboardInterrupt:  # from a handler of the caller's
                interruptions.append(signal.SIGINT)
        thread.join()
    if "error" in outcome:
        raise outcome["error"]
    return outcome["result"], bool(interruptions)


@contextmanager
def _collected_interrupts() -> Iterator[list[int]]:
    """Collect Ctrl-C while the block lasts: a KeyboardInterrupt at any point could leave a lock held.

    Does nothing outside the main thread, or where SIGINT has another handler than Python's.
    """
    noted: list[int] = []
    raised = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not raised or threading.current_thread() is not threading.main_thread():
        yield noted
        return
    signal.signal(signal.SIGINT, lambda number, _: noted.append(number))
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Start threads inside the block with a stack large enough for a deep recursion."""
    with _STACK:
        sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION_LIMIT))
        before = threading.stack_size(STACK_BYTES)
        try:
            yield
        finally:
            threading.stack_size(before)
