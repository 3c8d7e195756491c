"""Searches by simulations: Monte-Carlo tree search."""

from dataclasses import replace
from typing import ClassVar

from spielbaum.search.core.limits import Limits
from spielbaum.search.families.family import Family

FEW_SIMULATIONS = 100


class Simulations(Family):
    """Searches whose values are means of simulations, which end at a limit only."""

    limits: ClassVar[frozenset[str]] = frozenset({"simulations", "seconds", "nodes"})
    ends: ClassVar[bool] = False
    to_depth: ClassVar[bool] = False
    tells_steps: ClassVar[bool] = False
    shares_table: ClassVar[bool] = False

    @classmethod
    def shortest(cls, limits: Limits) -> Limits:
        """Return the limits of a search that ends almost at once."""
        return replace(limits, simulations=FEW_SIMULATIONS)
