"""Records of tournaments, experiments, and games in the browser; the games of tournaments are records of the arena."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class TournamentRecord:
    """A tournament, as it is requested.

    Attributes
    ----------
    key
        A hash of everything that determines the games; it identifies the tournament.
    title
        One line for people.
    setup
        Game, players, limits and seed, as values of JSON; a tuple is read back as a list.
    games
        The number of its games.
    created
        When it was begun (ISO 8601, UTC).
    """

    key: str
    title: str
    setup: dict[str, Any]
    games: int
    created: str


@dataclass(frozen=True, kw_only=True)
class StoredTournament(TournamentRecord):
    """A tournament, as it is stored.

    Attributes
    ----------
    id
        Its number in this store, which is never reused.
    done
        The number of games that are stored.
    """

    id: int
    done: int


@dataclass(frozen=True, kw_only=True)
class CellRecord:
    """A tournament's place in the design of an experiment.

    Attributes
    ----------
    number
        The number of the cell, from 0.
    factors
        The levels of the factors, as texts by name: game, limits and so on.
    labels
        The names of the players, by number: their texts without the limits of the cell.
    tournament
        The tournament.
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
        Its name, which is unique in a database.
    key
        A hash of everything that determines its games.
    design
        The text of the file that describes it.
    created
        When it was begun (ISO 8601, UTC).
    cells
        The cells, in order.
    """

    name: str
    key: str
    design: str
    created: str
    cells: tuple[CellRecord, ...]


@dataclass(frozen=True, kw_only=True)
class StoredCell(CellRecord):
    """A cell, as it is stored."""

    tournament: StoredTournament


@dataclass(frozen=True, kw_only=True)
class StoredExperiment(ExperimentRecord):
    """An experiment, as it is stored."""

    cells: tuple[StoredCell, ...]


@dataclass(frozen=True, kw_only=True)
class PlayRecord:
    """A game in the browser, with everything needed to continue it.

    Attributes
    ----------
    id
        A secret that cannot be guessed: whoever knows it may play.
    game
        The game as on the command line.
    seats
        The players, as texts.
    start
        The first position as text; None for the start of the game.
    seed
        Seed of random play.
    turns, undone
        The moves, and the moves that were taken back, as values of JSON.
    revision
        The number of times it was saved.
    created, changed
        Times (ISO 8601, UTC).
    notes
        Notes to the game, such as comments and variations, as values of JSON; None if there are none.
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
    notes: Mapping[str, Any] | None = None
