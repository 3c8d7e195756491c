"""The exceptions, as a tree.

::

    SpielbaumError                  every error that a caller may expect; its message is one sentence
    ├── InputError                  an argument, an option or a text is wrong
    │   ├── UnknownNameError        no such game, algorithm, evaluation or option
    │   └── PositionError           a position or an action that the game does not allow
    ├── GameError                   a game file or record breaks the contract
    │   ├── CompileError            a function of the game cannot be compiled
    │   ├── EndlessGameError        a search without a depth limit met a line that does not end
    │   └── StuckError              a function of the game does not return
    ├── UnsupportedGameError        the algorithm needs a fact that the game does not state
    ├── EngineError                 another program does not start, or violates its protocol
    ├── ForfeitError                a player lost other than by the rules
    ├── BusyError                   too many searches are waiting
    └── SearchInterruptedError      Ctrl-C stopped a search; holds the best result so far
"""

from collections.abc import Iterable
from difflib import get_close_matches
from numbers import Integral, Real
from typing import Any


class Message:
    """A sentence or a part of one, as an English template and its values, which can be translated.

    Every error has a message as its argument. `spielbaum.language.tr` translates it.

    Parameters
    ----------
    template
        A template for ``str.format``.
    values, named
        The values of its placeholders, by their order and by their names; messages, and those of errors, are translated
        too. Of other objects only the text is kept.

    Examples
    --------
    >>> error = InputError(Message("there are {} heaps, not {!r}", 3, "x"))
    >>> str(error), error.args[0].template
    ("there are 3 heaps, not 'x'", 'there are {} heaps, not {!r}')
    """

    def __init__(self, template: str, *values: object, **named: object) -> None:
        self.template = template
        self.values = tuple(_kept(value, quoted="!r" in template) for value in values)
        self.named = {name: _kept(value, quoted="!r" in template) for name, value in named.items()}

    def __str__(self) -> str:
        """Return the message in English."""
        filled = self.values or self.named
        return self.template.format(*self.values, **self.named) if filled else self.template

    def __repr__(self) -> str:
        """Return the message in English, quoted, as in the ``repr`` of an error."""
        return repr(str(self))


class Sentence(str):
    """The English text of a message, as records keep it, which knows its message and so can be translated.

    Parameters are those of a message.

    Examples
    --------
    >>> said = Sentence("{:,} nodes", 1234)
    >>> said, said.message.template
    ('1,234 nodes', '{:,} nodes')
    """

    message: Message

    def __new__(cls, template: str, *values: object, **named: object) -> "Sentence":
        """Return the text of a message."""
        message = Message(template, *values, **named)
        made = super().__new__(cls, message)
        made.message = message
        return made

    @classmethod
    def of(cls, error: BaseException) -> str:
        """Return the sentence of an error."""
        said = error.args[0] if error.args else None
        message = said.message if isinstance(said, Sentence) else said
        return _restored_sentence(message) if isinstance(message, Message) else str(error)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the message."""
        return _restored_sentence, (self.message,)


def _restored_sentence(message: Message) -> Sentence:
    return Sentence(message.template, *message.values, **message.named)


class _Text(str):
    """The text of an object, and its text in quotes."""

    quoted: str

    def __new__(cls, text: str, quoted: str) -> "_Text":
        """Return the text of an object."""
        made = super().__new__(cls, text)
        made.quoted = quoted
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle both texts."""
        return type(self), (str(self), self.quoted)

    def __repr__(self) -> str:
        """Return the text in quotes."""
        return self.quoted


def _kept(value: object, *, quoted: bool) -> object:
    """Return a value of a message without what it refers to, such as a game or the frames of an error."""
    if isinstance(value, BaseException) and value.args and isinstance(value.args[0], Message | Sentence):
        return value.args[0]
    if value is None or isinstance(value, str | bool | Message):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return value
    return _Text(str(value), repr(value) if quoted else "")


class SpielbaumError(Exception):
    """Base of all errors that Spielbaum raises on purpose; the message is one sentence."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error for other processes, whatever its constructor takes."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[SpielbaumError], args: tuple[Any, ...], more: dict[str, Any]) -> SpielbaumError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(more)
    return error


class InputError(SpielbaumError):
    """Raised if an argument, an option, a file or a text of the caller is wrong."""


def validate_whole_number(name: str, given: Any, *, least: int | None = None) -> None:
    """Raise an InputError unless an argument is a whole number of at least ``least``."""
    if isinstance(given, bool) or not isinstance(given, Integral):
        raise InputError(Message("{} must be a whole number, not {!r}", name, given))
    if least is not None and int(given) < least:
        raise InputError(Message("{} must be at least {}, {} is not", name, least, given))


class UnknownNameError(InputError):
    """Raised if there is no game, algorithm, evaluation or option of a name; the message suggests another.

    Parameters
    ----------
    kind
        What the name should name, such as ``"game"``.
    name
        The unknown name.
    known
        The names that exist; the most similar one is suggested.
    hint
        A suggestion to make instead.
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
    """Raised if a position cannot occur or cannot be read, or an action is not legal."""


class GameError(SpielbaumError):
    """Raised if a game file, the record of a game, or what its functions return breaks the contract."""


class CompileError(GameError):
    """Raised before the first search if a function of the game cannot be compiled.

    Attributes
    ----------
    details : str
        The compiler's own message, for ``--verbose``.
    """

    def __init__(self, message: str | Message, details: str = "") -> None:
        super().__init__(message)
        self.details = details


class EndlessGameError(GameError):
    """Raised if a search without a depth limit meets a line of play that does not end."""


class EngineError(SpielbaumError):
    """Raised if another program does not start, or violates its protocol; the message quotes its last output."""


RESIGNATION, ILLEGAL, TIME, CRASH = FORFEITS = ("resignation", "illegal", "time", "crash")
"""How a player forfeits: it resigns, makes an illegal move, exceeds its time, or crashes."""


class ForfeitError(SpielbaumError):
    """Raised if a player loses other than by the rules.

    Attributes
    ----------
    end : str
        The reason, one of ``FORFEITS``.
    """

    def __init__(self, end: str, message: str | Message) -> None:
        super().__init__(message)
        self.end = end


class StuckError(GameError):
    """Raised if a function of the game does not return.

    Parameters
    ----------
    place
        The function, with file and line; None if unknown.
    interrupted
        Whether Ctrl-C ended the wait.
    compiled
        Whether it is unknown since it is compiled.
    """

    def __init__(self, place: str | None, *, interrupted: bool = False, compiled: bool = True) -> None:
        if place:
            sentence = Message("{}, does not return: a loop in it may never end", place)
        elif compiled:
            sentence = Message(
                "a compiled function of the game does not return: a loop in it may never end; SPIELBAUM_JIT=0 names it"
            )
        else:
            sentence = Message("a function of the game does not return: a loop in it may never end")
        super().__init__(sentence)
        self.interrupted = interrupted


class BusyError(SpielbaumError):
    """Raised if too many searches are waiting, of one person or of all."""


class UnsupportedGameError(SpielbaumError):
    """Raised if an algorithm needs a fact that the game does not state.

    Alpha-beta needs two players and ``zero_sum=True``, for instance, and a proof whole utilities. Other algorithms may
    be able to search the game.
    """


class SearchInterruptedError(SpielbaumError):
    """Raised if Ctrl-C stops a search.

    Attributes
    ----------
    result : Result, BestLines or None
        The best result so far, if any.
    """

    def __init__(self, message: str | Message, result: Any = None) -> None:
        super().__init__(message)
        self.result = result
