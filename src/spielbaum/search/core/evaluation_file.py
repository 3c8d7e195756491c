"""Evaluations that are written as functions in a Python file, for any game: ``mine.py`` or ``mine.py:centre``."""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from spielbaum.errors import GameError, InputError, Message, UnknownNameError
from spielbaum.game import Evaluation, Game, State, Vector
from spielbaum.game.facts import check_evaluation, path_of
from spielbaum.registry import load_file

MAIN = "evaluate"
"""The function that counts if a file has several and none is named."""

GAME = "game"
"""The parameter of a function that makes the evaluation for a game."""

EVALUATIONS = "evaluations"
"""A dictionary of evaluations by name, if a file has one, as in the record of a game."""

Written = Evaluation | Callable[[State], Vector]


def read_evaluation(game: Game, name: str) -> Evaluation:
    """Return the evaluation of a file.

    It is a function of a state, which returns one number for each player; an ``Evaluation``, which says more about the
    estimates; or a function with the parameter ``game``, which returns one of the two.

    Parameters
    ----------
    game
        The game that is evaluated.
    name
        The path of the file, and behind a colon the name of the evaluation if there are several.

    Raises
    ------
    InputError
        If there is no such file or evaluation.
    GameError
        If the file cannot be read, or the evaluation does not fit the game.
    """
    path, chosen = _path_and_name(name)
    if not path.is_file():
        raise InputError(
            Message(
                "there is no file {!r} with an evaluation: it is a Python file with a function of a state", str(path)
            )
        )
    module = load_file(path)
    named = _evaluations(module)
    found = named[_chosen(path, chosen, named)]
    return _made(game, found, name)


def _path_and_name(name: str) -> tuple[Path, str]:
    path = path_of(name) or name
    return Path(path), name[len(path) + 1 :]


def _chosen(path: Path, asked: str, named: Mapping[str, Any]) -> str:
    """Return the name of the evaluation that is asked for: the only one, or ``evaluate``, if none is named."""
    if asked:
        if asked not in named:
            raise UnknownNameError(Message("evaluation of {!r}", str(path)), asked, list(named))
        return asked
    if not named:
        raise InputError(
            Message(
                "{} has no evaluation: write a function of a state, such as def evaluate(state), that returns one "
                "number for each player",
                path,
            )
        )
    if len(named) > 1 and MAIN not in named:
        listed = ", ".join(named)
        raise InputError(
            Message(
                "{} has several functions of a state, {}: name one, such as {}:{}",
                path,
                listed,
                path,
                next(iter(named)),
            )
        )
    return MAIN if MAIN in named else next(iter(named))


def _evaluations(module: ModuleType) -> dict[str, Any]:
    """Return what can be an evaluation in a file, by name."""
    given = getattr(module, EVALUATIONS, None)
    if isinstance(given, Mapping):
        return dict(given)
    public = {name: found for name, found in vars(module).items() if not name.startswith("_")}
    return {name: found for name, found in public.items() if isinstance(found, Evaluation) or _is_own(found, module)}


def _is_own(found: Any, module: ModuleType) -> bool:
    """Return whether something is a function of a file with one parameter that must be given."""
    if not inspect.isfunction(found) or found.__module__ != module.__name__:
        return False
    parameters = inspect.signature(found).parameters.values()
    return sum(one.default is one.empty and one.kind is one.POSITIONAL_OR_KEYWORD for one in parameters) == 1


def _made(game: Game, found: Any, name: str) -> Evaluation:
    if inspect.isfunction(found) and list(inspect.signature(found).parameters) == [GAME]:
        try:
            found = found(game)
        except Exception as error:
            raise GameError(
                Message("{} cannot make an evaluation of {}: {}: {}", name, game.spec, type(error).__name__, error)
            ) from error
    made = found if isinstance(found, Evaluation) else Evaluation(found)
    check_evaluation(made, Message("evaluation {!r}", name), game.players, repeats=game.repetition is not None)
    return made
