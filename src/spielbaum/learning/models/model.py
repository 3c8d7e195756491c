"""Models as plain values: weights of features, or counts of their combinations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import prod, sqrt
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Linear:
    """A linear model: scores are weighted sums of features, and probabilities their softmax over the players.

    Attributes
    ----------
    weights
        A row for each phase, with a number for each feature.
    phase
        The feature whose sum over all players determines the phase; None with one phase.
    knots
        The sums at which each row applies alone, in rising order; weights are interpolated between them.
    """

    weights: tuple[tuple[float, ...], ...]
    phase: str | None = None
    knots: tuple[float, ...] = ()


@dataclass(frozen=True)
class Counts:
    """The outcomes of a category.

    Attributes
    ----------
    wins, draws, losses
        The number of positions with each outcome; any shared win is a draw.
    points
        The sum of the parts of the win.
    games
        The number of games that the positions come from.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0
    games: int = 0

    @property
    def positions(self) -> int:
        """The number of positions."""
        return self.wins + self.draws + self.losses

    def share(self, players: int, smoothing: float) -> float:
        """Return the expected part of the win, as if every player had won ``smoothing`` more positions.

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

    A feature is measured as the player's number less that of the best opponent in the game.

    Attributes
    ----------
    thresholds
        For each feature the numbers at which it is cut, in rising order: the bin is the number of those exceeded.
    cells
        Counts by the number of the category, whose digits are the bins, with the first feature first.
    games
        The number of games of each category if the last feature is left out, if the last two are, and so on. They are
        not sums, since a game goes through many categories.
    players
        The number of players.
    smoothing
        Added to each player's wins in every category, after Laplace.
    fewest
        In categories with fewer games the last feature is left out, then the one before it, and so on.
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
        """The counts with none, one, two, … of the last features left out."""
        levels, width = [dict(self.cells)], 1
        for size, games in zip(reversed(self.sizes), self.games, strict=True):
            width *= size
            joined: dict[int, list[Counts]] = {}
            for number, cell in self.cells.items():
                joined.setdefault(number // width, []).append(cell)
            levels.append({number: _together(cells, games[number]) for number, cells in joined.items()})
        return levels

    def found(self, number: int) -> tuple[Counts, int]:
        """Return the counts that are used for a category, and the number of features left out to have enough games."""
        cell = Counts()
        for left_out, cells in enumerate(self._levels):
            if left_out:
                number //= self.sizes[-left_out]
            cell = cells.get(number, Counts())
            if cell.games >= self.fewest:
                return cell, left_out
        return cell, len(self.sizes)

    def shares(self) -> list[float]:
        """Return the expected part of the win in every category, in order."""
        return [self.found(number)[0].share(self.players, self.smoothing) for number in range(prod(self.sizes))]


def _together(cells: list[Counts], games: int) -> Counts:
    """Return the counts of several categories together, given their number of games."""
    return Counts(
        sum(cell.wins for cell in cells),
        sum(cell.draws for cell in cells),
        sum(cell.losses for cell in cells),
        sum(cell.points for cell in cells),
        games,
    )


@dataclass(frozen=True, kw_only=True)
class Model:
    """A learned evaluation, with everything that is needed to learn it again.

    Attributes
    ----------
    game
        The game with its options, as on the command line.
    features
        The names of its features: those of the game, or ``to-move``.
    body
        The weights or counts.
    method
        ``"categories"``, ``"linear"`` or ``"td"``.
    options
        The options of the method.
    origin
        Games, positions, seed, players and versions, as plain values.
    scores
        The scores on held-out games, as plain values.
    """

    game: str
    features: tuple[str, ...]
    body: Linear | Categories
    method: str
    options: Mapping[str, Any] = field(default_factory=dict)
    origin: Mapping[str, Any] = field(default_factory=dict)
    scores: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return everything except the weights or counts, ready for JSON."""
        return {
            "game": self.game,
            "method": self.method,
            "features": list(self.features),
            "options": dict(self.options),
            "origin": dict(self.origin),
            "scores": dict(self.scores),
        }
