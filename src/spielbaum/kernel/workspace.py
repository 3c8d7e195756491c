"""The memory of a search: counters, flags and arrays in one record.

Compiled, it is one block of memory, which kernels pass by address; interpreted, it is a plain object with the
same names. Both are read and written as ``ws.nodes += 1`` and ``ws.pv[ply, i]``, from any thread, while the
search runs.
"""

import hashlib
from functools import cache
from math import prod
from types import SimpleNamespace
from typing import Any, cast

from spielbaum.kernel.words import WORD, address_of, new_words

Workspace = Any
"""A record, or a plain object with the same names."""

Layout = dict[str, tuple[str, tuple[int, ...]]]
"""The type of each field, ``"i8"`` for integers or ``"f8"``, and its shape, ``()`` for a single number."""

_FORMATS = {"i8": "q", "f8": "d"}

PAGE, APART = 512, 72
"""The words of a page, and the distance of the starts of arrays modulo the page."""


def places_of(layout: Layout) -> tuple[dict[str, int], int]:
    """Return the first word of each field, and the length of a record.

    A processor compares a read with earlier writes by the offset in the page first, and stalls if it is equal (4K
    aliasing). So arrays start at different offsets in their pages.

    Examples
    --------
    >>> places_of({"stop": ("i8", ()), "action": ("i8", (1024,)), "rank": ("f8", (1024,))})
    ({'stop': 0, 'action': 72, 'rank': 1168}, 2192)
    """
    places: dict[str, int] = {}
    end = wanted = 0
    for name, (_, shape) in layout.items():
        if prod(shape) >= PAGE:
            wanted = (wanted + APART) % PAGE
            end += (wanted - end) % PAGE
        places[name] = end
        end += prod(shape)
    return places, end


class Record:
    """The workspace of a compiled kernel; each layout has its own class, with the fields as attributes.

    Numbers are properties, arrays are views of one or two dimensions.

    Attributes
    ----------
    kind : str
        An identifier of the layout.
    layout : Layout
        The fields in order; each number takes 8 bytes.
    address : int
        The address of the record.
    memory : memoryview
        Its bytes.
    """

    kind: str
    layout: Layout
    _places: dict[str, int]
    _length: int

    def __init__(self) -> None:
        self._whole = new_words(self._length)
        self.memory = self._whole.cast("B")
        self.address = address_of(self._whole)
        self._real = self.memory.cast("d")
        for name, (kind, shape) in self.layout.items():
            if shape:
                start = WORD * self._places[name]
                part = self.memory[start : start + WORD * prod(shape)]
                self.__dict__[name] = cast(Any, part).cast(_FORMATS[kind], shape)


@cache
def record_class(layout: tuple[tuple[str, tuple[str, tuple[int, ...]]], ...]) -> type[Record]:
    """Return the class of the records of a layout, given by its items."""
    fields: dict[str, Any] = {"layout": dict(layout)}
    fields["_places"], fields["_length"] = places_of(fields["layout"])
    fields["kind"] = f"record {hashlib.sha256(repr(layout).encode()).hexdigest()[:16]}"
    for name, (kind, shape) in layout:
        if not shape:
            fields[name] = _number("_real" if kind == "f8" else "_whole", fields["_places"][name])
    found = _classes[fields["kind"]] = type("Record", (Record,), fields)
    return found


_classes: dict[str, type[Record]] = {}


def layout_of(kind: str) -> Layout:
    """Return the layout of the records of a kind."""
    return _classes[kind].layout


def _number(view: str, place: int) -> property:
    def get(record: Record) -> Any:
        return getattr(record, view)[place]

    def put(record: Record, number: float) -> None:
        getattr(record, view)[place] = number

    return property(get, put)


LONG = 1 << 14
"""The length from which on interpreted arrays are allocated lazily; shorter ones are lists, which are faster."""


def new_workspace(layout: Layout, *, compiled: bool) -> Workspace:
    """Return a workspace of zeros.

    Parameters
    ----------
    layout
        The fields.
    compiled
        Whether a compiled kernel will use it.
    """
    if compiled:
        return record_class(tuple(layout.items()))()
    fields: dict[str, Any] = {}
    for name, (kind, shape) in layout.items():
        zero = 0.0 if kind.startswith("f") else 0
        is_list = len(shape) == 1 and shape[0] < LONG
        fields[name] = zero if shape == () else [zero] * shape[0] if is_list else _table(kind, shape)
    return SimpleNamespace(**fields)


def _table(kind: str, shape: tuple[int, ...]) -> Any:
    return cast(Any, new_words(prod(shape)).cast("B")).cast(_FORMATS[kind], shape)


def copy_workspace(source: Workspace, target: Workspace) -> None:
    """Copy a compiled workspace to another one of the same layout."""
    target.memory[:] = source.memory


def halve(numbers: memoryview) -> None:
    """Halve all numbers of an array, rounding down: as digits of one large number."""
    raw = numbers.cast("B")
    size = len(raw)
    if raw.tobytes() == bytes(size):  # as without the history heuristic
        return
    signs = int.from_bytes(b"\0\0\0\0\0\0\0\x80" * (size // WORD), "little")
    whole = int.from_bytes(raw, "little")
    raw[:] = (whole >> 1 & ~signs | whole & signs).to_bytes(size, "little")
