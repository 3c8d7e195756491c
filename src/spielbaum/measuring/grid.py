"""Running a measurement: every setting from every position."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import fmean
from typing import Any

from spielbaum.game import Game, State
from spielbaum.measuring.settings import Setting
from spielbaum.search.core.limits import FULL_WINDOW, Limits
from spielbaum.search.core.progress import Progress
from spielbaum.search.core.result import Number, Result, tidy
from spielbaum.search.searcher import Searcher

COUNTERS = ("nodes", "max_nodes", "min_nodes", "leaves", "cutoffs", "seconds")
Tell = Callable[[Setting, Progress | None], None]
"""Called with a setting when it starts (``None``) and as it makes progress."""


@dataclass(frozen=True)
class Row:
    """The cost of a setting: means over all positions.

    Attributes
    ----------
    setting
        The setting.
    results
        One result for each position.
    fill
        The share of the table that is filled at the end; None without a table.
    """

    setting: Setting
    results: tuple[Result, ...]
    fill: float | None

    def mean(self, counter: str) -> float:
        """Return the mean of a counter, such as ``"nodes"``."""
        return tidy(fmean(getattr(result, counter) for result in self.results))

    @property
    def nodes(self) -> float:
        """The mean number of nodes."""
        return self.mean("nodes")

    @property
    def value(self) -> Number | None:
        """The value; None if there are several positions."""
        return self.results[0].value if len(self.results) == 1 else None

    @property
    def action_text(self) -> str | None:
        """The best action in the notation of the game; None if there are several positions."""
        return self.results[0].action_text if len(self.results) == 1 else None

    @property
    def minimal_leaves(self) -> int | None:
        """Leaves of the minimal tree, if known and equal for all positions."""
        least = {result.minimal_leaves for result in self.results}
        return least.pop() if len(least) == 1 else None

    @property
    def minimal_nodes(self) -> int | None:
        """Nodes of the minimal tree, if known and equal for all positions."""
        least = {result.minimal_nodes for result in self.results}
        return least.pop() if len(least) == 1 else None

    def to_dict(self, against: "Row | None" = None) -> dict[str, Any]:
        """Return the row as plain values.

        Parameters
        ----------
        against
            The row that the reduction in nodes is relative to; None for no reduction.
        """
        first = self.results[0]
        reasons = dict.fromkeys(reason for result in self.results for reason in result.cutoffs_by_reason)
        several = {"values": [result.value for result in self.results]} if len(self.results) > 1 else {}
        return {
            "algorithm": first.algorithm,
            "action": self.action_text,
            "value": self.value,
            **several,
            "depth": max(result.depth for result in self.results),
            **{counter: self.mean(counter) for counter in COUNTERS[:-1]},
            "cutoffs_by_reason": {
                reason: tidy(fmean(result.cutoffs_by_reason.get(reason, 0) for result in self.results))
                for reason in reasons
            },
            "seconds": fmean(result.seconds for result in self.results),
            "reduction": None if against is None else 1 - self.nodes / against.nodes,
            "scheme": self.setting.scheme,
            "entries": self.setting.entries,
            "bytes": self.setting.size,
            "fill": self.fill,
            "minimal_leaves": self.minimal_leaves,
        }


def measure(
    game: Game,
    states: Sequence[State],
    settings: Iterable[Setting],
    *,
    evaluation: str | None = None,
    limits: Limits | None = None,
    history: Sequence[State] = (),
    window: tuple[float, float] = FULL_WINDOW,
    tell: Tell | None = None,
) -> Iterator[Row]:
    """Search every setting from every position, and yield each row as soon as it is done.

    Parameters
    ----------
    game, states
        The game and the positions.
    settings
        The settings; their depths replace that of the limits.
    evaluation
        One of the game's evaluations; by default the first.
    limits
        Seconds and nodes of each search, and simulations for algorithms that make them; these have no depth.
    history
        The states of the game before the positions, if known.
    window
        For algorithms that take one.
    tell
        Called with progress.
    """
    limits = limits or Limits()
    ready: tuple[Setting, Searcher] | None = None
    for setting in settings:
        if ready is None or (ready[0].algorithm, ready[0].table_bytes) != (setting.algorithm, setting.table_bytes):
            if tell:
                tell(setting, None)
            ready = setting, Searcher(game, setting.algorithm, evaluation=evaluation, table=setting.table_bytes)
        searcher = ready[1]
        wanted = window if searcher.algorithm.windows else FULL_WINDOW
        reach = searcher.algorithm.family.known(replace(limits, depth=setting.depth))
        search = partial(searcher.search, limits=reach, history=history, window=wanted)
        yield _row(setting, searcher, search, states, tell)


def _row(
    setting: Setting, searcher: Searcher, search: Callable[..., Result], states: Sequence[State], tell: Tell | None
) -> Row:
    results, fills = [], []
    for state in states:
        progress = None if tell is None else lambda done: tell(setting, done)
        results.append(search(state, progress=progress))
        fills.append(searcher.table_fill)
    known = [fill for fill in fills if fill is not None]
    return Row(setting, tuple(results), fmean(known) if known else None)
