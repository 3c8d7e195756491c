"""Many comparisons at once: which shares differ from an equal one, if chance is to be taken for skill hardly ever."""

from collections.abc import Sequence
from math import erfc, inf, sqrt

from spielbaum.statistics.shares import Share

NORMAL = 1.959963984540054
"""So many standard errors reach from the middle of a 95 % interval to its end."""


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values adjusted for how many there are, in their order.

    Whoever rejects all hypotheses whose adjusted value is below 0.05 rejects a true one with a chance of at most 5 %,
    however the tests depend on one another.

    Source: S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6
    (1979).

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted, largest = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = largest
    return adjusted


def p_value(share: Share, equal: float) -> float:
    """Return how likely a share at least so far from the equal one is by chance, as its interval has it.

    The end of the interval on the side of the equal share gives the standard error.

    Examples
    --------
    >>> round(p_value(Share("a", 0.32, 0.30, 0.34, 480, "round", 120), 0.30), 3)
    0.05
    """
    distance = abs(share.share - equal)
    reach = share.share - share.low if share.share > equal else share.high - share.share
    if not share.games or distance == 0:
        return 1.0
    standard_errors = NORMAL * distance / reach if reach > 0 else inf
    return erfc(standard_errors / sqrt(2))


def adjusted_p_values(shares: Sequence[Sequence[Share]]) -> list[list[float]]:
    """Return for each share of a table how likely it is by chance, adjusted by Holm's method for all its cells.

    Parameters
    ----------
    shares
        Rows of a table; the shares of a row are of the same games, in which the equal share is the mean.
    """
    plain: list[list[float]] = []
    for row in shares:
        games = sum(share.games for share in row)
        equal = sum(share.share * share.games for share in row) / games if games else 0.0
        plain.append([p_value(share, equal) for share in row])
    played = [(i, j) for i, row in enumerate(shares) for j, share in enumerate(row) if share.games]
    adjusted = [[1.0] * len(row) for row in shares]
    for (i, j), value in zip(played, holm([plain[i][j] for i, j in played]), strict=True):
        adjusted[i][j] = value
    return adjusted
