"""The horizons of searches in games with repetition: the cheapest search goes two plies further."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spielbaum.game import State
from spielbaum.kernel import Workspace
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.workspace import ENDLESS
from spielbaum.search.driver.threads import SearchThreads
from spielbaum.search.proof.bounds_table import MOST_PLIES
from spielbaum.search.proof.deepening import OPTIMISTIC, PESSIMISTIC, STRICT

COSTS = {PESSIMISTIC: 1, OPTIMISTIC: 2, STRICT: 8}
"""The cost of a node: the less often a kind of search decides, the higher."""

FURTHEST = {PESSIMISTIC: MOST_PLIES, OPTIMISTIC: MOST_PLIES, STRICT: MAX_PLY - 2}
"""The furthest horizon of each kind, in plies."""

STEP = 2
"""The last move before a horizon is the attacker's: a defender's move there ends nothing."""


@dataclass
class _Search:
    """One kind of search for one question, and its cost so far."""

    bound: int
    kind: int
    horizon: int
    cost: int = 0  # of all searches
    last: int = 1  # of the last one
    growth: float = 1.0  # of the last one over the one before

    def next_cost(self) -> float:
        """Return the expected cost of all searches including the next one."""
        return self.cost + self.last * self.growth

    def may_go_on(self, ply: int) -> bool:
        """Return whether the horizon can be extended."""
        return self.horizon + STEP <= ply + FURTHEST[self.kind]


class Horizons:
    """The searches of one state.

    Parameters
    ----------
    state
        The state.
    player
        The player to move: 0 or 1.
    ply
        Its ply: 0, or 1 for a child of the root.
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
        self.searches: dict[int, list[_Search]] = {}

    def first_answer(self, bounds: Sequence[int]) -> tuple[int, int, Workspace]:
        """Return the first bound whose question is answered, the answer, and the workspace of the thread that found it.

        The workspace tells whether the search was stopped.
        """
        while True:
            searches = [search for bound in bounds for search in self._of(bound) if search.may_go_on(self.ply)]
            if not searches:
                ws = self.threads.workspaces[0]
                ws.stop = ENDLESS
                return bounds[0], bounds[0], ws
            search = min(searches, key=_Search.next_cost)
            search.horizon += STEP
            value, ws = self._run(search)
            if ws.stop or not ws.open[self.ply]:
                return search.bound, value, ws

    def _of(self, bound: int) -> list[_Search]:
        start = self.ply + 1 - STEP if bound > 0 else self.ply
        return self.searches.setdefault(bound, [_Search(bound, kind, start) for kind in COSTS])

    def _number_of(self, search: _Search) -> int:
        """Return a number from 1 on for each bound, from the view of player 0, and kind of search."""
        bound = search.bound if self.player == 0 else 1 - search.bound
        place = 2 * bound if bound > 0 else 1 - 2 * bound
        return 1 + len(COSTS) * place + search.kind

    def _run(self, search: _Search) -> tuple[int, Workspace]:
        workspaces = self.threads.workspaces
        before = sum(int(ws.nodes) for ws in workspaces)
        for ws in workspaces:
            ws.horizon, ws.search_kind, ws.question = search.horizon, search.kind, self._number_of(search)
            ws.spent[self.ply] = 0
        value, ws = self.threads.run(lambda ws: self.test(self.state, search.bound, self.ply, ws))
        spent = sum(int(ws.nodes) for ws in workspaces) - before
        cost = COSTS[search.kind] * max(spent, 1)
        search.cost, search.last, search.growth = search.cost + cost, cost, max(1.0, cost / search.last)
        return value, ws
