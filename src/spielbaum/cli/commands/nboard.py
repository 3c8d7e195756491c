"""An engine for NBoard and other Othello programs."""

from typing import Annotated

from spielbaum.cli.shared.options import GAME, BookOption, EngineOptions, Verbose


def nboard(
    game: Annotated[str, GAME] = "othello:score=margin",
    *,
    options: EngineOptions,
    book: BookOption = None,
    verbose: Verbose = False,
) -> None:
    """Speak the NBoard protocol, so that Othello programs can play and analyse."""
    from spielbaum.protocol.nboard import NBoardEngine
    from spielbaum.protocol.serve import speak
    from spielbaum.registry import load

    record = load(game)
    settings = options.settings(record, book=str(book or ""))
    speak(lambda write: NBoardEngine(record, settings, options.limits, write))
