"""A queue in which everybody's turn comes: owners take turns, each with what they asked for first."""

import threading
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

from spielbaum.engines.thought import Thought


@dataclass(frozen=True)
class Job:
    """A thought and the work that it is."""

    thought: Thought
    work: Callable[[], None]


class FairQueue:
    """Jobs that wait, for several threads to take.

    The next one is of the owner of whom least runs, and among these of the one who has waited for a turn longest.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: dict[str, deque[Job]] = {}  # in the order of turns
        self._running: Counter[str] = Counter()
        self._closed = False

    def put(self, job: Job) -> None:
        """Add a job; in a closed queue it is cancelled."""
        with self._changed:
            closed = self._closed
            if not closed:
                self._waiting.setdefault(job.thought.owner, deque()).append(job)
                self._changed.notify()
        if closed:
            job.thought.stop()

    def take(self) -> Job | None:
        """Wait for a job and return it; None once the queue is closed. Every job taken is to be given back."""
        with self._changed:
            while not self._forget_stopped() and not self._closed:
                self._changed.wait()
            if self._closed:
                return None
            owner = min(self._waiting, key=self._running.__getitem__)
            jobs = self._waiting.pop(owner)
            job = jobs.popleft()
            if jobs:
                self._waiting[owner] = jobs  # behind all others
            self._running[owner] += 1
            return job

    def give_back(self, job: Job) -> None:
        """Say that a job is done."""
        with self._changed:
            self._running[job.thought.owner] -= 1
            if not self._running[job.thought.owner]:
                del self._running[job.thought.owner]

    def waiting(self) -> Counter[str]:
        """Return how many jobs of each owner wait."""
        with self._changed:
            self._forget_stopped()
            return Counter({owner: len(jobs) for owner, jobs in self._waiting.items()})

    def ahead(self, thought: Thought) -> int:
        """Return how many others come before a thought that waits, if nobody asks for more."""
        with self._changed:
            self._forget_stopped()
            turns = [[job.thought for job in jobs] for jobs in self._waiting.values()]
        own = next((number for number, thoughts in enumerate(turns) if thought in thoughts), None)
        if own is None:
            return 0
        rank = turns[own].index(thought)
        return rank + sum(
            min(len(thoughts), rank + (number < own)) for number, thoughts in enumerate(turns) if number != own
        )

    def close(self) -> None:
        """Cancel what waits, and send all threads home."""
        with self._changed:
            self._closed = True
            left = [job for jobs in self._waiting.values() for job in jobs]
            self._waiting.clear()
            self._changed.notify_all()
        for job in left:
            job.thought.stop()

    def _forget_stopped(self) -> bool:
        """Drop what was cancelled meanwhile, and return whether anything is left."""
        for owner, jobs in list(self._waiting.items()):
            left = deque(job for job in jobs if not job.thought.future.done())
            if left:
                self._waiting[owner] = left
            else:
                del self._waiting[owner]
        return bool(self._waiting)
