"""Experiments: tournaments that belong together, and the factors by which they differ."""

from collections.abc import Iterator

from sqlalchemy import Connection, delete, select

from spielbaum.errors import InputError, Message
from spielbaum.store import schema
from spielbaum.store.records import ExperimentRecord, StoredCell, StoredExperiment, StoredTournament
from spielbaum.store.rows import checked, stored_tournament
from spielbaum.store.store import Store, begin, insert_new, select_tournaments


class Experiments:
    """The experiments of a store.

    A tournament may be a cell of several experiments, or of none; its games are stored once.

    Parameters
    ----------
    store
        The database.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from spielbaum.store import CellRecord, TournamentRecord
    >>> asked = TournamentRecord(key="8f3a", title="nim", setup={"game": "nim"}, games=2, created="2026-01-01")
    >>> cell = CellRecord(number=0, factors={"game": "nim"}, labels=("random", "minimax"), tournament=asked)
    >>> record = ExperimentRecord(name="first", key="77", design="", created="2026-01-01", cells=(cell,))
    >>> with TemporaryDirectory() as folder, Store(f"{folder}/results.db") as store:
    ...     (stored,) = Experiments(store).begin(record).cells
    ...     stored.tournament.id, stored.tournament.done, dict(stored.factors)
    (1, 0, {'game': 'nim'})
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def begin(self, record: ExperimentRecord) -> StoredExperiment:
        """Return the stored experiment of that name; it is created with its tournaments if there is none.

        Raises
        ------
        InputError
            If there is one of that name with another key, or the database cannot be used.
        """
        with self._store.writing() as connection:
            row = {name: getattr(record, name) for name in ("name", "key", "design", "created")}
            insert_new(connection, schema.experiment, row)
            which = schema.experiment.c.name == record.name
            found = connection.execute(select(schema.experiment).where(which)).one()
            if found.key != record.key:
                raise InputError(
                    Message(
                        "the database {} holds another experiment called {!r}, begun {}: give this one another "
                        "title or database, or delete that one and its games with --fresh",
                        self._store.name,
                        record.name,
                        found.created,
                    )
                )
            for cell in record.cells:
                place = {"experiment_id": found.id, "number": cell.number}
                more = {"factors": dict(cell.factors), "labels": cell.labels}
                parent = begin(connection, cell.tournament)
                insert_new(connection, schema.cell, {**place, "tournament_id": parent, **more})
        stored = self.find(record.name)
        if stored is None:
            raise InputError(
                Message("another process has just deleted {!r} from the database {}", record.name, self._store.name)
            )
        return stored

    def find(self, name: str) -> StoredExperiment | None:
        """Return the experiment of a name; None if there is none."""
        return next((found for found in self.all() if found.name == name), None)

    def all(self) -> list[StoredExperiment]:
        """Return all experiments, in the order in which they were begun."""
        with self._store.reading() as connection:
            rows = connection.execute(select(schema.experiment).order_by(schema.experiment.c.id)).mappings().all()
            tournaments = {
                row["id"]: stored_tournament(row) for row in connection.execute(select_tournaments()).mappings()
            }
            return [
                StoredExperiment(
                    **{name: value for name, value in checked(schema.experiment, row).items() if name != "id"},
                    cells=tuple(_cells(connection, row["id"], tournaments)),
                )
                for row in rows
            ]

    def delete(self, name: str) -> None:
        """Remove an experiment, and its tournaments with their games.

        Tournaments that belong to another experiment too, or that were begun before this one, as by
        ``spielbaum tournament``, are kept.
        """
        tournament, cell, experiment = schema.tournament.c, schema.cell.c, schema.experiment.c
        with self._store.writing() as connection:
            found = connection.execute(select(experiment.id, experiment.created).where(experiment.name == name)).first()
            if found is None:
                return
            own = select(cell.tournament_id).where(cell.experiment_id == found.id)
            shared = select(cell.tournament_id).where(cell.experiment_id != found.id)
            which = tournament.id.in_(own) & tournament.id.not_in(shared) & (tournament.created >= found.created)
            connection.execute(delete(schema.tournament).where(which))
            connection.execute(delete(schema.experiment).where(experiment.id == found.id))


def _cells(connection: Connection, experiment: int, tournaments: dict[int, StoredTournament]) -> Iterator[StoredCell]:
    query = select(schema.cell).where(schema.cell.c.experiment_id == experiment).order_by(schema.cell.c.number)
    for row in connection.execute(query).mappings():
        found = checked(schema.cell, row)
        parent = tournaments[found["tournament_id"]]
        yield StoredCell(number=found["number"], factors=found["factors"], labels=found["labels"], tournament=parent)
