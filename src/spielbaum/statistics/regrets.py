"""The regret of algorithms: how often they choose otherwise than Max^n, and what that costs, with 95 % intervals.

Positions are resampled; an algorithm and Max^n are compared position by position.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from spielbaum.measuring.regret import MAX_N, Choice
from spielbaum.statistics.lazy_numpy import LazyNumPy
from spielbaum.statistics.positions import Part, part_of
from spielbaum.statistics.resampling import interval, ratio

if TYPE_CHECKING:
    import numpy as np
else:
    np = LazyNumPy("regrets")


@dataclass(frozen=True)
class Mean:
    """A mean over positions, and its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Regret:
    """What an algorithm chose to one depth, in all positions.

    Attributes
    ----------
    algorithm, depth
        What was searched.
    positions
        The number of positions.
    differs, worse
        The proportions in which it chose another action than Max^n, and one that Max^n deems worse.
    regret
        The mean regret; None if it was not measured.
    price
        The mean regret less that of Max^n to the same depth.
    nodes
        The mean number of nodes of a search.
    """

    algorithm: str
    depth: int
    positions: int
    differs: Part
    worse: Part
    regret: Mean | None
    price: Mean | None
    nodes: float

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain values."""
        return asdict(self)


def mean_of(numbers: Sequence[float], *, seed: int = 0) -> Mean:
    """Return the mean of a number for each position, and its interval.

    Examples
    --------
    >>> found = mean_of([0.0, 1.0] * 50)
    >>> f"{found.mean:.2f} ({found.low:.2f}–{found.high:.2f})"
    '0.50 (0.40–0.60)'
    """
    rows = np.column_stack([np.array(numbers, dtype=float), np.ones(len(numbers))])
    return Mean(float(np.mean(numbers)), *interval(rows, np.empty((0, 2)), ratio, seed))


def summary(choices: Sequence[Choice]) -> list[Regret]:
    """Return a row for each algorithm and depth, Max^n first."""
    rows = []
    for algorithm in dict.fromkeys(one.algorithm for one in choices):
        own = [one for one in choices if one.algorithm == algorithm]
        rows += [
            _row([one for one in own if one.depth == depth], choices) for depth in dict.fromkeys(o.depth for o in own)
        ]
    return rows


def _row(own: Sequence[Choice], choices: Sequence[Choice]) -> Regret:
    first = own[0]
    usual = {one.position: one for one in choices if (one.algorithm, one.depth) == (MAX_N, first.depth)}
    lost = [one.regret for one in own if one.regret is not None]
    more = [one.regret - (usual[one.position].regret or 0.0) for one in own if one.regret is not None]
    return Regret(
        algorithm=first.algorithm,
        depth=first.depth,
        positions=len(own),
        differs=part_of([one.differs for one in own]),
        worse=part_of([one.worse for one in own]),
        regret=mean_of(lost) if lost else None,
        price=mean_of(more) if more else None,
        nodes=sum(one.nodes for one in own) / len(own),
    )
