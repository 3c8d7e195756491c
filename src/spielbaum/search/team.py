"""Threads that work on one question, on one table; the first to know the answer tells it."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from spielbaum.kernel import Workspace
from spielbaum.search.workspace import RUNNING, STOPPED


class Team:
    """The workspaces of some threads.

    Parameters
    ----------
    workspaces
        One for each thread; they have the fields ``stop`` and ``nodes``.
    """

    def __init__(self, workspaces: Sequence[Workspace]) -> None:
        self.workspaces = tuple(workspaces)
        self._halted = False

    def halt(self) -> None:
        """Stop all work, now and later."""
        self._halted = True
        self._stop_all()

    def ask(self, work: Callable[[Workspace], Any]) -> tuple[Any, Workspace]:
        """Let every thread do the same work; return the first result, and the workspace where it was found.

        If all were stopped, the result is that of the first thread, whose ``stop`` tells why.
        """
        for ws in self.workspaces:
            ws.stop = STOPPED if self._halted else RUNNING
        if len(self.workspaces) == 1:
            return work(self.workspaces[0]), self.workspaces[0]
        found: list[tuple[Any, Workspace]] = []
        first = threading.Lock()

        def run(ws: Workspace) -> None:
            result = work(ws)
            with first:
                if ws.stop == RUNNING and not found:
                    found.append((result, ws))
                    self._stop_all(but=ws)

        threads = [threading.Thread(target=run, args=(ws,), daemon=True) for ws in self.workspaces[1:]]
        for thread in threads:
            thread.start()
        run(self.workspaces[0])
        for thread in threads:
            thread.join()
        return found[0] if found else (None, self.workspaces[0])

    def _stop_all(self, but: Workspace = None) -> None:
        for ws in self.workspaces:
            if ws is not but:
                ws.stop = STOPPED
