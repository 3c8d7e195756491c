"""Speaking with chess programs, and with programs for other games."""

from typing import Annotated

from spielbaum.cli.shared.options import (
    GAME,
    AlgorithmOption,
    Depth,
    EvaluationOption,
    Nodes,
    Seconds,
    TableSize,
    Threads,
    Verbose,
    parse_table_size,
)


def uci(
    game: Annotated[str, GAME] = "chess",
    algorithm: AlgorithmOption = None,
    evaluation: EvaluationOption = None,
    depth: Depth = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    table_size: TableSize = None,
    threads: Threads = 1,
    verbose: Verbose = False,
) -> None:
    """Speak UCI, so that chess programs can play and analyse, or UGI for any game of two players."""
    from dataclasses import replace

    from spielbaum.protocol import Settings, serve
    from spielbaum.registry import load
    from spielbaum.search.core.limits import Limits

    limits = Limits(depth=depth, seconds=seconds, nodes=nodes)
    record = load(game)
    settings = Settings.of(record, algorithm, evaluation)
    serve(record, replace(settings, table_bytes=parse_table_size(table_size), threads=threads), limits)
