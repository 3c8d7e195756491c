"""Tournaments and their games in a database."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Select, Table, delete, func, insert, select

from spielbaum.arena.records import GameRecord, MoveRecord
from spielbaum.errors import InputError, Message
from spielbaum.store import schema
from spielbaum.store.database import default_url, display_name, one_sentence, open_engine, parse_url, understood
from spielbaum.store.records import StoredTournament, TournamentRecord
from spielbaum.store.rows import number_of_players, stored_game, stored_tournament

PAGE = 64
"""Games that are read at a time."""

BATCH = 500
"""Keys that are looked up at a time."""

LARGEST_ID = 2**63 - 1
"""The largest id of a game: databases have no larger integers, and raise an error if asked for one."""

_GAME_FIELDS = tuple(name for name in GameRecord.__dataclass_fields__ if name != "moves")
_MOVE_FIELDS = tuple(MoveRecord.__dataclass_fields__)
_TOURNAMENT_FIELDS = tuple(TournamentRecord.__dataclass_fields__)


class Store:
    """A database of tournaments and games.

    Several processes may open the same database and write to it. A game is added with all its moves or not at all, and
    an added game survives any end of the process. A store may be used from several threads; a forked process must open
    its own.

    Parameters
    ----------
    url
        ``postgresql://user@host/db``, ``sqlite:///results.db``, or the path of an SQLite file, which is created with
        its directory if needed. By default ``default_url()``.

    Attributes
    ----------
    name : str
        The name of the database in messages, without a password.

    Raises
    ------
    InputError
        Here and in every method, if the database cannot be used; its text says why.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Store(f"{folder}/results.db") as store:
    ...     setup = {"game": "nim", "players": ["random", "alpha-beta:depth=4"]}
    ...     number = store.begin(TournamentRecord(key="8f3a", title="nim", setup=setup, games=2, created="2025-01-01"))
    ...     store.done(number)
    set()
    """

    def __init__(self, url: str | None = None) -> None:
        self._url = parse_url(default_url() if url is None else url)
        self.name = display_name(self._url)
        self._engine = open_engine(self._url)
        self._writing = self._engine.execution_options(writing=True)
        self._reading = self._engine
        if self._url.get_backend_name() == "postgresql":  # all statements of a transaction see one state, as in SQLite
            self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")
        try:
            with one_sentence(self._url), understood(self.name):
                schema.prepare(self._engine, self.name)
        except BaseException:
            self.close()
            raise

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a transaction that may write, and commit it at the end of the block."""
        with one_sentence(self._url), self._writing.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Begin a transaction that only reads, and sees a single state of the database."""
        with one_sentence(self._url), understood(self.name), self._reading.connect() as connection:
            yield connection

    def begin(self, tournament: TournamentRecord) -> int:
        """Return the id of the tournament with that key; it is created if there is none."""
        with self.writing() as connection:
            return begin(connection, tournament)

    def tournaments(self) -> list[StoredTournament]:
        """Return all tournaments, in the order in which they were begun."""
        with self.reading() as connection:
            return [stored_tournament(row) for row in connection.execute(select_tournaments()).mappings()]

    def done(self, tournament_id: int) -> set[int]:
        """Return the numbers of the games that are stored."""
        query = select(schema.game.c.number).where(schema.game.c.tournament_id == tournament_id)
        with self.reading() as connection:
            return set(connection.scalars(query))

    def game_ids(self, tournament_id: int) -> dict[int, int]:
        """Return the ids of the stored games by their numbers."""
        query = select(schema.game.c.number, schema.game.c.id).where(schema.game.c.tournament_id == tournament_id)
        with self.reading() as connection:
            return {row.number: row.id for row in connection.execute(query.order_by(schema.game.c.number))}

    def game(self, game_id: int) -> tuple[StoredTournament, GameRecord]:
        """Return a game and its tournament.

        Raises
        ------
        InputError
            If there is no game of that id.
        """
        found = self.find_game(game_id)
        if found is None:
            with self.reading() as connection:
                ids = connection.execute(select(func.min(schema.game.c.id), func.max(schema.game.c.id))).one()
            known = "no games" if ids[0] is None else f"games {ids[0]} to {ids[1]}"
            raise InputError(Message("there is no game {} in {}: it has {}", game_id, self.name, known))
        return found

    def find_game(self, game_id: int) -> tuple[StoredTournament, GameRecord] | None:
        """Return a game and its tournament; None if there is no game of that id."""
        if game_id > LARGEST_ID:
            return None
        game = schema.game.c
        with self.reading() as connection:
            own = select(game.tournament_id).where(game.id == game_id)
            if connection.execute(own).first() is None:
                return None
            which = schema.tournament.c.id == own.scalar_subquery()
            tournament = stored_tournament(connection.execute(select_tournaments().where(which)).mappings().one())
            (record,) = _read(
                connection, select(schema.game).where(game.id == game_id), number_of_players(tournament.setup)
            )
        return tournament, record

    def add(self, tournament_id: int, game: GameRecord) -> bool:
        """Store a game with all its moves in one transaction.

        Returns
        -------
        bool
            False if the tournament has a game of that number already; then nothing changes.

        Raises
        ------
        InputError
            If there is no such tournament, as when another process has deleted it.
        """
        return self.add_all(tournament_id, [game]) == 1

    def add_all(self, tournament_id: int, games: Iterable[GameRecord]) -> int:
        """Store games with all their moves in one transaction, and return how many of them are new.

        Raises
        ------
        InputError
            If there is no such tournament, as when another process has deleted it.
        """
        with self.writing() as connection:
            if connection.scalar(select(schema.tournament.c.id).where(schema.tournament.c.id == tournament_id)) is None:
                raise InputError(Message("the database {} has no tournament {}", self.name, tournament_id))
            return sum(_add(connection, tournament_id, game) for game in games)

    def games(self, tournament_id: int, players: int | None = None) -> Iterator[GameRecord]:
        """Yield the games of a tournament in order of their numbers, as they were added.

        They are read page by page, and no transaction is open between pages.

        Parameters
        ----------
        tournament_id
            The tournament.
        players
            The number of its players, against which games are checked; None to leave them unchecked.
        """
        last = -1
        while page := self._page(tournament_id, last, players):
            yield from page
            last = page[-1].number

    def _page(self, tournament_id: int, after: int, players: int | None = None) -> list[GameRecord]:
        """Return the next games whose numbers are larger than the given one."""
        which = (schema.game.c.tournament_id == tournament_id) & (schema.game.c.number > after)
        with self.reading() as connection:
            query = select(schema.game).where(which).order_by(schema.game.c.number).limit(PAGE)
            return _read(connection, query, players)

    def delete(self, tournament_id: int) -> None:
        """Delete a tournament with all its games, if there is one of that id."""
        with self.writing() as connection:
            connection.execute(delete(schema.tournament).where(schema.tournament.c.id == tournament_id))

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        """Return the store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        self.close()


