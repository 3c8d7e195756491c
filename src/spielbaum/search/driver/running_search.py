"""The running search of one state: kernel, threads, memory, progress and limits."""

import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from spielbaum.game import Action
from spielbaum.kernel.system_memory import SHORT, is_short
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.core.result import Number
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.driver.iterative_deepening import Iteration
from spielbaum.search.driver.results import Request, value_and_pv
from spielbaum.search.driver.simulations import TreeView
from spielbaum.search.driver.threads import SearchThreads
from spielbaum.search.driver.unknown_leaves import Intervals
from spielbaum.watchdog import run_with_watchdog


@dataclass(frozen=True)
class SearchMemory:
    """The memory of one search, in addition to its workspaces.

    Attributes
    ----------
    words
        The arrays whose addresses the kernel has, kept alive here; the first one is the table.
    on_tick
        Called about ten times a second.
    begin_depth
        ``(ws, depth)``: called before the first search to another depth.
    tree
        The tree of Monte-Carlo tree search.
    """

    words: Sequence[Any]
    on_tick: Callable[[], None]
    begin_depth: Callable[[Workspace, int], None] | None = None
    tree: TreeView | None = None


class RunningSearch:
    """The running search of one state.

    Parameters
    ----------
    request
        What is searched.
    threads
        The threads and their workspaces.
    kernel
        ``(alpha, beta, depth, ws) -> value``.
    memory
        The table, or the tree.
    progress_of
        Returns the progress so far.
    intervals
        Of the states visited, in a game with unknown leaves.

    Attributes
    ----------
    known
        Value and principal variation of the last complete iteration.
    """

    def __init__(
        self,
        request: Request,
        threads: SearchThreads,
        kernel: Callable[[float, float, int, Workspace], Number],
        *,
        memory: SearchMemory,
        progress_of: "Callable[[RunningSearch], Progress]",
        intervals: Intervals | None = None,
    ) -> None:
        self.request, self.threads, self.kernel, self.memory = request, threads, kernel, memory
        self.intervals, self._progress_of = intervals, progress_of
        self.ws, self.table, self.tree = threads.workspaces[0], memory.words[0], memory.tree
        self._depth = -1
        self._start = time.perf_counter()
        self.known: tuple[Number | None, tuple[Action, ...], tuple[str, ...]] = (None, (), ())

    def search(self, alpha: float, beta: float, depth: int) -> Number:
        """Search once with a window to a depth, and return the value; the rest of the answer is in the workspace."""
        self._begin(depth)
        return self.threads.run_from_main(  # type: ignore[no-any-return]
            lambda ws: self.kernel(float(alpha), float(beta), depth, ws)
        )

    def ask(self, alpha: float, beta: float, depth: int) -> Number:
        """Search once with one thread."""
        self._begin(depth)
        return self.threads.run_main(lambda ws: self.kernel(float(alpha), float(beta), depth, ws))  # type: ignore[no-any-return]

    def _begin(self, depth: int) -> None:
        if self.memory.begin_depth is not None and depth != self._depth:
            self.memory.begin_depth(self.ws, depth)
            self._depth = depth

    def note_iteration(self, complete: Iteration, callback: Callable[[Progress], None] | None = None) -> None:
        """Enter a complete iteration into the progress, and call back with it."""
        self.note(complete)
        if callback is not None:
            callback(self.progress)

    def note(self, found: Iteration) -> None:
        """Enter value and principal variation of an iteration into the progress."""
        self.known = value_and_pv(self.request, found)

    @property
    def seconds(self) -> float:
        """Wall time so far."""
        return time.perf_counter() - self._start

    @property
    def progress(self) -> Progress:
        """The progress so far."""
        return self._progress_of(self)

    def run(
        self,
        work: Callable[[], Any],
        *,
        seconds: float | None,
        progress: Callable[[Progress], None] | None,
        stop: Stop | None,
    ) -> tuple[Any, bool]:
        """Run the search until it ends, its time is up, or it is stopped.

        Returns
        -------
        result, interrupted
            The result of ``work``, and whether Ctrl-C ended it.
        """

        def tick() -> None:
            self.memory.on_tick()
            if is_short():
                warnings.warn(f"the search was stopped: {SHORT}", RuntimeWarning, stacklevel=2)
                self.threads.stop()
            if progress is not None:
                progress(self.progress)

        with nullcontext() if stop is None else stop.calling(self.threads.stop):
            return run_with_watchdog(
                work, self.threads.stop, steps=lambda: self.threads.nodes, seconds=seconds, on_tick=tick
            )
