"""A searched tree as SVG: nodes on levels, cut branches struck through, the principal variation thick."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import hypot
from types import MappingProxyType

from spielbaum.game import Game, State
from spielbaum.language import current_texts, tr
from spielbaum.pictures.svg.blocks import Block, beside, document, paragraph, rows, shape, stacked, words
from spielbaum.pictures.svg.theme import LIGHT
from spielbaum.pictures.tree.legend import legend
from spielbaum.pictures.tree.node import TreeLook, draw_node, window_text
from spielbaum.pictures.tree.placed import Line, placed_tree
from spielbaum.pictures.tree.states import states_of
from spielbaum.search.trace.fold import fold_tree
from spielbaum.search.trace.record import TreeNode, TreeRecord

MOST_NODES = 200
"""The default number of nodes of each tree that a picture shows; the others are folded."""

MOST_BOARDS = 80
"""Trees with more nodes have no boards, since the picture would be too large."""

LEAST_WIDTH = 420

MOST_WIDTH = 1100
"""The width up to which repeated searches stand side by side."""


def tree_svg(
    records: Mapping[str, TreeRecord],
    game: Game,
    state: State,
    *,
    heading: str = "",
    most: int = MOST_NODES,
    draw: Callable[[State], str] | None = None,
    marks: Mapping[int, str] = MappingProxyType({}),
    maximiser: int | None = None,
) -> str:
    """Return trees side by side as an SVG document.

    Parameters
    ----------
    records
        Trees by their titles.
    game, state
        The game, and the state that was searched.
    heading
        What is written above the trees.
    most
        The number of nodes of each tree that are shown; the others are counted, and the picture says so.
    draw
        ``state -> SVG``, for the nodes of trees that are small enough.
    marks
        Texts beside nodes, by their number: what a wrong search found there.
    maximiser
        The player whose values are shown; the player at the root if None.

    Examples
    --------
    >>> from spielbaum import games, record_tree
    >>> game = games.load("figure:alpha-beta")
    >>> "beta -2 ≤ alpha 3" in tree_svg({"alpha-beta": record_tree(game)}, game, game.initial())
    True
    """
    panels = []
    for title, record in records.items():
        shown = fold_tree(record, most)
        boards = {}
        if draw is not None and len(shown.nodes) <= MOST_BOARDS:
            states = states_of(shown, game, state, [node.id for node in shown.nodes])
            boards = {node.id: draw(at) for node, at in states}
        look = replace(TreeLook.of(shown, game, boards), marks=marks)
        if maximiser is not None:
            look = replace(look, root_player=maximiser)
        panels.append(_panel(title, record, shown, look))
    body = beside(panels, gap=48, align=0)
    if heading:
        body = stacked([words(heading, size=19, bold=True, align=0), body], gap=16, align=0)
    return document(body, title=heading or ", ".join(records)) + "\n"


def counts_text(record: TreeRecord) -> str:
    """Return the value, the action and the counts of a search in a line."""
    t = current_texts()
    return t(
        "viewer.counts",
        value=record.value_text,
        action=record.action or "–",
        evaluated=record.evaluated_leaves,
        pruned=t("viewer.unknown") if record.pruned_leaves is None else record.pruned_leaves,
        steps=len(record.steps),
    )


def fold_note(whole: TreeRecord, shown: TreeRecord) -> str:
    """Return how much of a tree is shown; empty if all of it is."""
    if not shown.folded:
        return ""
    seen = sum(node.end != "folded" for node in shown.nodes)
    all_nodes = tr("a larger tree") if whole.folded else tr("{:,} nodes", len(whole.nodes))
    return tr(
        "Shown are {:,} nodes of {}: the principal variation and the first cuts. The others are folded, and "
        "counted where they hang.",
        seen,
        all_nodes,
    )


def tree_block(nodes: Sequence[TreeNode], look: TreeLook) -> Block:
    """Return the tree of one root, given its nodes with parents before children."""
    places = {node.id: place for place, node in enumerate(nodes)}
    children: list[list[int]] = [[] for _ in nodes]
    for place, node in enumerate(nodes[1:], 1):
        children[places[node.parent or 0]].append(place)

    def edge(place: int, child: int, line: Line) -> str:
        struck = nodes[child].end == "pruned" != nodes[place].end
        return _edge(nodes[child], line, look, struck)

    return placed_tree([draw_node(node, look) for node in nodes], children, edge)


def _panel(title: str, record: TreeRecord, shown: TreeRecord, look: TreeLook) -> Block:
    """Return a tree with its title, its counts and a legend; repeated searches stand side by side."""
    forest = shown.trees()
    trees = []
    for number, nodes in enumerate(forest, 1):
        tree = tree_block(nodes, look)
        if len(forest) > 1:
            window = tr(", window {}", window_text(nodes[0])) if look.windows else ""
            name = words(tr("search {} of {}{}", number, len(forest), window), size=12, fill=LIGHT["quiet"])
            tree = stacked([name, tree], gap=16, align=0)
        trees.append(tree)
    body = rows(trees, MOST_WIDTH, gap=48, align=0)
    width = max(body.width, LEAST_WIDTH)
    head = stacked(
        [
            words(title, size=17, bold=True, align=0),
            paragraph("" if look.marks else counts_text(record), width, size=12, align=0),
            paragraph(fold_note(record, shown), width, size=12, align=0),
        ],
        gap=3,
        align=0,
    )
    return stacked([head, body, rows(legend(shown, look), width)], gap=20, align=0)


def _edge(node: TreeNode, line: Line, look: TreeLook, struck: bool) -> str:
    """Return the line to a node; pruned branches are dashed, and struck through twice at the cut."""
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in line)
    if node.end == "pruned":
        dashed = shape("path", d=path, fill="none", stroke=LIGHT["line"], stroke_dasharray="4 3")
        return dashed + (_strokes(*line[1:]) if struck else "")
    if node.id in look.line:
        return shape("path", d=path, fill="none", stroke=LIGHT["best"], stroke_width=3.5)
    return shape("path", d=path, fill="none", stroke=LIGHT["quiet"], stroke_width=1)


def _strokes(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return two short strokes across a line."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down) or 1
    ahead, aside = (across / length, down / length), (-down / length * 7, across / length * 7)
    middle = (start[0] + across * 0.6, start[1] + down * 0.6)
    strokes = ""
    for step in (-2, 2):
        x, y = middle[0] + ahead[0] * step, middle[1] + ahead[1] * step
        strokes += f"M{x - aside[0]:.1f} {y - aside[1]:.1f}L{x + aside[0]:.1f} {y + aside[1]:.1f}"
    return shape("path", d=strokes, stroke=LIGHT["cut"], stroke_width=2)
