"""Fitting ProbCut: how well the values of shallow searches predict those of deep ones."""

from pathlib import Path
from typing import Annotated

from spielbaum.cli.commands.series import MaxPlies, OpeningPlies, Seed
from spielbaum.cli.shared.options import AlgorithmOption, EvaluationOption, GameArgument, Json, Verbose
from spielbaum.cli.shared.output import bar, console, print_json, table
from spielbaum.cli.shared.parameters import Option
from spielbaum.language import tr

Positions = Annotated[int, Option("--positions", metavar="N", help="How many positions to search.")]
FitDepth = Annotated[int, Option("--depth", metavar="D", help="The deepest search; lower depths are fitted too.")]
Output = Annotated[Path | None, Option("--output", metavar="FILE", help="The model; by default GAME-probcut.json.")]


def probcut(
    game: GameArgument,
    positions: Positions = 1000,
    depth: FitDepth = 6,
    algorithm: AlgorithmOption = None,
    evaluation: EvaluationOption = None,
    opening_plies: OpeningPlies = 6,
    max_plies: MaxPlies = 200,
    seed: Seed = 0,
    output: Output = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Fit ProbCut: search positions of played games shallow and deep, and write how well one value predicts the other.

    Give the file to pvs: pvs(probcut=FILE, probcut_threshold=1.5).
    """
    from spielbaum.cli.commands.learn_request import model_path
    from spielbaum.learning.fitting.probcut import Sampling, fit_probcut
    from spielbaum.learning.models.probcut import write_probcut
    from spielbaum.registry import load

    record = load(game)
    path = model_path(output or Path(f"{record.name}-probcut.json"))
    sampling = Sampling(
        positions=positions, depth=depth, opening_plies=opening_plies, max_plies=max_plies or 10**6, seed=seed
    )
    with bar(tr("{}: searching positions", record.spec), positions) as tell:
        model = fit_probcut(record, sampling, algorithm=algorithm, evaluation=evaluation, progress=tell)
    write_probcut(model, path)
    if json:
        print_json({"model": str(path), **model.to_dict()})
        return
    shown = table(">depth", ">by a search to", ">slope", ">offset", ">deviation", ">correlation")
    for check in model.checks:
        numbers = (check.slope, check.offset, check.deviation, check.correlation)
        shown.add_row(str(check.depth), str(check.shallow), *(f"{number:.3g}" for number in numbers))
    console().print(shown)
    console().print(tr("{:,} positions; written to {}", model.origin["positions"], path), soft_wrap=True)
