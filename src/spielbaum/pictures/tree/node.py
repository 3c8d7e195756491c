"""A node of a searched tree as a block: the player to move, its value, its window, and why it ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from spielbaum.game import Game
from spielbaum.language import current_texts, tr
from spielbaum.pictures.svg.blocks import EMPTY, Block, beside, framed, paragraph, picture, shape, stacked, words
from spielbaum.pictures.svg.theme import LIGHT, ink_on, player_colour, player_text
from spielbaum.search.trace.describe import cut_parts, fold_counts
from spielbaum.search.trace.record import TreeNode, TreeRecord

GLYPH = 13
TEXT_WIDTH = 140
"""Reasons are wrapped to about this width."""

BOARD = 64
"""The side of a board."""

LEAVING_OPEN = ("shallow", "deep", "hypermax", "last-branch", "speculative")
"""The prunings after which a vector is not final."""


@dataclass(frozen=True)
class TreeLook:
    """The common look of the nodes of a tree.

    Attributes
    ----------
    game
        The game, for names and colours of the players.
    root_player
        MAX, if values are numbers.
    vectors
        Whether values are vectors.
    windows
        Whether any window differs from the full one.
    line
        The nodes of the principal variation.
    boards
        Pictures of the states at nodes.
    above
        The player to move above each node.
    marks
        Texts beside nodes that are marked: what a wrong search found there.
    blank
        Whether the values of inner nodes are left blank, with space to fill them in.
    """

    game: Game
    root_player: int
    vectors: bool
    windows: bool
    line: frozenset[int]
    boards: Mapping[int, str]
    blank: bool = False
    above: Mapping[int, int | None] = field(default_factory=dict)
    marks: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, record: TreeRecord, game: Game, boards: Mapping[int, str] = MappingProxyType({})) -> "TreeLook":
        """Return the look of a record."""
        return cls(
            game,
            root_player=record.root_player,
            vectors=record.vectors,
            windows=record.windowed,
            line=frozenset(record.principal_variation()),
            boards=boards,
            above={node.id: record.nodes[node.parent].to_move for node in record.nodes if node.parent is not None},
        )


def draw_node(node: TreeNode, look: TreeLook) -> Block:
    """Return a node, with the action that leads to it above its frame."""
    label = words(node.action or "", size=12, bold=node.id in look.line)
    body = _body(node, look)
    if node.id in look.marks:
        found = words(look.marks[node.id], size=14, fill=LIGHT["cut"], bold=True)
        body = framed(stacked([body, found], gap=3), stroke=LIGHT["cut"], stroke_width=3, fill="none", rx=9)
    return stacked([label if node.action else EMPTY, body], gap=2)


def player_glyph(look: TreeLook, player: int) -> Block:
    """Return the sign of a player: triangles up and down for MAX and MIN, discs if values are vectors."""
    colour = player_colour(look.game, player)
    edge = {"fill": colour, "stroke": LIGHT["ink"], "stroke_width": 1}

    def draw(left: float, top: float) -> str:
        right, bottom, middle = left + GLYPH, top + GLYPH, left + GLYPH / 2
        if look.vectors:
            return shape("circle", cx=middle, cy=top + GLYPH / 2, r=GLYPH / 2, **edge)
        low, tip = (bottom, top) if player == look.root_player else (top, bottom)
        return shape("path", d=f"M{left:.1f} {low:.1f}H{right:.1f}L{middle:.1f} {tip:.1f}Z", **edge)

    return Block(GLYPH, GLYPH, draw)


def chips(node: TreeNode, vector: tuple[float, ...], look: TreeLook) -> Block:
    """Return a vector, each entry on a chip of its player's colour; those that a cut left open are outlined."""
    texts = entries(node, vector, look)
    return beside([_chip(text, player_colour(look.game, player)) for player, text in enumerate(texts)], gap=2)


def entries(node: TreeNode, vector: tuple[float, ...], look: TreeLook) -> list[str]:
    """Return the entries of a vector; after a cut only that of the player to move is known, from below.

    Shallow pruning bounds the entry of the player above, too. Other prunings pass on the vector, but it is not final.
    """
    texts = [f"{number:.6g}" for number in vector]
    kind = cut_parts(node.reason or "")[0] if node.end == "cut" else ""
    if kind not in LEAVING_OPEN:
        return texts
    closed = kind in ("shallow", "deep")
    rival = look.above.get(node.id) if kind == "shallow" else None
    return [
        f"≥ {text}" if player == node.to_move else f"≤ {text}" if player == rival else "?" if closed else f"{text}?"
        for player, text in enumerate(texts)
    ]


