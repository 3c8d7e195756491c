"""Multiple comparisons: which shares differ from equal ones, at a given risk of one false claim among all."""

from collections.abc import Sequence
from math import erfc, inf, sqrt

from spielbaum.statistics.shares import Share

NORMAL = 1.959963984540054
"""Standard errors from the middle of a 95 % interval to its ends."""


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values adjusted for their number, in the given order.

    Rejecting every hypothesis whose adjusted value is below 0.05 rejects a true one with a probability of at most 5 %,
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
    """Return the probability that a share is at least this far from the equal one by chance.

    The standard error is that of the half of the share's interval which faces the equal share.

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
    """Return the p-values of the shares of a table, adjusted by Holm's method for all its cells.

    Parameters
    ----------
    shares
        Rows of a table. The shares of a row are of the same games, and their mean is the equal share.
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
