"""Null windows: windows that no value lies inside."""

from math import inf

from spielbaum.search.core.node import Node

NARROW = 1e-9
"""Width of a null window, relative to its lower end; a value inside it is exact all the same."""

ZERO_WINDOW = 1e-8
"""A window this narrow, relative to its lower end, is a null window."""


def null_window(low: float) -> float:
    """Return the upper end of the null window at ``low``."""
    return low + NARROW * max(1.0, abs(low))


def is_null_window(node: Node) -> bool:
    """Return whether the window of a node is a null window."""
    return node.alpha > -inf and node.beta - node.alpha <= ZERO_WINDOW * max(1.0, abs(node.alpha))
