"""To which horizons questions are asked where positions can come again: the cheapest search goes two plies further."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spielbaum.game import State
from spielbaum.kernel import Workspace
from spielbaum.search.driver.threads import SearchThreads
from spielbaum.search.proof.bounds_table import MOST_PLIES

HOPEFUL_COST = 2
"""A hopeful search counts as so much dearer: it decides less often."""

STEP = 2
"""The last move before a horizon is the attacker's, for what the defender does there ends nothing."""


@dataclass
class _Kind:
    """One kind of search of one question, and what it has cost so far."""

    bound: int
    hopeful: bool
    horizon: int
    cost: int = 0


class Horizons:
    """The searches of one state.

    Parameters
    ----------
    state
        What is asked about.
    ply
        That of the state: 0, or 1 for a child of the root.
    test
        ``(state, bound, ply, ws) -> value``, the search to ``ws.horizon``.
    threads
        The threads and their workspaces.
    """

    def __init__(
        self, state: State, ply: int, test: Callable[[State, int, int, Workspace], int], threads: SearchThreads
    ) -> None:
        self.state, self.ply, self.test, self.threads = state, ply, test, threads
        self.kinds: dict[int, tuple[_Kind, _Kind]] = {}

    def first_answer(self, bounds: Sequence[int]) -> tuple[int, int, Workspace]:
        """Return the first bound whose question is answered, the answer, and the workspace of the thread that found it.

        The workspace says if the search was stopped.
        """
        while True:
            kind = min((kind for bound in bounds for kind in self._of(bound)), key=lambda kind: kind.cost)
            kind.horizon += STEP
            value, ws = self._search(kind)
            if ws.stop or not ws.open[self.ply]:
                return kind.bound, value, ws
            if kind.horizon + STEP > self.ply + MOST_PLIES:
                kind.cost = 2**63

    def _of(self, bound: int) -> tuple[_Kind, _Kind]:
        start = self.ply + 1 - STEP if bound > 0 else self.ply
        return self.kinds.setdefault(bound, (_Kind(bound, False, start), _Kind(bound, True, start)))

    def _search(self, kind: _Kind) -> tuple[int, Workspace]:
        workspaces = self.threads.workspaces
        before = sum(int(ws.nodes) for ws in workspaces)
        for ws in workspaces:
            ws.horizon, ws.hopeful = kind.horizon, kind.hopeful
        value, ws = self.threads.run(lambda ws: self.test(self.state, kind.bound, self.ply, ws))
        spent = sum(int(ws.nodes) for ws in workspaces) - before
        kind.cost += HOPEFUL_COST * spent if kind.hopeful else spent
        return value, ws
