r"""A searched tree for LaTeX: TikZ by the package ``forest``, in the style of textbooks.

Windows are below the values, the actions on the branches; pruned branches are dashed, and struck through at the cut.
The styles are defined unless the document has defined styles of these names before.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from textwrap import wrap

from spielbaum.game import Game
from spielbaum.language import current_texts, tr
from spielbaum.pictures.latex.document import fitted
from spielbaum.pictures.latex.text import escaped, math
from spielbaum.pictures.svg.theme import LIGHT, player_colour, player_text
from spielbaum.pictures.tree.node import TreeLook, entries, fold_lines, plain_signs
from spielbaum.search.trace.describe import cut_parts
from spielbaum.search.trace.fold import fold_tree
from spielbaum.search.trace.record import TreeNode, TreeRecord

MOST_NODES = 60
"""The default number of nodes that are drawn; the others are folded."""

REASON_WIDTH = 18
"""The number of characters in a line of a reason."""

_OUTSIDE = re.compile(r", (?![^(]*\))")
"""A comma that is not in a vector."""

BLANK = r"\rule{0pt}{2.2ex}\hspace*{%sem}"
"""The space in a node whose value is left blank."""

STYLE = rf"""\providecolor{{spielbaum cut}}{{HTML}}{{{LIGHT["cut"][1:].upper()}}}
\providecolor{{spielbaum line}}{{HTML}}{{{LIGHT["best"][1:].upper()}}}
\providecolor{{spielbaum quiet}}{{HTML}}{{{LIGHT["quiet"][1:].upper()}}}
\pgfkeysifdefined{{/forest/spielbaum tree/.@cmd}}{{}}{{\forestset{{
  spielbaum tree/.style={{for tree={{align=center, font=\small, inner sep=2pt, s sep=3mm, l sep=11mm,
    parent anchor=south, child anchor=north, anchor=north, tier/.option=level, edge=spielbaum quiet}}}},
  spielbaum inner/.style={{draw=spielbaum quiet, rounded corners=2pt}},
  spielbaum leaf/.style={{draw=none}},
  spielbaum cut/.style={{draw=spielbaum cut}},
  spielbaum pruned/.style={{draw=none, text=spielbaum quiet, edge=dashed}},
  spielbaum folded/.style={{draw=spielbaum quiet, dotted, text=spielbaum quiet, font=\scriptsize}},
  spielbaum line/.style={{draw=spielbaum line, thick, edge={{spielbaum line, very thick}}}},
  /tikz/spielbaum action/.style={{pos=0.72, fill=white, inner sep=1pt, font=\scriptsize}},
  /tikz/spielbaum strike/.style={{pos=0.4, sloped, inner sep=0pt, text=spielbaum cut}}}}}}
