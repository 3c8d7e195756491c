"""Ranks by rating, with intervals that hold for all players of all tables simultaneously.

Holm's test of all pairs of all tables says which players are surely ahead of which. The best rank of a player is one
more than the number of players surely ahead of it; the worst is the number of players less those surely behind it.
With a probability of 95 %, all these intervals are correct.

Source: D. Al Mohamad, J. Goeman and E. van Zwet, Simultaneous confidence intervals for ranks with application to
ranking institutions, Biometrics 78 (2022).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from spielbaum.statistics.comparisons import holm
from spielbaum.statistics.ratings import Leads, Rating

RISK = 0.05
"""The probability that any of the intervals is wrong."""

ALIKE = 1e-6
"""Ratings that differ by less are equal, as those of players that made the same moves."""


@dataclass(frozen=True)
class Rank:
    """The rank of a player in a table.

    Attributes
    ----------
    player
        Its name.
    rank
        Its rank by rating, from 1; equal ratings share the better rank.
    low, high
        The best and the worst rank that the games allow.
    rating
        Its rating in Elo points, with its own 95 % interval.
    behind
        The players that are surely behind it.
    """

    player: str
    rank: int
    low: int
    high: int
    rating: Rating
    behind: tuple[str, ...] = ()


def rank_intervals(tables: Sequence[Leads]) -> list[tuple[Rank, ...]]:
    """Return the ranks of the players of each table, the best first.

    Parameters
    ----------
    tables
        The ratings of players that met, and the p-values of their differences.
    """
    sure = [value < RISK for value in holm([chance for table in tables for chance in table.chances])]
    found, start = [], 0
    for table in tables:
        decided = sure[start : start + len(table.chances)]
        start += len(decided)
        found.append(tuple(sorted(_ranks(table, decided), key=lambda row: row.rank)))
    return found


def _ranks(table: Leads, decided: Sequence[bool]) -> Iterator[Rank]:
    players = table.players
    behind, ahead = [0] * len(players), [list[str]() for _ in players]
    for (one, other), certain in zip(combinations(range(len(players)), 2), decided, strict=True):
        if certain:
            better, worse = (one, other) if players[one].rating > players[other].rating else (other, one)
            ahead[better].append(players[worse].name)
            behind[worse] += 1
    for number, row in enumerate(players):
        rank = 1 + sum(other.rating - row.rating > ALIKE for other in players)
        worst = len(players) - len(ahead[number])
        yield Rank(row.name, rank, 1 + behind[number], worst, row, tuple(ahead[number]))


def mean_ranks(tables: Iterable[Sequence[Rank]]) -> list[tuple[str, float, int]]:
    """Return each player with its mean rank and its number of tables, the best first.

    Examples
    --------
    >>> one, two = Rating("a", 10, 0, 20, 9), Rating("b", -10, -20, 0, 9)
    >>> mean_ranks([[Rank("a", 1, 1, 2, one), Rank("b", 2, 1, 2, two)], [Rank("b", 1, 1, 1, one)]])
    [('a', 1.0, 1), ('b', 1.5, 2)]
    """
    found: dict[str, list[int]] = defaultdict(list)
    for table in tables:
        for row in table:
            found[row.player].append(row.rank)
    rows = [(player, fmean(ranks), len(ranks)) for player, ranks in found.items()]
    return sorted(rows, key=lambda row: (row[1], row[0]))
