"""Statistics of searches from many positions: proportions, and how fast nodes grow with depth, with intervals.

The interval of a proportion is E. Wilson's (Probable inference, the law of succession, and statistical inference,
Journal of the American Statistical Association 22 (1927)); that of growth resamples positions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Any

from spielbaum.statistics.comparisons import NORMAL
from spielbaum.statistics.lazy_numpy import LazyNumPy
from spielbaum.statistics.resampling import interval, ratio

if TYPE_CHECKING:
    import numpy as np
else:
    np = LazyNumPy("factors of growth")


@dataclass(frozen=True)
class Part:
    """The proportion of positions that have a property.

    Attributes
    ----------
    part, low, high
        The proportion and its 95 % interval, which is 0 to 1 without positions.
    count, positions
        The positions that have it, and all.
    """

    part: float
    low: float
    high: float
    count: int
    positions: int


@dataclass(frozen=True)
class Factor:
    """The growth of nodes with depth: ``constant * base ** depth``.

    Attributes
    ----------
    base, low, high
        The factor from one depth to the next, and its 95 % interval; None with a single position.
    constant
        The nodes at depth 0, as the geometric mean over positions.
    depths
        The smallest and the largest depth that was fitted.
    positions
        The number of positions with at least two depths.
    """

    base: float
    low: float | None
    high: float | None
    constant: float
    depths: tuple[int, int]
    positions: int

    def to_dict(self) -> dict[str, Any]:
        """Return the factor as plain values."""
        return asdict(self)


def part_of(flags: Sequence[bool]) -> Part:
    """Return the proportion of flags that are true.

    Examples
    --------
    >>> found = part_of([True] * 18 + [False] * 2)
    >>> f"{found.part:.2f} ({found.low:.2f}–{found.high:.2f})"
    '0.90 (0.70–0.97)'
    """
    size, count, square = len(flags), sum(flags), NORMAL**2
    if not size:
        return Part(0.0, 0.0, 1.0, 0, 0)
    middle = (count + square / 2) / (size + square)
    half = NORMAL * sqrt(count * (size - count) / size + square / 4) / (size + square)
    part = count / size
    return Part(part, max(0.0, min(middle - half, part)), min(1.0, max(middle + half, part)), count, size)


def growth_factor(series: Sequence[Mapping[int, float]], *, seed: int = 0) -> Factor | None:
    """Return the factor by which nodes grow with depth: a line through their logarithms, by least squares.

    Each position has its own intercept, and all share one slope. If all positions reach the same depths, that is the
    line through the geometric means; if only some reach the largest depths, these do not tilt it by being easier.

    Parameters
    ----------
    series
        For each position the nodes of each depth, all positive.
    seed
        Seed of the resampling.

    Returns
    -------
    factor
        None if no position has two depths.

    Examples
    --------
    >>> found = growth_factor([{1: 8.0, 2: 24.0, 3: 72.0}, {1: 2.0, 2: 6.0}])
    >>> round(found.base, 6), round(found.low, 6), found.depths, found.positions
    (3.0, 3.0, (1, 3), 2)
    """
    fitted = [nodes for nodes in series if len(nodes) > 1]
    if not fitted:
        return None
    rows = np.array([_sums(nodes) for nodes in fitted])
    slope = float(ratio(rows.sum(axis=0, keepdims=True))[0])
    low, high = (None, None)
    if len(fitted) > 1:
        low, high = map(exp, interval(rows, np.empty((0, 2)), ratio, seed))
    heights = [np.mean([log(count) - slope * depth for depth, count in nodes.items()]) for nodes in fitted]
    every = [depth for nodes in fitted for depth in nodes]
    return Factor(exp(slope), low, high, exp(float(np.mean(heights))), (min(every), max(every)), len(fitted))


def _sums(nodes: Mapping[int, float]) -> tuple[float, float]:
    """Return the two sums of a slope for one position, about its own mean."""
    xs, ys = np.array(list(nodes), dtype=float), np.log(list(nodes.values()))
    apart = xs - xs.mean()
    return float(apart @ (ys - ys.mean())), float(apart @ apart)
