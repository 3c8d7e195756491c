"""Limits of a search: depth, seconds, nodes, simulations."""

import math
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

from spielbaum.errors import InputError, Message, Sentence

MAX_PLY = 512
"""The longest line of play, in plies, for which a workspace has room."""

FULL_WINDOW = (-math.inf, math.inf)
"""Alpha and beta of a search that finds every value."""


@dataclass(frozen=True)
class Limits:
    """Limits of a search. The first one that is reached ends it; without limits it goes to the end of the game.

    With ``seconds`` or ``nodes`` the search deepens iteratively and returns the result of the deepest complete
    iteration. A node limit makes a run repeatable to the bit.

    Parameters
    ----------
    depth
        In plies below the root; 0 evaluates the root itself.
    seconds
        Wall time.
    nodes
        Positions visited, the root included.
    simulations
        Of Monte-Carlo tree search.

    Raises
    ------
    InputError
        If a limit is impossible, such as a negative depth.

    Examples
    --------
    >>> Limits(depth=8)
    Limits(depth=8, seconds=None, nodes=None, simulations=None)
    """

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        """Check the limits."""
        for name in ("depth", "nodes", "simulations"):
            _refuse_other_than(Integral, Sentence("a whole number"), name, getattr(self, name))
        _refuse_other_than(Real, Sentence("a number"), "seconds", self.seconds)
        if self.depth is not None and not 0 <= self.depth < MAX_PLY:
            raise InputError(Message("a depth must lie between 0 and {}, {} does not", MAX_PLY - 1, self.depth))
        if self.seconds is not None and not (self.seconds > 0 and math.isfinite(self.seconds)):
            raise InputError(Message("seconds must be a number above 0, {} is not", self.seconds))
        if self.nodes is not None and self.nodes < 1:
            raise InputError(Message("nodes must be at least 1, {} is not", self.nodes))
        if self.simulations is not None and self.simulations < 1:
            raise InputError(Message("simulations must be at least 1, {} is not", self.simulations))

    @property
    def given(self) -> frozenset[str]:
        """The names of the limits that are set."""
        return frozenset(name for name, value in vars(self).items() if value is not None)

    @property
    def deepens(self) -> bool:
        """Whether the search deepens iteratively."""
        return self.seconds is not None or self.nodes is not None

    @property
    def bounded(self) -> bool:
        """Whether depth, nodes or simulations are limited."""
        return (self.depth, self.nodes, self.simulations) != (None, None, None)

    @property
    def largest_depth(self) -> int:
        """The depth limit, or the largest possible depth."""
        return MAX_PLY - 1 if self.depth is None else self.depth


def refuse_depth_zero(limits: Limits) -> None:
    """Raise an InputError if the depth is 0: no action is searched then."""
    if limits.depth == 0:
        raise InputError(Message("an action is a ply: to search actions the depth must be at least 1"))


def _refuse_other_than(kind: type, meant: str, name: str, given: Any) -> None:
    if given is not None and (isinstance(given, bool) or not isinstance(given, kind)):
        raise InputError(Message("{} must be {}, not {!r}", name, meant, given))
