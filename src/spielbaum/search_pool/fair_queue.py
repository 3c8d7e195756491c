"""A queue that is fair between owners: they take turns, and each owner's oldest job comes first."""

import threading
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

from spielbaum.search_pool.search_job import SearchJob


@dataclass(frozen=True)
class Task:
    """A search job, and the function that a worker calls for it."""

    job: SearchJob
    run: Callable[[], None]


class FairQueue:
    """Tasks that wait for a worker.

    The next task belongs to the owner with the fewest running tasks; among equals, to the owner that has waited longest
    for a turn.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: dict[str, deque[Task]] = {}  # by owner, in the order of their turns
        self._running: Counter[str] = Counter()
        self._closed = False

    def put(self, task: Task) -> None:
        """Add a task; a closed queue cancels its job instead."""
        with self._changed:
            closed = self._closed
            if not closed:
                self._waiting.setdefault(task.job.owner, deque()).append(task)
                self._changed.notify()
        if closed:
            task.job.stop()

    def get(self, *, wait: bool = True) -> Task | None:
        """Return the next task; ``task_done`` must follow.

        It is None once the queue is closed, or at once if there is none and ``wait`` is False.
        """
        with self._changed:
            while not self._drop_cancelled() and not self._closed:
                if not wait:
                    return None
                self._changed.wait()
            if self._closed:
                return None
            owner = min(self._waiting, key=self._running.__getitem__)
            tasks = self._waiting.pop(owner)
            task = tasks.popleft()
            if tasks:
                self._waiting[owner] = tasks  # behind all others
            self._running[owner] += 1
            return task

    def task_done(self, task: Task) -> None:
        """Count a task as no longer running."""
        with self._changed:
            self._running[task.job.owner] -= 1
            if not self._running[task.job.owner]:
                del self._running[task.job.owner]

    def waiting(self) -> Counter[str]:
        """Return the number of waiting tasks of each owner."""
        with self._changed:
            self._drop_cancelled()
            return Counter({owner: len(tasks) for owner, tasks in self._waiting.items()})

    def ahead(self, job: SearchJob) -> int:
        """Return the number of tasks that come before a waiting job, as the queue is now."""
        with self._changed:
            self._drop_cancelled()
            turns = [[task.job for task in tasks] for tasks in self._waiting.values()]
        own = next((number for number, jobs in enumerate(turns) if job in jobs), None)
        if own is None:
            return 0
        rank = turns[own].index(job)
        return rank + sum(min(len(jobs), rank + (number < own)) for number, jobs in enumerate(turns) if number != own)

    def close(self) -> None:
        """Cancel all waiting tasks and wake every worker: from now on ``get`` returns None."""
        with self._changed:
            self._closed = True
            left = [task for tasks in self._waiting.values() for task in tasks]
            self._waiting.clear()
            self._changed.notify_all()
        for task in left:
            task.job.stop()

    def _drop_cancelled(self) -> bool:
        """Drop tasks whose job was cancelled; return whether any are left."""
        for owner, tasks in list(self._waiting.items()):
            left = deque(task for task in tasks if not task.job.future.done())
            if left:
                self._waiting[owner] = left
            else:
                del self._waiting[owner]
        return bool(self._waiting)
