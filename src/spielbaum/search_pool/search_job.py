"""A search job: its future result and its progress."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Literal

from spielbaum.search.core.progress import Progress, Stop

MOVE, ANSWER, BACKGROUND, RANKS = range(4)
"""The ranks of jobs: moves of players, analyses that someone waits for, all else; and their number."""

Stage = Literal["waiting", "compiling", "loading", "searching", "done"]


@dataclass(frozen=True, kw_only=True)
class JobStatus:
    """The progress of a search job at one moment.

    Attributes
    ----------
    stage
        ``"waiting"`` for a worker, ``"compiling"``, ``"searching"`` or ``"done"``; in a page ``"loading"``, while its
        engine reads the game.
    ahead
        The number of jobs that will start before it; 0 unless it is waiting.
    progress
        The progress of the search itself.
    preparation
        The progress of its compilation; None unless it is being compiled.
    """

    stage: Stage
    ahead: int
    progress: Progress
    preparation: "Preparation | None" = None


@dataclass(frozen=True)
class Preparation:
    """The progress of a compilation at one moment.

    Attributes
    ----------
    seconds
        The whole seconds taken so far.
    done, total
        The numbers of translated functions and of all functions; both 0 before the first. Once they are equal, machine
        code is being generated.
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
        """Start the clock, unless it is running."""
        self._began = self._began or time.monotonic()

    def report(self, done: int, total: int) -> None:
        """Record a step."""
        self._steps = done, total

    def status(self) -> Preparation | None:
        """Return the progress now; None before it has begun."""
        return None if self._began is None else Preparation(int(time.monotonic() - self._began), *self._steps)


class SearchJob:
    """A search in a pool. All methods may be called from any thread.

    Parameters
    ----------
    owner
        The client that it runs for.
    ahead
        Returns the number of jobs that will start before a given one.
    rank
        ``MOVE``, ``ANSWER`` or ``BACKGROUND``: jobs of a smaller rank come first.

    Attributes
    ----------
    hurried : bool
        Whether its search was to end early with what it had found.
    future : concurrent.futures.Future
        The result, or the exception that ended the search; cancelled if the job was stopped without an answer.
    """

    def __init__(self, owner: str, ahead: Callable[["SearchJob"], int], *, rank: int = MOVE) -> None:
        self.owner = owner
        self.rank, self.hurried = rank, False
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
        """Return the progress of the job now."""
        stage: Stage = "done" if self.future.done() else self.stage
        ahead = self._ahead(self) if stage == "waiting" else 0
        preparation = self.compilation.status() if self.compilation and stage == "compiling" else None
        return JobStatus(stage=stage, ahead=ahead, progress=self._progress, preparation=preparation)

    def stop(self, *, play_now: bool = False) -> None:
        """Cancel the job; or, with ``play_now``, end its search early with the best move so far.

        A job that has not started is then searched to depth 1 when its turn comes.
        """
        if play_now:
            self.hurried = True
            self.stop_search.set()
        else:
            self.future.cancel()
