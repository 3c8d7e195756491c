"""What the records of a game have in common: checked functions, and sentences for fields that they do not have."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, fields
from difflib import get_close_matches
from functools import wraps
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from spielbaum.errors import GameError

Record = TypeVar("Record")

TAKES = "takes"
"""The key in the metadata of a field that holds a function: what this function is called with."""


def takes(arguments: str) -> Mapping[str, str]:
    """Return the metadata of a field that holds a function.

    Parameters
    ----------
    arguments
        The names of what it is called with, separated by commas: ``"state, action"``.
    """
    return MappingProxyType({TAKES: arguments})


class Hook(NamedTuple):
    """A function in a record."""

    name: str
    function: Callable[..., Any]
    takes: str


def hooks_of(record: Any, prefix: str = "") -> Iterator[Hook]:
    """Yield the functions of a record, each with its name after a prefix; those that are not given are left out."""
    for known in fields(record):
        function = getattr(record, known.name)
        if TAKES in known.metadata and function is not None:
            yield Hook(prefix + known.name, function, known.metadata[TAKES])


def check_functions(record: Any, prefix: str, owner: str) -> None:
    """Raise an error if what should be a function is none.

    Parameters
    ----------
    record
        A dataclass whose fields of functions have the metadata of ``takes``.
    prefix
        What stands before the name of a field in the message: ``hints.``
    owner
        Whose record it is: ``game 'x'``.

    Raises
    ------
    GameError
        With a sentence that names the field.
    """
    for known in fields(record):
        function = getattr(record, known.name)
        if TAKES in known.metadata and not callable(function) and (function is not None or _is_required(known)):
            raise GameError(f"{prefix}{known.name} of {owner} must be a function, not {function!r}")


def _is_required(known: "Field[Any]") -> bool:
    return known.default is not None


def explains_fields(
    what: str, refused: Callable[[Mapping[str, Any]], str | None]
) -> Callable[[type[Record]], type[Record]]:
    """Return a decorator of dataclasses that refuses fields by a sentence, where Python would by a ``TypeError``.

    The signature, ``dataclasses.replace`` and what a type checker sees stay as they are.

    Parameters
    ----------
    what
        How the record is called in the sentence about a field that it does not have.
    refused
        Takes the keyword arguments; returns the sentence about fields that have moved, or None.
    """

    def decorate(record: type[Record]) -> type[Record]:
        plain_init = record.__init__
        names = [known.name for known in fields(record)]  # type: ignore[arg-type]

        @wraps(plain_init)
        def checked_init(self: Record, *positional: Any, **given: Any) -> None:
            moved = refused(given)
            if moved:
                raise GameError(moved)
            unknown = next((name for name in given if name not in names), None)
            if unknown is not None:
                raise GameError(_no_such_field(what, unknown, names))
            plain_init(self, *positional, **given)

        record.__init__ = checked_init  # type: ignore[method-assign, assignment]
        return record

    return decorate


def renamed(what: str, names: Mapping[str, str]) -> Callable[[type[Record]], type[Record]]:
    """Return a decorator as ``explains_fields`` for a record of which some fields had other names.

    Parameters
    ----------
    what
        The name of the record.
    names
        Old name to new one.
    """

    def refused(given: Mapping[str, Any]) -> str | None:
        old = next((name for name in given if name in names), None)
        return None if old is None else f"{old} of {what} has a new name: write {what}({names[old]}=...)"

    return explains_fields(what, refused)


def _no_such_field(what: str, name: str, names: list[str]) -> str:
    near = get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(names)}"
    return f"{what} has no field {name!r}: {hint}"
