"""Model files: JSON, replaced as a whole, and refused with a reason if they are not valid."""

import json
from collections.abc import Callable
from itertools import pairwise
from math import isfinite, prod
from pathlib import Path
from typing import Any, TypeVar

from spielbaum.errors import InputError, Message, Sentence
from spielbaum.files import read_json, write_whole
from spielbaum.game import TO_MOVE, Evaluation, Game
from spielbaum.learning.models.making import make_evaluation
from spielbaum.learning.models.model import Categories, Counts, Linear, Model

Made = TypeVar("Made")

FORMAT, VERSION = "spielbaum-model", 1

MOST_CATEGORIES = 2**20
"""The most categories, whose table has eight megabytes."""

LARGEST, MOST_POSITIONS = 1e100, 2**53
"""Limits that keep weighted sums and shares of counts finite."""

METHODS = ("categories", "linear", "td")


def read_evaluation(game: Game, path: Path) -> Evaluation:
    """Return the learned evaluation of a file.

    Raises
    ------
    InputError
        If the file cannot be read or has no model of this game; its text says why.
    """
    model = read_model(path)
    try:
        return make_evaluation(game, model)
    except InputError as error:
        raise InputError(Message("{} cannot be used: {}", path, error)) from None


def read_model(path: Path) -> Model:
    """Return the model of a file.

    Raises
    ------
    InputError
        If it cannot be read or is damaged; its text says why.
    """
    return read_document(path, _model, "model")


def read_document(path: Path, make: Callable[[Any], Made], kind: str) -> Made:
    """Return what a function makes of a JSON file; a KeyError of it is a missing part.

    Raises
    ------
    InputError
        If the file cannot be read, or the function raises an error of its contents.
    """
    try:
        return make(read_json(path, said=Sentence("is no {}", kind)))
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        reason = Sentence("{} is missing", error) if isinstance(error, KeyError) else str(error)
        raise InputError(Message("{} is not a valid {}: {}", path, kind, reason)) from None


def decisive(text: str) -> str:
    """Return the part of a model's text that determines its values; the whole text if it is not a model."""
    try:
        document = json.loads(text)
        return json.dumps([document[name] for name in ("game", "features", "learned")], sort_keys=True)
    except (KeyError, TypeError, ValueError, RecursionError):
        return text


