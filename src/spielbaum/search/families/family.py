"""What a family of algorithms is: all that differs between searches that are run in different ways."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, ClassVar

from spielbaum.errors import InputError
from spielbaum.search.core.limits import Limits


class Family:
    """A family of algorithms.

    Attributes
    ----------
    limits
        The limits that its searches take: fields of ``Limits``.
    ends
        Whether a search without limits ends, at the end of the game.
    to_depth
        Whether all lines are searched to the same depth, deeper and deeper where time or nodes are limited; else a
        search goes on where it is most promising.
    proves_number
        Whether the value is one number for the tree to a depth, which needs a proof: a minimal tree.
    tells_steps
        Whether a tracer sees its steps.
    shares_table
        Whether its threads share a transposition table.
    needs_evaluation
        Whether it searches no game without an evaluation.
    """

    limits: ClassVar[frozenset[str]] = frozenset({"depth", "seconds", "nodes"})
    ends: ClassVar[bool] = True
    to_depth: ClassVar[bool] = True
    proves_number: ClassVar[bool] = False
    tells_steps: ClassVar[bool] = True
    shares_table: ClassVar[bool] = True
    needs_evaluation: ClassVar[bool] = False

    @classmethod
    def numbers(cls, _players: int) -> int:
        """Return how many numbers a value of its kernels is."""
        return 1

    @classmethod
    def has_memory(cls, options: Mapping[str, Any]) -> bool:
        """Return whether an algorithm with these options has a table or a tree, whose size may be given."""
        return "replacement" in options

    @classmethod
    def known(cls, limits: Limits) -> Limits:
        """Return the limits without those that the family does not take."""
        return replace(limits, **{one.name: None for one in fields(limits) if one.name not in cls.limits})

    @classmethod
    def shortest(cls, limits: Limits) -> Limits:
        """Return the limits of a search that ends almost at once."""
        return replace(limits, depth=1)

    @classmethod
    def accept(cls, name: str, limits: Limits) -> None:
        """Raise an InputError if an algorithm of the family does not take one of its limits.

        Parameters
        ----------
        name
            Of the algorithm.
        limits
            The limits.
        """
        if limits.simulations is not None and "simulations" not in cls.limits:
            raise InputError(f"{name} makes no simulations: limit its depth, seconds or nodes")
        if limits.depth is not None and "depth" not in cls.limits:
            raise InputError(f"{name} has no depth limit: limit its simulations, seconds or nodes")

    @classmethod
    def refuse_endless(cls, name: str, limits: Limits) -> None:
        """Raise an InputError if a search with these limits would never end."""
        if not cls.ends and limits == Limits():
            raise InputError(f"{name} goes on for ever: limit its simulations, seconds or nodes")
