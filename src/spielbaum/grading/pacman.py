"""What agents of CS188 import: as much of the modules ``util``, ``game`` and ``pacman`` as a search needs."""

import sys
from collections import Counter
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn


def provide(path: Path) -> None:
    """Provide the modules to a file with agents, unless they lie beside it."""
    if b"getAction" not in path.read_bytes():
        return
    for name, members in MODULES.items():
        if name not in sys.modules and getattr(find_spec(name), "origin", None) is None:  # a folder is no module
            module = sys.modules[name] = ModuleType(name)
            vars(module).update(members)


class Agent:
    """An agent with its index."""

    def __init__(self, index: int = 0) -> None:
        self.index = index


class Directions:
    """The moves of Pacman."""

    NORTH, SOUTH, EAST, WEST, STOP = "North", "South", "East", "West", "Stop"


class GameState:
    """The class of states, for annotations."""


def manhattan_distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the distance of two places."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def lookup(name: str, namespace: Mapping[str, Any]) -> Any:
    """Return what a file calls by a name."""
    return namespace[name]


def raise_not_defined() -> NoReturn:
    """Say that a method is not written yet."""
    raise NotImplementedError


MODULES: Mapping[str, Mapping[str, Any]] = {
    "util": {
        "manhattanDistance": manhattan_distance,
        "lookup": lookup,
        "raiseNotDefined": raise_not_defined,
        "Counter": Counter,
    },
    "game": {"Agent": Agent, "Directions": Directions},
    "pacman": {"GameState": GameState},
}
