"""Searching one state: with one algorithm, or with several side by side."""

from typing import TYPE_CHECKING, Annotated

import typer

from spielbaum.cli.options import (
    AlgorithmOption,
    Depth,
    EvaluationOption,
    GameArgument,
    Json,
    Moves,
    Nodes,
    Position,
    Seconds,
    TableSize,
    Threads,
    ToMove,
    Verbose,
    Window,
    load_state,
    parse_table_size,
    parse_window,
)
from spielbaum.cli.output import BEST, QUIET, console, plain, print_json, status, table

if TYPE_CHECKING:
    from spielbaum.game import Game
    from spielbaum.search.result import Result
    from spielbaum.search.searcher import Searcher


def analyze(
    game: GameArgument,
    position: Position = None,
    moves: Moves = None,
    to_move: ToMove = None,
    algorithm: AlgorithmOption = None,
    evaluation: EvaluationOption = None,
    depth: Depth = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    window: Window = None,
    table_size: TableSize = None,
    threads: Threads = 1,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Search a state: the value of every action, the best line, and what it cost."""
    from spielbaum.errors import InputError, SearchInterruptedError
    from spielbaum.search.algorithm import default_algorithm, strongest
    from spielbaum.search.limits import Limits
    from spielbaum.search.searcher import Progress

    record, state = load_state(game, position, moves, to_move)
    limits, bounds = Limits(depth=depth, seconds=seconds, nodes=nodes), parse_window(window)
    asked_for_more = limits.deepens or table_size is not None or threads != 1
    chosen = strongest if asked_for_more else default_algorithm
    searcher = _searcher(record, algorithm or chosen(record, evaluation), evaluation, table_size, threads)
    if table_size is not None and "table" not in searcher.algorithm.options:
        raise InputError(f"{searcher.algorithm.name} has no table: {', '.join(_with_tables())} have")
    interrupted = False
    with status(f"{record.spec}: preparing {searcher.spec}") as tell:

        def report(progress: Progress) -> None:
            speed = progress.nodes / max(progress.seconds, 1e-9) / 1e6
            depth_text = "to the end" if limits.depth is None and not limits.deepens else f"depth {progress.depth}"
            done = f"{progress.actions_done}/{progress.actions} actions"
            tell(f"{searcher.spec}, {depth_text}: {done}, {progress.nodes:,} nodes, {speed:.1f} million/s")

        try:
            result = searcher.search(state, limits, window=bounds, progress=report)
        except SearchInterruptedError as stop:
            if stop.result is None:
                raise
            result, interrupted = stop.result, True
    if json:
        print_json(result.to_dict())
    else:
        _print_result(result)
    if interrupted:
        raise KeyboardInterrupt


def _searcher(
    record: "Game", algorithm: str, evaluation: str | None, table_size: str | None, threads: int = 1
) -> "Searcher":
    """Return a search, with a transposition table if that is needed and the algorithm can have one."""
    from spielbaum.search.algorithm import with_table
    from spielbaum.search.searcher import Searcher

    tabled = with_table(algorithm) if table_size is not None or threads > 1 else algorithm
    table_bytes = parse_table_size(table_size)
    return Searcher(record, tabled, evaluation=evaluation, table_bytes=table_bytes, threads=threads)


def _with_tables() -> list[str]:
    from spielbaum.search.algorithm import algorithm_names, find_algorithm

    return [name for name in algorithm_names() if "table" in find_algorithm(name).options]


def _print_result(result: "Result") -> None:
    from spielbaum.search.result import value_text

    out = console()
    out.print(f"[bold]{plain(result.game)}[/]: {plain(result.algorithm)}, depth {result.depth}", "")
    shown = table("action", ">value", "")
    for row in result.actions:
        best = row.action == result.action
        style = BEST if best else QUIET if row.bound != "exact" else ""
        shown.add_row(plain(row.action), value_text(row.value, row.bound), "best" if best else "", style=style)
    out.print(shown, "")
    note = _note(result)
    unfinished = "" if result.finished else ", not finished"
    facts = (
        ("value", f"{value_text(result.value, result.bound)} ({result.kind}{unfinished}){note}"),
        ("line", plain(" ".join(result.principal_variation)) or "–"),
        ("nodes", f"{result.nodes:,} ({result.max_nodes:,} max, {result.min_nodes:,} min)"),
        ("leaves", f"{result.leaves:,}"),
        ("cutoffs", _cutoffs_text(result)),
        ("time", f"{result.seconds:.3f} s, {result.nodes_per_second / 1e6:.2f} million nodes/s"),
    )
    for name, text in facts:
        out.print(f"[{QUIET}]{name:<8}[/]{text}")


def _note(result: "Result") -> str:
    """Say why a value is not exact, where that is not plain."""
    if result.evaluation or result.kind != "heuristic":
        return ""
    if {"hypermax", "deep"} & set(result.cutoffs_by_reason):
        return " (the cuts of this algorithm may change a value)"
    return " (no evaluation: undecided positions count as 0)"


def _cutoffs_text(result: "Result") -> str:
    reasons = ", ".join(f"{number:,} {reason}" for reason, number in result.cutoffs_by_reason.items())
    return f"{result.cutoffs:,}" + (
        f" ({reasons})" if reasons and set(result.cutoffs_by_reason) != {"alpha-beta"} else ""
    )


def compare(
    game: GameArgument,
    algorithms: Annotated[
        str | None,
        typer.Option(
            "--algorithms",
            metavar="A,B,C",
            help="Several, separated by commas: minimax,alpha-beta(fail=hard). Without it those that fit the game.",
        ),
    ] = None,
    position: Position = None,
    moves: Moves = None,
    to_move: ToMove = None,
    evaluation: EvaluationOption = None,
    depth: Depth = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    window: Window = None,
    table_size: TableSize = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Search a state with several algorithms and compare what they visit."""
    from spielbaum.errors import InputError
    from spielbaum.search.algorithm import fitting_algorithms
    from spielbaum.search.limits import Limits
    from spielbaum.search.searcher import FULL_WINDOW
    from spielbaum.spec import split_specs

    record, state = load_state(game, position, moves, to_move)
    limits, bounds = Limits(depth=depth, seconds=seconds, nodes=nodes), parse_window(window)
    names = fitting_algorithms(record, evaluation) if algorithms is None else split_specs(algorithms)
    if not names:
        raise InputError("--algorithms needs at least one algorithm, such as minimax,alpha-beta")
    searchers = [_searcher(record, name, evaluation, table_size) for name in names]
    results = []
    with status(f"{record.spec}: preparing") as tell:
        for searcher in searchers:
            tell(f"{searcher.spec}: preparing")
            wanted = bounds if searcher.algorithm.windows else FULL_WINDOW
            results.append(
                searcher.search(
                    state,
                    limits,
                    window=wanted,
                    progress=lambda p, s=searcher: tell(f"{s.spec}: {p.nodes:,} nodes"),  # type: ignore[misc]
                )
            )
    _print_rows(results, as_json=json)


def _print_rows(results: "list[Result]", *, as_json: bool) -> None:
    from spielbaum.search.result import value_text

    first = results[0].nodes
    if as_json:
        keys = (
            "algorithm", "action", "value", "depth", "nodes", "max_nodes", "min_nodes", "leaves", "cutoffs",
            "cutoffs_by_reason", "seconds",
        )  # fmt: skip
        rows = [{**{key: r.to_dict()[key] for key in keys}, "reduction": 1 - r.nodes / first} for r in results]
        print_json({"rows": rows})
        return
    shown = table(
        "algorithm", "action", ">value", ">nodes", ">max", ">min", ">leaves", ">cutoffs", ">seconds", ">fewer nodes"
    )
    for r in results:
        shown.add_row(
            plain(r.algorithm), plain(r.action or "–"), value_text(r.value, r.bound),
            *(f"{number:,}" for number in (r.nodes, r.max_nodes, r.min_nodes, r.leaves, r.cutoffs)),
            f"{r.seconds:.3f}", f"{1 - r.nodes / first:.1%}",
        )  # fmt: skip
    console().print(shown)
