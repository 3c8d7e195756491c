"""Threads with a stack for deep recursions, begun at the same time."""

import threading

from spielbaum.search.worker import STACK_BYTES, deep_recursion


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
