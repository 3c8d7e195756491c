"""Ladders: ratings of all players in many games and budgets, played in pieces where they decide most."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from spielbaum.cli.commands.experiment import ClusterOption
from spielbaum.cli.commands.series import Workers
from spielbaum.cli.shared.options import Database, Json, Verbose
from spielbaum.cli.shared.output import QUIET, console, plain, print_json, refuse_unfit_files, status
from spielbaum.cli.shared.parameters import Argument, Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.report.ladder import LadderResult
    from spielbaum.store.ladders import LadderStore

FileArgument = Annotated[Path, Argument(metavar="FILE", help="The ladder in TOML: players, games, budgets, claims.")]
Hours = Annotated[
    float | None, Option("--hours", metavar="H", min=0, help="Play for H hours; 0 only shows what is stored.")
]
Games = Annotated[int | None, Option("--games", metavar="N", min=0, help="Play N games.")]
HtmlOption = Annotated[Path | None, Option("--html", metavar="PAGE", help="Also write a page with plots.")]
ExportOption = Annotated[
    Path | None,
    Option(
        "--export",
        metavar="TABLE",
        help="Also write a row for each game and seat, and the ratings to TABLE-ratings: .parquet, .csv or .json.",
    ),
]
Plan = Annotated[bool, Option("--plan", help="Show what would be played next, and play nothing.")]


def ladder(
    file: FileArgument,
    database: Database = None,
    hours: Hours = None,
    games: Games = None,
    workers: Workers = None,
    cluster: ClusterOption = None,
    html: HtmlOption = None,
    export: ExportOption = None,
    plan: Plan = False,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Rate players in many games and budgets; games go where the order of players is most open.

    The same command resumes an interrupted ladder. It ends when all ratings are known as well as the file asks.
    """
    from spielbaum.arena.ladder import read_ladder
    from spielbaum.cli.render.ladder import plan_document, print_ladder, print_plan
    from spielbaum.errors import InputError, Message
    from spielbaum.report.ladder import ladder_result
    from spielbaum.store import Store
    from spielbaum.store.export import writer
    from spielbaum.store.ladders import LadderStore

    if cluster is not None and workers is not None:
        raise InputError(Message("--workers play on this machine, --cluster on others: give one of them"))
    if "-" in (str(html), str(export)):
        raise InputError(Message("the ratings go to stdout; name a file, such as --html ladder.html"))
    if export is not None:
        writer(export)
    refuse_unfit_files({"--html": html, "--export": export}, json=json)
    asked = read_ladder(file)
    with Store(database) as store:
        pieces = LadderStore(asked, store)
        if not plan:
            _play(pieces, _Budget(hours, games), workers, cluster)
        with status("reading") as say:
            found = ladder_result(pieces, say)
            _write(found, pieces, html, export)
        if json:
            print_json(found.to_dict() | (plan_document(pieces) if plan else {}))
        elif plan:
            print_plan(pieces, found)
        else:
            print_ladder(found)
            console().print(tr("\n[{}]{:,} games, kept in {}[/]", QUIET, found.games, plain(store.name)))
            if pieces.begun:
                console().print(tr("[{}]{:,} more in pieces that are not complete[/]", QUIET, pieces.begun))
    if not json:
        for written in filter(None, (html, export)):
            console().print(tr("[{}]written: {}[/]", QUIET, plain(written)))


class _Budget:
    """The hours and the games of a run."""

    def __init__(self, hours: float | None, games: int | None) -> None:
        self._end = None if hours is None else time.monotonic() + 3600 * hours
        self._left = games

    def spend(self, games: int) -> None:
        """Note games that were played."""
        if self._left is not None:
            self._left -= games

    @property
    def over(self) -> bool:
        """Whether the run ends."""
        return (self._left is not None and self._left <= 0) or (self._end is not None and time.monotonic() >= self._end)


def _play(pieces: "LadderStore", budget: _Budget, workers: int | None, cluster: str | None) -> None:
    """Play until all goals are reached or the run ends: games in equal time last, and one at a time."""
    from spielbaum.arena.worker_pool import cluster as dask
    from spielbaum.arena.worker_pool import here

    asked, played = pieces.ladder, 0
    with status(pieces.ladder.heading) as say:
        for cells in asked.groups:
            if budget.over:
                return
            alone = asked.cells[cells[0]].alone
            pool = here(1) if alone else here(workers) if cluster is None else dask(cluster)
            for setup, games in pieces.run(cells, pool):
                played += len(games)
                budget.spend(len(games))
                say(tr("{:,} games: {}", played, setup.title))
                if budget.over:
                    return


def _write(found: "LadderResult", pieces: "LadderStore", html: Path | None, export: Path | None) -> None:
    """Write the page and the tables."""
    from spielbaum.pictures.svg.files import write_text
    from spielbaum.report.ladder import RATINGS
    from spielbaum.report.ladder_page import ladder_html
    from spielbaum.store.export import write_table
    from spielbaum.store.tidy import COLUMNS

    if html is not None:
        write_text(html, ladder_html(found))
    if export is not None:
        write_table(pieces.rows(), COLUMNS, export)
        ratings = export.with_name(f"{export.stem}-ratings{export.suffix}")
        write_table(found.rating_rows(), RATINGS, ratings)
