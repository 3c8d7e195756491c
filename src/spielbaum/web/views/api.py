"""Requests and answers of the JSON API, and their description by OpenAPI.

A request can only name games that are offered, algorithms that fit them, and their evaluations.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from spielbaum import __version__
from spielbaum.errors import InputError, Message, UnknownNameError
from spielbaum.game import NONE, Game, State
from spielbaum.game.notation import format_action
from spielbaum.game.repetition import RepetitionRule
from spielbaum.players import RANDOM, Choice, PlayerSpec
from spielbaum.position_text import read_states
from spielbaum.search.algorithms.choice import default_algorithm
from spielbaum.search.core.limits import Limits
from spielbaum.session.documents import state_document
from spielbaum.session.levels import EXPERT, LEVELS, level_player
from spielbaum.tablebase import Known
from spielbaum.web.http.json_body import Field
from spielbaum.web.live.catalogue import Catalogue
from spielbaum.web.views.players import MAX_DEPTH, choices_of

LEAST_SECONDS = 0.05
MAX_NODES = 1_000_000_000
LIMITS = ("depth", "seconds", "nodes", "simulations")
VERSION = "3.1.0"


def fields_of(longest: float) -> dict[str, Field]:
    """Return the fields of a request, with the longest search in seconds."""
    return {
        "game": Field("string", "The game: a name from /api/games, with options.", needed=True),
        "position": Field("string", "The position in the game's notation; by default the start."),
        "moves": Field("strings", "Actions from there, as a list or separated by spaces."),
        "to_move": Field("string", "The player to move, if the notation leaves it open."),
        "algorithm": Field("string", "An algorithm that fits the game; by default the best."),
        "evaluation": Field("string", "An evaluation of the game, or none; by default the first."),
        "depth": Field("integer", "The depth of the search in plies.", 1, MAX_DEPTH),
        "seconds": Field("number", "The time limit; one second if there is no other limit.", LEAST_SECONDS, longest),
        "nodes": Field("integer", "The most positions to visit.", 1, MAX_NODES),
        "simulations": Field("integer", "The number of simulations of mcts.", 1, MAX_NODES),
    }


def move_fields_of(longest: float) -> dict[str, Field]:
    """Return the fields of a request for a move."""
    level = f"Instead of an algorithm and limits: {', '.join(LEVELS)}, or {RANDOM}."
    return {**fields_of(longest), "level": Field("string", level)}


@dataclass(frozen=True)
class ApiRequest:
    """A request: a player, and the states of a game, the last of which is searched.

    Attributes
    ----------
    text
        The game as on the command line.
    book
        The opening book of the game; None if there is none, or for a level below the highest.
    """

    text: str
    game: Game
    states: Sequence[State]
    spec: PlayerSpec
    book: Known | None = None

    def known(self) -> dict[str, Any]:
        """Return the entry of the last state as ``book``, without the folder of the file; empty without a book."""
        if self.book is None:
            return {}
        found = self.book.to_dict(self.states[-1])
        return {"book": {**found, "file": Path(found["file"]).name}}


def parse_request(catalogue: Catalogue, fields: Mapping[str, Any]) -> ApiRequest:
    """Return the request that some fields describe.

    Raises
    ------
    SpielbaumError
        If the game is not offered, has no such position, algorithm or evaluation, or is over in the position.
    """
    offer = catalogue.offers.get(fields["game"])
    text = offer.text if offer else fields["game"]
    game = catalogue.game(text)
    states = read_states(game, **{name: fields.get(name) for name in ("position", "moves", "to_move")})
    if game.is_terminal(states[-1]) or any(RepetitionRule(game).is_draw(states[: i + 1]) for i in range(len(states))):
        raise InputError(Message("the game is over there: there is nothing to search"))
    book = catalogue.book(game) if fields.get("level", EXPERT) == EXPERT else None
    return ApiRequest(text, game, states, _player(game, fields), book)


def analysis_document(asked: ApiRequest, choice: Choice) -> dict[str, Any]:
    """Return the answer to an analysis: the document of ``analyze --json``."""
    assert choice.result is not None
    return choice.result.to_dict() | asked.known()


def move_document(asked: ApiRequest, choice: Choice) -> dict[str, Any]:
    """Return a move, its value, and the state after it."""
    game, states, found = asked.game, asked.states, choice.result
    after = game.result(states[-1], choice.action)
    return {
        "game": game.spec,
        "player": str(asked.spec),
        "action": format_action(game, states[-1], choice.action),
        "value": None if found is None else found.to_dict()["value"],
        "kind": None if found is None else found.certainty.kind,
        "depth": None if found is None else found.depth,
        "nodes": 0 if found is None else found.nodes,
        "seconds": choice.seconds,
        "next": state_document(game, [*states, after]),
        **asked.known(),
    }


def games_document(catalogue: Catalogue) -> dict[str, Any]:
    """Return the games on offer as in ``games --json``, with the algorithms that fit each."""
    rows = []
    for key, offer in catalogue.offers.items():
        game = catalogue.game(offer.text)
        rows.append(
            {
                "name": key,
                "players": game.players,
                "title": game.doc,
                "options": {name: option.default for name, option in offer.options.items()},
                "evaluations": list(game.evaluations),
                "algorithms": list(choices_of(game).algorithms),
            }
        )
    return {"games": rows}


class Operation(NamedTuple):
    """An operation of the API; ``fields`` returns the fields of a request, ``request`` is the name of its schema."""

    method: str
    path: str
    summary: str
    answer: str
    request: str = ""
    fields: Callable[[float], dict[str, Field]] = lambda _longest: {}
    example: Mapping[str, Any] | None = None

    def describe(self) -> dict[str, Any]:
        """Return the operation in OpenAPI."""
        body = {"requestBody": {"required": True, "content": _json(self.request, self.example)}} if self.request else {}
        answers = {"200": {"description": f"The {self.answer.lower()}.", "content": _json(self.answer)}}
        errors = {status: {"description": text, "content": _json("Error")} for status, text in REFUSALS.items()}
        responses = answers | (errors if self.request else {})
        name = self.path.rpartition("/")[2]
        return {self.method.lower(): {"operationId": name, "summary": self.summary, **body, "responses": responses}}


REFUSALS = {"400": "The request is invalid.", "429": "Too many requests.", "503": "The server is busy."}

OPERATIONS = (
    Operation("GET", "/api/games", "List the games that are served.", "Games"),
    Operation(
        "POST",
        "/api/analyze",
        "Search a position: the value of every action, the principal variation, and the cost.",
        "Analysis",
        "AnalyzeRequest",
        fields_of,
        {"game": "tic-tac-toe", "position": "XO..X....", "depth": 9},
    ),
    Operation(
        "POST",
        "/api/move",
        "Choose an action; return it with the state after it.",
        "Move",
        "MoveRequest",
        move_fields_of,
        {"game": "connect-four", "moves": ["4", "4"], "level": "easy"},
    ),
)


def operations_shown(longest: float) -> list[dict[str, Any]]:
    """Return the template context of the operations."""
    return [
        {
            "method": operation.method,
            "path": operation.path,
            "summary": operation.summary,
            "fields": operation.fields(longest),
            "example": json.dumps(operation.example, ensure_ascii=False),
            "answer": list(ANSWERS[operation.answer]["properties"]),
        }
        for operation in OPERATIONS
    ]


def openapi_document(longest: float) -> dict[str, Any]:
    """Return the description of the API by OpenAPI 3.1."""
    return {
        "openapi": VERSION,
        "info": {
            "title": "Spielbaum",
            "version": __version__,
            "description": "Values and moves of games of perfect information.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {operation.path: operation.describe() for operation in OPERATIONS},
        "components": {
            "schemas": {
                **{one.request: _request(one.fields(longest)) for one in OPERATIONS if one.request},
                **ANSWERS,
                "Error": _object({"error": _text("A sentence about the error.")}),
            }
        },
    }


def _player(game: Game, fields: Mapping[str, Any]) -> PlayerSpec:
    """Return the player: a level, or an algorithm with limits, both from those that the pages offer."""
    choices = choices_of(game)
    evaluation = _one_of("evaluation", fields.get("evaluation"), [*choices.evaluations, NONE])
    level = _one_of("level", fields.get("level"), [*LEVELS, RANDOM])
    if level is not None:
        others = [name for name in ("algorithm", *LIMITS) if name in fields]
        if others:
            raise InputError(Message("level replaces {}: leave one of them out", ", ".join(others)))
        return PlayerSpec(RANDOM) if level == RANDOM else level_player(level, evaluation)
    name = _one_of("algorithm", fields.get("algorithm"), choices.algorithms) or default_algorithm(game, evaluation).name
    return PlayerSpec(name, Limits(**{limit: fields[limit] for limit in LIMITS if limit in fields}), evaluation)


def _one_of(what: str, name: str | None, known: Sequence[str]) -> str | None:
    if name is not None and name not in known:
        raise UnknownNameError(what, name[:80], known)
    return name


def _request(fields: Mapping[str, Field]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {name: field.schema() for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.needed],
        "additionalProperties": False,
    }


def _json(schema: str, example: Mapping[str, Any] | None = None) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": {"$ref": f"#/components/schemas/{schema}"}}
    return {"application/json": content | ({"example": example} if example else {})}


def _object(properties: Mapping[str, Any], optional: Mapping[str, Any] | None = None) -> dict[str, Any]:
    return {"type": "object", "properties": {**properties, **(optional or {})}, "required": list(properties)}


def _list(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": dict(items)}


def _text(meaning: str = "") -> dict[str, Any]:
    return {"type": "string"} | ({"description": meaning} if meaning else {})


_TEXTS, _WHOLE, _NUMBER = _list(_text()), {"type": "integer"}, {"type": "number"}
_VALUE = {
    "description": "For the player to move; a list with one value per player for vector algorithms; null if unknown.",
    "oneOf": [_NUMBER, _list(_NUMBER), {"type": "null"}],
}
_OR_NULL = {name: {"type": [name, "null"]} for name in ("string", "integer")}
_STATE = _object(
    {
        "position": _text("In the game's notation."),
        "to_move": _WHOLE,
        "player": _text("The name of the player to move."),
        "actions": _TEXTS,
        "terminal": {"type": "boolean"},
        "utility": {
            "oneOf": [_list(_NUMBER), {"type": "null"}],
            "description": "For each player; null unless the state is terminal.",
        },
    }
)
_OF_BOOK = {"type": ["number", "null"], "description": "For the player to move; null if it is not in the book."}
_BOOK = {"book": {"$ref": "#/components/schemas/Book"}}
ANSWERS = {
    "Games": _object(
        {
            "games": _list(
                _object(
                    {
                        "name": _text(),
                        "players": _WHOLE,
                        "title": _text(),
                        "options": {"type": "object"},
                        "evaluations": _TEXTS,
                        "algorithms": _TEXTS,
                    }
                )
            )
        }
    ),
    "Analysis": _object(
        {
            "game": _text(),
            "position": _text(),
            "algorithm": _text(),
            "evaluation": _OR_NULL["string"],
            "action": _OR_NULL["string"],
            "value": _VALUE,
            "kind": {"enum": ["exact", "bound", "heuristic"]},
            "depth": _WHOLE,
            "actions": _list(_object({"action": _text(), "value": _VALUE, "bound": _text("exact, lower or upper")})),
            "principal_variation": _TEXTS,
            "nodes": _WHOLE,
            "leaves": _WHOLE,
            "cutoffs": _WHOLE,
            "seconds": _NUMBER,
        },
        _BOOK,
    ),
    "Move": _object(
        {
            "game": _text(),
            "player": _text("The player that chose unless the book did: an algorithm with its limits, or random."),
            "action": _text(),
            "value": _VALUE,
            "kind": _OR_NULL["string"],
            "depth": _OR_NULL["integer"],
            "nodes": _WHOLE,
            "seconds": _NUMBER,
            "next": {"$ref": "#/components/schemas/State"},
        },
        _BOOK,
    ),
    "Book": _object(
        {
            "file": _text("The file name of the book, if the server was started with a book of the game."),
            "kind": {"enum": ["exact", "deep"]},
            "value": _OF_BOOK,
            "action": _OR_NULL["string"],
            "actions": {
                "oneOf": [_list(_object({"action": _text(), "value": _NUMBER})), {"type": "null"}],
                "description": "All actions; null if some are not in the book.",
            },
        }
    ),
    "State": _STATE,
}
"""The schemas of answers, which may have further fields."""
