"""Running a kernel beside the caller, who watches the clock and the keyboard."""

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
"""The size of stacks is one for the process: who begins a search must not undo what another one has just set."""


def run_watched(
    work: Callable[[], Any],
    stop: Callable[[], None],
    *,
    seconds: float | None = None,
    watch: Callable[[], None] | None = None,
    interval: float = 0.1,
) -> tuple[Any, bool]:
    """Run ``work`` in a thread and return its result.

    Parameters
    ----------
    work
        What to run; exceptions are passed on.
    stop
        Asks the work to end soon. Called after ``seconds``, and at Ctrl-C.
    seconds
        How long it may run.
    watch, interval
        Called again and again, so many seconds apart, while it runs.

    Returns
    -------
    result, interrupted
        What ``work`` returned, and whether Ctrl-C ended it.
    """
    deadline = time.perf_counter() + seconds if seconds is not None else None  # to start a thread takes time too
    outcome: dict[str, Any] = {}
    done = threading.Event()

    def target() -> None:
        try:
            outcome["result"] = work()
        except BaseException as error:
            outcome["error"] = error
        finally:
            done.set()

    with _interruptions_noted() as interruptions:
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
                elif watch is not None and not done.is_set():
                    watch()
            except KeyboardInterrupt:  # from a handler of the caller's
                interruptions.append(signal.SIGINT)
        thread.join()
    if "error" in outcome:
        raise outcome["error"]
    return outcome["result"], bool(interruptions)


@contextmanager
def _interruptions_noted() -> Iterator[list[int]]:
    """Note Ctrl-C while the block lasts; raised wherever the interpreter is, it may leave a lock half taken.

    Nothing is changed in a thread that gets no signals, and where Ctrl-C has another meaning than to be raised.
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
    """Give the threads that are started now the stack for a deep recursion."""
    with _STACK:
        sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION_LIMIT))
        before = threading.stack_size(STACK_BYTES)
        try:
            yield
        finally:
            threading.stack_size(before)