def write_model(model: Model, path: Path) -> None:
    """Write a model to a file, which is replaced as a whole.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    document = {
        "format": FORMAT,
        "version": VERSION,
        **model.to_dict(),
        "learned": _body_document(model.body),
    }
    write_whole(path, json.dumps(document, indent=1, allow_nan=False) + "\n")


def _body_document(body: Linear | Categories) -> dict[str, Any]:
    if isinstance(body, Linear):
        return {"weights": body.weights, "phase": body.phase, "knots": body.knots}
    return {
        "thresholds": body.thresholds,
        "players": body.players,
        "smoothing": body.smoothing,
        "fewest": body.fewest,
        "cells": [
            [number, cell.wins, cell.draws, cell.losses, cell.points, cell.games]
            for number, cell in sorted(body.cells.items())
        ],
        "games": [sorted(games.items()) for games in body.games],
    }


def _model(document: Any) -> Model:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(Message("its format is not spielbaum-model"))
    version = document.get("version")
    if version != VERSION:
        age = "newer" if isinstance(version, int) and version > VERSION else Sentence("older or unknown")
        raise ValueError(
            Message(
                "its version {!r} is {}, and this Spielbaum reads version {}: learn it again", version, age, VERSION
            )
        )
    features = tuple(document["features"])
    if not features or not all(isinstance(name, str) for name in features) or len(set(features)) < len(features):
        raise ValueError(Message("features must be distinct names"))
    if document["method"] not in METHODS or not isinstance(document["game"], str):
        raise ValueError(Message("method is one of {}, and game a name", ", ".join(METHODS)))
    read = _categories if document["method"] == "categories" else _linear
    plain = {name: document[name] for name in ("options", "origin", "scores")}
    if not all(isinstance(part, dict) for part in plain.values()):
        raise ValueError(Message("options, origin and scores must be objects"))
    body = read(document["learned"], features)
    return Model(game=document["game"], features=features, body=body, method=document["method"], **plain)


def _linear(learned: dict[str, Any], features: tuple[str, ...]) -> Linear:
    weights, knots, phase = tuple(map(_numbers, learned["weights"])), _numbers(learned["knots"]), learned["phase"]
    if not weights or any(len(row) != len(features) for row in weights):
        raise ValueError(Message("each row of weights must have a number for each of its {} features", len(features)))
    if (len(weights) == 1) != (phase is None) or len(knots) != (len(weights) if phase else 0):
        raise ValueError(Message("{} rows of weights need as many knots and a phase, and one row none", len(weights)))
    if phase is not None and (not isinstance(phase, str) or phase == TO_MOVE):
        raise ValueError(Message("the phase must be the name of a feature of the game"))
    _refuse_falling("knots", knots)
    return Linear(weights=weights, phase=phase, knots=knots)


def _categories(learned: dict[str, Any], features: tuple[str, ...]) -> Categories:
    thresholds = tuple(map(_numbers, learned["thresholds"]))
    if len(thresholds) != len(features):
        raise ValueError(Message("there must be thresholds for each of its {} features", len(features)))
    for row in thresholds:
        _refuse_falling("thresholds", row)
    number = prod(len(row) + 1 for row in thresholds)
    if number > MOST_CATEGORIES:
        raise ValueError(Message("{} categories are more than {}", number, MOST_CATEGORIES))
    cells = {}
    for cell in learned["cells"]:
        if not isinstance(cell, list) or len(cell) != 6:
            raise ValueError(Message("each cell is a number, wins, draws, losses, points and games"))
        place, wins, draws, losses, points, games = cell
        counts = (place, wins, draws, losses, games)
        if not all(type(count) is int and 0 <= count <= MOST_POSITIONS for count in counts):
            raise ValueError(Message("the counts of cells must be whole, not negative and not too large"))
        if place >= number or place in cells or not 0 <= _numbers([points])[0] <= wins + draws + losses:
            raise ValueError(Message("cell {} is inconsistent", place))
        cells[place] = Counts(wins, draws, losses, float(points), games)
    players, fewest, (smoothing,) = learned["players"], learned["fewest"], _numbers([learned["smoothing"]])
    if type(players) is not int or players < 2 or type(fewest) is not int or fewest < 0 or smoothing < 0:
        raise ValueError(Message("players, fewest and smoothing must be numbers, at least 2, 0 and 0"))
    games = _games(learned["games"], [len(row) + 1 for row in thresholds], cells)
    return Categories(
        thresholds=thresholds, cells=cells, games=games, players=players, smoothing=smoothing, fewest=fewest
    )


def _games(given: Any, sizes: list[int], cells: dict[int, Counts]) -> tuple[dict[int, int], ...]:
    """Return the games of categories with features left out: at least those of any cell, at most their sum."""
    found, width = tuple(dict(level) for level in given), 1
    if len(found) != len(sizes):
        raise ValueError(Message("there must be counts of games for each of its {} features left out", len(sizes)))
    for size, games in zip(reversed(sizes), found, strict=True):
        width *= size
        joined: dict[int, list[int]] = {}
        for number, cell in cells.items():
            joined.setdefault(number // width, []).append(cell.games)
        if games.keys() != joined.keys() or any(type(count) is not int for count in games.values()):
            raise ValueError(
                Message("the games of categories with features left out must be whole numbers, one for each")
            )
        if any(not max(counts) <= games[number] <= sum(counts) for number, counts in joined.items()):
            raise ValueError(Message("the games of categories with features left out are inconsistent"))
    return found


def _numbers(given: Any) -> tuple[float, ...]:
    if not isinstance(given, list) or any(type(number) not in (int, float) for number in given):
        raise ValueError(Message("something else is found where numbers are expected"))
    if not all(isfinite(number) for number in given):
        raise ValueError(Message("all numbers must be finite"))
    if any(abs(number) > LARGEST for number in given):
        raise ValueError(Message("no number may be larger than {:g}", LARGEST))
    return tuple(map(float, given))


def _refuse_falling(name: str, numbers: tuple[float, ...]) -> None:
    if any(one >= other for one, other in pairwise(numbers)):
        raise ValueError(Message("{} must rise", name))
