"""Searches that grow a tree in memory at the end of its best line: best-first and unbounded minimax, descent."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from spielbaum.kernel import Workspace
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress
from spielbaum.search.core.tree_memory import NODE_WORDS
from spielbaum.search.core.workspace import RUNNING, TO_DEPTH, reset, restrict
from spielbaum.search.driver.iterative_deepening import Iteration, Root, Search, noted, pv_of
from spielbaum.search.driver.running_search import RunningSearch
from spielbaum.search.families.family import Family


def grow(
    search: Search, ws: Workspace, root: Root, depth: int, *, unlimited: int = TO_DEPTH, before: Iteration | None = None
) -> Iteration:
    """Grow a tree to a depth at most; the answer counts even if the search was stopped."""
    reset(ws, depth, unlimited=unlimited, previous_pv=before.pv if before else ())
    restrict(ws, root.actions if root.restricted else ())
    value = search(*root.window, depth)
    complete = int(ws.stop) == RUNNING or ws.root_done > 0
    return noted(ws, root, int(ws.reached), value, pv_of(ws), complete=complete)


class GrowingTree(Family):
    """Searches that grow a tree in memory; their answer counts whenever they are stopped."""

    to_depth: ClassVar[bool] = False
    needs_evaluation: ClassVar[bool] = True
    iterate = staticmethod(grow)

    @classmethod
    def has_memory(cls, _options: Mapping[str, Any]) -> bool:
        """Return whether an algorithm with these options has a table or a tree of a given size."""
        return True

    @property
    def remembers(self) -> bool:
        """Whether searches use the table: it holds the tree."""
        return True

    @property
    def entry_words(self) -> int:
        """Words of a node."""
        return NODE_WORDS

    def run(
        self, running: RunningSearch, limits: Limits, _on_iteration: Callable[[Progress], None] | None
    ) -> Iteration:
        """Grow the tree until a limit stops it or nothing remains to be searched."""
        root = running.request.root
        return self.settle(running)(grow(running.search, running.ws, root, limits.largest_depth), root, ())

    def progress(self, running: RunningSearch) -> Progress:
        """Return the progress of a search, with the depth of its deepest line."""
        ws, actions = running.ws, len(running.request.root.actions)
        return Progress(int(ws.reached), int(ws.nodes), running.seconds, int(ws.root_done), actions, *running.known)
