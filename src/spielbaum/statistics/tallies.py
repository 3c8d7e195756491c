"""Wins, draws and losses, counted by the player's part of the win."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from spielbaum.statistics.results import Result


@dataclass(frozen=True)
class Tally:
    """The wins, draws and losses of a player.

    Attributes
    ----------
    wins, draws, losses
        A game is won if all winning seats are the player's, lost if none is, and drawn otherwise.
    """

    wins: int
    draws: int
    losses: int


def tallies(results: Iterable[Result], players: int) -> list[Tally]:
    """Return the tally of each player, by number.

    Examples
    --------
    >>> tallies([Result.won((0, 1), (0,)), Result.won((1, 0), (0, 1))], players=2)
    [Tally(wins=1, draws=1, losses=0), Tally(wins=0, draws=1, losses=1)]
    """
    counts: list[Counter[str]] = [Counter() for _ in range(players)]
    alike = Counter((result.seating, result.ranking) for result in results)
    for (seating, ranking), games in alike.items():
        result = Result(seating, ranking)
        for player in {seating[seat] for seat in result.seats}:
            assert player is not None
            part = result.part(player)
            counts[player]["wins" if part == 1 else "losses" if part == 0 else "draws"] += games
    return [Tally(count["wins"], count["draws"], count["losses"]) for count in counts]
