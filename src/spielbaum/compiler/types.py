"""The types of compiled values, and the number of 64-bit words that hold one.

Every variable has one type at each point of a function. Where two paths meet, it gets the type that holds the values
of both (:func:`join`): a number and ``None`` meet in an optional number.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True)
class Type:
    """A type without parts."""

    name: str
    words: int

    def __str__(self) -> str:
        """Return its name in Python."""
        return self.name


INT = Type("int", 1)
UINT = Type("U64", 1)
BOOL = Type("bool", 1)
FLOAT = Type("float", 1)
STR = Type("str", 1)
"""A string of the source, by its number in the unit."""
NONE = Type("None", 0)
NEVER = Type("nothing", 0)
"""The type of an expression that has no value, such as an element of a list that stays empty."""
RANGE = Type("range", 3)
"""Start, stop and step."""

NUMBERS = (BOOL, INT, UINT, FLOAT)
"""From the narrowest to the widest."""
INTEGERS = (BOOL, INT, UINT)


@dataclass(frozen=True)
class OptionalT:
    """A value or ``None``: a word that is 1 if there is a value, and the value."""

    inner: Any

    @property
    def words(self) -> int:
        """The number of words."""
        return 1 + int(self.inner.words)

    def __str__(self) -> str:
        """Return its name in Python."""
        return f"{self.inner} or None"


@dataclass(frozen=True)
class TupleT:
    """A tuple of fixed length, or a NamedTuple.

    Attributes
    ----------
    items
        The types of its items.
    cls
        Its class; None for a plain tuple.
    """

    items: tuple[Any, ...]
    cls: Any = None

    @property
    def words(self) -> int:
        """The number of words."""
        return sum(item.words for item in self.items)

    @property
    def element(self) -> Any:
        """The type that holds every item; None if there is no such type."""
        return join_all(self.items)

    def offset(self, place: int) -> int:
        """Return the number of words before an item."""
        return sum(item.words for item in self.items[:place])

    def __str__(self) -> str:
        """Return its name in Python."""
        if self.cls is not None:
            return str(self.cls.__name__)
        if len(self.items) > 1 and len(set(self.items)) == 1:
            return f"a tuple of {len(self.items)} {self.items[0]}"
        return f"({', '.join(map(str, self.items))})"


@dataclass(frozen=True)
class SequenceT:
    """A tuple of any length, a slice of one, or a row of a table: the address of a header, as of a list."""

    element: Any

    @property
    def words(self) -> int:
        """The number of words."""
        return 1

    def __str__(self) -> str:
        """Return its name in Python."""
        return f"a sequence of {self.element}"


class Lengths(NamedTuple):
    """The lengths of a result that is wanted as a tuple, or as a tuple of tuples."""

    values: tuple[int, ...]

    def applied(self, kind: Any) -> Any:
        """Return the type of a result with these lengths; the same type if it has no elements."""
        if not self.values or not (isinstance(kind, TupleT | SequenceT) or is_list(kind)):
            return kind
        inner = Lengths(self.values[1:])
        if isinstance(kind, TupleT):
            return TupleT(tuple(map(inner.applied, kind.items)))
        return TupleT((inner.applied(kind.element),) * self.values[0])


UNSET: Any = object()
COUNT = "count"
"""A key that is not there counts as 0, and is not put there when it is read."""


class Cell:
    """What is known about the elements of a container: it grows while a function is compiled.

    Containers that one variable may hold share a cell.

    Attributes
    ----------
    element
        The type of the elements; of a dictionary, a tuple of key and value.
    length
        The length of a list that never changes; None if it may, ``UNSET`` while no list is made.
    fixed
        Whether code that is already compiled relies on the type of the elements.
    default
        Of a dictionary, what makes the value of a key that is not there: a captured object that is called, or
        ``COUNT``; None if there is an error instead.
    """

    def __init__(self, element: Any = NEVER, length: Any = UNSET, *, fixed: bool = False, default: Any = None) -> None:
        self._to: Cell | None = None
        self.element, self.length, self.fixed, self.default = element, length, fixed, default

    @property
    def root(self) -> "Cell":
        """The cell that stands for all that share it."""
        cell = self
        while cell._to is not None:
            cell = cell._to
        return cell


class ContainerT:
    """A list, set, dictionary or deque: the address of its header.

    Parameters
    ----------
    kind
        ``"list"``, ``"set"``, ``"dict"`` or ``"deque"``.
    cell
        What it holds.
    """

    words = 1

    def __init__(self, kind: str, cell: Cell) -> None:
        self.kind, self._cell = kind, cell

    @property
    def cell(self) -> Cell:
        """What it holds."""
        return self._cell.root

    @property
    def element(self) -> Any:
        """The type of its elements."""
        return self.cell.element

    def __eq__(self, other: object) -> bool:
        """Return whether both share a cell."""
        return isinstance(other, ContainerT) and self.kind == other.kind and self.cell is other.cell

    def __hash__(self) -> int:
        """Return a hash."""
        return hash(self.kind)

    def __str__(self) -> str:
        """Return its name in Python."""
        if self.element == NEVER:
            return f"an empty {self.kind}"
        inner = " to ".join(map(str, self.element.items)) if self.kind == "dict" else self.element
        return f"a {self.kind} of {inner}"


@dataclass(frozen=True)
class EnumT:
    """A member of an enumeration whose members are no numbers: its place among them."""

    cls: Any
    words = 1

    def __str__(self) -> str:
        """Return its name in Python."""
        return str(self.cls.__name__)


def is_list(kind: Any) -> bool:
    """Return whether values of a type are lists."""
    return isinstance(kind, ContainerT) and kind.kind == "list"


def holds_container(kind: Any) -> bool:
    """Return whether a value of a type refers to memory of the region."""
    if isinstance(kind, ContainerT | SequenceT):
        return True
    if isinstance(kind, TupleT):
        return any(map(holds_container, kind.items))
    return isinstance(kind, OptionalT) and holds_container(kind.inner)


def is_mutable(kind: Any) -> bool:
    """Return whether values of a type can be changed: containers, and tuples of them."""
    if isinstance(kind, TupleT):
        return any(map(is_mutable, kind.items))
    return isinstance(kind, ContainerT) or (isinstance(kind, OptionalT) and is_mutable(kind.inner))


def join(one: Any, other: Any) -> Any:
    """Return the type that holds the values of both, or None.

    Lists that meet share their cell from then on.
    """
    if one == other or other == NEVER:
        return one
    if one == NEVER:
        return other
    if NONE in (one, other):
        inner = other if one == NONE else one
        return inner if isinstance(inner, OptionalT) else OptionalT(inner)
    if isinstance(one, OptionalT) or isinstance(other, OptionalT):
        inner = join(*(kind.inner if isinstance(kind, OptionalT) else kind for kind in (one, other)))
        return None if inner is None else OptionalT(inner)
    if one in NUMBERS and other in NUMBERS:
        return max(one, other, key=NUMBERS.index)
    if isinstance(one, ContainerT) and isinstance(other, ContainerT) and one.kind == other.kind:
        return one if unify(one.cell, other.cell) else None
    if isinstance(one, TupleT) and isinstance(other, TupleT) and len(one.items) == len(other.items):
        if one.cls is not other.cls and None not in (one.cls, other.cls):
            return None
        items = [join(*pair) for pair in zip(one.items, other.items, strict=True)]
        return None if None in items else TupleT(tuple(items), one.cls if one.cls is other.cls else None)
    elements = [_element(kind) for kind in (one, other)]
    if None in elements:
        return None
    element = join(*elements)
    return None if element is None else SequenceT(element)


def _element(kind: Any) -> Any:
    """Return the type of the elements of a sequence; None for other types."""
    if kind == RANGE:
        return INT
    if isinstance(kind, TupleT | SequenceT) or is_list(kind):
        return kind.element
    return None


def join_all(kinds: Iterable[Any]) -> Any:
    """Return the type that holds the values of all, or None."""
    found: Any = NEVER
    for kind in kinds:
        found = join(found, kind)
        if found is None:
            return None
    return found


class Changes:
    """Counts changes of cells: code that was written before one has to be written again."""

    count = 0


def widen(cell: Cell, element: Any) -> bool:
    """Let the elements of a cell have a wider type; return whether there is one."""
    cell = cell.root
    wider = join(cell.element, element)
    if wider is None or (cell.fixed and cell.element not in (NEVER, wider)):
        return False
    if wider != cell.element:
        cell.element = wider
        Changes.count += 1
    return True


def has_length(cell: Cell, length: int | None) -> None:
    """Note that a list is made with a length; None if it is not known."""
    cell = cell.root
    if cell.length is UNSET:
        cell.length = length
    elif cell.length != length:
        change_length(cell)


def change_length(cell: Cell) -> None:
    """Note that a list changes its length."""
    cell = cell.root
    if cell.length is not None:
        cell.length = None
        Changes.count += 1


def unify(one: Cell, other: Cell) -> bool:
    """Let two containers share their cell; return whether that is possible."""
    one, other = one.root, other.root
    if one is other:
        return True
    element, lengths = join(one.element, other.element), {one.length, other.length} - {UNSET}
    length = lengths.pop() if len(lengths) == 1 else None if lengths else UNSET
    fixed = [cell.element for cell in (one, other) if cell.fixed]
    if one.default != other.default and None not in (one.default, other.default):
        return False
    one.default = one.default or other.default
    if element is None or any(known not in (NEVER, element) for known in fixed):
        return False
    if (element, length) != (one.element, one.length) or (element, length) != (other.element, other.length):
        Changes.count += 1
    other._to, one.element, one.length, one.fixed = one, element, length, bool(fixed)
    return True
