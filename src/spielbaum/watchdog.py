"""Runs a search in a thread of its own, while the caller's thread watches time, Ctrl-C and progress.

Without threads, as in a browser, the search itself calls ``at_pause`` every few milliseconds.
"""

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

HAS_THREADS = sys.platform != "emscripten"
"""Whether threads can be started."""

thread_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)
"""Processor time of this thread in seconds, or of the process on systems that count only that."""

STACK_BYTES = 256 << 20
"""Stack of the search thread; only touched pages take memory."""

RECURSION_LIMIT = 20_000 if HAS_THREADS else 5_000
"""Pyodide ends when the stack of the browser is full, which 8,000 calls of Python's own functions do not reach."""

PATIENCE = 10.0
"""After so many seconds without a step, a function of the game counts as stuck."""

GRACE, HURRY = 5.0, 0.5
"""The same after one Ctrl-C, and after two."""

SLICE = 0.03
"""Seconds between two pauses of a search without threads."""

FIRST_SLICE = 100
"""Nodes up to the first pause."""

_STACK = threading.Lock()
"""Guards the stack size, which is a setting of the whole process."""

_LOCK = threading.Lock()
_patient = [0]
"""The number of ``patience`` blocks that are running."""


def run_with_watchdog(
    work: Callable[[], Any],
    stop: Callable[[], None],
    *,
    steps: Callable[[], int],
    seconds: float | None = None,
    on_tick: Callable[[], None] | None = None,
    interval: float = 0.1,
) -> tuple[Any, bool]:
    """Run a function in a thread and return its result.

    Parameters
    ----------
    work
        The function to run; its exceptions are raised here.
    stop
        Asks ``work`` to end soon; called after ``seconds`` and at Ctrl-C.
    steps
        Returns a number that changes while ``work`` makes progress, such as the nodes searched.
    seconds
        Time limit; None if there is none.
    on_tick
        Called every ``interval`` seconds while ``work`` runs.
    interval
        In seconds.

    Returns
    -------
    result, interrupted
        The result of ``work``, and whether Ctrl-C ended it.

    Raises
    ------
    StuckError
        If ``steps`` does not change for ``PATIENCE`` seconds, or fewer after Ctrl-C. A thread that cannot be stopped
        runs on as a daemon. Without threads it is never raised.
    """
    if not HAS_THREADS:
        return _run_with_pauses(work, stop, seconds=seconds, on_tick=on_tick, interval=interval)
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
            except KeyboardInterrupt:  # raised by the caller's own signal handler
                interruptions.append(signal.SIGINT)
        thread.join()
    if "error" in outcome:
        raise outcome["error"]
    return outcome["result"], bool(interruptions)


class _Pauses:
    """What is done at the pauses of a search: at its deadline it is stopped, and at every interval it ticks."""

    def __init__(
        self, stop: Callable[[], None], deadline: float | None, on_tick: Callable[[], None] | None, interval: float
    ) -> None:
        self._stop, self._deadline, self._on_tick, self._interval = stop, deadline, on_tick, interval
        self._last, self._nodes, self._slice = time.perf_counter(), 0, FIRST_SLICE
        self._next_tick = self._last + interval
        self.interruptions: list[int] = []

    def pause(self, nodes: int) -> int:
        """Look at the clock, and return the nodes at which the search pauses next."""
        now = time.perf_counter()
        if self.interruptions or (self._deadline is not None and now >= self._deadline):
            self._stop()
        elif self._on_tick is not None and now >= self._next_tick:
            self._on_tick()
            self._next_tick = now + self._interval
        if nodes > self._nodes and now > self._last:  # else another search has begun
            fitting = int((nodes - self._nodes) * SLICE / (now - self._last))
            self._slice = max(1, min(fitting, 4 * self._slice))
        self._last, self._nodes = time.perf_counter(), nodes
        return nodes + self._slice


_pauses: _Pauses | None = None
"""Of the innermost search that runs without threads."""


