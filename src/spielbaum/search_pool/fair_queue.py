"""A queue that is fair between owners: they take turns, and each owner's oldest job comes first.

Moves come before analyses that someone waits for, and these before analyses in the background, which give their worker
to any other job that finds none.
"""

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from spielbaum.search_pool.search_job import BACKGROUND, RANKS, SearchJob


@dataclass(frozen=True)
class Task:
    """A search job, and the function that a worker calls for it."""

    job: SearchJob
    run: Callable[[], None]


class FairQueue:
    """Tasks that wait for a worker.

    The next task is one of the first rank. It belongs to the owner with the fewest running tasks; among equals, to the
    owner that has waited longest for a turn. If a task finds no idle worker, the searches in the background end early,
    with what they have found.

    Parameters
    ----------
    background
        The most jobs in the background that run at once.
    """

    def __init__(self, *, background: int = 1) -> None:
        self._changed = threading.Condition()
        self._waiting: list[dict[str, deque[Task]]] = [{} for _ in range(RANKS)]  # by owner, in order of their turns
        self._running: Counter[str] = Counter()
        self._most_background, self._background = background, set[Task]()
        self._idle = 0
        self._closed = False

    def put(self, task: Task) -> None:
        """Add a task; a closed queue cancels its job instead."""
        yielding: list[Task] = []
        with self._changed:
            closed, rank = self._closed, task.job.rank
            if not closed:
                self._waiting[rank].setdefault(task.job.owner, deque()).append(task)
                if rank < BACKGROUND and sum(1 for _ in self._tasks(BACKGROUND)) > self._idle:
                    yielding = [one for one in self._background if one.job.stage == "searching"]
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
            while (rank := self._next_rank()) is None and not self._closed:
                if not wait:
                    return None
                self._idle += 1
                self._changed.wait()
                self._idle -= 1
            if self._closed or rank is None:
                return None
            waiting = self._waiting[rank]
            owner = min(waiting, key=self._running.__getitem__)
            tasks = waiting.pop(owner)
            task = tasks.popleft()
            if tasks:
                waiting[owner] = tasks  # behind all others
            self._running[owner] += 1
            if rank == BACKGROUND:
                self._background.add(task)
            return task

    def task_done(self, task: Task) -> None:
        """Count a task as no longer running."""
        with self._changed:
            self._running[task.job.owner] -= 1
            if not self._running[task.job.owner]:
                del self._running[task.job.owner]
            if task in self._background:
                self._background.discard(task)
                self._changed.notify()  # another worker may take the next one

    def waiting(self) -> Counter[str]:
        """Return the number of waiting tasks of each owner, without those in the background."""
        with self._changed:
            self._drop_cancelled()
            return Counter(task.job.owner for task in self._tasks(BACKGROUND))

    def ahead(self, job: SearchJob) -> int:
        """Return the number of tasks that come before a waiting job, as the queue is now."""
        with self._changed:
            self._drop_cancelled()
            before = sum(1 for _ in self._tasks(job.rank))
            turns = [[task.job for task in tasks] for tasks in self._waiting[job.rank].values()]
        own = next((number for number, jobs in enumerate(turns) if job in jobs), None)
        if own is None:
            return 0
        rank = turns[own].index(job)
        others = sum(min(len(jobs), rank + (number < own)) for number, jobs in enumerate(turns) if number != own)
        return before + rank + others

    def close(self) -> None:
        """Cancel all waiting tasks and wake every worker: from now on ``get`` returns None."""
        with self._changed:
            self._closed = True
            left = list(self._tasks(RANKS))
            self._waiting = [{} for _ in range(RANKS)]
            self._changed.notify_all()
        for task in left:
            task.job.stop()

    def _tasks(self, end: int) -> Iterator[Task]:
        """Yield the waiting tasks of the ranks before one."""
        for waiting in self._waiting[:end]:
            for tasks in waiting.values():
                yield from tasks

    def _next_rank(self) -> int | None:
        """Return the rank of the next task; None if there is none that may run now."""
        self._drop_cancelled()
        full = len(self._background) >= self._most_background
        ranks = range(BACKGROUND if full else RANKS)
        return next((rank for rank in ranks if self._waiting[rank]), None)

    def _drop_cancelled(self) -> None:
        """Drop tasks whose job was cancelled."""
        for waiting in self._waiting:
            for owner, tasks in list(waiting.items()):
                left = deque(task for task in tasks if not task.job.future.done())
                if left:
                    waiting[owner] = left
                else:
                    del waiting[owner]
