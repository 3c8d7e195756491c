"""The search of one state while it runs: its kernel, threads and memory, its progress, and what ends it."""

import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

from spielbaum.game import Action
from spielbaum.kernel.system_memory import SHORT, is_short
from spielbaum.search.core.intervals import Intervals
from spielbaum.search.core.limits import FULL_WINDOW
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.core.result import Number
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.driver.iterative_deepening import Iteration
from spielbaum.search.driver.multipv import validate_lines
from spielbaum.search.driver.results import Request, value_and_pv
from spielbaum.search.driver.simulations import TreeView, simulate_together
from spielbaum.search.driver.threads import SearchThreads
from spielbaum.watchdog import run_with_watchdog


class RunningSearch:
    """The search of one state while it runs.

    Parameters
    ----------
    request
        What is searched.
    threads
        The threads and their workspaces.
    kernel
        ``(alpha, beta, depth, ws) -> value``.
    words
        The arrays whose addresses the kernel has, to be kept alive; the first one is the table.
    on_tick
        Called about ten times a second.
    begin_depth
        ``(ws, depth)``: called before the first search to another depth.
    tree
        Of a search by simulations.
    intervals
        Of a game in which not every leaf is known.
    """

    def __init__(
        self,
        request: Request,
        threads: SearchThreads,
        kernel: Callable[[float, float, int, Workspace], Number],
        *,
        words: Sequence[Any],
        on_tick: Callable[[], None],
        begin_depth: Callable[[Workspace, int], None] | None = None,
        tree: TreeView | None = None,
        intervals: Intervals | None = None,
    ) -> None:
        self.tree, self.intervals = tree, intervals
        self.request, self.threads, self.kernel, self.words = request, threads, kernel, words
        self.ws, self.table = threads.workspaces[0], words[0]
        self._on_tick, self._begin_depth, self._depth = on_tick, begin_depth, -1
        self._start = time.perf_counter()
        self._known: tuple[Number | None, tuple[Action, ...], tuple[str, ...]] = (None, (), ())

    def search(self, alpha: float, beta: float, depth: int) -> Number:
        """Search once with a window to a depth, and return the value; the rest is in the workspace."""
        self._begin(depth)
        return self.threads.run_from_main(  # type: ignore[no-any-return]
            lambda ws: self.kernel(float(alpha), float(beta), depth, ws)
        )

    def ask(self, alpha: float, beta: float, depth: int) -> Number:
        """Do the same with one thread."""
        self._begin(depth)
        return self.threads.run_main(lambda ws: self.kernel(float(alpha), float(beta), depth, ws))  # type: ignore[no-any-return]

    def _begin(self, depth: int) -> None:
        if self._begin_depth is not None and depth != self._depth:
            self._begin_depth(self.ws, depth)
            self._depth = depth

    def simulate(self) -> Iteration:
        """Make simulations until a limit ends them, and return what is known then."""
        self._grow()
        return self._so_far()

    def simulate_lines(self, number: int) -> tuple[Sequence[Iteration], bool]:
        """Do the same, and return what is known of the best actions."""
        validate_lines(number)
        self._grow()
        assert self.tree is not None
        return self.tree.lines(self.ws, number), True

    def _grow(self) -> None:
        assert self.tree is not None
        simulate_together(self.threads, lambda ws: self.kernel(*FULL_WINDOW, 0, ws), self.tree.hooks.fields.size)

    def _so_far(self) -> Iteration:
        assert self.tree is not None
        return self.tree.iteration(self.ws)

    def note_iteration(self, complete: Iteration, callback: Callable[[Progress], None] | None = None) -> None:
        """Take value and principal variation of a complete iteration into the progress, and call back with it."""
        self._known = value_and_pv(self.request, complete)
        if callback is not None:
            callback(self.progress)

    @property
    def seconds(self) -> float:
        """Wall time so far."""
        return time.perf_counter() - self._start

    @property
    def progress(self) -> Progress:
        """The progress so far."""
        ws, actions = self.ws, len(self.request.root.actions)
        if self.tree is None:
            depth = int(ws.reached if self.request.root.grows else ws.depth)
            return Progress(depth, int(ws.nodes), self.seconds, int(ws.root_done), actions, *self._known)
        found, all_of = self._so_far(), self.threads.workspaces
        self._known = value_and_pv(self.request, found)
        nodes, simulations = (sum(int(getattr(one, name)) for one in all_of) for name in ("nodes", "simulations"))
        return Progress(found.depth, nodes, self.seconds, actions, actions, *self._known, simulations=simulations)

    def run(
        self,
        work: Callable[[], Any],
        *,
        seconds: float | None,
        progress: Callable[[Progress], None] | None,
        stop: Stop | None,
    ) -> tuple[Any, bool]:
        """Run the search until it is done, its time is up, or it is stopped.

        Returns
        -------
        result, interrupted
            What ``work`` returned, and whether Ctrl-C ended it.
        """

        def tick() -> None:
            self._on_tick()
            if is_short():
                warnings.warn(f"the search was stopped: {SHORT}", RuntimeWarning, stacklevel=2)
                self.threads.stop()
            if progress is not None:
                progress(self.progress)

        with nullcontext() if stop is None else stop.calling(self.threads.stop):
            return run_with_watchdog(
                work, self.threads.stop, steps=lambda: self.threads.nodes, seconds=seconds, on_tick=tick
            )
