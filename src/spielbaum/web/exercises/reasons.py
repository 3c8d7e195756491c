"""Why a node was left early: who has what already, and where."""

from math import inf
from typing import Any

from spielbaum.search.trace.describe import cut_parts
from spielbaum.web.exercises.exercise import Searched


def cut_reason(search: Searched, name: str) -> tuple[str, dict[str, Any]]:
    """Return the key of the sentence on a cut, and its values.

    Parameters
    ----------
    search
        The search.
    name
        Of the node that was cut.

    Returns
    -------
    tuple
        ``cut-max`` or ``cut-min``; ``node``, ``best``, ``bound``, and ``rival``, the node above at which the rival has
        the bound already.
    """
    node = search.nodes[name]
    _kind, best, bound = cut_parts(node.reason or "")
    key = "cut-max" if node.to_move == search.record.root_player else "cut-min"
    side = 1 if key == "cut-max" else 0
    return key, {"node": name, "best": best, "bound": bound, "rival": _owner(search, name, side)}


def window_at(search: Searched, name: str) -> tuple[float, float]:
    """Return alpha and beta when the search came to a node, infinite where nothing is sure."""
    node = search.nodes[name]
    return node.alpha_beta if node.window else (-inf, inf)


def _owner(search: Searched, name: str, side: int) -> str:
    """Return the node above at which one end of a window became what it is at a node."""
    while name in search.parents:
        above = search.parents[name]
        if window_at(search, above)[side] != window_at(search, name)[side]:
            return above
        name = above
    return name
