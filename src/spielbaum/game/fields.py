"""What the records of a game share: checked functions, and an error for unknown fields."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from difflib import get_close_matches
from functools import wraps
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar

from spielbaum.errors import GameError, Message, Sentence

Record = TypeVar("Record")

TAKES = "takes"
"""The metadata key of a field that holds a function; its value names the arguments of the function."""

GIVES = "gives"
"""The metadata key of a field that holds a function of actions."""


def takes(arguments: str, *, gives: Literal["action", "actions", ""] = "") -> Mapping[str, str]:
    """Return the metadata for a field that holds a function.

    Parameters
    ----------
    arguments
        The names of the function's arguments, separated by commas: ``"state, action"``.
    gives
        Whether the function returns an action, or yields actions.
    """
    return MappingProxyType({TAKES: arguments, GIVES: gives})


class Hook(NamedTuple):
    """A function of a record, with its full name and the names of its arguments."""

    name: str
    function: Callable[..., Any]
    takes: str


def hooks_of(record: Any, prefix: str = "") -> Iterator[Hook]:
    """Yield the functions that a record has, their names with a prefix."""
    for known in fields(record):
        function = getattr(record, known.name)
        if TAKES in known.metadata and function is not None:
            yield Hook(prefix + known.name, function, known.metadata[TAKES])


def check_functions(record: Any, prefix: str, owner: str) -> None:
    """Raise an error unless the fields for functions hold functions.

    Parameters
    ----------
    record
        A dataclass whose function fields have the metadata of ``takes``.
    prefix
        The prefix of field names in the message, such as ``hints.``
    owner
        The owner of the record: ``game 'x'``.

    Raises
    ------
    GameError
        If a field holds something else; the message names it.
    """
    for known in fields(record):
        function = getattr(record, known.name)
        if TAKES in known.metadata and not callable(function) and (function is not None or _is_required(known)):
            raise GameError(Message("{}{} of {} must be a function, not {!r}", prefix, known.name, owner, function))


def _is_required(known: "Field[Any]") -> bool:
    return known.default is not None


def explains_fields(record: type[Record]) -> type[Record]:
    """Decorate a dataclass so that an unknown field raises a GameError that suggests another name.

    The signature, ``dataclasses.replace`` and what a type checker sees are unchanged.
    """
    plain_init, known = record.__init__, fields(record)  # type: ignore[arg-type]

    @wraps(plain_init)
    def checked_init(self: Record, *positional: Any, **given: Any) -> None:
        unknown = given.keys() - {field.name for field in known}
        if unknown:
            raise GameError(_no_such_field(record.__name__, next(name for name in given if name in unknown), known))
        plain_init(self, *positional, **given)

    record.__init__ = checked_init  # type: ignore[method-assign, assignment]
    return record


def _no_such_field(record: str, name: str, known: "tuple[Field[Any], ...]") -> str:
    """Return the error for a field; it suggests the group that has the field, or a name like it."""
    names = [field.name for field in known]
    near = get_close_matches(name, names, n=1)
    hint = Sentence("did you mean {}?", near[0]) if near else Sentence("there is {}", ", ".join(names))
    for group in known:
        if is_dataclass(group.default_factory) and name in {field.name for field in fields(group.default_factory)}:
            hint = Sentence("write {}={}({}=...)", group.name, group.default_factory.__name__, name)
    return Sentence("{} has no field {!r}: {}", record, name, hint)
