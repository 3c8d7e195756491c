"""Depth first, with one number for each node: minimax, alpha-beta and all searches of two sides."""

from typing import ClassVar

from spielbaum.search.families.family import Family


class DepthFirst(Family):
    """Searches that go depth first and back up one number."""

    proves_number: ClassVar[bool] = True
