"""A queue that is fair between owners: they take turns, and each owner's oldest job comes first.

Background jobs come after all others, and give their worker to one that finds none.
"""

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
    for a turn. A task of a background job runs only while no other waits; if another then finds no idle worker, the
    search of the background job ends early, with what it has found.

    Parameters
    ----------
    background
        The most background jobs that run at once.
    """

    def __init__(self, *, background: int = 1) -> None:
        self._most_background = background
        self._background: deque[Task] = deque()
        self._running_background: set[Task] = set()
        self._idle = 0
        self._changed = threading.Condition()
        self._waiting: dict[str, deque[Task]] = {}  # by owner, in the order of their turns
        self._running: Counter[str] = Counter()
        self._closed = False

    def put(self, task: Task) -> None:
        """Add a task; a closed queue cancels its job instead."""
        with self._changed:
            closed, yielding = self._closed, list[Task]()
            if not closed and task.job.background:
                self._background.append(task)
            elif not closed:
                self._waiting.setdefault(task.job.owner, deque()).append(task)
                if sum(map(len, self._waiting.values())) > self._idle:
                    yielding = [one for one in self._running_background if one.job.stage == "searching"]
            self._changed.notify()
        for one in yielding:
            one.job.stop(play_now=True)
        if closed:
            task.job.stop()

    def get(self, *, wait: bool = True) -> Task | None:
        """Return the next task; ``task_done`` must follow.

        It is None once the queue is closed, or at once if there is none and ``wait`` is False.
        """
        with self._changed:
            while not self._has_next() and not self._closed:
                if not wait:
                    return None
                self._idle += 1
                self._changed.wait()
                self._idle -= 1
            if self._closed:
                return None
            if not self._waiting:
                task = self._background.popleft()
                self._running_background.add(task)
                return task
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
            if task.job.background:
                self._running_background.discard(task)
                self._changed.notify()  # another worker may now take the next one
                return
            self._running[task.job.owner] -= 1
            if not self._running[task.job.owner]:
                del self._running[task.job.owner]

    def waiting(self) -> Counter[str]:
        """Return the number of waiting tasks of each owner, without background jobs."""
        with self._changed:
            self._drop_cancelled()
            return Counter({owner: len(tasks) for owner, tasks in self._waiting.items()})

    def ahead(self, job: SearchJob) -> int:
        """Return the number of tasks that come before a waiting job, as the queue is now."""
        with self._changed:
            self._drop_cancelled()
            turns = [[task.job for task in tasks] for tasks in self._waiting.values()]
            last = [task.job for task in self._background]
        if job in last:
            return sum(map(len, turns)) + last.index(job)
        own = next((number for number, jobs in enumerate(turns) if job in jobs), None)
        if own is None:
            return 0
        rank = turns[own].index(job)
        return rank + sum(min(len(jobs), rank + (number < own)) for number, jobs in enumerate(turns) if number != own)

    def close(self) -> None:
        """Cancel all waiting tasks and wake every worker: from now on ``get`` returns None."""
        with self._changed:
            self._closed = True
            left = [task for tasks in self._waiting.values() for task in tasks] + list(self._background)
            self._waiting.clear()
            self._background.clear()
            self._changed.notify_all()
        for task in left:
            task.job.stop()

    def _has_next(self) -> bool:
        """Return whether a worker may take a task now."""
        self._drop_cancelled()
        return bool(self._waiting) or (bool(self._background) and len(self._running_background) < self._most_background)

    def _drop_cancelled(self) -> None:
        """Drop tasks whose job was cancelled."""
        self._background = deque(task for task in self._background if not task.job.future.done())
        for owner, tasks in list(self._waiting.items()):
            left = deque(task for task in tasks if not task.job.future.done())
            if left:
                self._waiting[owner] = left
            else:
                del self._waiting[owner]
