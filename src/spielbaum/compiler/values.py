"""Values while a function is translated: words at run time, or objects that are known already."""

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from spielbaum.compiler.types import NEVER, NONE

if TYPE_CHECKING:
    from spielbaum.compiler.emitter import Scope

SMALL = 8
"""Values of more words are held in memory."""

UNKNOWN: Any = object()


@dataclass(frozen=True)
class Value:
    """A value at run time.

    Attributes
    ----------
    type
        Its type.
    parts
        Its words, if they are at most ``SMALL``.
    pointer
        The address of its words in memory that does not change, if they are more.
    known
        The number or bool, if it is known already.
    """

    type: Any
    parts: tuple[str, ...] = ()
    pointer: str = ""
    known: Any = field(default=UNKNOWN, compare=False)

    @property
    def word(self) -> str:
        """Its only word; that of an expression without a value is not defined."""
        (word,) = ("undef",) if self.type == NEVER else self.parts
        return word


NOTHING = Value(NONE, known=None)


class Static:
    """An object that exists only while a function is translated."""


@dataclass(frozen=True, eq=False)
class Constant(Static):
    """An object that a function captures: a number, a table, a class, a function or a module.

    Attributes
    ----------
    value
        The object.
    path
        How the source names it.
    """

    value: Any
    path: str = ""

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same object."""
        return isinstance(other, Constant) and (
            self.value is other.value or (type(self.value) is type(other.value) and self.value == other.value)
        )

    def __hash__(self) -> int:
        """Return a hash."""
        return hash(type(self.value))


@dataclass(frozen=True, eq=False)
class Closure(Static):
    """A nested function or a lambda, which is inlined where it is called.

    Attributes
    ----------
    node
        Its source.
    scope
        The scope in which it is defined.
    defaults
        The values of its defaults.
    """

    node: ast.FunctionDef | ast.Lambda
    scope: "Scope"
    defaults: dict[str, Any]

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same function in the same scope."""
        return (
            isinstance(other, Closure) and self.node is other.node and bool(self.scope.identity == other.scope.identity)
        )

    def __hash__(self) -> int:
        """Return a hash."""
        return hash(id(self.node))


@dataclass(frozen=True)
class Generator(Static):
    """A generator that has not begun: a function, or a generator expression, with its arguments.

    Attributes
    ----------
    function
        A plain function, a closure, or the node of a generator expression.
    arguments
        The values of its parameters by name.
    scope
        The scope of an expression.
    """

    function: Any
    arguments: tuple[tuple[str, Any], ...]
    scope: Any = None


@dataclass(frozen=True)
class Fused(Generator):
    """The elements of a list that is not made (:mod:`spielbaum.compiler.fusion`)."""


@dataclass(frozen=True)
class Lazy(Static):
    """What ``enumerate``, ``zip``, ``reversed``, ``map``, ``filter`` or a method of a dictionary returns.

    Attributes
    ----------
    kind
        The name of the builtin, or ``"items"``, ``"keys"``, ``"values"``.
    inner
        What it goes over.
    extra
        The start of ``enumerate``; the function of ``map`` and ``filter``.
    """

    kind: str
    inner: tuple[Any, ...]
    extra: Any = None


@dataclass(frozen=True, eq=False)
class Choice(Static):
    """One of several captured objects whose values have no common type, such as functions or sets.

    Attributes
    ----------
    objects
        The objects.
    place
        A variable with the place of the chosen one among them.
    """

    objects: tuple[Constant, ...]
    place: Any

    def __eq__(self, other: object) -> bool:
        """Return whether it is chosen from the same objects by the same variable."""
        return isinstance(other, Choice) and self.place == other.place and self.objects == other.objects

    def __hash__(self) -> int:
        """Return a hash."""
        return hash(len(self.objects))


def is_exhausted(value: Any) -> bool:
    """Return whether a value yields its elements only once."""
    return isinstance(value, Generator) or (isinstance(value, Lazy) and value.kind not in ("items", "keys", "values"))


@dataclass(frozen=True)
class Method(Static):
    """A method of a value."""

    receiver: Any
    name: str


@dataclass(frozen=True)
class Variable:
    """A variable at run time.

    Attributes
    ----------
    type
        Its type.
    slot
        The address of its words.
    known
        Its value, if it is known already.
    flag
        The address of a word that is 0 while nothing is assigned, if that is possible; else nothing.
    """

    type: Any
    slot: str
    known: Any = UNKNOWN
    flag: str = ""


@dataclass(frozen=True)
class Conflict:
    """A variable whose values on two paths have no common type."""

    one: Any
    other: Any


class Pair(Static):
    """A tuple that is taken apart at once, as of ``enumerate`` or ``zip``; its items may exist only now."""

    def __init__(self, items: tuple[Any, ...]) -> None:
        self.items = items


def parts_of(value: Any) -> tuple[Any, ...] | None:
    """Return the items of a pair; None for other values."""
    return value.items if isinstance(value, Pair) else None
