"""Searching a state with several algorithms, tables or depths, side by side."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from spielbaum.cli.render.compare import Comparison, draw, show, tables
from spielbaum.cli.shared.options import (
    EvaluationOption,
    GameArgument,
    Json,
    Nodes,
    Plies,
    PositionSeed,
    Seconds,
    Simulations,
    StateOptions,
    TablesInLatex,
    TableSize,
    Verbose,
    Window,
    draw_positions,
    parse_window,
    refuse_stray_plies,
)
from spielbaum.cli.shared.output import collect, countdown, refuse_unfit_files, status
from spielbaum.cli.shared.parameters import Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.game import Game, State
    from spielbaum.measuring import Base, Row, Setting
    from spielbaum.search.algorithms.choice import AlgorithmChoice
    from spielbaum.search.core.limits import Limits
    from spielbaum.search.core.progress import Progress

NEGATIVE = 1

Algorithms = Annotated[
    str | None,
    Option(
        "--algorithms",
        metavar="A,B,C",
        help="A list: minimax,alpha-beta(fail=hard). By default those that suit the game.",
    ),
]
Depths = Annotated[
    str | None,
    Option("--depth", metavar="D|D..D", help="Search D plies deep; 1..8 measures how the tree grows."),
]
Schemes = Annotated[
    str | None,
    Option("--replacement", metavar="S,S", help="Compare replacement schemes of the table: deep,new,two-big, or all."),
]
Sizes = Annotated[
    str | None,
    Option("--table-sizes", metavar="SIZE..SIZE", help="Compare sizes of the table: 2^10..2^20, or 1MB,64MB."),
]
Plot = Annotated[
    Path | None, Option("--plot", metavar="FILE", help="Plot the nodes: .svg, .png, .pdf, .tex (PGFPlots).")
]
Count = Annotated[int | None, Option("--random-positions", metavar="N", min=1, help="Average over N random positions.")]


def compare(
    game: GameArgument,
    *,
    algorithms: Algorithms = None,
    state: StateOptions,
    evaluation: EvaluationOption = None,
    depth: Depths = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    simulations: Simulations = None,
    window: Window = None,
    table_size: TableSize = None,
    replacement: Schemes = None,
    table_sizes: Sizes = None,
    random_positions: Count = None,
    plies: Plies = None,
    seed: PositionSeed = None,
    plot: Plot = None,
    latex: TablesInLatex = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Search a state with several algorithms and compare the nodes they visit."""
    from spielbaum.cli.render.latex import write_tables
    from spielbaum.game.repetition import ended_by_repetition
    from spielbaum.kernel import jit_enabled
    from spielbaum.measuring import affordable_depth, disagreements, parse_depths
    from spielbaum.pictures.plot import refuse_unfit_file
    from spielbaum.search.core.limits import Limits
    from spielbaum.search_pool.compiler import compile_together

    record, line = state.load(game)
    record = ended_by_repetition(record, line)
    bounds = parse_window(window)
    depths: list[int | None] = [None] if depth is None else [*parse_depths(depth)]
    limits = Limits(seconds=seconds, nodes=nodes, simulations=simulations)
    by_size = replacement is not None or table_sizes is not None
    _refuse_mixed(limits, by_size=by_size, by_depth=len(depths) > 1, plot=plot, table_size=table_size)
    if plot is not None:
        refuse_unfit_file(plot)
    on_stdout = refuse_unfit_files({"--latex": latex}, json=json)
    choices = _choices(record, algorithms, evaluation, with_table=by_size)
    if by_size and depth is None:
        with status(tr("{}: how deep is affordable?", record.spec)):
            depths = [affordable_depth(record, line[-1], choices[0], evaluation)]
    settings = _settings(choices, depths, table_size, replacement, table_sizes)
    states = _states(record, line[-1], random_positions, plies, seed)
    if jit_enabled() and record.compiled:
        with status(tr("{}: compiling", record.spec)):
            compile_together(record, game, list(dict.fromkeys(one.algorithm for one in settings)), evaluation)
    history = line[:-1] if random_positions is None else ()
    rows: list[Row] = []
    interrupted = _run(
        rows, record, states, settings, evaluation=evaluation, limits=limits, history=history, window=bounds
    )
    base = None
    if len(depths) > 1 and not interrupted:
        base, interrupted = _base(record, states, rows, evaluation)
    found = Comparison(record, rows, states, by_size=by_size, base=base, disagreements=disagreements(rows))
    show(found, as_json=json, quiet=on_stdout)
    if latex is not None:
        write_tables(latex, tables(found))
    if plot is not None and (by_size or base):
        draw(found, plot)
    if interrupted:
        raise KeyboardInterrupt
    if found.disagreements:
        raise click.exceptions.Exit(NEGATIVE)


