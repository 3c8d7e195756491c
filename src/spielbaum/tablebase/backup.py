"""What is known of all positions of a graph, backed up from its finished ones until nothing changes.

The passes begin with the last position, so that one pass is enough where no position comes before one that leads to it.
A game with cycles needs more, and a line of play that never ends counts as a draw.

*Coalitions.* A coalition plays against all others as if it were one player: it maximises the sum of its members'
utilities, and the others minimise it. The result is what the coalition can force, its value in the sense of J. von
Neumann and O. Morgenstern, Theory of games and economic behavior (1944).

*Equilibria.* Max^n (C. Luckhardt and K. Irani, 1986) finds one subgame-perfect equilibrium; which one depends on how it
breaks ties. All of them follow by the same induction with sets: a player to move compares, for each action, the worst
equilibrium after it; a vector of some action can be the result if it gives the player at least the best of these.

Where play can go on forever there is no induction, and such a line counts as a draw. There the greatest solution of the
same equations is taken, without results that give a player less than the player can force alone. It has the results of
all equilibria, and perhaps more.
"""

import time
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, Any, Protocol, cast

from spielbaum.game import Vector
from spielbaum.kernel import (
    Words,
    array_of,
    compile_kernel,
    jit_enabled,
    new_words,
    new_workspace,
    read_word,
    words_of,
    write_word,
)
from spielbaum.search.core.pausing import UNLIMITED, is_over, limit_nodes
from spielbaum.search.core.workspace import Integers, layout
from spielbaum.tablebase.explore import MOST_OUTCOMES, Graph
from spielbaum.watchdog import run_with_watchdog

MOST_SETS = 62
"""The most outcomes of which sets fit into the bits of a word."""

MOST_PLAYERS = 8

DIGITS = 12
"""The digits to which sums of utilities are rounded, so that equal ones are equal."""

FAR = 1 << 40
"""More plies than any line has."""

Tell = Callable[[int], None]


class BackupWorkspace(Protocol):
    """The workspace of a backup.

    ``rank`` has the place of each outcome, the last one that of a draw without an end; ``worth`` that of each outcome
    for each player, and ``at_least`` the set of outcomes that have a place or a higher one.
    """

    stop: int
    nodes: int
    node_limit: int
    pause_at: int
    count: int
    changed: int
    coalition: int
    drawn: int
    outcomes: int
    owner: Words
    first: Words
    edges: Words
    values: Words
    found: Words
    rank: Annotated[Integers, MOST_OUTCOMES + 1]
    worth: Annotated[Integers, MOST_PLAYERS, MOST_SETS]
    at_least: Annotated[Integers, MOST_PLAYERS, MOST_SETS]


Step = Callable[[int, BackupWorkspace], int]
"""Returns the new value of an unfinished position."""


class Backup:
    """The values of the positions of a graph.

    Parameters
    ----------
    graph
        The positions.
    drawn
        The utilities of a draw without an end.
    progress
        Called about ten times a second with the number of positions that were looked at.

    Attributes
    ----------
    seconds : float
        The time so far, without compilation.
    """

    def __init__(self, graph: Graph, drawn: Vector, progress: Tell | None = None) -> None:
        self.graph, self.progress, self.seconds = graph, progress, 0.0
        self.outcomes = (*graph.outcomes, *([drawn] if drawn not in graph.outcomes else []))
        self.drawn = self.outcomes.index(drawn)
        self._compiled = jit_enabled(("backup",))
        self._ws = cast(Any, new_workspace(layout(1, BackupWorkspace), compiled=self._compiled))
        limit_nodes(self._ws, UNLIMITED)
        ws = self._ws
        ws.count, ws.outcomes, ws.drawn = graph.count, len(self.outcomes), self.drawn
        for name in ("owner", "first", "edges"):
            setattr(ws, name, words_of(getattr(graph, name), compiled=self._compiled))
        self.endless = self._run("endless", 1, [0] * len(self.outcomes))

    @property
    def has_cycles(self) -> bool:
        """Whether some line of play need not end."""
        return any(self.endless)

    def forced(self, coalition: int) -> tuple[memoryview, list[float]]:
        """Return what a coalition, a set of bits, can force at each position: an index, and the sums in their order."""
        members = [player for player in range(self.graph.game.players) if coalition >> player & 1]
        sums = [round(sum(vector[player] for player in members), DIGITS) for vector in self.outcomes]
        values = sorted(set(sums))
        self._ws.coalition = coalition
        ranks = [values.index(one) for one in sums]
        return self._run("force", ranks[self.drawn], ranks), values

    def distances(self, coalition: int, forced: memoryview, draw: int) -> memoryview:
        """Return the plies to the end of the game if what a coalition can force is decided; 0 for draws.

        Whoever is better off than by a draw, the index ``draw``, hurries; the others delay.
        """
        ws = self._ws
        ws.coalition, ws.drawn = coalition, draw
        ws.found = words_of(forced, compiled=self._compiled)
        return self._run("distance", FAR, [0] * len(self.outcomes))

    def equilibria(self) -> memoryview | None:
        """Return the set of outcomes of all equilibria at each position; None if there are too many outcomes."""
        count, players = len(self.outcomes), range(self.graph.game.players)
        if count > MOST_SETS or len(players) > MOST_PLAYERS:
            return None
        ws, allowed = self._ws, new_words(self.graph.count, dense=True)
        array_of(allowed)[:] = (1 << count) - 1
        for player in players:
            own = [round(vector[player], DIGITS) for vector in self.outcomes]
            order = sorted(set(own))
            least = [sum(1 << number for number, one in enumerate(own) if one >= value) for value in order]
            for number, value in enumerate(own):
                ws.worth[player, number] = order.index(value)
            for place, outcomes in enumerate(least):
                ws.at_least[player, place] = outcomes
            if self.has_cycles:
                forced, _ = self.forced(1 << player)
                array_of(allowed)[:] &= array_of(memoryview(array("q", least)))[array_of(forced)]
        ws.found = words_of(allowed, compiled=self._compiled)
        return self._run("equilibria", (1 << count) - 1, [1 << number for number in range(count)])

    def _run(self, name: str, start: int, finished: Sequence[int]) -> memoryview:
        """Run passes until nothing changes: ``start`` for unfinished positions, ``finished`` by outcome."""
        ws, graph = self._ws, self.graph
        for number, value in enumerate(finished):
            ws.rank[number] = value
        values = new_words(graph.count, dense=True)
        ws.values, ws.changed = words_of(values, compiled=self._compiled), start
        run = _kernel(name, compiled=self._compiled)
        tell, before, begun = self.progress, int(ws.nodes), time.monotonic()
        _, interrupted = run_with_watchdog(
            lambda: run(ws),
            lambda: setattr(ws, "stop", 1),
            steps=lambda: int(ws.nodes),
            on_tick=None if tell is None else lambda: tell(int(ws.nodes) - before),
        )
        self.seconds += time.monotonic() - begun
        if interrupted or ws.stop:
            raise KeyboardInterrupt
        return values


