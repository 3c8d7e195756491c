"""Explanations of learned evaluations: contributions of features, or counts of a category."""

from typing import Any

from spielbaum.game import Game, State
from spielbaum.learning.models.making import (
    make_alive,
    make_category,
    make_entry,
    make_evaluation,
    make_phase,
    make_rows,
)
from spielbaum.learning.models.making import make_relative as relative_of
from spielbaum.learning.models.model import Categories, Linear, Model


def explain(game: Game, model: Model, state: State) -> dict[str, Any]:
    """Return the explanation of a model's value of a state, as plain values.

    Returns
    -------
    dict
        ``value`` has the expected pay-off of each player. ``players`` has an entry for each player in the game, with
        its ``features``: values, and weights and contributions of a linear model, or leads and bins of categories. A
        linear model adds the ``score``; categories add the ``category`` with its counts, the expected share, its
        standard error, and the number of features ``left_out`` to have enough games.
    """
    values = make_evaluation(game, model).function(state)
    present = make_alive(game)(state)
    describe = _linear_row if isinstance(model.body, Linear) else _category_row
    rows = [
        {"player": game.player_name(player), "value": values[player], **describe(game, model, state, player)}
        for player in range(game.players)
        if present >> player & 1
    ]
    return {"value": list(values), "method": model.method, "players": rows}


def _linear_row(game: Game, model: Model, state: State, player: int) -> dict[str, Any]:
    body = model.body
    assert isinstance(body, Linear)
    rows, entry = make_rows(game)(state), make_entry(model, game)
    phase = make_phase(model, game)(rows) if body.phase else 0.0
    row = min(int(phase), max(0, len(body.weights) - 2))
    late = body.weights[min(row + 1, len(body.weights) - 1)]
    features: list[dict[str, Any]] = []
    for i, name in enumerate(model.features):
        value = entry(rows, player, i, game.to_move(state))
        weight = body.weights[row][i] + (phase - row) * (late[i] - body.weights[row][i])
        features.append({"feature": name, "value": value, "weight": weight, "contribution": weight * value})
    score = sum(feature["contribution"] for feature in features)
    return {"features": features, "score": score, **({"phase": phase} if body.phase else {})}


def _category_row(game: Game, model: Model, state: State, player: int) -> dict[str, Any]:
    body = model.body
    assert isinstance(body, Categories)
    rows, present, mover = make_rows(game)(state), make_alive(game)(state), game.to_move(state)
    entry = make_entry(model, game)
    relative = relative_of(entry, game.players)
    number = make_category(model, game)(rows, player, mover, present)
    features, rest = [], number
    for i in reversed(range(len(model.features))):
        rest, place = divmod(rest, body.sizes[i])
        value, ahead = entry(rows, player, i, mover), relative(rows, player, i, mover, present)
        bounds = [None, *body.thresholds[i], None][place : place + 2]
        features.append({"feature": model.features[i], "value": value, "ahead": ahead, "bin": bounds})
    cell, left_out = body.found(number)
    return {
        "features": features[::-1],
        "category": number,
        "left_out": left_out,
        "counts": {
            "wins": cell.wins, "draws": cell.draws, "losses": cell.losses, "positions": cell.positions,
            "games": cell.games,
        },
        "share": cell.share(body.players, body.smoothing),
        "error": cell.error(body.players, body.smoothing),
    }  # fmt: skip
