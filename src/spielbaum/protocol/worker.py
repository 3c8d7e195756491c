"""A thread that runs jobs in turn, so that commands are answered during a search."""

import queue
import threading
from collections.abc import Callable

from spielbaum.errors import InputError, Message
from spielbaum.watchdog import HAS_THREADS, deep_recursion


class Worker:
    """A thread with a stack large enough for searches. It ends after ``close``, or with the process."""

    def __init__(self) -> None:
        if not HAS_THREADS:
            raise InputError(Message("an engine answers commands in a thread, which Python in a browser does not have"))
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        with deep_recursion():
            self._thread = threading.Thread(target=self._work, name="spielbaum-protocol", daemon=True)
            self._thread.start()

    def put(self, job: Callable[[], None]) -> None:
        """Add a job, which must not raise."""
        self._jobs.put(job)

    def close(self, seconds: float | None = None) -> bool:
        """End the thread after its jobs; return whether it has ended within some seconds."""
        self._jobs.put(None)
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _work(self) -> None:
        for job in iter(self._jobs.get, None):
            job()
