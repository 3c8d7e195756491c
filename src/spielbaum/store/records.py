"""What is kept of a tournament, whose games are records of the arena, and of a game that is played in the browser."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class TournamentRecord:
    """A tournament, as it was asked for.

    Attributes
    ----------
    key
        A hash of everything that decides the games. Two tournaments of one key are one tournament.
    title
        One line for people.
    setup
        What was asked: game, players, limits, seed. Plain values, as JSON has them; a tuple comes back as a list.
    games
        How many games it has in all.
    created
        When it was begun first (ISO 8601, UTC).
    """

    key: str
    title: str
    setup: dict[str, Any]
    games: int
    created: str


@dataclass(frozen=True, kw_only=True)
class StoredTournament(TournamentRecord):
    """A tournament, as a store has it.

    Attributes
    ----------
    id
        Its number in this store; never given to another.
    done
        How many of its games are stored.
    """

    id: int
    done: int


@dataclass(frozen=True, kw_only=True)
class CellRecord:
    """A tournament's place in the design of an experiment.

    Attributes
    ----------
    number
        Which cell, from 0.
    factors
        What distinguishes it: game, limits and so on, as texts by name.
    labels
        What the players are called, in the order of the tournament's list: their texts without the cell's limits.
    tournament
        What is played.
    """

    number: int
    factors: Mapping[str, str]
    labels: tuple[str, ...]
    tournament: TournamentRecord


@dataclass(frozen=True, kw_only=True)
class ExperimentRecord:
    """A named set of tournaments.

    Attributes
    ----------
    name
        Whatever it is called; a database has one of each name.
    key
        A hash of everything that decides its games.
    design
        The text of the file that describes it.
    created
        When it was begun first (ISO 8601, UTC).
    cells
        In order.
    """

    name: str
    key: str
    design: str
    created: str
    cells: tuple[CellRecord, ...]


@dataclass(frozen=True, kw_only=True)
class StoredCell(CellRecord):
    """A cell, as a store has it."""

    tournament: StoredTournament


@dataclass(frozen=True, kw_only=True)
class StoredExperiment(ExperimentRecord):
    """An experiment, as a store has it."""

    cells: tuple[StoredCell, ...]


@dataclass(frozen=True, kw_only=True)
class PlayRecord:
    """A game that somebody plays in the browser, with all that is needed to go on.

    Attributes
    ----------
    id
        Nobody can guess it: who knows it may play.
    game
        As it is named on the command line.
    seats
        Who plays, as text.
    start
        The first position as text; None for the start of the game.
    seed
        Of random play.
    turns, undone
        Moves made, and moves taken back, as plain values: JSON gives a list for a tuple.
    revision
        Raised by one whenever it is saved.
    created, changed
        When (ISO 8601, UTC).
    """

    id: str
    game: str
    seats: tuple[str, ...]
    start: str | None = None
    seed: int = 0
    turns: tuple[Mapping[str, Any], ...] = ()
    undone: tuple[Mapping[str, Any], ...] = ()
    revision: int = 0
    created: str
    changed: str
