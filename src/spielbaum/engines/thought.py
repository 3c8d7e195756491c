"""One thing that is thought about: its answer to come, and how far it is."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Literal

from spielbaum.search.core.progress import Progress, Stop

Stage = Literal["waiting", "compiling", "searching", "done"]


@dataclass(frozen=True, kw_only=True)
class Live:
    """What can be seen of a thought from outside: what it waits for, and the progress of its search.

    Attributes
    ----------
    stage
        ``"waiting"`` for its turn, ``"compiling"``, ``"searching"`` or ``"done"``.
    ahead
        How many others wait before it.
    progress
        How far the search has come.
    """

    stage: Stage
    ahead: int
    progress: Progress


class Thought:
    """Something that a room thinks about for somebody.

    Parameters
    ----------
    owner
        For whom.
    ahead
        Tells how many others wait before a thought.

    Attributes
    ----------
    future : concurrent.futures.Future
        The answer; cancelled if the thought is stopped, or with the error that ended it.
    """

    def __init__(self, owner: str, ahead: Callable[["Thought"], int]) -> None:
        self.owner = owner
        self.future: Future[Any] = Future()
        self.stop_search = Stop()
        self.future.add_done_callback(lambda _future: self.stop_search.set())
        self.stage: Stage = "waiting"
        self._ahead = ahead
        self._progress = Progress(0, 0, 0.0, 0, 0)

    def note(self, progress: Progress) -> None:
        """Take notice of how far the search has come."""
        self._progress = progress

    def live(self) -> Live:
        """Return how far it is now."""
        stage: Stage = "done" if self.future.done() else self.stage
        ahead = self._ahead(self) if stage == "waiting" else 0
        return Live(stage=stage, ahead=ahead, progress=self._progress)

    def stop(self, *, play_now: bool = False) -> None:
        """Stop thinking: without an answer, or with the best so far.

        One that has not begun and shall answer now is searched to one ply when its turn comes.
        """
        if play_now:
            self.stop_search.set()
        else:
            self.future.cancel()
