"""The tree of a small search, for the viewer."""

import threading
from collections.abc import Sequence
from typing import Any

from spielbaum.game import Game, State
from spielbaum.pictures.tree.html import viewer_data
from spielbaum.pictures.tree.tree import thumbnails
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Stop
from spielbaum.search.driver.searcher import Searcher
from spielbaum.search.trace.record import TreeRecord
from spielbaum.search.trace.recorder import Recorder
from spielbaum.web.http.texts import Texts

LONGEST = 4.0
"""Seconds after which a search is stopped; the tree is then shown as far as it went."""

MOST_NODES = 20_000
"""For so many nodes there is room in a tree; the others are counted."""


def tree_document(t: Texts, game: Game, states: Sequence[State], *, names: Sequence[str], depth: int) -> dict[str, Any]:
    """Return what the viewer shows: the tree of each algorithm.

    Parameters
    ----------
    t
        The language.
    game, states
        What is searched: the last of them, after those before it.
    names
        Of the algorithms.
    depth
        How far.
    """
    records = {name: _record(game, states, name, depth) for name in names}
    document = viewer_data(records, game, states[-1], draw=thumbnails(game), words=t.viewer)
    if any(node.end == "stopped" for record in records.values() for node in record.nodes):
        document["note"] = t("tree.stopped", seconds=LONGEST)
    return document


def _record(game: Game, states: Sequence[State], name: str, depth: int) -> TreeRecord:
    """Return the tree of one search. It does not deepen, so each node is there once and in the order of the books."""
    limits, stop = Limits(depth=depth), Stop()
    recorder = Recorder(game, states[-1], algorithm=name, limits=limits, max_nodes=MOST_NODES)
    searcher = Searcher(game, name, tracer=recorder)
    timer = threading.Timer(LONGEST, stop.set)
    timer.start()
    try:
        result = searcher.search(states[-1], limits, history=states[:-1], stop=stop)
        return recorder.record(result, searcher.unit)
    finally:
        timer.cancel()
