"""An engine for chess programs, and for programs that speak UGI."""

from typing import Annotated, Any

from spielbaum.cli.shared.options import (
    GAME,
    AlgorithmOption,
    BookOption,
    EvaluationOption,
    LimitOptions,
    TableSize,
    Threads,
    Verbose,
    parse_table_size,
)


def uci(
    game: Annotated[str, GAME] = "chess",
    *,
    algorithm: AlgorithmOption = None,
    evaluation: EvaluationOption = None,
    limiting: LimitOptions,
    table_size: TableSize = None,
    threads: Threads = 1,
    book: BookOption = None,
    verbose: Verbose = False,
) -> None:
    """Speak UCI, so that chess programs can play and analyse, or UGI for any two-player game."""
    from spielbaum.protocol import Settings, serve
    from spielbaum.registry import load

    record = load(game)
    others: dict[str, Any] = {"table_bytes": parse_table_size(table_size), "threads": threads, "book": str(book or "")}
    settings = Settings.of(record, algorithm, evaluation, **others)
    serve(record, settings, limiting.limits)
