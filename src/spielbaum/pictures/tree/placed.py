"""Blocks as the nodes of a tree: their positions, and the lines between them."""

from collections.abc import Callable, Sequence
from itertools import accumulate

from spielbaum.pictures.svg.blocks import Block
from spielbaum.pictures.tree.tidy_tree import Children, tidy_tree

GAP, LEVEL_GAP = 12, 34

Line = tuple[tuple[float, float], ...]
"""A line from the bottom of a node to the end of its level, and on to the top of a child."""


def placed_tree(
    boxes: Sequence[Block], children: Children, edge: Callable[[int, int, Line], str], *, level_gap: float = LEVEL_GAP
) -> Block:
    """Return a tree of blocks.

    Parameters
    ----------
    boxes
        The nodes; the first is the root.
    children
        For each node the indices of its children from left to right.
    edge
        ``(index of a node, index of a child, line) -> SVG``.
    level_gap
        The gap between levels.
    """
    xs, depths = tidy_tree(children, [box.width for box in boxes], gap=GAP)
    heights = [0.0] * (max(depths) + 1)
    for box, depth in zip(boxes, depths, strict=True):
        heights[depth] = max(heights[depth], box.height)
    tops = list(accumulate((height + level_gap for height in heights), initial=0.0))

    def draw(left: float, top: float) -> str:
        edges, drawn = [], []
        for place, box in enumerate(boxes):
            x, y = left + xs[place], top + tops[depths[place]]
            drawn.append(box.draw(x - box.width / 2, y))
            level_end = y + heights[depths[place]]
            for child in children[place]:
                end = (left + xs[child], top + tops[depths[child]])
                edges.append(edge(place, child, ((x, y + box.height), (x, level_end), end)))
        return "".join(edges + drawn)

    width = max(x + box.width / 2 for x, box in zip(xs, boxes, strict=True))
    return Block(width, tops[-1] - level_gap, draw)
