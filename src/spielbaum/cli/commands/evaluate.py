"""Explaining the evaluation of a position."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from spielbaum.cli.shared.options import Json, StateOptions, Verbose, game_argument
from spielbaum.cli.shared.output import QUIET, console, plain, print_json, table
from spielbaum.cli.shared.parameters import Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spielbaum.game import Evaluation, Game, State, Term

EvaluationName = Annotated[
    str | None,
    Option(
        "--evaluation",
        metavar="NAME",
        help="One of the game's evaluations, or one in a file (mine.py, mine.py:name, .json). By default the first.",
    ),
]
GameOrNone = Annotated[
    str | None, game_argument("A game, or the path of a Python file, with options; not needed with --counts.")
]
CategoryCounts = Annotated[
    str | None,
    Option("--counts", metavar="W/L/D", help="Value a category of positions that were won, lost and drawn, instead."),
]
Smoothing = Annotated[
    float, Option("--smoothing", metavar="S", min=0, help="With --counts: count S more wins for each player.")
]


def evaluate(
    game: GameOrNone = None,
    *,
    state: StateOptions,
    evaluation: EvaluationName = None,
    counts: CategoryCounts = None,
    smoothing: Smoothing = 0.0,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Explain the value of a state: each feature with its weight and contribution, or the counts behind a category."""
    from spielbaum.errors import InputError, Message
    from spielbaum.game.notation import format_state

    if counts is not None and game is None:
        _value_counts(counts, smoothing, json=json)
        return
    if game is None or counts is not None:
        raise InputError(Message("evaluate takes a game, or the counts of a category: --counts 72/20/8"))
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


def _value_counts(text: str, smoothing: float, *, json: bool) -> None:
    """Value a category by its counts, as a learned evaluation of categories does for two players."""
    from spielbaum.errors import InputError, Message
    from spielbaum.learning.models.model import Counts

    parts = text.split("/")
    if len(parts) != 3 or not all(part.strip().isdecimal() for part in parts) or not any(map(int, parts)):
        raise InputError(Message("--counts takes wins, losses and draws, such as 72/20/8, not {!r}", text))
    wins, losses, draws = map(int, parts)
    share = Counts(wins, draws, losses, points=wins + draws / 2).share(2, smoothing)
    document = {"wins": wins, "losses": losses, "draws": draws, "smoothing": smoothing}
    document |= {"share": share, "value": round(2 * share - 1, 12)}
    if json:
        print_json(document)
    else:
        value = f"{document['value']:.4g}"
        console().print(
            tr("{} won, {} lost, {} drawn: value {}, share of the win {:.3f}", *map(int, parts), value, share)
        )


def _explained(game: "Game", state: "State", name: str | None) -> dict[str, Any]:
    """Return the explanation of a value, which says less of terminal states and of evaluations written by hand."""
    from spielbaum.errors import InputError, Message
    from spielbaum.game import NONE, is_learned_file
    from spielbaum.learning.models import explain, read_model
    from spielbaum.search.core.evaluations import find_evaluation

    found = find_evaluation(game, name)
    if found is None and game.evaluations:
        raise InputError(Message("evaluation {} has nothing to explain: all unfinished positions count the same", NONE))
    if found is None:
        raise InputError(
            Message(
                "{} has no evaluation to explain: name one in a file by --evaluation FILE.json or FILE.py", game.spec
            )
        )
    if game.is_terminal(state) and not found.terminal:
        worth = [found.worth_of_utility * number for number in game.utility(state)]
        estimated = {} if name is not None and is_learned_file(name) else _by_hand(game, found, state)
        estimate = {"estimate": estimated["value"]} if estimated else {}
        return {"value": worth, "method": "the game is over", **estimate, "players": estimated.get("players", [])}
    if name is not None and name not in game.evaluations and is_learned_file(name):
        return explain(game, read_model(Path(name)), state)
    return {**_by_hand(game, found, state), "method": "by hand"}


def _by_hand(game: "Game", found: "Evaluation", state: "State") -> dict[str, Any]:
    """Return the value and its terms, or the game's features if the terms are not declared."""
    values = [float(number) for number in found.function(state)]
    terms = found.terms(state) if found.terms else None
    if terms is not None:
        return {
            "value": values,
            "players": [
                {"player": game.player_name(player), "value": values[player], **_weighed(terms, player)}
                for player in range(game.players)
            ],
        }
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
    return {"value": values, "players": rows}


def _weighed(terms: "Sequence[Term]", player: int) -> dict[str, Any]:
    rows = [
        {
            "feature": term.feature,
            "value": float(term.values[player]),
            "weight": float(term.weight),
            "contribution": float(term.weight * term.values[player]) + 0.0,
        }
        for term in terms
    ]
    return {"features": rows, "score": sum(row["contribution"] for row in rows)}


def _print(document: dict[str, Any]) -> None:
    from spielbaum.search.core.result import value_text

    out = console()
    value = value_text(tuple(document["value"]))
    out.print(f"[bold]{plain(document['game'])}[/] {tr('at {}', plain(document['position']))}")
    out.print(f"{plain(document['evaluation'])} ({tr(document['method'])}): {value}")
    if "estimate" in document:
        out.print(tr("as if it went on: {}", value_text(tuple(document["estimate"]))))
    for row in document["players"]:
        out.print(f"\n[bold]{plain(row['player'])}[/] {row['value']:.4f}")
        _print_features(row)
        if "counts" in row:
            _print_counts(row)
        elif "score" in row:
            out.print(f"[{QUIET}]{tr('sum')}[/] {row['score']:+z.4f}{_other(document, row)}")


def _other(document: dict[str, Any], row: dict[str, Any]) -> str:
    """Return what is subtracted from a player's sum in a zero-sum game of two players."""
    others = [other["score"] for other in document["players"] if other is not row]
    if len(others) != 1 or abs(row["score"] - others[0] - row["value"]) > 1:
        return ""
    return tr(", less {:+z.4f} of the other", others[0])


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
    left = tr(", {} features left out for too few games", row["left_out"]) if row["left_out"] else ""
    console().print(
        tr(
            "category {}: {:,} won, {:,} lost, {:,} drawn, in {:,} games{}; expected part of the win {:.3f} ± {:.3f}",
            row["category"],
            counts["wins"],
            counts["losses"],
            counts["draws"],
            counts["games"],
            left,
            row["share"],
            row["error"],
        )
    )
