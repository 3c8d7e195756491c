"""The actions of a node in a list, by rank: ``ws.action`` and ``ws.rank`` from a first place to an end."""

from math import inf

from spielbaum.game import Action
from spielbaum.search.core.workspace import MAX_LISTED_ACTIONS, OUT_OF_MEMORY, Workspace

LANES = 8
"""Ranks are compared in multiples of so many."""


def insert(action: Action, rank: float, first: int, end: int, ws: Workspace) -> None:
    """Enter an action into the list from ``first`` to ``end``; equal ranks stay in the order in which they come."""
    i = end
    while i > first and ws.rank[i - 1] < rank:
        ws.rank[i] = ws.rank[i - 1]
        ws.action[i] = ws.action[i - 1]
        i -= 1
    ws.rank[i] = rank
    ws.action[i] = action


def sort_by_rank(first: int, end: int, ws: Workspace) -> None:
    """Sort listed actions by rank, equal ranks as they are; ``ws.rank`` is not sorted. What is no number comes last.

    How many go before an action is its place. To count that takes more steps than to insert it, but the processor takes
    several at once and guesses none of them wrong: from about ten actions on it is faster.
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


def place_of_best(i: int, end: int, ws: Workspace) -> int:
    """Return the place of the first action of the highest rank from place ``i`` on."""
    best = i
    for k in range(i + 1, end):
        if ws.rank[k] > ws.rank[best]:
            best = k
    return best


def bring_forward(place: int, to: int, ws: Workspace) -> None:
    """Let an action stand in an earlier place of the list, before those from there on."""
    action, rank = ws.action[place], ws.rank[place]
    for k in range(place, to, -1):
        ws.action[k], ws.rank[k] = ws.action[k - 1], ws.rank[k - 1]
    ws.action[to], ws.rank[to] = action, rank
