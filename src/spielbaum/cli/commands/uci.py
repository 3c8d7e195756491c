"""An engine for chess programs, and for programs that speak UGI."""

from typing import Annotated

from spielbaum.cli.shared.options import GAME, BookOption, EngineOptions, TablesOption, Verbose, file_of


def uci(
    game: Annotated[str, GAME] = "chess",
    *,
    options: EngineOptions,
    book: BookOption = None,
    tables: TablesOption = None,
    verbose: Verbose = False,
) -> None:
    """Speak UCI, so that chess programs can play and analyse, or UGI for any two-player game."""
    from spielbaum.protocol import serve
    from spielbaum.registry import load

    record = load(game)
    serve(record, options.settings(record, book=file_of(book, tables) or ""), options.limits)
