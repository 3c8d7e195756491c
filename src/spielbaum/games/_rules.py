"""The rules of a game with options, as its factory returns them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class RuleFunctions:
    """The rules as in ``Game``, and hints made from the same parts."""

    initial: Callable[[], Any]
    to_move: Callable[[Any], int]
    actions: Callable[[Any], Iterator[int]]
    result: Callable[[Any, int], Any]
    is_terminal: Callable[[Any], bool]
    utility: Callable[[Any], tuple[float, ...]]
    count: Callable[[Any], int] | None = None
    null_move: Callable[[Any], Any] | None = None
    leaf_values: tuple[tuple[float, ...], ...] = ()
