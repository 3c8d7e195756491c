"""Writing a site: the program in the visitor's browser."""

from pathlib import Path
from typing import Annotated

from spielbaum.cli.shared.options import Json, Verbose, complete_game
from spielbaum.cli.shared.parameters import Argument, Option

Out = Annotated[Path, Argument(metavar="OUT", help="The folder to write.")]
GamesOfSite = Annotated[
    list[str] | None,
    Argument(metavar="[GAME]...", help="Games or files; by default all registered games.", complete=complete_game),
]
Title = Annotated[str, Option("--title", metavar="TEXT", help="The title of the page.")]
Pyodide = Annotated[
    Path | None,
    Option("--pyodide", metavar="DIR", help="A folder with Pyodide's files; by default they are downloaded once."),
]


def site(
    out: Out,
    games: GamesOfSite = None,
    title: Title = "Spielbaum",
    pyodide: Pyodide = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Write a folder of static files in which the program runs in the visitor's browser, without a server."""
    from spielbaum.browser.site import build
    from spielbaum.errors import InputError

    if pyodide is None:
        raise InputError("name a folder with Pyodide's files: --pyodide DIR")
    build(out, games or (), pyodide=pyodide, title=title)
