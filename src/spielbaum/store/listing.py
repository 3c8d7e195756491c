"""The content of a database, page by page: its tournaments, and their games without the moves."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Select, func, select

from spielbaum.arena.records import PLIES
from spielbaum.store import schema
from spielbaum.store.records import StoredTournament
from spielbaum.store.rows import checked, number_of_players, refuse_seats, stored_tournament
from spielbaum.store.store import Store, select_tournaments


class GameLine(NamedTuple):
    """A game without its moves.

    Attributes
    ----------
    id
        Its id, as for `Store.game`.
    number, seating, survivors, started
        As in `GameRecord`.
    plies
        The number of actions, with the opening.
    ended
        Whether it ended by its rules.
    """

    id: int
    number: int
    seating: tuple[int | None, ...]
    survivors: tuple[int, ...]
    started: str
    plies: int
    ended: bool


class Listing:
    """The tournaments of a store and their games, a page at a time.

    Parameters
    ----------
    store
        The database.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from spielbaum.store import TournamentRecord
    >>> with TemporaryDirectory() as folder, Store(f"{folder}/results.db") as store:
    ...     for number in range(3):
    ...         record = {"key": str(number), "title": "nim", "setup": {}, "games": 2, "created": "2026-01-01"}
    ...         _ = store.begin(TournamentRecord(**record))
    ...     listing = Listing(store)
    ...     listing.count(), [found.key for found in listing.tournaments(first=1, most=2)]
    (3, ['1', '0'])
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def count(self, experiment: str | None = None) -> int:
        """Return the number of tournaments, of all or of an experiment."""
        query = select(func.count()).select_from(schema.tournament)
        if experiment is not None:
            query = query.where(schema.tournament.c.id.in_(_cells_of(experiment)))
        with self._store.reading() as connection:
            return connection.execute(query).scalar_one()

    def tournaments(
        self, *, experiment: str | None = None, first: int = 0, most: int | None = None
    ) -> list[StoredTournament]:
        """Return at most ``most`` tournaments, the newest first, after the ``first`` ones."""
        query = select_tournaments().order_by(None).order_by(schema.tournament.c.id.desc()).offset(first).limit(most)
        if experiment is not None:
            query = query.where(schema.tournament.c.id.in_(_cells_of(experiment)))
        with self._store.reading() as connection:
            return [stored_tournament(row) for row in connection.execute(query).mappings()]

    def tournament(self, number: int) -> StoredTournament | None:
        """Return a tournament; None if there is none of that number."""
        query = select_tournaments().where(schema.tournament.c.id == number)
        with self._store.reading() as connection:
            row = connection.execute(query).mappings().one_or_none()
            return None if row is None else stored_tournament(row)

    def experiments(self, tournaments: list[int]) -> dict[int, list[str]]:
        """Return the names of the experiments of each of these tournaments that belongs to any."""
        cell, experiment = schema.cell.c, schema.experiment.c
        query = select(cell.tournament_id, experiment.name).join(schema.experiment, cell.experiment_id == experiment.id)
        names: dict[int, list[str]] = defaultdict(list)
        with self._store.reading() as connection:
            for number, name in connection.execute(
                query.where(cell.tournament_id.in_(tournaments)).distinct().order_by(experiment.name)
            ):
                names[number].append(name)
        return dict(names)

    def games(self, tournament: int, *, first: int = 0, most: int | None = None) -> list[GameLine]:
        """Return at most ``most`` games of a tournament in order of their numbers, after the ``first`` ones."""
        game = schema.game.c
        made = select(func.count()).where(schema.move.c.game_id == game.id).scalar_subquery().label("made")
        columns = (game.id, game.number, game.seating, game.survivors, game.started, game.opening, game.end, made)
        own = select(game.id).where(game.tournament_id == tournament).order_by(game.number)
        page = own.offset(first).limit(most).subquery()  # by the index alone: moves are counted on the page only
        query = select(*columns).join(page, page.c.id == game.id).order_by(game.number)
        with self._store.reading() as connection:
            setup = connection.scalar(select(schema.tournament.c.setup).where(schema.tournament.c.id == tournament))
            players = number_of_players(setup) or 0
            return [_line(row, players) for row in connection.execute(query).mappings()]

    def beside(self, tournament: int, number: int) -> tuple[int | None, int | None]:
        """Return the ids of the games before and after that of a number; None if there is none."""
        game = schema.game.c
        own = select(game.id).where(game.tournament_id == tournament).limit(1)
        with self._store.reading() as connection:
            before = connection.scalar(own.where(game.number < number).order_by(game.number.desc()))
            after = connection.scalar(own.where(game.number > number).order_by(game.number))
        return before, after


def _line(row: Mapping[Any, Any], players: int | None) -> GameLine:
    found = checked(schema.game, row)
    refuse_seats(f"game {found['number']}", found["seating"], found["survivors"], players)
    kept = {name: found[name] for name in ("id", "number", "seating", "survivors", "started")}
    return GameLine(**kept, plies=len(found["opening"]) + row["made"], ended=found["end"] != PLIES)


def _cells_of(experiment: str) -> Select[tuple[int]]:
    """Return the query for the tournaments of an experiment."""
    cell = schema.cell.c
    query = select(cell.tournament_id).join(schema.experiment, cell.experiment_id == schema.experiment.c.id)
    return query.where(schema.experiment.c.name == experiment)
