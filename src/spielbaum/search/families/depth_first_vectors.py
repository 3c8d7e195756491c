"""Depth-first searches with a vector for each node, one number for each player: Max^n and its relatives."""

from functools import partial
from math import inf
from typing import Any, ClassVar

from spielbaum.search.core.result import Number
from spielbaum.search.families.depth_first import DepthFirst
from spielbaum.search.table.scalar import line_in


class DepthFirstVectors(DepthFirst):
    """Depth-first searches that back up vectors."""

    proves_number: ClassVar[bool] = False
    line_in = staticmethod(partial(line_in, vectors=True))

    @classmethod
    def numbers(cls, players: int) -> int:
        """Return the number of numbers in a value of its kernels."""
        return players

    @property
    def win(self) -> float:
        """The value that proves a win: infinity, as vectors prove none."""
        return inf

    @property
    def knows_distances(self) -> bool:
        """Whether the kernel can search for the distance of a win or a loss: in two-player zero-sum games only."""
        return self.setup.rules.is_duel and super().knows_distances

    def number(self, value: Any) -> Number:
        """Return a value of the kernel as a tuple."""
        return tuple(map(float, value))
