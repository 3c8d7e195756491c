"""Depth first, with a vector for each node, one number for each player: Max^n and its relatives."""

from functools import partial
from math import inf
from typing import Any, ClassVar

from spielbaum.search.core.result import Number
from spielbaum.search.families.depth_first import DepthFirst
from spielbaum.search.table.scalar import line_in


class DepthFirstVectors(DepthFirst):
    """Searches that go depth first and back up vectors."""

    proves_number: ClassVar[bool] = False
    line_in = staticmethod(partial(line_in, vectors=True))

    @classmethod
    def numbers(cls, players: int) -> int:
        """Return how many numbers a value of its kernels is."""
        return players

    @property
    def win(self) -> float:
        """The value that proves a win: none, as a vector is no number."""
        return inf

    @property
    def knows_distances(self) -> bool:
        """Whether the kernel can be asked how far away a win or a loss is: of two sides, where one wins."""
        return self.setup.rules.is_duel and super().knows_distances

    def number(self, value: Any) -> Number:
        """Return a value of the kernel as Python has it."""
        return tuple(map(float, value))
