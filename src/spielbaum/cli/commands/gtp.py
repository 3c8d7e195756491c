"""An engine for Go programs, some of which show other games too."""

from typing import TYPE_CHECKING, Annotated

from spielbaum.cli.shared.options import (
    GAME,
    AlgorithmOption,
    EvaluationOption,
    LimitOptions,
    TableSize,
    Threads,
    Verbose,
    parse_table_size,
)

if TYPE_CHECKING:
    from spielbaum.game import Game
    from spielbaum.protocol import Settings


def gtp(
    game: Annotated[str, GAME] = "go",
    *,
    algorithm: AlgorithmOption = None,
    evaluation: EvaluationOption = None,
    limiting: LimitOptions,
    table_size: TableSize = None,
    threads: Threads = 1,
    verbose: Verbose = False,
) -> None:
    """Speak the Go Text Protocol, for Go and any other two-player game, to programs such as GoGui."""
    from spielbaum.protocol import GtpEngine, Settings, serve_gtp

    table_bytes = parse_table_size(table_size)

    def settings(record: "Game") -> "Settings":
        limits = limiting.limits.given or {"seconds"}
        return Settings.of(record, algorithm, evaluation, limits, table_bytes=table_bytes, threads=threads)

    serve_gtp(GtpEngine(game, settings, limiting.limits))
