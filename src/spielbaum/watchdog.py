"""Running a search in a thread of its own while the caller's thread watches the clock, Ctrl-C, and that it goes on."""

import ctypes
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from spielbaum.errors import StuckError

STACK_BYTES = 256 << 20
"""Stack of the thread in which a search recurses; memory is only taken where it is touched."""

RECURSION_LIMIT = 20_000

PATIENCE = 10.0
"""Seconds without a step after which a function of the game is taken for one that does not come back."""

GRACE, HURRY = 5.0, 0.5
"""The same after Ctrl-C, and after another one."""

_STACK = threading.Lock()
"""The stack size is set for the whole process, so only one search at a time may change it."""

_LOCK = threading.Lock()
_patient = [0]
"""How many blocks run that make no steps."""


def run_with_watchdog(
    work: Callable[[], Any],
    stop: Callable[[], None],
    *,
    steps: Callable[[], int],
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
    steps
        A number that changes while the work goes on, such as how many nodes were searched.
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

    Raises
    ------
    StuckError
        If the number of steps has not changed for ``PATIENCE``, or for less after Ctrl-C. What cannot be ended goes on
        in its thread, which does not outlive the process.
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
        pulse = _Pulse(steps)
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
                patience = (PATIENCE, GRACE, HURRY)[min(2, len(interruptions))]
                if pulse.silence_after(interval) >= patience and not done.is_set():
                    stop()
                    raise _stuck(thread, interrupted=bool(interruptions))
            except KeyboardInterrupt:  # from a handler of the caller's
                interruptions.append(signal.SIGINT)
        thread.join()
    if "error" in outcome:
        raise outcome["error"]
    return outcome["result"], bool(interruptions)


def run_watched(work: Callable[[], Any], steps: Callable[[], int] = lambda: 0) -> Any:
    """Return what some work returns that calls functions of a game, and cannot be asked to end.

    Raises
    ------
    StuckError
        As in ``run_with_watchdog``; without ``steps`` if it lasts for longer.
    KeyboardInterrupt
        After Ctrl-C.
    """
    result, interrupted = run_with_watchdog(work, lambda: None, steps=steps)
    if interrupted:
        raise KeyboardInterrupt
    return result


class _Pulse:
    """How long the work has made no step, counted in looks at it: a process that was suspended has not had any."""

    def __init__(self, steps: Callable[[], int]) -> None:
        self._steps, self._last, self._silence = steps, steps(), 0.0

    def silence_after(self, interval: float) -> float:
        """Return for how many seconds there was no step, some seconds after the last look."""
        now = self._steps()
        self._silence = 0.0 if now != self._last or _patient[0] else self._silence + interval
        self._last = now
        return self._silence


def _stuck(thread: threading.Thread, *, interrupted: bool) -> StuckError:
    """End a thread, if it runs Python, and return the error that says where it was."""
    place = _place(thread)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit))
    if place:
        thread.join(HURRY)
    return StuckError(place, interrupted=interrupted)


def _place(thread: threading.Thread) -> str | None:
    """Return the function of a game in which a thread is, with file and line; None where it runs compiled code."""
    own = Path(__file__).parent
    for frame, line in traceback.walk_stack(sys._current_frames().get(thread.ident or 0)):
        path = Path(frame.f_code.co_filename)
        of_a_game = own / "games" in path.parents or not {own, Path(threading.__file__).parent} & {*path.parents}
        if of_a_game and path.suffix == ".py":
            return f"{frame.f_code.co_name} in {path.name}, line {line}"
    return None


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
def delayed_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait for the end of the block, where code runs that a KeyboardInterrupt at any point would break."""
    with _collected_interrupts() as interruptions:
        yield
    if interruptions:
        raise KeyboardInterrupt


@contextmanager
def patience() -> Iterator[None]:
    """Let all who watch wait until the block ends, for it makes no steps: a compiler works there."""
    with _LOCK:
        _patient[0] += 1
    try:
        yield
    finally:
        with _LOCK:
            _patient[0] -= 1


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
