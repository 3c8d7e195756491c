"""To which horizons questions are asked where positions can come again: the cheapest search goes two plies further."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spielbaum.game import State
from spielbaum.kernel import Workspace
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.workspace import ENDLESS
from spielbaum.search.driver.threads import SearchThreads
from spielbaum.search.proof.bounds_table import MOST_PLIES
from spielbaum.search.proof.deepening import CAUTIOUS, HOPEFUL, STRICT

COSTS = {CAUTIOUS: 1, HOPEFUL: 2, STRICT: 8}
"""As what a node of each kind counts: the less often a kind decides, the dearer it is."""

FURTHEST = {CAUTIOUS: MOST_PLIES, HOPEFUL: MOST_PLIES, STRICT: MAX_PLY - 2}
"""How many plies away the horizon of each kind may be."""

STEP = 2
"""The last move before a horizon is the attacker's, for what the defender does there ends nothing."""


@dataclass
class _Kind:
    """One kind of search of one question, and what it has cost so far."""

    bound: int
    hopeful: int
    horizon: int
    cost: int = 0  # of all searches
    last: int = 1  # of the last one
    growth: float = 1.0  # of the last one over the one before

    def next_cost(self) -> float:
        """Return what all searches will have cost after the next one, if it grows as the last one did."""
        return self.cost + self.last * self.growth

    def may_go_on(self, ply: int) -> bool:
        """Return whether the horizon may go further."""
        return self.horizon + STEP <= ply + FURTHEST[self.hopeful]


class Horizons:
    """The searches of one state.

    Parameters
    ----------
    state
        What is asked about.
    player
        Who is to move in it: 0 or 1.
    ply
        That of the state: 0, or 1 for a child of the root.
    test
        ``(state, bound, ply, ws) -> value``, the search to ``ws.horizon``.
    threads
        The threads and their workspaces.
    """

    def __init__(
        self,
        state: State,
        player: int,
        ply: int,
        test: Callable[[State, int, int, Workspace], int],
        threads: SearchThreads,
    ) -> None:
        self.state, self.player, self.ply, self.test, self.threads = state, player, ply, test, threads
        self.kinds: dict[int, list[_Kind]] = {}

    def first_answer(self, bounds: Sequence[int]) -> tuple[int, int, Workspace]:
        """Return the first bound whose question is answered, the answer, and the workspace of the thread that found it.

        The workspace says if the search was stopped.
        """
        while True:
            kinds = [kind for bound in bounds for kind in self._of(bound) if kind.may_go_on(self.ply)]
            if not kinds:
                ws = self.threads.workspaces[0]
                ws.stop = ENDLESS
                return bounds[0], bounds[0], ws
            kind = min(kinds, key=_Kind.next_cost)
            kind.horizon += STEP
            value, ws = self._search(kind)
            if ws.stop or not ws.open[self.ply]:
                return kind.bound, value, ws

    def _of(self, bound: int) -> list[_Kind]:
        start = self.ply + 1 - STEP if bound > 0 else self.ply
        return self.kinds.setdefault(bound, [_Kind(bound, hopeful, start) for hopeful in COSTS])

    def _number_of(self, kind: _Kind) -> int:
        """Return a number of 1 or more for each bound, as player 0 sees it, and kind of search."""
        bound = kind.bound if self.player == 0 else 1 - kind.bound
        place = 2 * bound if bound > 0 else 1 - 2 * bound
        return 1 + len(COSTS) * place + kind.hopeful

    def _search(self, kind: _Kind) -> tuple[int, Workspace]:
        workspaces = self.threads.workspaces
        before = sum(int(ws.nodes) for ws in workspaces)
        for ws in workspaces:
            ws.horizon, ws.hopeful, ws.question = kind.horizon, kind.hopeful, self._number_of(kind)
            ws.spent[self.ply] = 0
        value, ws = self.threads.run(lambda ws: self.test(self.state, kind.bound, self.ply, ws))
        spent = sum(int(ws.nodes) for ws in workspaces) - before
        cost = COSTS[kind.hopeful] * max(spent, 1)
        kind.cost, kind.last, kind.growth = kind.cost + cost, cost, max(1.0, cost / kind.last)
        return value, ws
