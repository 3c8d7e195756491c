"""What the jobs of a pool ask: searches by a searcher, which can be sent to another process."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from spielbaum.game import Action, Game, State
from spielbaum.players import Choice
from spielbaum.search.algorithms.registry import Algorithm
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.core.result import Result
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.search.searcher import Searcher

Report = Callable[[Progress], None]
"""Called with the progress of a search about ten times a second, and at its end."""


TIE = 1e-4
"""By how much an action is worse than one with more visits, at least."""


def samples(algorithm: Algorithm) -> bool:
    """Return whether the values of an algorithm are means of simulations."""
    return "simulations" in algorithm.family.limits


def sampled_lines(game: Game, state: State, result: Result) -> tuple[ActionLine, ...]:
    """Return the actions of a search by simulations, with the expected share of each of two players.

    An action is not better than one with more visits, since its mean is less sure.
    """
    mover, most, least = game.to_move(state), game.max_utility or 1.0, 1.0
    known, shares = result.certainty.kind == "exact", dict[Action, float]()
    for row in sorted(result.action_values, key=lambda row: (row.action != result.action, -(row.visits or 0))):
        if row.value is not None and row.visits:
            assert isinstance(row.value, int | float)
            least = min(least, max(0.0, 0.5 + 0.5 * row.value / most))
            shares[row.action] = least
            least = max(0.0, least - TIE)
    rows = []
    for row in result.action_values:
        chosen, own = row.action == result.action, shares.get(row.action)
        pv, texts = (result.pv, result.pv_text) if chosen and result.pv else ((row.action,), (row.action_text,))
        value = None if own is None else (own, 1 - own) if mover == 0 else (1 - own, own)
        rows.append(ActionLine(row.action, row.action_text, value, 0, chosen and known, pv, texts, bound=None))
    return tuple(rows)


@dataclass(frozen=True)
class Request(ABC):
    """A search of a state, with the states before it."""

    state: State
    limits: Limits
    history: Sequence[State]

    @abstractmethod
    def answer(self, searcher: Searcher, report: Report, stop: Stop) -> Any:
        """Search, and return the answer."""


class ChoiceRequest(Request):
    """Asks for an action; the answer is a ``Choice``."""

    def answer(self, searcher: Searcher, report: Report, stop: Stop) -> Choice:
        """Search, and return the best action."""
        late = stop.is_set  # stopped before it started: the best move at depth 1
        limits = searcher.algorithm.family.shortest(self.limits) if late else self.limits
        start = time.perf_counter()
        result = searcher.search(self.state, limits, history=self.history, progress=report, stop=None if late else stop)
        report(Progress.of(result))
        assert result.action is not None
        return Choice(result.action, time.perf_counter() - start, result)


class AnalysisRequest(Request):
    """Asks for all actions; the answer is a tuple of ``ActionLine``."""

    def answer(self, searcher: Searcher, report: Report, stop: Stop) -> tuple[ActionLine, ...]:
        """Search every action, and return their values and lines; or their shares in a search by simulations."""
        if samples(searcher.algorithm):
            result = searcher.search(self.state, self.limits, history=self.history, progress=report, stop=stop)
            report(Progress.of(result))
            return sampled_lines(searcher.game, self.state, result)
        return searcher.action_values(self.state, self.limits, history=self.history, progress=report, stop=stop)
