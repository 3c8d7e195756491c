"""An engine for NBoard and other Othello programs."""

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


def nboard(
    game: Annotated[str, GAME] = "othello:score=margin",
    *,
    algorithm: AlgorithmOption = None,
    evaluation: EvaluationOption = None,
    limiting: LimitOptions,
    table_size: TableSize = None,
    threads: Threads = 1,
    book: BookOption = None,
    verbose: Verbose = False,
) -> None:
    """Speak the NBoard protocol, so that Othello programs can play and analyse."""
    from spielbaum.protocol import Settings
    from spielbaum.protocol.nboard import NBoardEngine
    from spielbaum.protocol.serve import speak
    from spielbaum.registry import load

    record = load(game)
    others: dict[str, Any] = {"table_bytes": parse_table_size(table_size), "threads": threads, "book": str(book or "")}
    settings = Settings.of(record, algorithm, evaluation, **others)
    speak(lambda write: NBoardEngine(record, settings, limiting.limits, write))
