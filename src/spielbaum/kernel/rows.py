"""States in memory, one behind the other, which compiled code reads one by one."""

from collections.abc import Sequence
from ctypes import string_at
from typing import Any

from spielbaum.kernel.calling import Kind, flat, kind_of, shaped, words_format, words_in
from spielbaum.kernel.shape import Shape
from spielbaum.kernel.state import pack
from spielbaum.kernel.words import WORD, address_of, new_words


class Rows:
    """States in memory.

    Parameters
    ----------
    states
        At least one state.
    shape
        Their shape.

    Attributes
    ----------
    kind : Kind
        The kind of their fields.
    address, size : int
        The address of the first state, and the bytes of each.
    """

    def __init__(self, states: Sequence[Any], shape: Shape) -> None:
        fields = [pack(state, shape) for state in states]
        self.kind = kind_of(fields[0])
        self.size = WORD * words_in(self.kind)
        self._words = new_words(len(fields) * words_in(self.kind))
        self.address, memory, form = address_of(self._words), self._words.cast("B"), words_format([self.kind])
        for place, row in enumerate(fields):
            form.pack_into(memory, place * self.size, *flat(row))


class FieldsAt:
    """A function from the address of a state in memory to its fields.

    Parameters
    ----------
    kind
        The kind of the fields.
    """

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def __call__(self, address: int) -> Any:
        """Return the fields."""
        return shaped(self.kind, iter(words_format([self.kind]).unpack(string_at(address, WORD * words_in(self.kind)))))

    def native(self) -> Any:
        """Return the compiled counterpart."""
        from spielbaum.kernel.native_entry import reader

        return reader(self.kind)

    def content(self) -> object:
        """Return what the function depends on."""
        return self.kind
