"""Remarks on states and moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

Square = str | tuple[int, int]
"""The name of cells, or the row and column of one in ``view.cells``, counted from 0."""


@dataclass(frozen=True)
class Remark:
    """A few words on a state or a move, with the cells in question.

    Parameters
    ----------
    text
        The words, without a capital or a full stop: ``four in a row``; placeholders are ``area {most} to {least}``.
    cells
        The cells to mark on the board: names, or ``(row, column)`` in ``view.cells``, counted from 0.
    values
        The values of the placeholders.
    worth
        In a reason for an action: what the mover gains by it at once, such as the value of a captured piece; negative
        for what the action gives away.

    Examples
    --------
    >>> str(Remark("area {most} to {least}", values={"most": 14, "least": 11}))
    'area 14 to 11'
    """

    text: str
    cells: Sequence[Square] = ()
    values: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    worth: float = 0.0

    def __str__(self) -> str:
        """Return the text with its values."""
        shown = {
            name: " : ".join(map(str, value)) if isinstance(value, tuple) else value
            for name, value in self.values.items()
        }
        return self.text.format_map(shown) if shown else self.text
