"""The tree of a small search, for the viewer."""

import threading
from collections.abc import Sequence
from typing import Any

from spielbaum.game import Game, State
from spielbaum.search.limits import Limits
from spielbaum.search.recorder import record_tree

MOST_NODES = 20_000
"""So many nodes are visited at most; the search then shows the depth that it finished."""

_one_at_a_time = threading.Semaphore(1)
"""A traced search runs interpreted, and holds up all others while it does."""


def tree_document(game: Game, state: State, algorithms: Sequence[str], depth: int) -> dict[str, Any]:
    """Return what the viewer shows: the tree of each algorithm."""
    with _one_at_a_time:
        records = [
            record_tree(game, state, algorithm=name, limits=Limits(depth=depth, nodes=MOST_NODES))
            for name in algorithms
        ]
    return {"trees": [record.to_dict() for record in records]}
