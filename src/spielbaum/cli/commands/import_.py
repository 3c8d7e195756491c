"""Importing games of other programs into a database."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from spielbaum.cli import BAD_INPUT
from spielbaum.cli.shared.options import Database, GameArgument, Json, Verbose
from spielbaum.cli.shared.output import QUIET, bar, console, plain, print_json, status
from spielbaum.cli.shared.parameters import Argument, Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.store.importing import Imported

MOST_TOLD = 20
"""The most faulty games that are reported one by one; ``--json`` has all."""

FileArgument = Annotated[Path, Argument(metavar="FILE", help="Games: a .pgn, .sgf or .pdn file.")]
Title = Annotated[str | None, Option("--title", metavar="TEXT", help="Their title; by default the name of the file.")]


def import_(
    game: GameArgument,
    file: FileArgument,
    title: Title = None,
    database: Database = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Import the games of a PGN, SGF or PDN file into a database.

    Then ``report``, ``show --game`` and ``learn --from`` find them. A file is imported once, and an interrupted import
    is resumed. Faulty games are reported and left out, and the exit code is 2 then.
    """
    from spielbaum.arena.game_files import as_records
    from spielbaum.formats.files import each_game
    from spielbaum.registry import load, parse_game
    from spielbaum.store import Store
    from spielbaum.store.importing import import_games

    record = load(game)
    with status(tr("{}: reading {}", record.spec, file)):
        found = as_records(record, each_game(record, file))
    faults = {number + 1: str(fault) for number, fault in found.faults.items()}
    _complain(file, faults)
    with Store(database) as store, bar(f"{record.spec}: {file.name}", len(found.records)) as tell:
        kept = import_games(store, file, str(parse_game(game).located()), found, title=title, advance=tell)
        name = store.name
    if json:
        print_json(_document(kept, name, faults))
    else:
        said = tr("{:,} games of {}, {:,} of them new, are {}", kept.games, record.spec, kept.new, plain(kept.title))
        console().print(tr("{}, tournament {} of {}", said, kept.tournament, plain(name)))
        console().print(
            tr("[{}]what they show: spielbaum report {} --tournament {}[/]", QUIET, plain(name), kept.tournament)
        )
    if faults:
        raise click.exceptions.Exit(BAD_INPUT)


def _complain(file: Path, faults: dict[int, str]) -> None:
    for number, fault in list(faults.items())[:MOST_TOLD]:
        click.echo(tr("spielbaum: {}, game {}, {}", file, number, fault), err=True)
    if len(faults) > MOST_TOLD:
        click.echo(tr("spielbaum: {}: {:,} more games cannot be kept", file, len(faults) - MOST_TOLD), err=True)


def _document(kept: "Imported", name: str, faults: dict[int, str]) -> dict[str, Any]:
    return {
        "database": name,
        "tournament": kept.tournament,
        "title": kept.title,
        "games": kept.games,
        "new": kept.new,
        "faults": [{"game": number, "error": fault} for number, fault in faults.items()],
    }
