"""Sorting the actions of a node by rank, in a slice of ``ws.action`` and ``ws.rank``."""

from math import inf
from typing import Protocol

from spielbaum.game import Action
from spielbaum.search.core.workspace import MAX_LISTED_ACTIONS, OUT_OF_MEMORY, Floats, Integers

LANES = 8
"""Ranks are compared in groups of this size."""


class ActionList(Protocol):
    """The list of actions in a workspace."""

    stop: int
    action: Integers
    rank: Floats


def insert(action: Action, rank: float, first: int, end: int, ws: ActionList) -> None:
    """Insert an action into the sorted slice from ``first`` to ``end``, after actions of equal rank."""
    i = end
    while i > first and ws.rank[i - 1] < rank:
        ws.rank[i] = ws.rank[i - 1]
        ws.action[i] = ws.action[i - 1]
        i -= 1
    ws.rank[i] = rank
    ws.action[i] = action


def sort_by_rank(first: int, end: int, ws: ActionList) -> None:
    """Sort a slice of ``ws.action`` by rank, stably and with NaN last; ``ws.rank`` stays unsorted.

    The place of an action is the number of actions that precede it. Counting them takes more steps than insertion sort,
    but the steps are vectorised and have no branches: it is faster from about ten actions on.
    """
    count = end - first
    padded = first + (count + LANES - 1 & -LANES)
    if end + count > MAX_LISTED_ACTIONS or padded > MAX_LISTED_ACTIONS:
        ws.stop = OUT_OF_MEMORY
        return
    for i in range(end, padded):
        ws.rank[i] = -inf
    for i in range(first, end):
        if ws.rank[i] != ws.rank[i]:
            ws.rank[i] = -inf
    for i in range(first, end):
        place = end
        for k in range(first, padded):
            place += (ws.rank[k] > ws.rank[i]) | ((ws.rank[k] == ws.rank[i]) & (k < i))
        ws.action[place] = ws.action[i]
    for i in range(first, end):
        ws.action[i] = ws.action[i + count]


def place_of_best(i: int, end: int, ws: ActionList) -> int:
    """Return the place of the highest rank from ``i`` on, the first among equals."""
    best = i
    for k in range(i + 1, end):
        if ws.rank[k] > ws.rank[best]:
            best = k
    return best


def bring_forward(place: int, to: int, ws: ActionList) -> None:
    """Move an action to an earlier place, and those from there on one place back."""
    action, rank = ws.action[place], ws.rank[place]
    for k in range(place, to, -1):
        ws.action[k], ws.rank[k] = ws.action[k - 1], ws.rank[k - 1]
    ws.action[to], ws.rank[to] = action, rank