def _refuse_mixed(
    limits: "Limits", *, by_size: bool, by_depth: bool, plot: Path | None, table_size: str | None
) -> None:
    """Refuse options that exclude each other."""
    from spielbaum.errors import InputError, Message

    if by_size and by_depth:
        raise InputError(Message("--table-sizes and --replacement go with one --depth, not with several"))
    if by_size and table_size is not None:
        raise InputError(Message("--table goes without --table-sizes and --replacement: it is one size for all"))
    if (by_size or by_depth) and limits.deepens:
        raise InputError(
            Message("nodes are counted of whole searches: limit them by --depth, not by --seconds or --nodes")
        )
    if plot is not None and not (by_size or by_depth):
        raise InputError(Message("--plot draws nodes over --table-sizes or over several depths, such as --depth 1..8"))


def _choices(
    record: "Game", algorithms: str | None, evaluation: str | None, *, with_table: bool
) -> "list[AlgorithmChoice]":
    from spielbaum.errors import InputError, Message
    from spielbaum.measuring.settings import with_tables
    from spielbaum.search.algorithms.choice import as_algorithm, choose
    from spielbaum.search.algorithms.registry import find_algorithm, fitting_algorithms
    from spielbaum.spec import split_specs

    if algorithms is None:
        fitting = [name for name in fitting_algorithms(record, evaluation) if find_algorithm(name).compared]
        return [choose(name) for name in fitting if not with_table or name in with_tables()]
    names = split_specs(algorithms)
    if not names:
        raise InputError(Message("--algorithms needs at least one algorithm, such as minimax,alpha-beta"))
    return [as_algorithm(record, name, evaluation) for name in names]


def _settings(
    choices: "list[AlgorithmChoice]",
    depths: list[int | None],
    table_size: str | None,
    schemes: str | None,
    sizes: str | None,
) -> "list[Setting]":
    from spielbaum.measuring import parse_schemes, parse_sizes, plain_settings, table_settings
    from spielbaum.search.table.scalar import DEFAULT_TABLE_BYTES, parse_size

    if schemes is None and sizes is None:
        return plain_settings(choices, depths, None if table_size is None else parse_size(table_size))
    return table_settings(
        choices,
        ["two-deep"] if schemes is None else parse_schemes(schemes),
        [DEFAULT_TABLE_BYTES] if sizes is None else parse_sizes(sizes),
        depths[0],
    )


def _states(record: "Game", start: "State", count: int | None, plies: int | None, seed: int | None) -> "list[State]":
    if count is None:
        refuse_stray_plies(plies, seed)
        return [start]
    return draw_positions(record, start, count, plies, seed)


def _base(
    record: "Game", states: "list[State]", rows: "list[Row]", evaluation: str | None
) -> "tuple[Base | None, bool]":
    """Return the mean branching factor, and whether Ctrl-C interrupted the search for it."""
    from spielbaum.errors import SearchInterruptedError
    from spielbaum.measuring import mean_branching

    try:
        return mean_branching(record, states, rows, evaluation), False
    except (KeyboardInterrupt, SearchInterruptedError):
        return None, True


def _run(
    rows: "list[Row]",
    record: "Game",
    states: "list[State]",
    settings: "list[Setting]",
    **options: Any,
) -> bool:
    """Append rows as they are measured; return whether Ctrl-C ended it."""
    from spielbaum.measuring import measure

    with countdown(tr("{}: preparing", record.spec), total=len(settings)) as advance:

        def tell(setting: "Setting", done: "Progress | None") -> None:
            table = tr(", {:,} entries", setting.entries) if setting.entries else ""
            advance(
                0, f"{setting.algorithm}{table}: {tr('preparing') if done is None else tr('{:,} nodes', done.nodes)}"
            )

        found = measure(record, states, settings, tell=tell, **options)
        return collect(found, rows, lambda row: advance(1, str(row.setting.algorithm)))
