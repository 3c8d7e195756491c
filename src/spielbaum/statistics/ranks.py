"""Who is first, second, third: ranks by rating, with intervals that hold for all players of all tables at once.

A player is surely behind those whose rating is higher by so much that chance is ruled out by Holm's test of all pairs
of all tables, and surely ahead of those whose rating is lower by so much. Its rank lies between one more than how many
it is behind, and how many there are less those it is ahead of. With a chance of 95 % all these intervals are true
together.

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
"""The chance that any of the intervals is wrong."""


@dataclass(frozen=True)
class Rank:
    """The rank of a player in a table.

    Attributes
    ----------
    player
        As it is written.
    rank
        By rating, from 1.
    low, high
        The best and the worst rank that the games leave possible.
    rating
        In points of Elo, with its own 95 % interval.
    """

    player: str
    rank: int
    low: int
    high: int
    rating: Rating


def rank_intervals(tables: Sequence[Leads]) -> list[tuple[Rank, ...]]:
    """Return the ranks of the players of each table, the best first.

    Parameters
    ----------
    tables
        The ratings of players who met, and how sure it is who is ahead of whom.
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
    behind, ahead = [0] * len(players), [0] * len(players)
    for (one, other), certain in zip(combinations(range(len(players)), 2), decided, strict=True):
        if certain:
            better, worse = (one, other) if players[one].rating > players[other].rating else (other, one)
            ahead[better] += 1
            behind[worse] += 1
    order = sorted(range(len(players)), key=lambda number: -players[number].rating)
    for rank, number in enumerate(order, start=1):
        row = players[number]
        yield Rank(row.name, rank, 1 + behind[number], len(players) - ahead[number], row)


def mean_ranks(tables: Iterable[Sequence[Rank]]) -> list[tuple[str, float, int]]:
    """Return each player with the mean of its ranks and the number of tables it stands in, the best first.

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
