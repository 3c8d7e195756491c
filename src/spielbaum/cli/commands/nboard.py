"""Speaking with NBoard, a program for Othello."""

from typing import Annotated

from spielbaum.cli.shared.option_groups import expand_options
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


@expand_options
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
    """Speak the NBoard protocol, so that programs for Othello can play and analyse."""
    from dataclasses import replace

    from spielbaum.protocol import Settings
    from spielbaum.protocol.nboard import NBoardEngine
    from spielbaum.protocol.serve import speak
    from spielbaum.registry import load

    record = load(game)
    settings = Settings.of(record, algorithm, evaluation)
    path = "" if book is None else str(book)
    asked = replace(settings, table_bytes=parse_table_size(table_size), threads=threads, book=path)
    speak(lambda write: NBoardEngine(record, asked, limiting.limits, write))
