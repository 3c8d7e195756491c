"""A search that is under way: what was asked, who works on it, and how far it has come."""

import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

from spielbaum.kernel import Workspace
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.core.result import Number
from spielbaum.search.driver.iterative_deepening import Iteration
from spielbaum.search.driver.results import Question, known_so_far
from spielbaum.search.driver.threads import Team
from spielbaum.search.driver.watchdog import run_watched


class Run:
    """One search of one state.

    Parameters
    ----------
    question
        What is searched.
    team
        The workspaces.
    kernel
        ``(alpha, beta, depth, ws) -> value``.
    words
        The arrays of which the kernel has the addresses, to be kept alive; the first one is the table.
    begins
        ``(ws, depth)``: called before the first search to another depth.
    """

    def __init__(
        self,
        question: Question,
        team: Team,
        kernel: Callable[[float, float, int, Workspace], Number],
        *,
        words: Sequence[Any],
        begins: Callable[[Workspace, int], None] | None = None,
    ) -> None:
        self.question, self.team, self.kernel, self.words = question, team, kernel, words
        self.ws, self.table = team.workspaces[0], words[0]
        self._begins, self._depth = begins, -1
        self.start = time.perf_counter()
        self._known: tuple[Number | None, tuple[str, ...]] = (None, ())

    def search(self, alpha: float, beta: float, depth: int) -> Number:
        """Search once with a window to a depth; the workspace has the rest of the answer."""
        if self._begins is not None and depth != self._depth:
            self._begins(self.ws, depth)
            self._depth = depth
        return self.team.continue_together(  # type: ignore[no-any-return]
            lambda one: self.kernel(float(alpha), float(beta), depth, one)
        )

    def note(self, finished: Iteration, tell: Callable[[Progress], None] | None = None) -> None:
        """Take notice of an iteration that is finished, and tell of it."""
        self._known = known_so_far(self.question, finished)
        if tell is not None:
            tell(self.progress)

    @property
    def seconds(self) -> float:
        """Wall time so far."""
        return time.perf_counter() - self.start

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        ws, actions = self.ws, len(self.question.root.actions)
        return Progress(int(ws.depth), int(ws.nodes), self.seconds, int(ws.root_done), actions, *self._known)

    def watched(
        self,
        work: Callable[[], Any],
        *,
        seconds: float | None,
        tell: Callable[[Progress], None] | None,
        stop: Stop | None,
    ) -> tuple[Any, bool]:
        """Do the work of the search until it is done, its time is up, or somebody stops it.

        Returns
        -------
        result, interrupted
            What ``work`` returned, and whether Ctrl-C ended it.
        """

        def watch() -> None:
            if tell is not None:
                tell(self.progress)

        with nullcontext() if stop is None else stop.reaching(self.team.halt):
            return run_watched(work, self.team.halt, seconds=seconds, watch=watch)
