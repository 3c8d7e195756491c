"""What a report says about one tournament: frozen records of plain values, ready for JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from spielbaum.arena.branching import Width
from spielbaum.arena.standings import Standing
from spielbaum.statistics import Rank, Ratings, SeatEffect, Share


@dataclass(frozen=True)
class Depths:
    """How many moves of a player were searched to a depth."""

    player: str
    depth: int
    moves: int


@dataclass(frozen=True)
class Times:
    """How many moves of a player took less than ``below`` seconds (None: any time), and not less than before."""

    player: str
    below: float | None
    moves: int


@dataclass(frozen=True, kw_only=True)
class Place:
    """A tournament's place in an experiment.

    Attributes
    ----------
    experiment, number
        The title of the experiment, and which of its cells it is.
    factors
        What distinguishes it from other cells, as texts by name.
    labels
        What its players are called there, in the order of the tournament's list.
    """

    experiment: str
    number: int
    factors: Mapping[str, str]
    labels: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TournamentResult:
    """A tournament with all that its games say.

    Attributes
    ----------
    id, title, game, players, setup, created
        As it was asked for.
    first, last, versions
        When its games were played, and by which versions.
    wanted, games, repeated, cut_off
        How many games were asked for, are stored, repeat another one, and were ended by the tournament.
    standings
        Of the players, without games that repeat another one.
    cross
        The share of each player in the games in which another one took part; a pair that never met has none.
    ratings, seats
        None where there is too little to say; ``notes`` say why.
    depths, times
        How the moves are distributed.
    branching, sampled
        The number of legal actions by ply, and from how many games it was counted.
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
        """What each player is called: as in the first experiment, or as it is written."""
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
    """What players had of the win where all factors of an experiment are equal but for the other players.

    Attributes
    ----------
    factors
        Of its cells, as texts by name.
    cells
        Their numbers: one for each group of players that met.
    shares
        Of all players in all games of these cells. Games of one opening hang together, whoever played them.
    ranks
        Of the same players, the best first, with intervals that hold for all levels of the experiment at once; empty
        where the games do not connect all players.
    """

    factors: Mapping[str, str]
    cells: tuple[int, ...]
    shares: tuple[Share, ...]
    ranks: tuple[Rank, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ExperimentResult:
    """What an experiment says.

    Attributes
    ----------
    title, created
        Of the experiment.
    tournaments
        The numbers of its cells' tournaments, in the order of the cells.
    wanted, games
        How many games were asked for, and are stored.
    levels
        In the order of the cells.
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
    """One player, or one tournament, on a curve: the limit, what it led to, and the 95 % interval."""

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
        Which game, and the player without the limit.
    limit
        ``"depth"``, ``"nodes"``, ``"seconds"`` or ``"simulations"``.
    scale
        ``"rating"``: players of one tournament; ``"share"``: the same players in several tournaments.
    points
        In order of the limit.
    """

    game: str
    player: str
    limit: str
    scale: str
    points: Sequence[CurvePoint]


@dataclass(frozen=True)
class Report:
    """All that is reported of a database.

    Attributes
    ----------
    database
        Its name, without a password.
    tournaments
        What their games say.
    curves
        Strength against limits.
    experiments
        What the tournaments are cells of.
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
