"""Depth-first searches with one number for each node: minimax, alpha-beta and their relatives."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress
from spielbaum.search.driver.distance import DistanceSearch
from spielbaum.search.driver.iterative_deepening import Iteration, Settle, deepen
from spielbaum.search.driver.running_search import RunningSearch
from spielbaum.search.families.family import Family, as_found
from spielbaum.search.table.scalar import line_in


class DepthFirst(Family):
    """Depth-first searches that back up one number, by iterative deepening if time or nodes are limited."""

    proves_number: ClassVar[bool] = True
    line_in = staticmethod(line_in)

    @property
    def knows_distances(self) -> bool:
        """Whether the kernel can search for the distance of a win or a loss."""
        return self.setup.algorithm.distances

    def run(self, running: RunningSearch, limits: Limits, on_iteration: Callable[[Progress], None] | None) -> Iteration:
        """Search within the limits and return the answer; ``on_iteration`` receives the progress of iterations."""
        return deepen(
            running.search,
            running.ws,
            limits,
            running.request.root,
            settle=self.settle(running),
            on_iteration=partial(running.note_iteration, callback=on_iteration),
        )

    def settle(self, running: RunningSearch) -> Settle:
        """Return the function that chooses the root action: of equal wins the fastest, of equal losses the slowest.

        Of other equal actions it keeps the first in the game's order.
        """
        if not self.knows_distances or self.setup.traced or running.intervals is not None:
            return super().settle(running)
        ends = self.ends_of_game()
        return DistanceSearch(running.ask, running.ws, ends).settle if ends.pays else as_found

    def extend_pv(self, found: Iteration, running: RunningSearch) -> Iteration:
        """Return an iteration with its principal variation extended from the table, if that cut it short."""
        found = super().extend_pv(found, running)
        if not (self.has_table and found.complete and self.setup.algorithm.plain):
            return found
        state, ws = running.request.state, running.ws
        for action in found.pv:
            state = self.setup.game.result(state, action)
        depth, scheme = int(ws.depth) - len(found.pv), self.setup.options["replacement"]
        rest = self.line_in(running.table, self.setup.rules, scheme, state, depth, ws)
        return replace(found, pv=(*found.pv, *rest))
