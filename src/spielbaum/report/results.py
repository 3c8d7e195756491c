"""The content of a report: frozen records of plain values, ready for JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from spielbaum.arena.branching import Width
from spielbaum.arena.standings import Standing
from spielbaum.statistics import Rank, Ratings, SeatEffect, Share


@dataclass(frozen=True)
class Depths:
    """The number of moves of a player that were searched to a depth."""

    player: str
    depth: int
    moves: int


@dataclass(frozen=True)
class Times:
    """The number of moves of a player in a class of times, below ``below`` seconds (None for the last class)."""

    player: str
    below: float | None
    moves: int


@dataclass(frozen=True, kw_only=True)
class Place:
    """A tournament's place in an experiment.

    Attributes
    ----------
    experiment, number
        The title of the experiment, and the number of the cell.
    factors
        The levels of the factors of the cell, as texts by name.
    labels
        The names of the players in the experiment, by number.
    """

    experiment: str
    number: int
    factors: Mapping[str, str]
    labels: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TournamentResult:
    """The report on a tournament.

    Attributes
    ----------
    id, title, game, players, setup, created
        The tournament as it was requested.
    first, last, versions
        When its games were played, and with which versions.
    wanted, games, repeated, cut_off
        The number of games requested, stored, repeating another one, and stopped by the tournament.
    standings
        The standings of the players, without repeated games.
    cross
        The share of each player in its games with each other; pairs that never met are missing.
    ratings, seats
        None if there are too few games; ``notes`` say why.
    depths, times
        The distribution of the moves.
    branching, sampled
        The number of legal actions by ply, and the number of games in which it was counted.
    notes
        What is missing or must be known, in sentences.
    places
        The experiments it belongs to.
    """

    id: int
    title: str
    game: str
    players: tuple[str, ...]
    setup: Mapping[str, Any]
    created: str
    first: str
    last: str
    versions: tuple[Mapping[str, str], ...]
    wanted: int
    games: int
    repeated: int
    cut_off: int
    standings: tuple[Standing, ...]
    cross: Mapping[tuple[str, str], Share]
    ratings: Ratings | None
    seats: SeatEffect | None
    depths: tuple[Depths, ...]
    times: tuple[Times, ...]
    branching: tuple[Width, ...]
    sampled: int
    notes: tuple[str, ...]
    places: tuple[Place, ...] = ()

    @property
    def labels(self) -> dict[str, str]:
        """The name of each player: its label in the first experiment, or its text."""
        return dict(zip(self.players, self.places[0].labels if self.places else self.players, strict=True))

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values."""
        crossed = [
            {
                "player": player,
                "other": other,
                **{name: getattr(row, name) for name in ("games", "share", "low", "high")},
            }
            for (player, other), row in self.cross.items()
        ]
        places = [{**vars(place), "factors": dict(place.factors)} for place in self.places]
        plain = asdict(replace(self, setup={}, cross={}, places=()))
        plain = {"rows" if name == "standings" else name: value for name, value in plain.items()}
        return {**plain, "setup": dict(self.setup), "cross": crossed, "places": places}


@dataclass(frozen=True, kw_only=True)
class Level:
    """The results at one level of all factors of an experiment except the opponents.

    Attributes
    ----------
    factors
        The factors of its cells, as texts by name.
    cells
        The numbers of its cells, one for each group of players that met.
    shares
        The shares of all players in all games of these cells. Games with the same opening are not independent, even of
        different players.
    ranks
        The ranks of the same players, the best first, with intervals that hold for all levels simultaneously; empty if
        the games do not connect all players.
    """

    factors: Mapping[str, str]
    cells: tuple[int, ...]
    shares: tuple[Share, ...]
    ranks: tuple[Rank, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ExperimentResult:
    """The report on an experiment.

    Attributes
    ----------
    title, created
        The title of the experiment, and when it was begun.
    tournaments
        The ids of the tournaments, in the order of the cells.
    wanted, games
        The number of games requested, and stored.
    levels
        The levels, in the order of the cells.
    """

    title: str
    created: str
    tournaments: tuple[int, ...]
    wanted: int
    games: int
    levels: tuple[Level, ...]

    @property
    def varying(self) -> tuple[str, ...]:
        """The names of the factors that have several levels."""
        names = self.levels[0].factors if self.levels else {}
        return tuple(name for name in names if len({level.factors[name] for level in self.levels}) > 1)

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values."""
        levels = [
            {"factors": dict(level.factors), "cells": level.cells, "shares": [row.to_dict() for row in level.shares]}
            for level in self.levels
        ]
        return {**vars(self), "levels": levels}


@dataclass(frozen=True)
class CurvePoint:
    """A player or a tournament on a curve: the limit, the strength, and its 95 % interval."""

    limit: float
    value: float
    low: float
    high: float
    tournament: int


@dataclass(frozen=True)
class Curve:
    """Strength against a limit.

    Attributes
    ----------
    game, player
        The game, and the player without the limit.
    limit
        ``"depth"``, ``"nodes"``, ``"seconds"`` or ``"simulations"``.
    scale
        ``"rating"`` for players of one tournament, ``"share"`` for the same players in several tournaments.
    points
        The points, in order of the limit.
    """

    game: str
    player: str
    limit: str
    scale: str
    points: Sequence[CurvePoint]


@dataclass(frozen=True)
class Report:
    """The report on a database.

    Attributes
    ----------
    database
        Its name, without a password.
    tournaments
        The reports on the tournaments.
    curves
        Strength against limits.
    experiments
        The reports on the experiments.
    """

    database: str
    tournaments: tuple[TournamentResult, ...]
    curves: tuple[Curve, ...]
    experiments: tuple[ExperimentResult, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values."""
        return {
            "database": self.database,
            "tournaments": [cell.to_dict() for cell in self.tournaments],
            "curves": [asdict(curve) for curve in self.curves],
            "experiments": [experiment.to_dict() for experiment in self.experiments],
        }
