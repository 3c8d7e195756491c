"""A search job: a search that was asked for, its result to come, and its progress."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Literal

from spielbaum.search.core.progress import Progress, Stop

Stage = Literal["waiting", "compiling", "searching", "done"]


@dataclass(frozen=True, kw_only=True)
class JobStatus:
    """How far a search job is, at one moment.

    Attributes
    ----------
    stage
        ``"waiting"`` for a worker, ``"compiling"``, ``"searching"`` or ``"done"``.
    ahead
        How many other jobs will be started before it; 0 unless it is waiting.
    progress
        Of the search itself.
    preparation
        How far its compilation is, while there is one.
    """

    stage: Stage
    ahead: int
    progress: Progress
    preparation: "Preparation | None" = None


@dataclass(frozen=True)
class Preparation:
    """How far the compilation of a search is, at one moment.

    Attributes
    ----------
    seconds
        How many whole seconds it has taken.
    done, total
        How many functions are translated, and of how many; 0 of 0 before the first. When all are, the machine code of
        the whole is being made.
    """

    seconds: int
    done: int = 0
    total: int = 0


class Compilation:
    """A compilation that several jobs may wait for."""

    def __init__(self) -> None:
        self._began: float | None = None
        self._steps = (0, 0)

    def begin(self) -> None:
        """Start the clock, if it does not run yet."""
        self._began = self._began or time.monotonic()

    def tell(self, done: int, total: int) -> None:
        """Record a step."""
        self._steps = done, total

    def status(self) -> Preparation | None:
        """Return how far it is now; None before it has begun."""
        return None if self._began is None else Preparation(int(time.monotonic() - self._began), *self._steps)


class SearchJob:
    """A search that a search pool was asked for. All methods may be called from any thread.

    Parameters
    ----------
    owner
        On whose behalf it runs; the pool is fair between owners.
    ahead
        Returns how many jobs will be started before a given one.

    Attributes
    ----------
    future : concurrent.futures.Future
        The result; cancelled if the job was stopped without an answer, or holding the exception that ended it.
    """

    def __init__(self, owner: str, ahead: Callable[["SearchJob"], int]) -> None:
        self.owner = owner
        self.future: Future[Any] = Future()
        self.stop_search = Stop()
        self.future.add_done_callback(lambda _future: self.stop_search.set())
        self.stage: Stage = "waiting"
        self.compilation: Compilation | None = None
        self._ahead = ahead
        self._progress = Progress(0, 0, 0.0, 0, 0)

    def report(self, progress: Progress) -> None:
        """Record the progress of the search."""
        self._progress = progress

    def status(self) -> JobStatus:
        """Return how far the job is now."""
        stage: Stage = "done" if self.future.done() else self.stage
        ahead = self._ahead(self) if stage == "waiting" else 0
        preparation = self.compilation.status() if self.compilation and stage == "compiling" else None
        return JobStatus(stage=stage, ahead=ahead, progress=self._progress, preparation=preparation)

    def stop(self, *, play_now: bool = False) -> None:
        """Cancel the job; or, with ``play_now``, end its search early and answer with the best move so far.

        A job that has not started yet is then searched to depth 1 when its turn comes.
        """
        if play_now:
            self.stop_search.set()
        else:
            self.future.cancel()
