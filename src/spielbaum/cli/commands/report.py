"""Reports on the games in a database: a summary, a page, and tables."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from spielbaum.cli.shared.options import Json, TiesOption, Verbose
from spielbaum.cli.shared.output import QUIET, console, or_dash, plain, print_json, refuse_unfit_files, status, table
from spielbaum.cli.shared.parameters import Argument, Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.report import ExperimentResult, TournamentResult
    from spielbaum.store import Store, StoredTournament

DatabaseArgument = Annotated[str, Argument(metavar="DATABASE", help="A file, sqlite:///FILE or postgresql://...")]
Wanted = Annotated[
    list[str] | None,
    Option("--tournament", metavar="ID|TITLE", help="Only this tournament, by id or title; may be repeated."),
]
Designs = Annotated[
    list[str] | None,
    Option("--experiment", metavar="TITLE", help="Only this experiment, by title; may be repeated."),
]
Html = Annotated[Path | None, Option("--html", metavar="FILE", help="Write the whole report as one page.")]
Csv = Annotated[Path | None, Option("--csv", metavar="FOLDER", help="Write games.csv and moves.csv.")]
Parquet = Annotated[Path | None, Option("--parquet", metavar="FOLDER", help="Write games.parquet and moves.parquet.")]
Pgn = Annotated[Path | None, Option("--pgn", metavar="FILE", help="Write the games as PGN.")]
Sgf = Annotated[Path | None, Option("--sgf", metavar="FILE", help="Write the games as SGF.")]
Pdn = Annotated[Path | None, Option("--pdn", metavar="FILE", help="Write the games as PDN.")]
Latex = Annotated[
    Path | None, Option("--latex", metavar="FOLDER", help="Write each table (booktabs) and plot (PGFPlots) for LaTeX.")
]


def report(
    database: DatabaseArgument,
    tournament: Wanted = None,
    experiment: Designs = None,
    html: Html = None,
    csv: Csv = None,
    parquet: Parquet = None,
    pgn: Pgn = None,
    sgf: Sgf = None,
    pdn: Pdn = None,
    latex: Latex = None,
    ties: TiesOption = "shared",
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Report what stored games show, with intervals: shares, ratings, seats, depths, times, branching, and more."""
    from spielbaum.pictures.svg.files import write_text
    from spielbaum.report import gather
    from spielbaum.report.gather import chosen
    from spielbaum.report.latex import report_latex
    from spielbaum.report.page import report_html
    from spielbaum.store import Store
    from spielbaum.store.database import refuse_missing, understood

    files = {"pgn": pgn, "sgf": sgf, "pdn": pdn}
    on_stdout = refuse_unfit_files({"--html": html, **{f"--{form}": file for form, file in files.items()}}, json=json)
    for folder in filter(None, (csv, parquet, latex)):
        _refuse_unfit_folder(folder, of_tables=folder != latex)
    refuse_missing(database)
    with Store(database) as store, understood(store.name):
        asked = chosen(store, tournament or (), experiment or ())
        with status("reading") as say:
            found = gather(store, tournament or (), experiments=experiment or (), ties=ties, advance=say)
            if html is not None:
                write_text(html, report_html(found))
            if latex is not None:
                for name, text in report_latex(found).items():
                    write_text(latex / f"{name}.tex", text)
            for place, ending in ((csv, "csv"), (parquet, "parquet")):
                if place is not None:
                    say(tr("writing tables to {}", place))
                    _write_tables(store, asked, place, ending)
            _write_games(store, asked, files, say)
    if json:
        print_json(found.to_dict())
    if json or on_stdout:
        return
    for design in found.experiments:
        _print_levels(design)
    inside = {number for design in found.experiments for number in design.tournaments}
    for result in found.tournaments:
        if result.id not in inside:
            _print(result)
    for written in filter(None, (html, csv, parquet, latex, *files.values())):
        console().print(tr("[{}]written: {}[/]", QUIET, plain(written)))


