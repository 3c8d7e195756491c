"""Threads that search: Ctrl-C while they run, and their stack for deep recursions."""

import signal
import threading
from typing import Any

import pytest

from spielbaum.search.driver.watchdog import STACK_BYTES, deep_recursion, run_with_watchdog


class Work:
    """Runs until it is told to stop; at each look at it a number of signals comes."""

    def __init__(self, signals: int) -> None:
        self.signals, self.looks, self.stopped = signals, 0, threading.Event()

    def watch(self) -> None:
        for _ in range(self.signals):
            signal.raise_signal(signal.SIGINT)
        self.looks += 1

    def run(self) -> tuple[Any, bool]:
        return run_with_watchdog(lambda: self.stopped.wait(20), self.stopped.set, on_tick=self.watch, interval=0.01)


@pytest.mark.parametrize("signals", [1, 3])
def test_ctrl_c_is_not_raised_where_the_interpreter_happens_to_be(signals: int) -> None:
    work = Work(signals)
    assert work.run() == (True, True)
    assert work.looks == 1, "the look ended, though the signals came within it"
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_ctrl_c_of_a_handler_of_the_caller() -> None:
    def own(number: int, frame: object) -> None:
        raise KeyboardInterrupt("own")

    before = signal.signal(signal.SIGINT, own)
    try:
        work = Work(1)
        assert work.run() == (True, True)
        assert work.looks == 0
        assert signal.getsignal(signal.SIGINT) is own
    finally:
        signal.signal(signal.SIGINT, before)


def test_without_ctrl_c_nothing_is_interrupted() -> None:
    assert run_with_watchdog(lambda: 7, lambda: None) == (7, False)
    assert run_with_watchdog(lambda: 7, lambda: None, seconds=0) == (7, False)


def test_who_begins_a_search_does_not_take_the_stack_from_another() -> None:
    inside, leave = threading.Event(), threading.Event()
    seen: list[int] = []

    def first() -> None:
        with deep_recursion():
            inside.set()
            leave.wait(0.2)

    def second() -> None:
        with deep_recursion():
            leave.set()
            one.join(0.5)
            seen.append(threading.stack_size())

    before = threading.stack_size()
    one, other = threading.Thread(target=first), threading.Thread(target=second)
    one.start()
    inside.wait()
    other.start()
    one.join()
    other.join()
    assert seen == [STACK_BYTES]
    assert threading.stack_size() == before
