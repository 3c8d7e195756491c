"""Why an evaluation says what it says of a position."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from spielbaum.cli.shared.option_groups import expand_options
from spielbaum.cli.shared.options import GameArgument, Json, StateOptions, Verbose
from spielbaum.cli.shared.output import QUIET, console, plain, print_json, table

if TYPE_CHECKING:
    from spielbaum.game import Game, State

EvaluationName = Annotated[
    str | None,
    typer.Option(
        "--evaluation", metavar="NAME", help="One of the game's, or the path of a learned one; without it the first."
    ),
]


@expand_options
def evaluate(
    game: GameArgument,
    *,
    state: StateOptions,
    evaluation: EvaluationName = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Explain a value: each feature with its weight and what it contributes, or the counts behind a category."""
    from spielbaum.game.notation import format_state

    record, states = state.load(game)
    document = {
        "game": record.spec,
        "position": format_state(record, states[-1]),
        "evaluation": evaluation or next(iter(record.evaluations), None),
        **_explained(record, states[-1], evaluation),
    }
    if json:
        print_json(document)
    else:
        _print(document)


def _explained(game: "Game", state: "State", name: str | None) -> dict[str, Any]:
    """Return what is known of a value; of a terminal state and of evaluations written by hand it is less."""
    from spielbaum.errors import InputError
    from spielbaum.game import NONE, is_file
    from spielbaum.models import explain, read_model

    found = game.evaluation(name)
    if found is None and game.evaluations:
        raise InputError(f"evaluation {NONE} has nothing to explain: all unfinished positions count the same")
    if found is None:
        raise InputError(f"{game.spec} has no evaluation to explain: name a learned one by --evaluation FILE.json")
    if game.is_terminal(state) and not found.terminal:
        worth = [found.worth_of_utility * number for number in game.utility(state)]
        return {"value": worth, "method": "the game is over", "players": []}
    if name is not None and name not in game.evaluations and is_file(name):
        return explain(game, read_model(Path(name)), state)
    values = [float(number) for number in found.function(state)]
    features = game.features.function(state) if game.features.function else ((),) * game.players
    rows = [
        {
            "player": game.player_name(player),
            "value": values[player],
            "features": [
                {"feature": feature, "value": number}
                for feature, number in zip(game.features.names, features[player], strict=True)
            ],
        }
        for player in range(game.players)
    ]
    return {"value": values, "method": "by hand", "players": rows}


def _print(document: dict[str, Any]) -> None:
    from spielbaum.search.core.result import value_text

    out = console()
    value = value_text(tuple(document["value"]))
    out.print(f"[bold]{plain(document['game'])}[/] at {plain(document['position'])}")
    out.print(f"{plain(document['evaluation'])} ({document['method']}): {value}")
    for row in document["players"]:
        out.print(f"\n[bold]{plain(row['player'])}[/] {row['value']:.4f}")
        _print_features(row)
        if "counts" in row:
            _print_counts(row)
        elif "score" in row:
            out.print(f"[{QUIET}]sum[/] {row['score']:+.4f}")


def _print_features(row: dict[str, Any]) -> None:
    if not row["features"]:
        return
    names = [name for name in row["features"][0] if name != "feature"]
    shown = table("feature", *(f">{name}" for name in names))
    for feature in row["features"]:
        shown.add_row(plain(feature["feature"]), *(_text(feature[name]) for name in names))
    console().print(shown)


def _text(value: Any) -> str:
    if isinstance(value, list):
        low, high = value
        return f"{'' if low is None else f'{low:g} < '}x{'' if high is None else f' ≤ {high:g}'}"
    return f"{value:.4g}"


def _print_counts(row: dict[str, Any]) -> None:
    counts = row["counts"]
    left = f", {row['left_out']} features left out for too few games" if row["left_out"] else ""
    console().print(
        f"category {row['category']}: {counts['wins']:,} won, {counts['losses']:,} lost, {counts['draws']:,} drawn, in "
        f"{counts['games']:,} games{left}; expected part of the win {row['share']:.3f} ± {row['error']:.3f}"
    )