def _refuse_unfit_folder(folder: Path, *, of_tables: bool) -> None:
    from spielbaum.errors import InputError, Message
    from spielbaum.store.frames import load_polars

    if of_tables:
        load_polars(tr("a table"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(Message("the folder {} cannot be created: {}", folder, error.strerror)) from error
    if not os.access(folder, os.W_OK):
        raise InputError(Message("no file can be written to the folder {}", folder))


def _write_tables(store: "Store", asked: "list[StoredTournament]", folder: Path, ending: str) -> None:
    from spielbaum.store.tables import games_table, moves_table, write_table

    numbers = [stored.id for stored in asked]
    write_table(games_table(store, numbers), folder / f"games.{ending}")
    write_table(moves_table(store, numbers), folder / f"moves.{ending}")


def _write_games(
    store: "Store", asked: "list[StoredTournament]", files: Mapping[str, Path | None], say: Callable[[str], None]
) -> None:
    """Write the games of some tournaments to files of several formats."""
    from spielbaum.pictures.svg.files import write_text

    for form, file in files.items():
        if file is not None:
            say(tr("writing games to {}", file))
            write_text(file, _games_text(store, asked, form))


def _games_text(store: "Store", asked: "list[StoredTournament]", form: str) -> str:
    """Return the games of some tournaments in a format, such as ``pgn``."""
    from spielbaum.arena.game_files import as_played
    from spielbaum.formats.files import games_text
    from spielbaum.registry import load

    texts = []
    for stored in asked:
        game, players = load(stored.setup["game"]), stored.setup["players"]
        records = store.games(stored.id, len(players))
        games = [as_played(game, record, title=stored.title, players=players) for record in records]
        texts.append(games_text(game, games, f"games.{form}"))
    return "".join(texts)


def _print_levels(design: "ExperimentResult") -> None:
    """Print the shares of an experiment for every level of its factors."""
    shown = table(*design.varying, "player", ">games", ">share", ">95 %")
    for level in design.levels:
        factors = [level.factors[name] for name in design.varying]
        for row in level.shares:
            known = (f"{row.share:.3f}", f"{row.low:.3f}–{row.high:.3f}") if row.games else ("–", "–")
            shown.add_row(*map(plain, (*factors, row.player, f"{row.games:,}", *known)))
            factors = [""] * len(factors)
    out = console()
    out.print(tr("[bold]{}[/]: {:,} of {:,} games", plain(design.title), design.games, design.wanted))
    out.print(shown)
    out.print()


def _print(result: "TournamentResult") -> None:
    ratings = {row.name: row for row in result.ratings.players} if result.ratings else {}
    names = ("games", "share", "95 %", "rating", "95 %", "depth mean", "s/move")
    shown = table("player", *(f">{name}" for name in names))
    for row in result.standings:
        rating = ratings.get(row.player)
        shown.add_row(
            plain(row.player),
            f"{row.games:,}",
            f"{row.share:.3f}",
            f"{row.low:.3f}–{row.high:.3f}",
            "–" if rating is None else f"{rating.rating:+z.0f}",
            "–" if rating is None else f"{rating.low:+z.0f} to {rating.high:+z.0f}",
            or_dash(row.depth_mean, ".2f"),
            or_dash(row.seconds_mean, ".4f"),
        )
    out = console()
    out.print(f"[bold]{result.id}. {plain(result.title)}[/]")
    out.print(shown)
    if result.seats is not None:
        seats = ", ".join(
            tr("{}: {:.3f} ({:.3f}–{:.3f})", row.seat, row.share, row.low, row.high) for row in result.seats.seats
        )
        out.print(tr("wins by seat: {}; p = {:.4f}", seats, result.seats.p_value))
    for note in result.notes:
        out.print(f"[{QUIET}]{plain(tr(note))}[/]")
    out.print()
