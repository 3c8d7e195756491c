"""The exceptions, drawn as a tree.

::

    SpielbaumError                  every error a caller may expect; its text is one sentence
    ├── InputError                  something the caller named or wrote is wrong
    │   ├── UnknownNameError        no such game, algorithm, evaluation or option
    │   └── PositionError           a position or an action that the game does not allow
    ├── GameError                   a game file, or its record, does not keep the contract
    │   ├── CompileError            a function of the game cannot be compiled
    │   ├── EndlessGameError        a search without a depth limit met a line that does not end
    │   └── StuckError              a function of the game does not come back
    ├── EngineError                 another program that plays does not start, or does not speak its protocol
    ├── ForfeitError                a player lost other than by the rules; says how
    ├── BusyError                   too many searches wait already
    ├── UnsupportedGameError      the algorithm needs a fact that the game does not state
    └── SearchInterruptedError      stopped by hand; holds the best answer so far
"""

from collections.abc import Iterable
from difflib import get_close_matches
from numbers import Integral
from typing import Any


class Message:
    """A sentence, or a part of one: an English template and what fills it, so that other languages can translate it.

    Errors that people without English meet have one as their argument; a part of a sentence is a message, too.

    Parameters
    ----------
    template
        As for ``str.format``.
    values
        What its placeholders stand for; messages and errors among them are translated, too.

    Examples
    --------
    >>> error = InputError(Message("there are {} heaps, not {!r}", 3, "x"))
    >>> str(error), error.args[0].template
    ("there are 3 heaps, not 'x'", 'there are {} heaps, not {!r}')
    """

    def __init__(self, template: str, *values: object) -> None:
        self.template = template
        self.values = values

    def __str__(self) -> str:
        """Return the message in English."""
        return self.template.format(*self.values) if self.values else self.template

    def __repr__(self) -> str:
        """Return the message in English, quoted, as in the ``repr`` of an error."""
        return repr(str(self))


class SpielbaumError(Exception):
    """Base of all errors that Spielbaum raises on purpose."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Let errors come back from other processes, whatever their constructors take."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[SpielbaumError], args: tuple[Any, ...], more: dict[str, Any]) -> SpielbaumError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(more)
    return error


class InputError(SpielbaumError):
    """Something the caller named or wrote is wrong."""


def validate_whole_number(name: str, given: Any, *, least: int | None = None) -> None:
    """Raise an InputError if an argument is no whole number, or a smaller one than the least."""
    if isinstance(given, bool) or not isinstance(given, Integral):
        raise InputError(f"{name} must be a whole number, not {given!r}")
    if least is not None and int(given) < least:
        raise InputError(f"{name} must be at least {least}, {given} is not")


class UnknownNameError(InputError):
    """No such game, algorithm, evaluation or option.

    Parameters
    ----------
    kind
        What was looked for, such as ``"game"``.
    name
        What was given.
    known
        The names that exist; the nearest one is suggested.
    hint
        What is suggested instead.
    """

    def __init__(self, kind: str | Message, name: str, known: Iterable[str], hint: Message | None = None) -> None:
        choices = sorted(known)
        near = get_close_matches(name, choices, n=1)
        nearest = (
            Message("did you mean {!r}?", near[0]) if near else Message("there is {}", ", ".join(choices) or "none")
        )
        what = kind if isinstance(kind, Message) else Message(kind)
        super().__init__(Message("unknown {} {!r}: {}", what, name, hint or nearest))


class PositionError(InputError):
    """A position or an action that the game does not allow."""


class GameError(SpielbaumError):
    """A game file, or its record, does not keep the contract."""


class CompileError(GameError):
    """A function of the game cannot be compiled.

    Attributes
    ----------
    details : str
        The compiler's own words, for ``--verbose``.
    """

    def __init__(self, message: str, details: str = "") -> None:
        super().__init__(message)
        self.details = details


class EndlessGameError(GameError):
    """A search without a depth limit met a line of play that does not end."""


class EngineError(SpielbaumError):
    """Another program that plays does not start, or does not speak its protocol; the message has its last words."""


RESIGNATION, ILLEGAL, TIME, CRASH = FORFEITS = ("resignation", "illegal", "time", "crash")
"""How a player loses other than by the rules: it resigns, plays what is not legal, takes too long, or cannot go on."""


class ForfeitError(SpielbaumError):
    """A player lost a game other than by the rules.

    Attributes
    ----------
    end : str
        How, one of ``FORFEITS``.
    """

    def __init__(self, end: str, message: str) -> None:
        super().__init__(message)
        self.end = end


class StuckError(GameError):
    """A function of the game does not come back.

    Parameters
    ----------
    place
        The function, with file and line; None where it is not known.
    interrupted
        Whether Ctrl-C ended the wait.
    """

    def __init__(self, place: str | None, *, interrupted: bool = False) -> None:
        known = f"{place}," if place else "a compiled function of the game"
        advice = "" if place else "; SPIELBAUM_JIT=0 says which one"
        super().__init__(f"{known} does not come back: a loop in it may have no end{advice}")
        self.interrupted = interrupted


class BusyError(SpielbaumError):
    """Too many searches wait already, of one person or of all."""


class UnsupportedGameError(SpielbaumError):
    """The algorithm needs a fact that the game does not state."""


class SearchInterruptedError(SpielbaumError):
    """The search was stopped by hand.

    Attributes
    ----------
    result : Result, BestLines or None
        The best answer so far, if there is one.
    """

    def __init__(self, message: str, result: Any = None) -> None:
        super().__init__(message)
        self.result = result
