"""What a tournament shows: wins, draws and losses of each player, and what its moves cost."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import fmean, median, stdev
from typing import Any

from spielbaum.arena.outcomes import by_chance, outcomes, result_of
from spielbaum.arena.records import GameRecord, MoveRecord
from spielbaum.statistics.positions import DEVIATIONS
from spielbaum.statistics.results import ROUND, Result
from spielbaum.statistics.shares import shares
from spielbaum.statistics.tallies import Tally, tallies


@dataclass(frozen=True)
class Standing:
    """A player's row of the table.

    Attributes
    ----------
    player
        As it is written.
    games, wins, draws, losses
        A game is won if all seats that share the win are the player's, lost if none is, else drawn.
    share
        Mean over the games of the player's part of the win: each seat that shares it has an equal part.
    low, high
        The 95 % interval of the share, from the spread over the rounds; over the games where there are fewer than ten
        rounds. Games that repeat another one do not narrow it, unless somebody plays at random.
    moves
        How many the player made.
    depth_mean, depth_median
        Of the depths that were searched to their end, over all moves; None for those who do not search.
    nodes_mean, seconds_mean
        Of a move.
    """

    player: str
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    low: float
    high: float
    moves: int
    depth_mean: float | None
    depth_median: float | None
    nodes_mean: float
    seconds_mean: float

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain values."""
        return asdict(self)


def standings(games: Iterable[GameRecord], players: Sequence[str]) -> list[Standing]:
    """Return one row for each player, in the order of the list."""
    games = list(games)
    results = [result_of(game) for game in games]
    counts = tallies(results, len(players))
    moves: list[list[MoveRecord]] = [[] for _ in players]
    for game in games:
        for move in game.moves:
            owner = game.seating[move.seat]
            assert owner is not None
            moves[owner].append(move)
    intervals = _intervals(outcomes(games, repeated=by_chance(players)), players)
    return [
        _row(players[i], [result.part(i) for result in results if i in result.seating], counts[i], moves[i],
             intervals[i])
        for i in range(len(players))
    ]  # fmt: skip


def _intervals(results: Sequence[Result], players: Sequence[str]) -> list[tuple[float, float]]:
    return [
        (row.low, row.high)
        if row.unit == ROUND
        else interval([result.part(number) for result in results if number in result.seating])
        for number, row in enumerate(shares(results, players))
    ]


def _row(
    player: str,
    results: list[float],
    counts: Tally,
    moves: list[MoveRecord],
    bounds: tuple[float, float],
) -> Standing:
    depths = [move.depth for move in moves if move.depth is not None]
    share = fmean(results) if results else 0.0
    return Standing(
        player=player,
        games=len(results),
        wins=counts.wins,
        draws=counts.draws,
        losses=counts.losses,
        share=share,
        low=min(bounds[0], share),
        high=max(bounds[1], share),
        moves=len(moves),
        depth_mean=fmean(depths) if depths else None,
        depth_median=float(median(depths)) if depths else None,
        nodes_mean=fmean(move.nodes for move in moves) if moves else 0.0,
        seconds_mean=fmean(move.seconds for move in moves) if moves else 0.0,
    )


def interval(results: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of a mean of numbers between 0 and 1; the whole range where there is too little to say.

    Examples
    --------
    >>> interval([1.0])
    (0.0, 1.0)
    """
    if len(results) < 2:
        return 0.0, 1.0
    mean = fmean(results)
    # Two imagined games more, one won and one lost: unanimous results have an interval too (Agresti and Coull 1998).
    width = DEVIATIONS * stdev([*results, 0.0, 1.0]) / sqrt(len(results))
    return max(0.0, mean - width), min(1.0, mean + width)
