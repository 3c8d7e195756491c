"""What searches of many positions say: parts of them, and how fast nodes grow with depth, each with its interval.

The interval of a part is E. Wilson's (Probable inference, the law of succession, and statistical inference, Journal of
the American Statistical Association 22 (1927)); for growth, positions are drawn again, as rounds are elsewhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp, log, sqrt
from typing import Any

import numpy as np

from spielbaum.statistics.resampling import interval, ratio

DEVIATIONS = 1.959964
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Part:
    """In what part of the positions something is so.

    Attributes
    ----------
    part, low, high
        The part and its 95 % interval; all of them possible where there is no position.
    count, positions
        In how many of how many.
    """

    part: float
    low: float
    high: float
    count: int
    positions: int


@dataclass(frozen=True)
class Factor:
    """How nodes grow with depth: as ``constant * base ** depth``.

    Attributes
    ----------
    base, low, high
        By what factor nodes grow from one depth to the next, and its 95 % interval; None with one position alone.
    constant
        At depth 0, on the geometric mean of the positions.
    depths
        The least and the greatest that were fitted.
    positions
        How many of them had at least two depths.
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
    """Return in what part of the positions something is so.

    Examples
    --------
    >>> found = part_of([True] * 18 + [False] * 2)
    >>> f"{found.part:.2f} ({found.low:.2f}–{found.high:.2f})"
    '0.90 (0.70–0.97)'
    """
    size, count, square = len(flags), sum(flags), DEVIATIONS**2
    if not size:
        return Part(0.0, 0.0, 1.0, 0, 0)
    middle = (count + square / 2) / (size + square)
    half = DEVIATIONS * sqrt(count * (size - count) / size + square / 4) / (size + square)
    part = count / size
    return Part(part, max(0.0, min(middle - half, part)), min(1.0, max(middle + half, part)), count, size)


def growth_factor(series: Sequence[Mapping[int, float]], *, seed: int = 0) -> Factor | None:
    """Return by what factor nodes grow with depth: a line through their logarithms, by least squares.

    Each position has a height of its own and all have one slope. Where all positions reach the same depths, that is the
    line through the geometric means; where only some reach the greatest, these do not tilt it by being easier.

    Parameters
    ----------
    series
        For each position the nodes of each depth, all of them positive.
    seed
        Of the resampling.

    Returns
    -------
    factor
        None where no position has two depths.

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
    """Return for one position the two sums of which a slope is made, about its own middle."""
    xs, ys = np.array(list(nodes), dtype=float), np.log(list(nodes.values()))
    apart = xs - xs.mean()
    return float(apart @ (ys - ys.mean())), float(apart @ apart)