def at_pause(nodes: int, limit: int) -> int:
    """Let the watchdog look at the clock, and return the nodes at which it wants to look again, at most the limit.

    Searches call it when they have visited the nodes that it returned last. It may stop them.

    Parameters
    ----------
    nodes
        The nodes that the search has visited.
    limit
        The nodes at which it ends.
    """
    return limit if _pauses is None else min(limit, _pauses.pause(nodes))


def _run_with_pauses(
    work: Callable[[], Any],
    stop: Callable[[], None],
    *,
    seconds: float | None,
    on_tick: Callable[[], None] | None,
    interval: float,
) -> tuple[Any, bool]:
    """Run a function in this thread; it is watched whenever it pauses."""
    global _pauses
    before, deadline = _pauses, None if seconds is None else time.perf_counter() + seconds
    _pauses = _Pauses(stop, deadline, on_tick, interval)
    try:
        with deep_recursion(), _collected_interrupts() as _pauses.interruptions:
            return work(), bool(_pauses.interruptions)
    finally:
        _pauses = before


def run_watched(work: Callable[[], Any], steps: Callable[[], int] = lambda: 0) -> Any:
    """Return the result of a function that calls a game and cannot be stopped.

    Raises
    ------
    StuckError
        As in ``run_with_watchdog``; without ``steps`` if it runs longer than that.
    KeyboardInterrupt
        After Ctrl-C.
    """
    result, interrupted = run_with_watchdog(work, lambda: None, steps=steps)
    if interrupted:
        raise KeyboardInterrupt
    return result


class _Pulse:
    """Measures the time without a step, by the number of polls: a suspended process does not poll."""

    def __init__(self, steps: Callable[[], int]) -> None:
        self._steps, self._last, self._silence = steps, steps(), 0.0

    def silence_after(self, interval: float) -> float:
        """Return the seconds without a step, ``interval`` seconds after the last poll."""
        now = self._steps()
        self._silence = 0.0 if now != self._last or _patient[0] else self._silence + interval
        self._last = now
        return self._silence


def _stuck(thread: threading.Thread, *, interrupted: bool) -> StuckError:
    """Stop a thread, if it runs Python, and return an error that says where it was."""
    place = _place(thread)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit))
    if place:
        thread.join(HURRY)
    return StuckError(place, interrupted=interrupted)


def _place(thread: threading.Thread) -> str | None:
    """Return the game function that a thread is in, with file and line; None in compiled code."""
    own = Path(__file__).parent
    for frame, line in traceback.walk_stack(sys._current_frames().get(thread.ident or 0)):
        path = Path(frame.f_code.co_filename)
        of_a_game = own / "games" in path.parents or not {own, Path(threading.__file__).parent} & {*path.parents}
        if of_a_game and path.suffix == ".py":
            return f"{frame.f_code.co_name} in {path.name}, line {line}"
    return None


@contextmanager
def _collected_interrupts() -> Iterator[list[int]]:
    """Collect Ctrl-C during the block, since a KeyboardInterrupt could leave a lock held.

    Does nothing outside the main thread, or if SIGINT does not have Python's own handler.
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
    """Delay Ctrl-C to the end of the block, for code that a KeyboardInterrupt would break."""
    with _collected_interrupts() as interruptions:
        yield
    if interruptions:
        raise KeyboardInterrupt


@contextmanager
def patience() -> Iterator[None]:
    """Keep all watchdogs quiet during the block, in which a compiler runs and makes no steps."""
    with _LOCK:
        _patient[0] += 1
    try:
        yield
    finally:
        with _LOCK:
            _patient[0] -= 1


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Give threads that start in the block, or the block itself without threads, room for deep recursion."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION_LIMIT))
    if not HAS_THREADS:
        yield
        return
    with _STACK:
        before = threading.stack_size(STACK_BYTES)
        try:
            yield
        finally:
            threading.stack_size(before)
