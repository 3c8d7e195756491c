"""An engine for Go programs, some of which show other games too."""

from typing import Annotated

from spielbaum.cli.shared.options import GAME, EngineOptions, Verbose


def gtp(game: Annotated[str, GAME] = "go", *, options: EngineOptions, verbose: Verbose = False) -> None:
    """Speak the Go Text Protocol, for Go and any other two-player game, to programs such as GoGui."""
    from spielbaum.protocol import GtpEngine, serve_gtp

    limits = options.limits.given or {"seconds"}
    serve_gtp(GtpEngine(game, lambda record: options.settings(record, limits=limits), options.limits))
