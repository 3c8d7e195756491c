"""The game of a submission, whatever its functions are called."""

import ast
from collections.abc import Callable, Mapping
from typing import Any

from spielbaum.adapters import functions
from spielbaum.adapters.adapt import adapt, find_adaptable
from spielbaum.errors import GameError, InputError, Message
from spielbaum.game import Game
from spielbaum.grading.assignment import TestSpec
from spielbaum.grading.diagnosis import Stopped
from spielbaum.grading.submission import Submission

Evaluations = Mapping[str, Callable[[Any], Any]]


def game_of(submission: Submission, test: TestSpec, evaluations: Evaluations | None = None) -> Game:
    """Return the game of a submission, adapted if it is written for another library.

    Parameters
    ----------
    submission
        The submission: a record ``game``, functions of a state under their own or usual names, or a class.
    test
        The test; its option ``start`` is the first state, as Python writes it, if no function makes it.
    evaluations
        Functions of the original states by name.

    Raises
    ------
    Stopped
        If functions are missing, or return something of a wrong type.
    """
    module = submission.module
    given = getattr(module, "game", None)
    if isinstance(given, Game):
        return given
    start = start_of(test)
    try:
        found = find_adaptable(module if given is None else given, submission.names)
        if found is not None:
            return adapt(found, name=submission.path.stem, evaluations=evaluations, names=submission.names)
        missing = functions.missing(module, submission.names)
        if start is None and functions.start_of(module, submission.names) is None:
            missing.append(functions.START)
        if missing or start is None:
            raise _missing(missing, submission)
        return functions.make(module, submission.path.stem, evaluations, submission.names, start)
    except GameError as error:
        raise Stopped("wrong-type", Message("{}.", error.args[0] if error.args else error)) from error


def start_of(test: TestSpec) -> Callable[[], Any] | None:
    """Return the function that makes the first state of an option ``start``; None without one.

    Raises
    ------
    InputError
        If it is not a Python literal.
    """
    if "start" not in test.options:
        return None
    text = test.text("start")
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError):
        raise InputError(
            Message("test {!r}: start is a position as Python writes it, not {!r}", test.name, text)
        ) from None
    return lambda: ast.literal_eval(text)


def _missing(names: list[str], submission: Submission) -> Stopped:
    if len(names) == 1:
        return submission.missing(names[0])
    own = [submission.names.get(name, name) for name in names]
    return Stopped("missing-function", Message("Functions are missing: {}.", ", ".join(own)))