def fold_lines(node: TreeNode) -> list[str]:
    """Return how many nodes, leaves and pruned actions are folded, a line for each."""
    nodes, leaves, pruned = fold_counts(node.reason or "")
    lines = [tr("{:,} folded", nodes), tr("{:,} leaves", leaves)] if nodes else []
    lines += [tr("{:,} pruned", pruned)] if pruned else []
    return lines


def plain_signs(text: str) -> str:
    """Return a text with mathematical signs."""
    return text.replace(">=", "≥").replace("<=", "≤")


def window_text(node: TreeNode) -> str:
    """Return alpha and beta at entry, with signs of infinity."""
    return node.window_text.replace("inf", "∞")


def _body(node: TreeNode, look: TreeLook) -> Block:
    if node.end == "folded":
        lines = stacked([words(line, size=11, fill=LIGHT["quiet"]) for line in fold_lines(node)])
        return framed(lines, stroke=LIGHT["quiet"], fill="none", stroke_dasharray="1 3", rx=3)
    if node.end == "pruned":
        value = Block(8, 8, EMPTY.draw) if node.value is None else _value(node, look, LIGHT["quiet"])
        return framed(value, stroke=LIGHT["line"], fill="none", stroke_dasharray="4 3", rx=3)
    colour = LIGHT["best"] if node.id in look.line else LIGHT["cut"] if node.end == "cut" else LIGHT["quiet"]
    return framed(
        stacked([_head(node, look), *_tail(node, look)], gap=2),
        stroke=colour,
        stroke_width=2.5 if node.id in look.line else 1.2,
        fill=LIGHT["panel"] if node.inner else LIGHT["paper"],
        rx=7 if node.inner else 0,
    )


def _head(node: TreeNode, look: TreeLook) -> Block:
    """Return the player to move, and the value."""
    value = _value(node, look, LIGHT["ink"])
    if look.blank and node.value is None:
        value = Block(88 if look.vectors else 46, 20, EMPTY.draw)
    if node.to_move is None or not node.inner:
        return value
    named = look.vectors or look.game.players > 2 or bool(look.game.view.player_names)
    name = words(player_text(look.game, node.to_move), size=11, fill=LIGHT["quiet"]) if named else EMPTY
    mover = beside([player_glyph(look, node.to_move), name], gap=4)
    return stacked([mover, value], gap=3) if look.vectors else beside([mover, value], gap=6)


def _value(node: TreeNode, look: TreeLook, fill: str) -> Block:
    if isinstance(node.value, tuple):
        return chips(node, node.value, look)
    about = "≈ " if node.end == "leaf" and node.value is not None else ""
    return words(about + node.value_text, size=14, fill=fill, bold=True)


def _tail(node: TreeNode, look: TreeLook) -> list[Block]:
    """Return the window or the visits, the state, and why the node ended."""
    blocks = []
    if node.visits is not None:
        blocks.append(words(tr(node.reason or ""), size=11, fill=LIGHT["quiet"]))
    if look.windows and node.end in ("done", "cut", "known", "stopped"):
        blocks.append(words(window_text(node), size=11, fill=LIGHT["quiet"]))
    if node.id in look.boards:
        blocks.append(picture(look.boards[node.id], BOARD))
    if node.end == "cut":
        blocks.append(paragraph(plain_signs(tr(node.reason or "")), TEXT_WIDTH, fill=LIGHT["cut"]))
    if node.end in ("known", "stopped"):
        blocks.append(words(current_texts()(f"viewer.ends.{node.end}"), size=11, fill=LIGHT["quiet"]))
    return blocks


def _chip(text: str, colour: str) -> Block:
    is_open = text.startswith("≤") or text.endswith("?")
    entry = words(text, size=13, fill=LIGHT["ink"] if is_open else ink_on(colour), bold=True)
    edge = {"fill": "none", "stroke": colour, "stroke_width": 1.5, "stroke_dasharray": "3 2"}
    return framed(entry, across=4, down=1, **(edge if is_open else {"fill": colour}), rx=3)