def _read(connection: Connection, query: Select[Any], players: int | None) -> list[GameRecord]:
    """Return the games that a query finds, with their moves."""
    games = connection.execute(query).mappings().all()
    own = schema.move.c.game_id.in_([row["id"] for row in games])
    moves = connection.execute(select(schema.move).where(own).order_by(schema.move.c.game_id, schema.move.c.ply))
    of_game = defaultdict(list)
    for row in moves.mappings():
        of_game[row["game_id"]].append(row)
    return [stored_game(row, of_game[row["id"]], players) for row in games]


def _add(connection: Connection, tournament_id: int, game: GameRecord) -> bool:
    row = {name: getattr(game, name) for name in _GAME_FIELDS}
    new = insert_new(connection, schema.game, {**row, "tournament_id": tournament_id})
    if new and game.moves:
        which = (schema.game.c.tournament_id == tournament_id) & (schema.game.c.number == game.number)
        parent = connection.execute(select(schema.game.c.id).where(which)).scalar_one()
        rows = [{name: getattr(move, name) for name in _MOVE_FIELDS} for move in game.moves]
        connection.execute(insert(schema.move), [{**row, "game_id": parent} for row in rows])
    return new


def begin(connection: Connection, tournament: TournamentRecord) -> int:
    """Return the id of the tournament with that key, within a transaction that may write."""
    insert_new(connection, schema.tournament, {name: getattr(tournament, name) for name in _TOURNAMENT_FIELDS})
    found = select(schema.tournament.c.id).where(schema.tournament.c.key == tournament.key)
    return int(connection.execute(found).scalar_one())


def select_tournaments() -> Select[Any]:
    """Return the query for tournaments with the number of their stored games, in the order of their ids."""
    done = func.count(schema.game.c.id).label("done")
    query = select(schema.tournament, done).outerjoin(schema.game).group_by(schema.tournament.c.id)
    return query.order_by(schema.tournament.c.id)


def insert_new(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Insert a row; return False if a row with one of its unique keys exists, even if another process just wrote it."""
    dialect = import_module(f"sqlalchemy.dialects.{connection.dialect.name}")
    # Inline, so the id is not requested with RETURNING, which older versions of SQLite lack.
    statement = dialect.insert(table).values(row).on_conflict_do_nothing().inline()
    return connection.execute(statement, execution_options={"preserve_rowcount": True}).rowcount == 1


def batches(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield some keys in parts that one statement may look up."""
    for first in range(0, len(keys), BATCH):
        yield keys[first : first + BATCH]
