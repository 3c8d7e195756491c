"""Large captured tables of numbers: tuples in the interpreter, arrays in compiled code."""

from collections.abc import Sequence
from typing import Any


class Numbers:
    """An immutable table of floats; its content is part of the hash of a kernel.

    A captured tuple is compiled number by number, which is slow from some hundreds on. This is compiled at once.

    Parameters
    ----------
    numbers
        The content.

    Examples
    --------
    >>> table = Numbers([0.5, 2])
    >>> table[1], len(table)
    (2.0, 2)
    """

    def __init__(self, numbers: Sequence[float]) -> None:
        self.numbers = tuple(map(float, numbers))

    def __getitem__(self, place: int) -> float:
        """Return the number at an index."""
        return self.numbers[place]

    def __len__(self) -> int:
        """Return the length."""
        return len(self.numbers)

    def native(self) -> Any:
        """Return the compiled counterpart."""
        import numpy as np

        return np.array(self.numbers, dtype=np.float64)

    def content(self) -> object:
        """Return the content for the hash."""
        return self.numbers
