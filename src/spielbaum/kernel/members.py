"""The methods and properties of the classes that a kernel uses: those of NamedTuples and enums.

They are called through values, so that no function captures them.
"""

from collections import namedtuple
from collections.abc import Iterable, Iterator
from enum import Enum
from types import CodeType, FunctionType
from typing import Any

from spielbaum.kernel.captures import captured, named_in_library

_GIVEN = frozenset(vars(namedtuple("Given", ())))
"""What every NamedTuple has."""

_WORDS = ("__init__", "__str__", "__repr__", "__format__", "__hash__", "__new__", "__annotate_func__")
"""What compiled code never calls."""


def members_of(cls: type) -> dict[str, FunctionType]:
    """Return the plain functions of a class by name: its methods, and what reads its properties.

    Examples
    --------
    >>> from typing import NamedTuple
    >>> class Point(NamedTuple):
    ...     x: int
    ...     def moved(self): return Point(self.x + 1)
    ...     @property
    ...     def left(self): return self.x - 1
    >>> list(members_of(Point))
    ['moved', 'left']
    """
    found = {}
    for base in reversed(cls.__mro__):
        if base in (object, tuple, int, str, Enum) or named_in_library(base) or base.__module__ == "enum":
            continue
        for name, member in vars(base).items():
            function = _function_of(member)
            if function is not None and name not in _GIVEN and name not in _WORDS:
                found[name] = function
    return found


def _function_of(member: Any) -> FunctionType | None:
    if isinstance(member, property):
        member = member.fget
    elif isinstance(member, staticmethod | classmethod):
        member = member.__func__
    return member if isinstance(member, FunctionType) and not named_in_library(member) else None


def classes_in(value: object) -> Iterator[type]:
    """Yield the classes of NamedTuples and enums that a captured object is, or has in it."""
    state_class = getattr(value, "state_class", None)  # of a conversion to states
    cls = state_class or (value if isinstance(value, type) else type(value))
    if issubclass(cls, Enum) or (issubclass(cls, tuple) and hasattr(cls, "_fields")):
        yield cls
    if isinstance(value, dict):
        value = (*value, *value.values())
    if isinstance(value, tuple | list | set | frozenset):
        for kind in {type(item) for item in value} - {int, float, bool, str, type(None)}:
            for item in value:
                if type(item) is kind:
                    yield from classes_in(item)


class Members:
    """The members that functions may call: those with a name that one of them reads.

    A name that a class defines as an operator, such as ``__add__``, is always one of these.
    """

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._known: dict[FunctionType, str] = {}
        self._classes: set[type] = set()

    def add(self, function: FunctionType) -> None:
        """Add what a function reads, and the classes that it captures."""
        self._names |= names_in(function.__code__)
        values: Iterable[Any] = (used.value for used in captured(function) if not used.library)
        for value in (*values, *(function.__defaults__ or ())):
            for cls in set(classes_in(value)) - self._classes:
                self._classes.add(cls)
                self._known.update((member, name) for name, member in members_of(cls).items())

    def names(self) -> set[str]:
        """Return the names of members that may be called."""
        return {self._known[member] for member in self.called()}

    def called(self) -> list[FunctionType]:
        """Return the members that may be called."""
        return [member for member, name in self._known.items() if name in self._names or name.startswith("__")]


def names_in(code: CodeType) -> set[str]:
    """Return the names of globals and attributes in code, including nested code."""
    nested = [names_in(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*nested)
