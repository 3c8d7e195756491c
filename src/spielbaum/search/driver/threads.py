"""Parallel search: several threads search the same root with a shared table, and the first result counts."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from spielbaum.kernel import Workspace, copy_workspace
from spielbaum.search.core.workspace import RUNNING, STOPPED
from spielbaum.watchdog import deep_recursion


def _counters(ws: Workspace) -> tuple[int, ...]:
    return (ws.nodes, ws.max_nodes, ws.leaves, *ws.cutoffs)


def _count(ws: Workspace, numbers: Sequence[int]) -> None:
    ws.nodes, ws.max_nodes, ws.leaves, *cutoffs = numbers
    for reason, number in enumerate(cutoffs):
        ws.cutoffs[reason] = number


class SearchThreads:
    """The threads of a search, each with a workspace; the caller's thread uses the first one, the main workspace.

    Parameters
    ----------
    workspaces
        One for each thread; they have the field ``stop``.
    """

    def __init__(self, workspaces: Sequence[Workspace]) -> None:
        self.workspaces = tuple(workspaces)
        self._stopped = False

    @property
    def nodes(self) -> int:
        """The nodes of all threads so far."""
        return sum(int(ws.nodes) for ws in self.workspaces)

    def stop(self) -> None:
        """Stop all threads, now and in later runs."""
        self._stopped = True
        self._stop_all()

    def run(self, work: Callable[[Workspace], Any]) -> tuple[Any, Workspace]:
        """Run the same work in every thread; return the first result and its workspace.

        If all were stopped, the result is that of the first thread, and ``stop`` of its workspace says why. An
        exception in any thread stops the others and is raised here.
        """
        found: list[tuple[Any, Workspace]] = []
        lock = threading.Lock()

        def first(ws: Workspace) -> Any:
            result = work(ws)
            with lock:
                if ws.stop == RUNNING and not found:
                    found.append((result, ws))
                    self._stop_all(but=ws)
            return result

        own = self._run(first)
        return found[0] if found else (own, self.workspaces[0])

    def run_all(self, work: Callable[[Workspace], Any]) -> None:
        """Run the same work in every thread to its end; a fault of the game stops all and is set in the main workspace.

        An exception in any thread stops the others and is raised here.
        """

        def until_fault(ws: Workspace) -> None:
            work(ws)
            if ws.stop not in (RUNNING, STOPPED):
                self._stop_all(but=ws)

        self._run(until_fault)
        faults = [ws.stop for ws in self.workspaces if ws.stop not in (RUNNING, STOPPED)]
        if faults:
            self.workspaces[0].stop = faults[0]

    def run_main(self, work: Callable[[Workspace], Any]) -> Any:
        """Run the work in the main thread only."""
        return self._run(work, of=1)

    def _run(self, work: Callable[[Workspace], Any], of: int | None = None) -> Any:
        """Run the work in the first ``of`` threads, by default all; return the result of the main one."""
        workspaces = self.workspaces[:of]
        for ws in workspaces:
            ws.stop = RUNNING
        if self._stopped:
            self._stop_all()
        if len(workspaces) == 1:
            return work(workspaces[0])
        errors: list[BaseException] = []

        def target(ws: Workspace) -> Any:
            try:
                return work(ws)
            except BaseException as error:
                errors.append(error)
                self._stop_all()
                return None

        threads = [threading.Thread(target=target, args=(ws,), daemon=True) for ws in workspaces[1:]]
        with deep_recursion():
            for thread in threads:
                thread.start()
        own = target(workspaces[0])
        for thread in threads:
            thread.join()
        if errors:
            raise errors[0]
        return own

    def run_from_main(self, work: Callable[[Workspace], Any]) -> Any:
        """Run the work in every thread from a copy of the main workspace, which then becomes the first one done.

        Its counters are the sums of all threads, and its deepest ply the largest.
        """
        main, *others = self.workspaces
        if not others:
            return self.run(work)[0]
        before = _counters(main)
        for ws in others:
            copy_workspace(main, ws)
        result, winner = self.run(work)
        more = [[now - then for now, then in zip(_counters(ws), before, strict=True)] for ws in self.workspaces]
        reached = max(ws.reached for ws in self.workspaces)
        if winner is not main:
            copy_workspace(winner, main)
        _count(main, [then + sum(added) for then, added in zip(before, zip(*more, strict=True), strict=True)])
        main.reached = reached
        return result

    def _stop_all(self, but: Workspace = None) -> None:
        for ws in self.workspaces:
            if ws is not but:
                ws.stop = STOPPED
