"""A tree for Graphviz: https://graphviz.org/doc/info/lang.html."""

import json

from spielbaum.game import Game
from spielbaum.search.trace.record import TreeNode, TreeRecord

CUT_COLOUR = "#d55e00"
"""Vermilion of the palette of Okabe and Ito, which colour-blind readers distinguish from black."""


def tree_dot(record: TreeRecord, game: Game) -> str:
    """Return a tree in the DOT language of Graphviz; cuts are vermilion, pruned branches dashed.

    Parameters
    ----------
    record
        The tree.
    game
        Its game, for the names of the players.
    """
    lines = ["digraph tree {", "  node [shape=box, fontname=sans-serif];", "  edge [fontname=sans-serif];"]
    for node in record.nodes:
        lines.append(f"  n{node.id} [label={_quoted(_label(node, game))}{_look(node)}];")
        if node.parent is not None:
            dashed = f", style=dashed, color={_quoted(CUT_COLOUR)}" if node.end == "pruned" else ""
            lines.append(f"  n{node.parent} -> n{node.id} [label={_quoted(node.action or '')}{dashed}];")
    return "\n".join([*lines, "}", ""])


def _label(node: TreeNode, game: Game) -> str:
    player = "" if node.to_move is None else game.player_name(node.to_move)
    value = "" if node.value is None and node.known is None else node.value_text
    reason = (
        node.reason or "" if node.end in ("cut", "folded") else node.end if node.end in ("pruned", "stopped") else ""
    )
    return "\n".join(filter(None, (player, value, reason)))


def _look(node: TreeNode) -> str:
    if node.end in ("cut", "pruned"):
        return f", color={_quoted(CUT_COLOUR)}" + (", style=dashed" if node.end == "pruned" else "")
    return ", style=dotted" if node.end in ("folded", "stopped") else ""


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
