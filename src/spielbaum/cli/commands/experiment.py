"""Experiments: a file describes what is played, and a table shows the results."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from spielbaum.cli.commands.series import Workers
from spielbaum.cli.shared.options import Database, Json, TablesInLatex, TiesOption, Verbose
from spielbaum.cli.shared.output import QUIET, console, or_dash, plain, print_json, refuse_unfit_files, status, table
from spielbaum.cli.shared.parameters import Argument, Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from rich.table import Table

    from spielbaum.arena.experiment import Experiment
    from spielbaum.arena.standings import Standing
    from spielbaum.statistics.results import Ties
    from spielbaum.store import Store, StoredCell, StoredExperiment

FileArgument = Annotated[Path, Argument(metavar="FILE", help="The design in TOML; --init writes one.")]
Init = Annotated[bool, Option("--init", help="Write a design to start from, and do nothing else.")]
ClusterOption = Annotated[
    str | None,
    Option("--cluster", metavar="URL", help="Play on the workers of a Dask cluster: tcp://host:8786."),
]
ExportOption = Annotated[
    Path | None,
    Option("--export", metavar="FILE", help="Also write a row for each game and seat: .parquet, .csv or .json."),
]
HtmlOption = Annotated[
    Path | None, Option("--html", metavar="FILE", help="Also write the report of this experiment, as one page.")
]
FreshOption = Annotated[
    bool, Option("--fresh", help="Delete the experiment of this title and its games, and play again.")
]


def experiment(
    file: FileArgument = Path("experiment.toml"),
    init: Init = False,
    workers: Workers = None,
    cluster: ClusterOption = None,
    database: Database = None,
    export: ExportOption = None,
    html: HtmlOption = None,
    latex: TablesInLatex = None,
    ties: TiesOption = "shared",
    fresh: FreshOption = False,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Play the games of a design that are missing, and show each player's share in each cell.

    A file names games, players, limits and openings. Their combinations are cells, and each cell is a tournament. The
    same command resumes an interrupted experiment. With depth or node limits the table is reproducible.
    """
    from spielbaum.arena.experiment import read_experiment
    from spielbaum.errors import InputError, Message
    from spielbaum.pictures.svg.files import refuse_unfit_path
    from spielbaum.store import Experiments, Store
    from spielbaum.store.export import writer
    from spielbaum.store.running import begin

    if init:
        _write_template(file)
        return
    if cluster is not None and workers is not None:
        raise InputError(Message("--workers play on this machine, --cluster on others: give one of them"))
    asked = read_experiment(file)
    if export is not None:
        writer(export)
        refuse_unfit_path(export)
    if html is not None:
        refuse_unfit_path(html)
    refuse_unfit_files({"--latex": latex}, json=json)
    if str(html) == "-":
        raise InputError(Message("the table goes to stdout; name a file for the page, such as --html report.html"))
    with Store(database) as store:
        if fresh:
            _refuse_unreachable(cluster)
            Experiments(store).delete(asked.title)
        begin(asked, store)
        _play(asked, store, workers, cluster)
        stored = begin(asked, store)
        if export is not None:
            _export(stored, store, export)
        if html is not None:
            _write_page(stored, store, html, ties)
        _show(stored, store, latex, ties, json=json)
        if not json and str(latex) != "-":
            _say_what_is_written(stored, store, export, html)


def _refuse_unreachable(cluster: str | None) -> None:
    """Refuse a cluster that does not answer, before anything is deleted."""
    from spielbaum.arena.worker_pool import cluster as dask

    if cluster is not None:
        with dask(cluster)(0):
            pass


def _write_template(file: Path) -> None:
    from spielbaum.arena.experiment import template
    from spielbaum.errors import InputError, Message
    from spielbaum.files import write_whole

    if file.exists():
        raise InputError(Message("{!r} exists already; name another file: spielbaum experiment --init FILE", str(file)))
    write_whole(file, template())
    click.echo(tr("{} is a file to start from: edit it, then spielbaum experiment {}", file, file))


