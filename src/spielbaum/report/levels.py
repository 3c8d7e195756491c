"""Experiments in a report: the places of tournaments in them, and shares at every level of their factors."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from spielbaum.errors import InputError
from spielbaum.report.results import ExperimentResult, Level, Place
from spielbaum.statistics import Leads, Result, leads, rank_intervals, shares
from spielbaum.store import StoredCell, StoredExperiment


def places(experiments: Sequence[StoredExperiment], tournament: int) -> tuple[Place, ...]:
    """Return the places of a tournament in experiments."""
    return tuple(
        Place(experiment=one.name, number=cell.number, factors=cell.factors, labels=cell.labels)
        for one in experiments
        for cell in one.cells
        if cell.tournament.id == tournament
    )


def experiment_result(stored: StoredExperiment, results: Mapping[int, Sequence[Result]]) -> ExperimentResult:
    """Return the report on an experiment.

    Parameters
    ----------
    stored
        The experiment.
    results
        The results of each of its tournaments, without repeated games.
    """
    alike: dict[tuple[str, ...], list[StoredCell]] = defaultdict(list)
    for cell in stored.cells:
        alike[tuple(cell.factors.values())].append(cell)
    levels, tables = zip(*(_level(cells, results) for cells in alike.values()), strict=True)
    ranked = iter(rank_intervals([table for table in tables if table]))
    ranks = [next(ranked) if table else () for table in tables]
    return ExperimentResult(
        title=stored.name,
        created=stored.created,
        tournaments=tuple(cell.tournament.id for cell in stored.cells),
        wanted=sum(cell.tournament.games for cell in stored.cells),
        games=sum(cell.tournament.done for cell in stored.cells),
        levels=tuple(replace(level, ranks=rows) for level, rows in zip(levels, ranks, strict=True)),
    )


def _level(cells: Sequence[StoredCell], results: Mapping[int, Sequence[Result]]) -> tuple[Level, Leads | None]:
    """Return the shares and leads of the players of some cells, renumbered; no leads if games do not connect them."""
    numbers: dict[str | None, int | None] = {}
    for label in (label for cell in cells for label in cell.labels):
        numbers.setdefault(label, len(numbers))
    players = [label for label in numbers if label is not None]
    numbers[None] = None
    together = []
    for cell in cells:
        seatings: dict[tuple[int | None, ...], tuple[int | None, ...]] = {}
        for result in results[cell.tournament.id]:
            if (seating := seatings.get(result.seating)) is None:
                names = (None if player is None else cell.labels[player] for player in result.seating)
                seating = seatings[result.seating] = tuple(numbers[name] for name in names)
            together.append(Result(seating, result.ranking, result.block))
    numbers_of_cells = tuple(cell.number for cell in cells)
    level = Level(factors=cells[0].factors, cells=numbers_of_cells, shares=tuple(shares(together, players)))
    try:
        return level, leads(together, players)
    except InputError:  # no games connect them
        return level, None
