"""Pairwise comparisons of the players of a match: difference, interval and likelihood of superiority."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from spielbaum.arena.outcomes import by_chance, outcomes
from spielbaum.arena.records import GameRecord
from spielbaum.errors import InputError
from spielbaum.statistics.ratings import Ratings, ratings
from spielbaum.statistics.results import SHARED, Result, Ties
from spielbaum.statistics.shares import difference


@dataclass(frozen=True)
class Comparison:
    """The lead of one player over another.

    Attributes
    ----------
    player, other
        The players, as texts.
    difference, low, high
        The difference of their shares in the games that both played, with its 95 % interval.
    superiority
        The first player's likelihood of superiority.
    elo, elo_low, elo_high
        The difference of their Elo ratings, with its 95 % interval; None if no games connect the players.
    """

    player: str
    other: str
    difference: float
    low: float
    high: float
    superiority: float
    elo: float | None
    elo_low: float | None
    elo_high: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain values."""
        return asdict(self)


def comparisons(games: Sequence[GameRecord], players: Sequence[str], ties: Ties = SHARED) -> list[Comparison]:
    """Return one row for each pair of players, in the order of the list; none without games.

    Repeated games count once, unless a player plays at random.
    """
    results = outcomes(games, repeated=by_chance(players), ties=ties)
    anchored = {other: _ratings(results, players, other) for other in players[1:]} if results else {}
    rows = []
    for one, other in combinations(range(len(players)), 2):
        ahead = difference(results, players, player=players[one], other=players[other])
        rating = found.players[one] if (found := anchored.get(players[other])) else None
        if ahead.games:
            rows.append(
                Comparison(
                    player=players[one],
                    other=players[other],
                    difference=ahead.difference,
                    low=ahead.low,
                    high=ahead.high,
                    superiority=ahead.superiority,
                    elo=rating.rating if rating else None,
                    elo_low=rating.low if rating else None,
                    elo_high=rating.high if rating else None,
                )
            )
    return rows


def _ratings(results: Sequence[Result], players: Sequence[str], anchor: str) -> Ratings | None:
    try:
        return ratings(results, players, anchor=anchor)
    except InputError:
        return None
