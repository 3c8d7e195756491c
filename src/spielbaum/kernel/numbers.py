"""Large tables of numbers that a function captures: a tuple to the interpreter, one array in compiled code."""

from collections.abc import Sequence
from typing import Any


class Numbers:
    """A table of floats that never changes; its content goes into the hash of a kernel.

    A captured tuple is compiled number by number, which takes long from some hundreds on. This is compiled at once.

    Parameters
    ----------
    numbers
        What it holds.

    Examples
    --------
    >>> table = Numbers([0.5, 2])
    >>> table[1], len(table)
    (2.0, 2)
    """

    def __init__(self, numbers: Sequence[float]) -> None:
        self.numbers = tuple(map(float, numbers))

    def __getitem__(self, place: int) -> float:
        """Return the number at a place."""
        return self.numbers[place]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.numbers)

    def native(self) -> Any:
        """Return the compiled counterpart."""
        import numpy as np

        return np.array(self.numbers, dtype=np.float64)

    def content(self) -> object:
        """Return what stands in the hash."""
        return self.numbers
