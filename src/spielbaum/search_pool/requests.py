"""What the jobs of a pool ask: searches by a searcher, which can be sent to another process."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from spielbaum.game import State
from spielbaum.players import Choice
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.search.searcher import Searcher

Report = Callable[[Progress], None]
"""Called with the progress of a search about ten times a second, and at its end."""


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
        """Search every action, and return their values and lines."""
        return searcher.action_values(self.state, self.limits, history=self.history, progress=report, stop=stop)
