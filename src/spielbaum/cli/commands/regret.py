"""What other models of the opponents than that of Max^n cost, as functions of depth."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from spielbaum.cli.render.regret import Found, draw, show, tables
from spielbaum.cli.shared.options import (
    EvaluationOption,
    GoalOption,
    Json,
    Plies,
    PositionSeed,
    TablesInLatex,
    Verbose,
    complete_game,
    draw_positions,
)
from spielbaum.cli.shared.output import collect, countdown, refuse_unfit_files
from spielbaum.cli.shared.parameters import Argument, Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spielbaum.game import Game
    from spielbaum.measuring.regret import Choice
    from spielbaum.search.algorithms.choice import AlgorithmChoice

Games = Annotated[
    list[str],
    Argument(metavar="GAME...", help="Games for more than two players, with options.", complete=complete_game),
]
Algorithms = Annotated[
    str | None,
    Option(
        "--algorithms",
        metavar="A,B,C",
        help="The algorithms to measure; by default paranoid, hypermax, best-reply searches and OPPS, if they fit.",
    ),
]
Depth = Annotated[int, Option("--depth", metavar="D", min=1, help="Search 1, 2, ... D plies deep.")]
RegretDepth = Annotated[
    int | None,
    Option("--regret-depth", metavar="R", min=0, help="Measure regrets up to depth R only; they need searches to 2 R."),
]
Positions = Annotated[int, Option("--positions", metavar="N", min=1, help="The number of random positions.")]
Plot = Annotated[
    Path | None, Option("--plot", metavar="FILE", help="Draw the curves: .svg, .png, .pdf, .tex (PGFPlots).")
]


def regret(
    games: Games,
    *,
    algorithms: Algorithms = None,
    evaluation: EvaluationOption = None,
    depth: Depth = 3,
    regret_depth: RegretDepth = None,
    positions: Positions = 100,
    plies: Plies = None,
    seed: PositionSeed = None,
    goal: GoalOption = "chance",
    plot: Plot = None,
    latex: TablesInLatex = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Measure by depth how often algorithms choose another action than Max^n, and what that costs.

    The regret of an action is what it is worth less than the best one, by Max^n to twice the depth.
    """
    from spielbaum.cli.render.latex import write_tables
    from spielbaum.measuring.regret import regrets
    from spielbaum.pictures.plot import refuse_unfit_file
    from spielbaum.registry import load
    from spielbaum.statistics.regrets import summary

    if plot is not None:
        refuse_unfit_file(plot)
    on_stdout = refuse_unfit_files({"--latex": latex}, json=json)
    work = []
    for record in map(load, games):
        states = draw_positions(record, record.initial(), positions, plies, seed)
        chosen = _algorithms(record, algorithms, evaluation)
        made = partial(
            regrets,
            record,
            states,
            chosen,
            depth=depth,
            regret_depth=depth if regret_depth is None else regret_depth,
            goal=goal,
            evaluation=evaluation,
        )
        work.append((record.spec, depth * len(states), made))
    found: list[Found] = []
    interrupted = False
    for name, total, made in work:
        choices, interrupted = _measured(name, total, made)
        found.append(Found(name, summary(choices)))
        if interrupted:
            break
    show(found, as_json=json, quiet=on_stdout)
    if latex is not None:
        write_tables(latex, tables(found))
    if plot is not None:
        draw(found, plot)
    if interrupted:
        raise KeyboardInterrupt


def _measured(name: str, total: int, made: "Callable[..., Iterator[list[Choice]]]") -> "tuple[list[Choice], bool]":
    """Return the choices that were made until Ctrl-C, and whether it came."""
    choices: list[list[Choice]] = []
    with countdown(tr("{}: preparing", name), total=total) as advance:
        interrupted = collect(made(tell=lambda what: advance(0, what)), choices, lambda _found: advance(1, name))
    return [choice for found in choices for choice in found], interrupted


def _algorithms(record: "Game", algorithms: str | None, evaluation: str | None) -> "list[AlgorithmChoice]":
    from spielbaum.measuring.regret import default_algorithms
    from spielbaum.search.algorithms.choice import as_algorithm
    from spielbaum.spec import split_specs

    if algorithms is None:
        return default_algorithms(record, evaluation)
    return [as_algorithm(record, name, evaluation) for name in split_specs(algorithms)]
