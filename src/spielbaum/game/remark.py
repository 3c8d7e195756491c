"""A few words on a state or on a move, and the cells that they are about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

Square = str | tuple[int, int]
"""A name of cells, or row and column of one in what ``cells`` gives, counted from 0."""


@dataclass(frozen=True)
class Remark:
    """A few words on a state or a move, and the cells that they are about.

    Parameters
    ----------
    text
        Without a capital and a full stop: ``four in a row``, or with placeholders ``area {most} to {least}``.
    cells
        Names of cells, or ``(row, column)`` in what ``cells`` gives, counted from 0: they are marked on the board.
    values
        What stands in for the placeholders.

    Examples
    --------
    >>> str(Remark("area {most} to {least}", values={"most": 14, "least": 11}))
    'area 14 to 11'
    """

    text: str
    cells: Sequence[Square] = ()
    values: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def __str__(self) -> str:
        """Return the words with their values."""
        shown = {
            name: " : ".join(map(str, value)) if isinstance(value, tuple) else value
            for name, value in self.values.items()
        }
        return self.text.format_map(shown) if shown else self.text
