"""The algorithms as functions, whose parameters are their options: ``algorithms.pvs(null_move=True)``.

A function has the name of its algorithm, with underscores, and returns an ``AlgorithmChoice``, which is accepted
wherever an algorithm is named by a text. ``algorithms.pyi`` has their signatures, for editors and type checkers.
"""

from typing import Any

from spielbaum.search.algorithms.choice import AlgorithmChoice, choose
from spielbaum.search.algorithms.registry import algorithm_names


def names() -> list[str]:
    """Return the names of all algorithms."""
    return algorithm_names()


def __getattr__(name: str) -> Any:
    algorithm = name.replace("_", "-")
    if algorithm not in algorithm_names():
        raise AttributeError(f"there is no algorithm {name!r}: algorithms.names() lists them")

    def chosen(**options: Any) -> AlgorithmChoice:
        return choose(algorithm, **options)

    chosen.__name__ = chosen.__qualname__ = name
    return chosen


def __dir__() -> list[str]:
    return ["names", *(name.replace("-", "_") for name in algorithm_names())]
