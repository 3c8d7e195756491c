"""A search job: a search that was asked for, its result to come, and its progress."""

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
    """

    stage: Stage
    ahead: int
    progress: Progress


class SearchJob:
    """A search that an engine pool was asked for. All methods may be called from any thread.

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
        self._ahead = ahead
        self._progress = Progress(0, 0, 0.0, 0, 0)

    def report(self, progress: Progress) -> None:
        """Record the progress of the search."""
        self._progress = progress

    def status(self) -> JobStatus:
        """Return how far the job is now."""
        stage: Stage = "done" if self.future.done() else self.stage
        ahead = self._ahead(self) if stage == "waiting" else 0
        return JobStatus(stage=stage, ahead=ahead, progress=self._progress)

    def stop(self, *, play_now: bool = False) -> None:
        """Cancel the job; or, with ``play_now``, end its search early and answer with the best move so far.

        A job that has not started yet is then searched to depth 1 when its turn comes.
        """
        if play_now:
            self.stop_search.set()
        else:
            self.future.cancel()
