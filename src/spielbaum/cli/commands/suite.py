"""Players on a suite of positions: what each chooses, and at what cost."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from spielbaum.cli.render.suite import Findings, refuse_other_files, show, write
from spielbaum.cli.shared.options import (
    EvaluationOption,
    GameArgument,
    Json,
    LimitOptions,
    Plies,
    PositionSeed,
    TableSize,
    Threads,
    Verbose,
    draw_positions,
    parse_table_size,
    refuse_stray_plies,
)
from spielbaum.cli.shared.output import collect, countdown
from spielbaum.cli.shared.parameters import Argument, Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.game import Game
    from spielbaum.measuring import Solution, SuitePosition
    from spielbaum.players import PlayerSpec
    from spielbaum.search.core.progress import Progress

NEGATIVE = 1

File = Annotated[
    Path | None,
    Argument(
        metavar="[FILE]",
        help="Positions: EPD, or CSV with a position or moves and, if known, the best moves and the value.",
    ),
]
Players = Annotated[
    str | None,
    Option("--players", metavar="P1,P2,…", help="Algorithms with options and limits; by default the strongest one."),
]
Count = Annotated[
    int | None, Option("--random-positions", metavar="N", min=1, help="Use N random positions instead of a file.")
]
Export = Annotated[
    Path | None, Option("--export", metavar="FILE.csv", help="Also write a row for each position and player.")
]


def suite(
    game: GameArgument,
    *,
    players: Players = None,
    file: File = None,
    evaluation: EvaluationOption = None,
    limiting: LimitOptions,
    random_positions: Count = None,
    plies: Plies = None,
    seed: PositionSeed = None,
    table_size: TableSize = None,
    threads: Threads = 1,
    export: Export = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Search the positions of a file, or random ones, with several players, and compare moves, values and costs."""
    from spielbaum.errors import InputError, Message
    from spielbaum.players import parse_players
    from spielbaum.registry import load
    from spielbaum.search.algorithms.choice import strongest
    from spielbaum.spec import split_specs

    refuse_other_files(export)
    record = load(game)
    if players is None:
        players = str(strongest(record, evaluation))
    specs = [player.within(limiting.limits, evaluation) for player in parse_players(players)]
    if not specs:
        raise InputError(Message("a suite needs players, such as alpha-beta(depth=6),pvs(depth=6)"))
    positions = _positions(record, file, random_positions, plies, seed)
    solutions: list[Solution] = []
    interrupted = _run(solutions, record, positions, specs, parse_table_size(table_size), threads)
    found = Findings(record.spec, split_specs(players), len(positions), solutions)
    show(found, as_json=json)
    if export is not None:  # last, so that the results are shown even if the disk is full
        write(found, export)
    if interrupted:
        raise KeyboardInterrupt
    if found.disagreements:
        raise click.exceptions.Exit(NEGATIVE)


def _positions(
    record: "Game", file: Path | None, count: int | None, plies: int | None, seed: int | None
) -> "list[SuitePosition]":
    from spielbaum.errors import InputError, Message
    from spielbaum.game.notation import format_state
    from spielbaum.measuring import SuitePosition, read_suite

    if (file is None) == (count is None):
        raise InputError(Message("a suite is a FILE of positions or --random-positions N, one of the two"))
    if file is not None:
        refuse_stray_plies(plies, seed)
        return read_suite(record, file)
    assert count is not None
    states = draw_positions(record, record.initial(), count, plies, seed)
    return [SuitePosition(state, format_state(record, state)) for state in states]


def _run(
    solutions: "list[Solution]",
    record: "Game",
    positions: "list[SuitePosition]",
    players: "list[PlayerSpec]",
    table: int,
    threads: int,
) -> bool:
    """Append solutions as they are found; return whether Ctrl-C ended it."""
    from spielbaum.measuring import run_suite

    with countdown(tr("{}: preparing", record.spec), total=len(positions) * len(players)) as advance:

        def tell(player: "PlayerSpec", done: "Progress | None") -> None:
            advance(
                0,
                f"{player}: {tr('preparing') if done is None else tr('depth {}, {:,} nodes', done.depth, done.nodes)}",
            )

        found = run_suite(record, positions, players=players, table=table, threads=threads, tell=tell)
        return collect(found, solutions, lambda solution: advance(1, str(players[solution.player])))