def _play(asked: "Experiment", store: "Store", workers: int | None, cluster: str | None) -> None:
    """Play the missing games, and store each unit of work as it ends."""
    from spielbaum.arena.tournament import warn_of_long_moves
    from spielbaum.arena.worker_pool import cluster as dask
    from spielbaum.arena.worker_pool import here
    from spielbaum.cli.render.experiment import watching
    from spielbaum.store.running import begin, run

    stored = begin(asked, store)
    if all(cell.tournament.done == cell.tournament.games for cell in stored.cells):
        return
    for cell in asked.cells:
        warn_of_long_moves(cell.setup)
    with watching(stored, store) as tell:
        for number, games in run(asked, store, dask(cluster) if cluster is not None else here(workers)):
            tell(number, games)


def _export(stored: "StoredExperiment", store: "Store", path: Path) -> None:
    from spielbaum.store.export import write_table
    from spielbaum.store.tidy import COLUMNS, experiment_rows

    write_table(experiment_rows(stored, store), COLUMNS, path)


def _write_page(stored: "StoredExperiment", store: "Store", path: Path, ties: "Ties") -> None:
    from spielbaum.pictures.svg.files import write_text
    from spielbaum.report import gather
    from spielbaum.report.page import report_html

    with status("reading") as say:
        write_text(path, report_html(gather(store, experiments=[stored.name], ties=ties, advance=say)))


def _say_what_is_written(stored: "StoredExperiment", store: "Store", export: Path | None, html: Path | None) -> None:
    """Name the files that were written, or the commands that write them."""
    for written in filter(None, (export, html)):
        console().print(tr("[{}]written: {}[/]", QUIET, plain(written)))
    if html is None:
        asked = shlex.join(["spielbaum", "report", store.name, "--experiment", stored.name, "--html", "report.html"])
        console().print(tr("[{}]its report as a page: {}[/]", QUIET, plain(asked)), soft_wrap=True)
    if export is None:
        console().print(tr("[{}]a row for each game and seat: the same command with --export table.csv[/]", QUIET))


def _show(stored: "StoredExperiment", store: "Store", latex: Path | None, ties: "Ties", *, json: bool) -> None:
    """Show a row for each cell and player."""
    from spielbaum.arena.standings import standings
    from spielbaum.cli.render.latex import write_tables

    found = []
    for cell in stored.cells:
        rows = standings(store.games(cell.tournament.id), cell.labels, ties)
        found += [(cell, place, row) for place, row in enumerate(rows)]
    games = sum(cell.tournament.done for cell in stored.cells)
    title, shown = _table(stored, [(cell, row) for cell, _, row in found])
    if latex is not None:
        write_tables(latex, [(title, shown)])
    if json:
        print_json({"games": games, "rows": [_document(*entry) for entry in found]})
    if json or str(latex) == "-":
        return
    console().print(title)
    console().print(shown)
    console().print(tr("\n[{}]{} games of {}, kept in {}[/]", QUIET, games, plain(stored.name), plain(store.name)))


def _document(cell: "StoredCell", place: int, row: "Standing") -> dict[str, Any]:
    spec = cell.tournament.setup["players"][place]
    return {"cell": cell.number, **cell.factors, **row.to_dict(), "player": row.player, "spec": spec}


def _table(stored: "StoredExperiment", rows: list[tuple["StoredCell", "Standing"]]) -> "tuple[str, Table]":
    """Return a title with what all cells have in common, and the table of the rest."""
    varying = [name for name in stored.cells[0].factors if len({cell.factors[name] for cell in stored.cells}) > 1]
    common = ", ".join(
        f"{name} {value}" for name, value in stored.cells[0].factors.items() if name not in varying and value != "none"
    )
    title = f"[bold]{plain(stored.name)}[/]" + (f": {plain(common)}" if common else "")
    names = ("games", "w/d/l", "share", "95 %", "depth", "nodes/move", "s/move")
    shown = table(*varying, "player", *(f">{name}" for name in names))
    last = None
    for cell, row in rows:
        factors = [cell.factors[name] if cell.number != last else "" for name in varying]
        last = cell.number
        shown.add_row(
            *map(plain, factors),
            plain(row.player),
            str(row.games),
            f"{row.wins}/{row.draws}/{row.losses}",
            f"{row.share:.3f}",
            f"{row.low:.3f}–{row.high:.3f}",
            or_dash(row.depth_mean, ".2f"),
            f"{row.nodes_mean or 0:,.0f}",
            f"{row.seconds_mean or 0:.4f}",
        )
    return title, shown
