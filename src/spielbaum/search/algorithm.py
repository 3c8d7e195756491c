"""The record of an algorithm, and the registry of all that stand in this package."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from spielbaum.errors import UnfitGameError, UnknownNameError
from spielbaum.game import Game, State
from spielbaum.kernel import Workspace
from spielbaum.spec import Option, options_of

Kernel = Callable[[State, float, float, int, Workspace], float]
"""``(state, alpha, beta, depth, ws) -> value`` from the view of the player to move at the root."""


@dataclass(frozen=True, kw_only=True)
class Algorithm:
    """An algorithm: its factory and what it asks of a game.

    Parameters
    ----------
    name
        As on the command line.
    make
        ``(rules, book, **options) -> kernel``; its keyword parameters are the options of the algorithm.
    doc
        What it is, in a few words.
    windows
        Whether it takes any other window than from minus to plus infinity.
    """

    name: str
    make: Callable[..., Kernel]
    doc: str
    windows: bool = True

    @property
    def options(self) -> dict[str, Option]:
        """The options of the factory."""
        return options_of(self.make)

    def refuse_unfit(self, game: Game) -> None:
        """Raise an error if a game lacks a fact that the algorithm needs.

        Raises
        ------
        UnfitGameError
            With a sentence that names the fact.
        """
        if game.players != 2:
            raise UnfitGameError(f"{self.name} is for two players, {game.spec} has {game.players}")
        if not game.zero_sum:
            raise UnfitGameError(f"{self.name} needs a zero-sum game, and {game.spec} does not state zero_sum=True")


def algorithm_names() -> list[str]:
    """Return the names of all algorithms."""
    return sorted(_algorithms())


def find_algorithm(name: str) -> Algorithm:
    """Return an algorithm by name.

    Raises
    ------
    UnknownNameError
        If there is none of that name.
    """
    if name not in _algorithms():
        raise UnknownNameError("algorithm", name, _algorithms())
    return _algorithms()[name]


@cache
def _algorithms() -> dict[str, Algorithm]:
    package = importlib.import_module("spielbaum.search")
    modules = [importlib.import_module(f"spielbaum.search.{m.name}") for m in pkgutil.iter_modules(package.__path__)]
    found: list[Any] = [
        module.algorithm for module in modules if isinstance(getattr(module, "algorithm", None), Algorithm)
    ]
    return {algorithm.name: algorithm for algorithm in found}
