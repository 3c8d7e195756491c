"""The bootstrap: how much a figure would vary if other rounds had been played.

Units are drawn with replacement, as many as there are, again and again; the interval holds the middle 95 % of the
results (B. Efron, Bootstrap methods: another look at the jackknife, Annals of Statistics 7 (1979); the percentile
interval: A. Davison and D. Hinkley, Bootstrap Methods and Their Application (1997), section 5.3). Shares take few
values, so the ends are mid-quantiles, which lie between them (Y. Ma, M. Genton and E. Parzen, Asymptotic properties of
sample quantiles of discrete distributions, Annals of the Institute of Statistical Mathematics 63 (2011)).

Units with equal results are interchangeable, so their counts are drawn at once, from the multinomial distribution:
50,000 rounds cost as much as fifty.

One imagined unit is drawn as well, half at each extreme. So unanimous results have an interval too: after n games, all
won and each a unit, it reaches down to about 1 - 2 / n. Agresti and Coull add imagined results for the same reason
(Approximate is better than "exact", The American Statistician 52 (1998)).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from spielbaum.statistics.lazy_numpy import LazyNumPy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = LazyNumPy("intervals")

Array: TypeAlias = "NDArray[np.float64]"

RESAMPLES = 9_999
TAIL = 0.025
"""The probability beyond each end of a 95 % interval."""
IMAGINED = 0.5
"""The weight of an imagined row, relative to a unit that was played."""


def resampled(rows: Array, imagined: Array, seed: int) -> Array:
    """Return sums of rows drawn with replacement, as many as there are.

    Parameters
    ----------
    rows
        A row for each unit. Shape (units, columns).
    imagined
        Rows that are drawn too, half as often. Shape (imagined, columns).
    seed
        Equal seeds give equal sums.

    Returns
    -------
    sums
        Shape (9999, columns).
    """
    kinds, inverse = np.unique(np.concatenate([rows, imagined]), axis=0, return_inverse=True)
    weights = np.repeat([1.0, IMAGINED], [len(rows), len(imagined)])
    chances = np.bincount(inverse.ravel(), weights) / weights.sum()
    drawn = np.random.default_rng(seed).multinomial(len(rows), chances, size=RESAMPLES)
    sums: Array = drawn @ kinds
    return sums


def interval(rows: Array, imagined: Array, figure: Callable[[Array], Array], seed: int) -> tuple[float, float]:
    """Return the 95 % interval of a function of sums, which always includes the observed value.

    Examples
    --------
    >>> won, lost = np.array([[1.0, 1.0]]), np.array([[0.0, 1.0]])
    >>> low, high = interval(np.repeat(won, 50, axis=0), np.concatenate([won, lost]), lambda sums: sums[:, 0] / 50, 1)
    >>> round(low, 2), high
    (0.95, 1.0)
    """
    return around(float(figure(rows.sum(axis=0, keepdims=True))[0]), figure(resampled(rows, imagined, seed)))


def around(seen: float, drawn: Array) -> tuple[float, float]:
    """Return the 95 % interval of a figure, from the observed value and those of the resamples."""
    low, high = _middle(drawn)
    return min(low, seen), max(high, seen)


def ratio(sums: Array) -> Array:
    """Return the first column divided by the second: means, from sums and counts."""
    ratios: Array = sums[:, 0] / sums[:, 1]
    return ratios


def _middle(drawn: Array) -> tuple[float, float]:
    """Return the ends of the middle 95 %."""
    values, counts = np.unique(np.round(drawn, 12), return_counts=True)
    below = (np.cumsum(counts) - counts / 2) / len(drawn)
    low, high = np.interp([TAIL, 1 - TAIL], below, values)
    return float(low), float(high)
