"""The reasons for cutoffs: which player already has which value, and where."""

from math import inf
from typing import Any

from spielbaum.exercises.exercise import Searched
from spielbaum.search.trace.describe import cut_parts


def cut_reason(search: Searched, name: str) -> tuple[str, dict[str, Any]]:
    """Return the key and the values of the sentence about the cutoff at a node.

    The key is ``cut-max`` or ``cut-min``, ``cut-mover`` if values are those of the player to move, or that of a pruning
    of vectors. The value ``rival`` is the ancestor where the opponent already has the bound.
    """
    node = search.nodes[name]
    kind, best, bound = cut_parts(node.reason or "")
    of_window = kind in ("alpha", "beta") and not search.vectors
    if search.for_mover or not of_window:
        key = "cut-mover" if of_window else f"cut-{kind}"
        return key, {"node": name, "best": best, "bound": bound, "player": node.to_move, "reason": node.reason}
    key = "cut-max" if node.to_move == search.record.root_player else "cut-min"
    side = 1 if key == "cut-max" else 0
    return key, {"node": name, "best": best, "bound": bound, "rival": _owner(search, name, side)}


def window_at(search: Searched, name: str) -> tuple[float, float]:
    """Return alpha and beta when the search entered a node; infinite if there is no bound."""
    node = search.nodes[name]
    return node.alpha_beta if node.window else (-inf, inf)


def _owner(search: Searched, name: str, side: int) -> str:
    """Return the ancestor at which one end of a node's window was set."""
    while name in search.parents:
        above = search.parents[name]
        if window_at(search, above)[side] != window_at(search, name)[side]:
            return above
        name = above
    return name
