"""An interactive page of searched trees, in one self-contained file."""

import json
from collections.abc import Callable, Iterable, Mapping
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from spielbaum.game import Game, State
from spielbaum.language import Translations, current_texts, tr
from spielbaum.pictures.svg.theme import ink_on, player_colour, player_text
from spielbaum.pictures.tree.node import plain_signs
from spielbaum.pictures.tree.states import Boards, states_of
from spielbaum.search.trace.describe import cut_parts
from spielbaum.search.trace.fold import kept_nodes
from spielbaum.search.trace.record import TreeNode, TreeRecord

SCRIPTS = (
    "tidy_tree.js",
    "model.js",
    "elements.js",
    "tell.js",
    "few.js",
    "minimap.js",
    "pane.js",
    "transport.js",
    "hall.js",
    "viewer.js",
)
"""The parts of the viewer, in the order in which a page loads them, besides ``viewer.css``."""

FIRST_NODES = 60
"""The default number of nodes of each tree that are unfolded at first, approximately."""

Draw = Callable[[State], str]


def tree_html(
    records: Mapping[str, TreeRecord],
    game: Game,
    state: State,
    *,
    most: int = FIRST_NODES,
    draw: Draw | None = None,
    begins: bool = False,
    root: str = "",
    title: str = "",
) -> str:
    """Return trees as one self-contained page.

    Parameters
    ----------
    records, game, state, most, draw, begins, root
        As for ``viewer_data``.
    title
        The title of the page; by default the titles of the trees.

    Examples
    --------
    >>> from spielbaum import games, record_tree
    >>> game = games.load("figure:alpha-beta")
    >>> tree_html({"alpha-beta": record_tree(game)}, game, game.initial()).splitlines()[0]
    '<!DOCTYPE html>'
    """
    data = viewer_data(records, game, state, most=most, draw=draw, begins=begins, root=root)
    return page_of(data, title=title or ", ".join(records))


def page_of(data: Mapping[str, Any], *, title: str, attributes: str = "", style: str = "", script: str = "") -> str:
    """Return the page of a viewer with its data, and perhaps more attributes, style and script."""
    document = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Template(part("viewer.html")).substitute(
        title=escape(title),
        language=data["words"]["language"],
        attributes=attributes,
        style=part("viewer.css") + style,
        data=document.replace("<", "\\u003c"),
        script="\n".join([*map(part, SCRIPTS), script]),
        noscript=tr("The tree needs JavaScript, which this page brings with it."),
    )


def viewer_data(
    records: Mapping[str, TreeRecord],
    game: Game,
    state: State,
    *,
    most: int = FIRST_NODES,
    draw: Draw | None = None,
    translations: Translations | None = None,
    begins: bool = False,
    root: str = "",
) -> dict[str, Any]:
    """Return the data of the viewer, ready for JSON, with each tree as columns.

    Parameters
    ----------
    records
        Trees by their titles.
    game, state
        The game, and the state that was searched.
    most
        The number of nodes of each tree that are unfolded at first, approximately: the principal variation and the
        first cuts.
    draw
        ``state -> SVG``; None for no boards.
    translations
        The texts of a language; by default those of the current one.
    begins
        Whether the trees are first shown before the first step instead of after the last.
    root
        The name of the root, if actions are the names of the nodes that they lead to.
    """
    t = translations or current_texts()
    boards = Boards(draw, len(records)) if draw else None
    trees = [_tree(t, title, record, most, game.max_utility_sum) for title, record in records.items()]
    missing = False
    for number, (tree, record) in enumerate(zip(trees, records.values(), strict=True)):
        tree["boards"] = _boards(states_of(record, game, state, _seen_first(record, tree["open"])), boards, number)
        missing |= boards is not None and boards.full(number)
    shown = sum(len(tree["boards"]) for tree in trees)
    return {
        "words": t.table("viewer"),
        "players": [_player(t, game, player) for player in range(game.players)],
        "named": bool(game.view.player_names),
        "root": root,
        "trees": trees,
        "start": "begin" if begins else "end",
        "boards": boards.pictures if boards else [],
        "note": t("viewer.boards_note", shown=shown) if missing else "",
    }


def part(name: str) -> str:
    """Return a file of the viewer."""
    return files("spielbaum.pictures").joinpath("tree", "viewer", name).read_text(encoding="utf-8")


def _player(t: Translations, game: Game, player: int) -> dict[str, str]:
    colour = player_colour(game, player)
    return {"name": player_text(game, player, t), "colour": colour, "on": ink_on(colour)}


def _tree(t: Translations, title: str, record: TreeRecord, most: int, sum_of: float | None) -> dict[str, Any]:
    texts: dict[str, int] = {}

    def place(text: str | None) -> int:
        return -1 if text is None else texts.setdefault(text, len(texts))

    nodes = record.nodes
    windows = [node.window or (None, None) for node in nodes]
    kept = kept_nodes(record, most)
    return {
        "title": title,
        "counts": {
            "value": record.value if record.bound == "exact" else record.value_text,
            "action": record.action or "–",
            "evaluated": record.evaluated_leaves,
            "pruned": record.pruned_leaves,
            "steps": len(record.steps),
        },
        "rootPlayer": record.root_player,
        "vectors": record.vectors,
        "sum": sum_of,
        "secures": record.vectors and all(beta == 0 for _alpha, beta in windows if beta is not None),  # Hypermax
        "windows": record.windowed,
        "parent": [-1 if node.parent is None else node.parent for node in nodes],
        "action": [place(node.action) for node in nodes],
        "toMove": [-1 if node.to_move is None else node.to_move for node in nodes],
        "value": [node.value_text if node.bound == "unknown" else node.value for node in nodes],
        "alpha": [alpha for alpha, _beta in windows],
        "beta": [beta for _alpha, beta in windows],
        "end": "".join(node.end[0] for node in nodes),
        "bound": "".join("?" if node.bound == "unknown" else (node.bound or "exact")[0] for node in nodes),
        "reason": [place(node.reason and plain_signs(t.said(node.reason))) for node in nodes],
        "cuts": [(node.id, *cut_parts(node.reason or "")) for node in nodes if node.end == "cut"],
        "events": {
            "kind": "".join(event.kind[0] for event in record.events),
            "node": [event.node for event in record.events],
            "value": [event.text or event.value for event in record.events],
        },
        "line": list(record.principal_variation()),
        **({"visits": [node.visits for node in nodes]} if nodes[0].visits is not None else {}),
        "open": sorted({node.parent for node in nodes if node.id in kept and node.parent is not None}),
        "texts": list(texts),
    }


def _seen_first(record: TreeRecord, opened: list[int]) -> list[int]:
    """Return all nodes, those that are visible at first before the others."""
    first = set(opened)
    order = sorted(record.nodes, key=lambda node: node.parent is not None and node.parent not in first)
    return [node.id for node in order]


def _boards(states: Iterable[tuple[TreeNode, State]], boards: Boards | None, number: int) -> list[tuple[int, int]]:
    """Return nodes and the indices of their boards, as long as this tree has room for them."""
    found: list[tuple[int, int]] = []
    if boards is not None:
        for node, state in states:
            if boards.full(number):
                break
            found.append((node.id, boards.place(state)))
    return found
