"""Writing a site: the program in the visitor's browser."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from spielbaum.cli.shared.extras import importing_web
from spielbaum.cli.shared.options import Json, Verbose, complete_game
from spielbaum.cli.shared.output import collect, console, countdown, print_facts, print_json
from spielbaum.cli.shared.parameters import Argument, Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.session.preparing import Prepared

Out = Annotated[Path, Argument(metavar="OUT", help="The folder to write.")]
GamesOfSite = Annotated[
    list[str] | None,
    Argument(metavar="[GAME]...", help="Games or files; by default all games of Spielbaum.", complete=complete_game),
]
Title = Annotated[str, Option("--title", metavar="TEXT", help="The title of the page.")]
Keep = Annotated[
    bool, Option("--keep/--no-keep", help="Keep the visitors' games in their browsers, or forget them with the page.")
]
Pyodide = Annotated[
    Path | None,
    Option("--pyodide", metavar="DIR", help="A folder with Pyodide; by default npm fetches it once."),
]
Force = Annotated[bool, Option("--force", help="Replace a site that was written to the folder before.")]
Serve = Annotated[bool, Option("--serve", help="Serve the folder on this machine, for a look, until Ctrl-C.")]


def site(
    out: Out,
    games: GamesOfSite = None,
    *,
    title: Title = "Spielbaum",
    keep: Keep = True,
    pyodide: Pyodide = None,
    force: Force = False,
    serve: Serve = False,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Write a folder of static files in which the program runs in the visitor's browser, without a server.

    Any web server can serve it. Ctrl-C ends it at any time; what is compiled by then is kept.
    """
    from spielbaum.cli import INTERRUPTED

    with importing_web("site"):
        from spielbaum.browser import site as building
        from spielbaum.browser.runtime import pyodide_folder
    from spielbaum.session.preparing import Prepared

    building.refuse_unfit_folder(out, force=force)
    chosen = building.chosen_games(games or ())
    runtime = pyodide or pyodide_folder()
    total, kernels = building.prepare_kernels(chosen)
    found = list[Prepared]()
    with countdown("compiling", total=total) as advance:
        if collect(kernels, found, lambda one: advance(1, f"{one.game}: {one.algorithm}")):
            raise click.exceptions.Exit(INTERRUPTED)
    built = building.build(chosen, found, pyodide=runtime, all_games=not games, title=title, database=keep)
    building.write(built, out)
    interpreted = [one for one in found if not one.ready]
    if json:
        print_json({
            "files": len(built.files),
            "bytes": sum(len(file.content) for file in built.files.values()),
            "compressed": built.bytes,
            "games": [str(spec) for spec in chosen],
            "kernels": [{**_kernel(one), "bytes": built.bytes_of(one)} for one in found if one.ready],
            "interpreted": [{**_kernel(one), "reason": one.reason} for one in interpreted],
        })  # fmt: skip
    else:
        for one in interpreted:
            click.echo(tr("spielbaum: {} is interpreted, which is slow: {}", one.game, one.reason), err=True)
        size = tr("{} files, {:.1f} MB", len(built.files), built.bytes / 1e6)
        print_facts([("site", str(out)), ("size", size)])
        if not serve:
            console().print(f"python -m http.server -d {out}", highlight=False)
    if serve:
        _serve(out)


def _kernel(one: "Prepared") -> dict[str, str | None]:
    return {"game": one.game, "player": str(one.algorithm), "evaluation": one.evaluation}


def _serve(folder: Path) -> None:
    from functools import partial
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        click.echo(tr("The site is at http://localhost:{}/ until you press Ctrl-C.", server.server_port), err=True)
        server.serve_forever()
