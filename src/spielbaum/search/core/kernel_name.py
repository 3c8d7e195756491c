"""The names by which kernels are shipped to a browser."""

import hashlib
import linecache
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import spielbaum
from spielbaum.game import Evaluation, Game
from spielbaum.kernel.shipped import Name

_PACKAGE = Path(spielbaum.__file__).parent


def kernel_name(kind: str, game: Game, evaluation: Evaluation | None = None, *more: str) -> Name:
    """Return the name of a kernel.

    A game and its evaluation are named by their source as well: another game of the same name has other kernels.

    Parameters
    ----------
    kind
        Such as ``"search"`` or ``"proof"``.
    game, evaluation
        What it is compiled for.
    more
        What else its source depends on, such as the algorithm.

    Examples
    --------
    >>> from spielbaum import load
    >>> kernel_name("perft", load("nim"))[:2]
    ('perft', 'nim')
    """
    functions: list[Callable[..., Any]] = [
        game.initial,
        game.actions,
        game.result,
        game.is_terminal,
        game.utility,
        game.to_move,
    ]
    named = (
        ""
        if evaluation is None
        else next(
            (name for name, one in game.evaluations.items() if one is evaluation), evaluation.function.__qualname__
        )
    )
    functions += [] if evaluation is None else [evaluation.function]
    return kind, game.spec, " ".join(text for one in functions for text in _source_of(one)), named, *more


def _source_of(function: Callable[..., Any]) -> Iterator[str]:
    """Yield where a function is written, and a hash of the file if it is not one of this package."""
    code = getattr(getattr(function, "py_func", function), "__code__", None)
    if code is None:
        yield type(function).__qualname__
        return
    yield f"{code.co_qualname}:{code.co_firstlineno}"
    if not Path(code.co_filename).is_relative_to(_PACKAGE):
        yield _digest(code.co_filename)


def _digest(file: str) -> str:
    linecache.checkcache(file)
    return hashlib.sha256("".join(linecache.getlines(file)).encode()).hexdigest()[:16]
