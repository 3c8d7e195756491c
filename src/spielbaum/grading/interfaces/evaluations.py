"""The interfaces of evaluations: an evaluation of a submission is called in one way."""

from collections.abc import Callable
from numbers import Real
from typing import Any

from spielbaum.adapters import easyai
from spielbaum.adapters.adapt import find_adaptable
from spielbaum.adapters.names import find_named, required
from spielbaum.checking.matching import squares_of
from spielbaum.errors import Message
from spielbaum.game import Game
from spielbaum.game.click_path import places_of
from spielbaum.grading.assignment import TestSpec
from spielbaum.grading.diagnosis import Stopped
from spielbaum.grading.submission import Submission

FIRST, MOVER = "first", "mover"
STATES = ("rows", "list", "text")
MARKS = ("X", "O", None)


class AskedEvaluation:
    """The evaluation of a submission.

    Parameters
    ----------
    test
        The test: its options ``function``, ``side``, ``state`` and ``marks``.
    submission
        The submission.
    reference
        The game.

    Attributes
    ----------
    side : str
        Whose value it returns, ``"first"`` or ``"mover"``; by default the first player's, but the mover's in easyAI.

    Raises
    ------
    Stopped
        If there is no such function.
    """

    def __init__(self, test: TestSpec, submission: Submission, reference: Game) -> None:
        self.reference = reference
        self.name = test.text("function", submission.names.get("evaluation", "evaluation"))
        module = submission.module
        found = find_adaptable(module, submission.names)
        function = find_named(module, self.name) or find_named(found, self.name)
        if not callable(function):
            raise submission.missing(self.name)
        if isinstance(found, type) and find_named(module, self.name) is None and required(function) > 1:
            function = find_named(found(), self.name)
        self.function: Callable[..., Any] = function
        self.side = test.text("side", MOVER if found is not None and easyai.fits(found) else FIRST)
        self.state = test.text("state", STATES[0])
        self.marks = test.options.get("marks", MARKS)
        self.players = getattr(module, "X", "X"), getattr(module, "O", "O")

    def value(self, state: Any, mover: int) -> float:
        """Return the value of a state; a function of a player too is asked for the first one, or for the mover.

        Raises
        ------
        Stopped
            If it is no number.
        """
        more = (self.players[mover if self.side == MOVER else 0],) if required(self.function) == 2 else ()
        given = self.function(state.copy() if hasattr(state, "switch_player") else state, *more)
        if isinstance(given, tuple | list) and len(given) == self.reference.players and all(map(_is_number, given)):
            if abs(sum(given)) > 1e-9 * max(1, *map(abs, given)):
                sentence = Message("The values of an evaluation do not sum to 0.")
                raise Stopped("not-zero-sum", sentence, Message("It returns {}.", list(given)))
            return float(given[mover if self.side == MOVER else 0])
        if not _is_number(given):
            raise Stopped("wrong-type", Message("{} returns {!r}, not a number.", self.name, given))
        return float(given)

    def handed(self, state: Any) -> Any:
        """Return a position of the reference as rows, a list or a text of marks."""
        owners = [place.cell.owner for place in places_of(self.reference, state) if place.cell.name]
        marks = [self.marks[2] if owner is None else self.marks[owner] for owner in owners]
        if self.state == "list":
            return marks
        if self.state == "text":
            return "".join("." if mark in (None, "") else str(mark) for mark in marks)
        width = 1 + max(column for places in squares_of(self.reference).values() for _, column in places)
        return [marks[first : first + width] for first in range(0, len(marks), width)]


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and value == value
