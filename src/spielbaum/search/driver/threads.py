"""Threads that work on one question, on one table; the first to know the answer tells it."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from spielbaum.errors import InputError
from spielbaum.game import Game
from spielbaum.kernel import Workspace, copy_workspace
from spielbaum.search.core.workspace import RUNNING, STOPPED
from spielbaum.search.driver.watchdog import deep_recursion

COUNTERS = ("nodes", "max_nodes", "leaves", "cutoffs")


def checked_threads(threads: int, game: Game, *, compiled: bool) -> int:
    """Return a number of threads if a game can be searched with so many.

    Raises
    ------
    InputError
        If it is below 1, or above 1 for a game that runs interpreted.
    """
    if threads < 1:
        raise InputError(f"threads must be at least 1, {threads} is not")
    if threads > 1 and not compiled:
        raise InputError(f"{game.spec} runs interpreted, and only compiled games are searched with several threads")
    return threads


class Team:
    """The workspaces of some threads; the first one is that of the caller.

    Parameters
    ----------
    workspaces
        One for each thread; they have the field ``stop``.
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

        If all were stopped, the result is that of the first thread, whose ``stop`` tells why. An exception in any
        thread stops all, and is raised here.
        """
        for ws in self.workspaces:
            ws.stop = RUNNING
        if self._halted:
            self._stop_all()
        if len(self.workspaces) == 1:
            return work(self.workspaces[0]), self.workspaces[0]
        found: list[tuple[Any, Workspace]] = []
        errors: list[BaseException] = []
        first = threading.Lock()

        def run(ws: Workspace) -> Any:
            try:
                result = work(ws)
            except BaseException as error:
                errors.append(error)
                self._stop_all()
                return None
            with first:
                if ws.stop == RUNNING and not found:
                    found.append((result, ws))
                    self._stop_all(but=ws)
            return result

        threads = [threading.Thread(target=run, args=(ws,), daemon=True) for ws in self.workspaces[1:]]
        with deep_recursion():
            for thread in threads:
                thread.start()
        own = run(self.workspaces[0])
        for thread in threads:
            thread.join()
        if errors:
            raise errors[0]
        return found[0] if found else (own, self.workspaces[0])

    def continue_together(self, work: Callable[[Workspace], Any]) -> Any:
        """Let every thread go on from where the first one stands; it stands then where the one that was first came.

        Its counters have the work of all.
        """
        main, *others = self.workspaces
        if not others:
            return self.ask(work)[0]
        before = {name: main[name].copy() for name in COUNTERS}
        for ws in others:
            copy_workspace(main, ws)
        result, winner = self.ask(work)
        total = {name: sum(ws[name] - before[name] for ws in self.workspaces) for name in COUNTERS}
        if winner is not main:
            copy_workspace(winner, main)
        for name, more in total.items():
            main[name] = before[name] + more
        return result

    def _stop_all(self, but: Workspace = None) -> None:
        for ws in self.workspaces:
            if ws is not but:
                ws.stop = STOPPED
