"""The tree of a small search as data for the viewer."""

import gzip
from collections.abc import Sequence
from dataclasses import replace

from spielbaum.game import Game, State
from spielbaum.language import Translations
from spielbaum.pictures.tree.html import viewer_data
from spielbaum.pictures.tree.tree import thumbnails
from spielbaum.pictures.tree.unvisited import with_unvisited
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.searcher import Searcher
from spielbaum.search.trace.record import TreeRecord
from spielbaum.search.trace.recorder import Recorder, record_tree
from spielbaum.web.http.json_body import json_bytes
from spielbaum.web.views.players import player_name

MAX_SECONDS = 4.0
"""Seconds after which a search is stopped; the part of its tree that it has visited is shown."""

SIMULATIONS = 300
"""The simulations of a search that makes them instead of going to a depth."""

DEEPEST = 32
"""A depth that no written tree exceeds."""

MAX_NODES = 20_000
"""The most nodes that are recorded; others are counted."""


def tree_json(
    t: Translations,
    game: Game,
    states: Sequence[State],
    *,
    names: Sequence[str],
    depth: int,
    root: str = "",
    titles: Sequence[str] = (),
) -> bytes:
    """Return the trees of some algorithms as JSON for the viewer; the last state is searched, with its history.

    ``root`` is the name of the root of a written tree: the whole tree is shown, and its nodes are named by its actions.
    ``titles`` are shown instead of the names of the algorithms.
    """
    records = {name: record_of(game, states, name, depth) for name in names}
    if root:
        records = {name: with_unvisited(record, game, states[-1]) for name, record in records.items()}
    document = viewer_data(
        records, game, states[-1], draw=thumbnails(game), translations=t, begins=len(names) > 1, root=root
    )
    for tree, title in zip(document["trees"], titles, strict=False):
        tree["title"] = title
    for player, shown in enumerate(document["players"] if document["named"] else []):
        shown["name"] = player_name(t, game, player)
    if any(node.end == "stopped" for record in records.values() for node in record.nodes):
        document["note"] = t("tree.stopped", seconds=MAX_SECONDS)
    return json_bytes(document)


def packed_tree(t: Translations, game: Game, states: Sequence[State], *, names: Sequence[str], depth: int) -> bytes:
    """Return ``tree_json``, compressed, since many trees are kept."""
    return gzip.compress(tree_json(t, game, states, names=names, depth=depth), 3)


def record_of(game: Game, states: Sequence[State], name: str, depth: int) -> TreeRecord:
    """Return the tree of one search without iterative deepening: every node once, in textbook order."""
    choice = parse_algorithm(name)
    if not choice.algorithm.family.tells_steps:
        limits = Limits(simulations=SIMULATIONS, seconds=MAX_SECONDS)
        interpreted = replace(game, compiled=False)
        return record_tree(interpreted, states[-1], algorithm=choice, limits=limits, history=states[:-1])
    limits, stop = Limits(depth=depth), Stop()
    recorder = Recorder(game, states[-1], algorithm=choice, limits=limits, max_nodes=MAX_NODES)
    searcher = Searcher(game, choice, tracer=recorder)

    def watch(now: Progress) -> None:
        if now.seconds >= MAX_SECONDS:
            stop.set()

    result = searcher.search(states[-1], limits, history=states[:-1], progress=watch, stop=stop)
    return recorder.record(result, searcher.unit)
