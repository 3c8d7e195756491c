"""Running an experiment: missing games are played and stored, unit by unit."""

from collections.abc import Iterator
from datetime import UTC, datetime

from spielbaum.arena.executors import played_units
from spielbaum.arena.experiment import Experiment
from spielbaum.arena.records import GameRecord
from spielbaum.arena.tournament import Tournament
from spielbaum.arena.worker_pool import PoolFactory, here
from spielbaum.store.experiments import Experiments
from spielbaum.store.records import CellRecord, ExperimentRecord, StoredExperiment, TournamentRecord
from spielbaum.store.store import Store


def begin(experiment: Experiment, store: Store) -> StoredExperiment:
    """Return the stored experiment, which is created if there is none.

    Raises
    ------
    InputError
        If the store has another experiment of this title.
    """
    now = datetime.now(UTC).isoformat(timespec="seconds")
    cells = tuple(
        CellRecord(
            number=cell.number,
            factors=cell.factors,
            labels=cell.labels,
            tournament=record_of(Tournament(cell.setup), now),
        )
        for cell in experiment.cells
    )
    key = experiment.key
    return Experiments(store).begin(
        ExperimentRecord(name=experiment.title, key=key, design=experiment.text, created=now, cells=cells)
    )


def record_of(tournament: Tournament, created: str | None = None) -> TournamentRecord:
    """Return the record of a tournament that is begun, by default now."""
    setup = tournament.setup
    return TournamentRecord(
        key=setup.key,
        title=setup.title,
        setup=setup.to_dict(),
        games=len(tournament.pairings),
        created=created or datetime.now(UTC).isoformat(timespec="seconds"),
    )


def run(
    experiment: Experiment, store: Store, make_pool: PoolFactory | None = None
) -> Iterator[tuple[int, list[GameRecord]]]:
    """Play the missing games; yield the number of the cell and the new games of each unit, once they are stored.

    A stored game is not played again, however a run was interrupted, and a game that was played twice counts once. With
    depth or node limits the games do not depend on the workers.

    Parameters
    ----------
    experiment
        The experiment.
    store
        The database.
    make_pool
        The workers: `here`, `given` or `cluster` of `spielbaum.arena.worker_pool`; by default a process for each core.

    Raises
    ------
    InputError
        If the store has another experiment of this title.
    SpielbaumError
        If a game cannot be played, or workers are lost repeatedly.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from spielbaum.arena.experiment import ExperimentCell
    >>> from spielbaum.arena.tournament import Setup
    >>> setup = Setup(game="nim", players=("random", "random(seed=1)"))
    >>> factors = {"limits": "none", "openings": "none"}
    >>> cell = ExperimentCell(number=0, setup=setup, labels=setup.players, factors=factors)
    >>> first = Experiment(title="first", cells=(cell,))
    >>> with TemporaryDirectory() as folder, Store(f"{folder}/results.db") as store:
    ...     sum(len(games) for _, games in run(first, store, here(1))), list(run(first, store))
    (2, [])
    """
    stored = {cell.number: cell.tournament.id for cell in begin(experiment, store).cells}
    numbers = {cell.setup: cell.number for cell in experiment.cells}
    jobs = [
        (cell.setup, list(Tournament(cell.setup).missing(store.done(stored[cell.number])))) for cell in experiment.cells
    ]
    for setup, games in played_units(jobs, make_pool or here()):
        number = numbers[setup]
        store.add_all(stored[number], games)
        yield number, games