"""


def tree_tikz(record: TreeRecord, game: Game, *, look: TreeLook | None = None, most: int = MOST_NODES) -> str:
    r"""Return a tree as a ``forest``; it needs ``\usepackage{forest}``.

    A tree that is wider than the line is scaled down to it. A search that starts again has several trees, one below
    the other.

    Parameters
    ----------
    record
        The tree.
    game
        Its game, for the names and colours of the players.
    look
        What is shown at the nodes; by default everything that the record has.
    most
        The number of nodes that are drawn; the others are folded.

    Examples
    --------
    >>> from spielbaum import games, record_tree
    >>> game = games.load("figure:alpha-beta")
    >>> r"\beta=-2\leq\alpha=3" in tree_tikz(record_tree(game), game)
    True
    """
    shown = fold_tree(record, most)
    look = look or TreeLook.of(shown, game)
    return STYLE + "\\par\\medskip\n".join(fitted(_forest(nodes, look)) for nodes in shown.trees())


def trees_tikz(records: Mapping[str, TreeRecord], game: Game, *, most: int = MOST_NODES) -> str:
    """Return trees by their titles, one below the other; the title of a single one is a comment."""
    if len(records) == 1:
        ((title, record),) = records.items()
        return f"% {title}\n{tree_tikz(record, game, most=most)}"
    trees = (f"\\textbf{{{escaped(title)}}}\\par\n{tree_tikz(one, game, most=most)}" for title, one in records.items())
    return "\\par\\bigskip\n".join(trees)


def _forest(nodes: Sequence[TreeNode], look: TreeLook) -> str:
    """Return the tree of one root, a line for each node."""
    lines, opened = ["\\begin{forest} spielbaum tree"], 0
    known = {node.id: node for node in nodes}
    children = defaultdict(list)
    for node in nodes[1:]:
        children[node.parent].append(node)
    waiting = [(nodes[0], 1)]
    while waiting:
        node, depth = waiting.pop()
        lines[-1] += "]" * (opened - depth + 1)
        opened = depth
        struck = node.end == "pruned" and node is not nodes[0] and known[node.parent or 0].end != "pruned"
        lines.append(f"{'  ' * depth}[{{{_content(node, look)}}}, {', '.join(_options(node, look, struck=struck))}")
        waiting += [(child, depth + 1) for child in reversed(children[node.id])]
    lines[-1] += "]" * opened
    return "\n".join([*lines, "\\end{forest}"])


def _options(node: TreeNode, look: TreeLook, *, struck: bool) -> list[str]:
    styles = ["spielbaum inner" if node.inner else "spielbaum leaf"]
    if node.end in ("cut", "pruned", "folded"):
        styles.append(f"spielbaum {node.end}")
    if node.id in look.line:
        styles.append("spielbaum line")
    labels = [r"node[spielbaum strike]{$\parallel$}"] if struck else []
    if node.action and node.parent is None:
        return [*styles, rf"label={{[font=\scriptsize]above:{escaped(node.action)}}}"]
    if node.action:
        labels.append(f"node[spielbaum action]{{{escaped(node.action)}}}")
    return [*styles, *([f"edge label={{{' '.join(labels)}}}"] if labels else [])]


def _content(node: TreeNode, look: TreeLook) -> str:
    """Return the lines of a node: the player to move and the value, the window, and why it was cut."""
    if node.end == "folded":
        return r"\\".join(map(escaped, fold_lines(node)))
    lines = [_head(node, look)]
    if node.visits is not None:
        lines.append(_small(escaped(tr(node.reason or ""))))
    if look.windows and node.end in ("done", "cut", "known", "stopped"):
        lines.append(_small(math(node.window_text)))
    if node.end == "cut":
        lines += [_small(rf"\textcolor{{spielbaum cut}}{{{line}}}") for line in _reason(node)]
    if node.end in ("known", "stopped"):
        lines.append(_small(escaped(current_texts()(f"viewer.ends.{node.end}"))))
    return r"\\".join(lines)


def _head(node: TreeNode, look: TreeLook) -> str:
    value = _value(node, look)
    if node.to_move is None or not node.inner or node.end == "pruned":
        return value
    named = look.vectors or look.game.players > 2 or bool(look.game.view.player_names)
    name = _small(escaped(player_text(look.game, node.to_move))) if named else ""
    mover = f"{_sign(look, node.to_move)} {name}".strip()
    return rf"{mover}\\{value}" if look.vectors else f"{mover} {value}".strip()


def _sign(look: TreeLook, player: int) -> str:
    """Return triangles up and down for MAX and MIN, a disc of the player's colour if values are vectors."""
    if look.vectors:
        return rf"\textcolor[HTML]{{{player_colour(look.game, player)[1:].upper()}}}{{$\bullet$}}"
    return r"$\bigtriangleup$" if player == look.root_player else r"$\bigtriangledown$"


def _value(node: TreeNode, look: TreeLook) -> str:
    if isinstance(node.value, tuple):
        return math(f"({', '.join(entries(node, node.value, look))})")
    if node.value is None and node.name is None:
        return BLANK % (4.5 if look.vectors else 2.5) if look.blank and node.inner and node.end != "pruned" else ""
    about = "≈ " if node.end == "leaf" else ""
    return escaped(node.name) if node.name else math(about + node.value_text)


def _reason(node: TreeNode) -> list[str]:
    """Return why a node was cut: the ends of the window that crossed, or the pruning with the numbers it compared."""
    kind, best, bound = cut_parts(node.reason or "")
    if best is not None and kind in ("alpha", "beta"):
        left, sign, right = (r"\beta", r"\leq", r"\alpha") if kind == "alpha" else (r"\alpha", r"\geq", r"\beta")
        return [f"${left}={best:.6g}{sign}{right}={bound:.6g}$"]
    return [escaped(line) for line in wrap(_OUTSIDE.split(plain_signs(tr(node.reason or "")))[0], REASON_WIDTH)]


def _small(text: str) -> str:
    return rf"{{\scriptsize {text}}}"