@cache
def _kernel(name: str, *, compiled: bool) -> Callable[[BackupWorkspace], None]:
    passes = make_passes(STEPS[name])
    if not compiled:
        return passes
    kernel = compile_kernel(passes, ("backup", name))
    kernel(new_workspace(layout(1, BackupWorkspace), compiled=True))  # which compiles it
    return kernel


def make_passes(step: Step) -> Callable[[BackupWorkspace], None]:
    """Return ``passes(ws)``, which repeats a step for all positions, the last one first, until nothing changes."""

    def passes(ws: BackupWorkspace) -> None:
        start = ws.changed
        for number in range(ws.count):
            owner = read_word(ws.owner, number)
            write_word(ws.values, number, start if owner >= 0 else ws.rank[-1 - owner])
        ws.changed = 1
        while ws.changed and not ws.stop:
            ws.changed = 0
            for number in range(ws.count - 1, -1, -1):
                if read_word(ws.owner, number) < 0:
                    continue
                ws.nodes += 1
                if ws.nodes >= ws.pause_at:
                    is_over(ws)
                if ws.stop:
                    break
                value = step(number, ws)
                if value != read_word(ws.values, number):
                    write_word(ws.values, number, value)
                    ws.changed = 1

    return passes


def is_endless(number: int, ws: BackupWorkspace) -> int:
    """Return 0 if every line from a position ends, as far as is known, else 1."""
    for edge in range(read_word(ws.first, number), read_word(ws.first, number + 1)):
        if read_word(ws.values, read_word(ws.edges, edge)):
            return 1
    return 0


def force(number: int, ws: BackupWorkspace) -> int:
    """Return the best value for the coalition if it moves, else the worst."""
    best, maximises = -1, ws.coalition >> read_word(ws.owner, number) & 1
    for edge in range(read_word(ws.first, number), read_word(ws.first, number + 1)):
        value = read_word(ws.values, read_word(ws.edges, edge))
        if best < 0 or (value > best if maximises else value < best):
            best = value
    return best


def distance(number: int, ws: BackupWorkspace) -> int:
    """Return one ply more than the nearest or the farthest of the actions that keep the value."""
    value = read_word(ws.found, number)
    if value == ws.drawn:
        return 0
    hurries = (ws.coalition >> read_word(ws.owner, number) & 1) == (1 if value > ws.drawn else 0)
    best = -1
    for edge in range(read_word(ws.first, number), read_word(ws.first, number + 1)):
        child = read_word(ws.edges, edge)
        if read_word(ws.found, child) == value:
            plies = read_word(ws.values, child)
            if best < 0 or (plies < best if hurries else plies > best):
                best = plies
    return min(best + 1, FAR)


def equilibria(number: int, ws: BackupWorkspace) -> int:
    """Return the outcomes of all equilibria, as a set of bits."""
    player, least, everything = read_word(ws.owner, number), 0, 0
    for edge in range(read_word(ws.first, number), read_word(ws.first, number + 1)):
        outcomes = read_word(ws.values, read_word(ws.edges, edge))
        everything |= outcomes
        worst = MOST_SETS
        for outcome in range(ws.outcomes):
            if outcomes >> outcome & 1:
                worst = min(worst, ws.worth[player, outcome])
        least = max(least, worst)
    return everything & ws.at_least[player, least] & read_word(ws.found, number)


STEPS: dict[str, Step] = {"endless": is_endless, "force": force, "distance": distance, "equilibria": equilibria}
