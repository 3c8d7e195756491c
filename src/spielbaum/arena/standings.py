"""What a tournament shows: wins, draws and losses of each player, and what its moves cost."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median
from typing import Any

from spielbaum.arena.outcomes import by_chance, outcomes, result_of
from spielbaum.arena.records import GameRecord, MoveRecord
from spielbaum.statistics.shares import Share, shares
from spielbaum.statistics.tallies import Tally, tallies


@dataclass(frozen=True, kw_only=True)
class Standing:
    """What the games of a tournament say about a player.

    Attributes
    ----------
    player
        As it is written.
    games, wins, draws, losses
        A game is won if all seats that share the win are the player's, lost if none is, else drawn.
    share
        Mean over the games of the player's part of the win: each seat that shares it has an equal part.
    low, high
        The 95 % interval of the share. Games that repeat another one do not narrow it, unless somebody plays at random.
    unit, units
        What was resampled, ``"round"``, or ``"game"`` where there are fewer than ten rounds, and how many of them there
        are.
    moves
        How many the player made.
    depth_mean, depth_median
        Of the depths that were searched to their end, over all moves; None for those who do not search.
    nodes_mean, seconds_mean
        Of a move; None where there is no move.
    """

    player: str
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    low: float
    high: float
    unit: str
    units: int
    moves: int
    depth_mean: float | None
    depth_median: float | None
    nodes_mean: float | None
    seconds_mean: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the row of the command line as plain values: without the units, and 0 for the cost of no move."""
        found = asdict(self) | {"nodes_mean": self.nodes_mean or 0.0, "seconds_mean": self.seconds_mean or 0.0}
        return {name: value for name, value in found.items() if name not in ("unit", "units")}


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
    bounds = shares(outcomes(games, repeated=by_chance(players)), players)
    return [
        _row(players[i], [result.part(i) for result in results if i in result.seating], counts[i], moves[i], bounds[i])
        for i in range(len(players))
    ]


def _row(
    player: str,
    results: list[float],
    counts: Tally,
    moves: list[MoveRecord],
    bounds: Share,
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
        low=min(bounds.low, share),
        high=max(bounds.high, share),
        unit=bounds.unit,
        units=bounds.units,
        moves=len(moves),
        depth_mean=fmean(depths) if depths else None,
        depth_median=float(median(depths)) if depths else None,
        nodes_mean=fmean(move.nodes for move in moves) if moves else None,
        seconds_mean=fmean(move.seconds for move in moves) if moves else None,
    )
