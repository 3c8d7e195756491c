"""What other models of the opponents than that of Max^n cost, as functions of depth."""

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
    records = list({record.spec: record for record in map(load, games)}.values())
    states_of = [draw_positions(record, record.initial(), positions, plies, seed) for record in records]
    choices: list[tuple[str, list[Choice]]] = []
    with countdown(tr("{}: preparing", records[0].spec), total=depth * sum(map(len, states_of))) as advance:
        made = [
            regrets(
                record,
                states,
                _algorithms(record, algorithms, evaluation),
                depth=depth,
                regret_depth=depth if regret_depth is None else regret_depth,
                goal=goal,
                evaluation=evaluation,
                tell=lambda what: advance(0, what),
            )
            for record, states in zip(records, states_of, strict=True)
        ]
        each = ((record.spec, one) for record, found in zip(records, made, strict=True) for one in found)
        interrupted = collect(each, choices, lambda found: advance(1, found[0]))
    found = [
        Found(name, summary([choice for spec, group in choices if spec == name for choice in group]))
        for name in dict.fromkeys(spec for spec, _ in choices)
    ]
    show(found, as_json=json, quiet=on_stdout)
    if latex is not None:
        write_tables(latex, tables(found))
    if plot is not None:
        draw(found, plot)
    if interrupted:
        raise KeyboardInterrupt


def _algorithms(record: "Game", algorithms: str | None, evaluation: str | None) -> "list[AlgorithmChoice]":
    from spielbaum.measuring.regret import default_algorithms
    from spielbaum.search.algorithms.choice import as_algorithm
    from spielbaum.spec import split_specs

    if algorithms is None:
        return default_algorithms(record, evaluation)
    return [as_algorithm(record, name, evaluation) for name in split_specs(algorithms)]
