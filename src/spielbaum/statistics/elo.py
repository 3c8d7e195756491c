"""The Elo scale: 400 points are odds of ten to one.

The scale is Elo's (The Rating of Chessplayers, Past and Present (1978), section 8.4, with the logistic curve): a player
d points ahead of another has the expected share 1 / (1 + 10^(-d/400)), draws counted half.
"""

from collections.abc import Sequence
from math import inf, log, log10

ELO = 400 / log(10)
"""Elo points in one natural unit: a strength greater by 1 multiplies the odds by e."""


def share_of(elo: float) -> float:
    """Return the expected share of a player that is a number of points stronger than its opponent.

    Examples
    --------
    >>> share_of(0), round(share_of(400), 3), round(share_of(-400), 3)
    (0.5, 0.909, 0.091)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(share: float) -> float:
    """Return the difference in Elo that a share in two-player games stands for; infinite for 0 and 1.

    Examples
    --------
    >>> round(elo_of(0.53), 1), elo_of(1)
    (20.9, inf)
    """
    if not 0 < share < 1:
        return inf if share >= 1 else -inf
    return -400 * log10(1 / share - 1)


def expected_shares(ratings: Sequence[float]) -> list[float]:
    """Return the expected share of each player of a game, given their ratings.

    Examples
    --------
    >>> [round(share, 2) for share in expected_shares([120, 0, 0, -120])]
    [0.44, 0.22, 0.22, 0.11]
    """
    highest = max(ratings)
    odds = [10 ** ((rating - highest) / 400) for rating in ratings]
    return [chance / sum(odds) for chance in odds]
