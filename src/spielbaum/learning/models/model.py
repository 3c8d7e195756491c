"""What is learned, as plain values: weights of features, or counts of their combinations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import prod, sqrt
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Linear:
    """Scores that are weighted sums of features; chances are their exponentials, divided by the sum of all players'.

    Attributes
    ----------
    weights
        A row for each phase, with one number for each feature.
    phase
        The feature whose sum over all players says which phase it is; None with one phase.
    knots
        The sum at which each row holds alone, rising; between two of them weights are blended.
    """

    weights: tuple[tuple[float, ...], ...]
    phase: str | None = None
    knots: tuple[float, ...] = ()


@dataclass(frozen=True)
class Counts:
    """How it ended for those who stood in a category.

    Attributes
    ----------
    wins, draws, losses
        Positions; a draw is any win that is shared.
    points
        The sum of the parts of the win.
    games
        From how many games the positions are.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0
    games: int = 0

    @property
    def positions(self) -> int:
        """All that were counted."""
        return self.wins + self.draws + self.losses

    def share(self, players: int, smoothing: float) -> float:
        """Return the expected part of the win, as if every player had won so many more positions.

        Examples
        --------
        >>> Counts(wins=72, losses=20, draws=8, points=76.0).share(2, 0.0) * 2 - 1
        0.52
        """
        whole = self.positions + players * smoothing
        return (self.points + smoothing) / whole if whole else 1 / players

    def error(self, players: int, smoothing: float) -> float:
        """Return the standard error of the share; the positions of a game count as one, since they end alike."""
        mean = self.share(players, smoothing)
        return sqrt(mean * (1 - mean) / max(1, self.games))


@dataclass(frozen=True, kw_only=True)
class Categories:
    """Counts for the combinations of features, each cut into bins.

    A feature counts as the player's own less that of the best other player who is in the game.

    Attributes
    ----------
    thresholds
        For each feature the rising numbers at which it is cut: the bin is how many of them are exceeded.
    cells
        Counts by the number of the category, whose digits are the bins, the first feature first.
    games
        From how many games the positions of a category are if one feature is left out at the end, if two are, …: games
        by the number of the category for each. They are no sums, since a game goes through many categories.
    players
        Of the game.
    smoothing
        What is added for every player to every count of wins, after Laplace.
    fewest
        Where a category was met in fewer games, the last feature is left out, and then the one before it.
    """

    thresholds: tuple[tuple[float, ...], ...]
    cells: Mapping[int, Counts]
    games: tuple[Mapping[int, int], ...]
    players: int
    smoothing: float = 1.0
    fewest: int = 10

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of bins of each feature."""
        return tuple(len(cuts) + 1 for cuts in self.thresholds)

    @cached_property
    def _levels(self) -> list[dict[int, Counts]]:
        """The counts with no, one, two … features left out at the end."""
        levels, width = [dict(self.cells)], 1
        for size, games in zip(reversed(self.sizes), self.games, strict=True):
            width *= size
            joined: dict[int, list[Counts]] = {}
            for number, cell in self.cells.items():
                joined.setdefault(number // width, []).append(cell)
            levels.append({number: _together(cells, games[number]) for number, cells in joined.items()})
        return levels

    def found(self, number: int) -> tuple[Counts, int]:
        """Return the counts that stand for a category, and how many features were left out to have enough."""
        cell = Counts()
        for left_out, cells in enumerate(self._levels):
            if left_out:
                number //= self.sizes[-left_out]
            cell = cells.get(number, Counts())
            if cell.games >= self.fewest:
                return cell, left_out
        return cell, len(self.sizes)

    def shares(self) -> list[float]:
        """Return the expected part of the win for every category, in order."""
        return [self.found(number)[0].share(self.players, self.smoothing) for number in range(prod(self.sizes))]


def _together(cells: list[Counts], games: int) -> Counts:
    """Return the counts of several categories, whose positions are from so many games."""
    return Counts(
        sum(cell.wins for cell in cells),
        sum(cell.draws for cell in cells),
        sum(cell.losses for cell in cells),
        sum(cell.points for cell in cells),
        games,
    )


@dataclass(frozen=True, kw_only=True)
class Model:
    """A learned evaluation with all that is needed to learn it again.

    Attributes
    ----------
    game
        With its options, as it is named on the command line.
    features
        Names of those that are used, of the game or ``to-move``.
    body
        What was learned.
    method
        ``"categories"``, ``"linear"`` or ``"td"``.
    options
        Of the method.
    origin
        Games, positions, seed, players and versions: plain values.
    scores
        On games that were held out: plain values.
    """

    game: str
    features: tuple[str, ...]
    body: Linear | Categories
    method: str
    options: Mapping[str, Any] = field(default_factory=dict)
    origin: Mapping[str, Any] = field(default_factory=dict)
    scores: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return all but what was learned, ready for JSON."""
        return {
            "game": self.game,
            "method": self.method,
            "features": list(self.features),
            "options": dict(self.options),
            "origin": dict(self.origin),
            "scores": dict(self.scores),
        }
