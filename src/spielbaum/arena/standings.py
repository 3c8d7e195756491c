"""The standings of a tournament: wins, draws and losses of each player, and the cost of its moves."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median
from typing import Any

from spielbaum.arena.outcomes import by_chance, outcomes, result_of
from spielbaum.arena.records import GameRecord, MoveRecord
from spielbaum.statistics.results import SHARED, Ties
from spielbaum.statistics.shares import Share, shares
from spielbaum.statistics.tallies import Tally, tallies


@dataclass(frozen=True, kw_only=True)
class Standing:
    """The results of a player in a tournament.

    Attributes
    ----------
    player
        The player, as text.
    games, wins, draws, losses
        A game is won if the player holds all seats that share the win, lost if it holds none of them, and otherwise
        drawn.
    share
        The player's mean part of the win, which the winning seats share equally, unless ties are settled otherwise.
    low, high
        The 95 % interval of the share. Repeated games do not narrow it, unless a player plays at random.
    unit, units
        The resampling unit, ``"round"``, or ``"game"`` with fewer than ten rounds, and the number of units.
    moves
        The number of moves.
    depth_mean, depth_median
        Statistics of the completed depths of all moves; None without searches.
    nodes_mean, seconds_mean
        The mean cost of a move; None without moves.
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
        """Return the row for the command line as plain values: without units, and with cost 0 without moves."""
        found = asdict(self) | {"nodes_mean": self.nodes_mean or 0.0, "seconds_mean": self.seconds_mean or 0.0}
        return {name: value for name, value in found.items() if name not in ("unit", "units")}


def standings(games: Iterable[GameRecord], players: Sequence[str], ties: Ties = SHARED) -> list[Standing]:
    """Return one row for each player, in the order of the list."""
    games = list(games)
    results = [result_of(game, ties) for game in games]
    counts = tallies(results, len(players))
    moves: list[list[MoveRecord]] = [[] for _ in players]
    for game in games:
        for move in game.moves:
            owner = game.seating[move.seat]
            assert owner is not None
            moves[owner].append(move)
    bounds = shares(outcomes(games, repeated=by_chance(players), ties=ties), players)
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
