"""The tree of an exercise as SVG that contains the fields and buttons of its form."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from html import escape

from markupsafe import Markup

from spielbaum.exercises.written import Node, players_of
from spielbaum.game import Game
from spielbaum.language import Translations
from spielbaum.pictures.svg.blocks import EMPTY, Block, beside, framed, shape, stacked, words
from spielbaum.pictures.svg.markup import short
from spielbaum.pictures.svg.theme import FONT
from spielbaum.pictures.tree.node import TreeLook, player_glyph
from spielbaum.pictures.tree.placed import Line, placed_tree
from spielbaum.web.views.players import player_name

INK, QUIET, PAPER, PANEL = "var(--ink)", "var(--quiet)", "var(--paper)", "var(--panel)"
FIELD, VECTOR_FIELD, BUTTON = (52, 28), (104, 28), 26
MARGIN = 8
MOST_BESIDE = 14
"""The most leaves for which the two buttons of a branch are drawn side by side."""

MARKS = {"right": "✓", "wrong": "✗"}


@dataclass(frozen=True)
class ExerciseLook:
    """The fields and marks at the nodes of a tree.

    Attributes
    ----------
    kind
        The kind of the exercise, which decides the fields; empty for none.
    title
        The title of the picture.
    answers
        The answers by the names of nodes.
    marks
        ``right`` or ``wrong`` by the names of nodes.
    struck
        The nodes whose branches are struck out.
    """

    kind: str = ""
    title: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)
    struck: Collection[str] = ()


def exercise_tree(t: Translations, game: Game, root: Node, look: ExerciseLook) -> Markup:
    """Return the tree of an exercise as SVG."""
    glyphs = TreeLook(game, 0, players_of(root) > 0, windows=False, line=frozenset(), boards={}, blank=True)
    drawer = _Drawer(t, root, look, glyphs)
    nodes = list(root.below())
    places = {node.name: place for place, node in enumerate(nodes)}
    children = [[places[child.name] for child in node.children] for node in nodes]

    def edge(_place: int, child: int, line: Line) -> str:
        return drawer.edge(nodes[child], line)

    tree = placed_tree([drawer.box(node) for node in nodes], children, edge, level_gap=26)
    width, height = short(tree.width + 2 * MARGIN), short(tree.height + 2 * MARGIN)
    head = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="{escape(FONT)}"'
    role = f'role="group" aria-label="{escape(look.title)}"' if look.title else 'aria-hidden="true"'
    return Markup(f'<svg class="exercise-tree" {head} {role}>{tree.draw(MARGIN, MARGIN)}</svg>')


def mover_name(t: Translations, game: Game, vectors: bool, player: int) -> str:
    """Return the name of the player to move: MAX or MIN if values are numbers."""
    return player_name(t, game, player) if vectors else ("MAX", "MIN")[player]


class _Drawer:
    """Draws nodes and branches."""

    def __init__(self, t: Translations, root: Node, look: ExerciseLook, glyphs: TreeLook) -> None:
        self._t, self._look, self._glyphs = t, look, glyphs
        self._players = players_of(root) or 2
        self._crowded = sum(not node.children for node in root.below()) > MOST_BESIDE
        self._plies = {root.name: 0}
        self._above = {child.name: node for node in root.below() for child in node.children}
        for node in root.below():
            self._plies |= {child.name: self._plies[node.name] + 1 for child in node.children}

    def box(self, node: Node) -> Block:
        """Return a node with its name above it, and above that the controls of the branch that leads to it."""
        name = words(node.name, size=12, fill=QUIET)
        return stacked([self._branch(node), name, self._body(node)], gap=2)

    def edge(self, node: Node, line: Line) -> str:
        """Return the branch that leads to a node."""
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in line)
        kind = " ".join(filter(None, ("branch", "struck" if node.name in self._look.struck else "")))
        drawn = shape("path", **{"d": path, "class": kind, "data-branch": node.name})
        wide = shape("path", **{"d": path, "class": "reach", "data-for": f"cut-{node.name}"})
        return drawn + (wide if self._look.kind == "cuts" else "")

    def _branch(self, node: Node) -> Block:
        t, above = self._t, self._above.get(node.name)
        if above is None:
            return EMPTY
        if self._look.kind == "cuts":
            label = t("exercise.cut-label", branch=node.name, node=above.name)
            ticked = " checked" if node.name in self._look.struck else ""
            box = (
                f'<input type="checkbox" id="cut-{node.name}" name="cut-{node.name}" value="1"{ticked}'
                f' aria-label="{escape(label)}"{self._described(node)}>'
            )
            return beside([_foreign((BUTTON, BUTTON), box), self._mark(node)], gap=2)
        if self._look.kind == "order" and len(above.children) > 1:
            movers = [self._mover(node, "left", "◀"), self._mover(node, "right", "▶")]
            return stacked(movers) if self._crowded else beside(movers)
        return EMPTY

    def _mover(self, node: Node, way: str, sign: str) -> Block:
        label = escape(self._t(f"exercise.{way}", branch=node.name))
        move = f"{node.name}-{way}"
        button = f'<button id="{move}" name="move" value="{move}" aria-label="{label}">{sign}</button>'
        return _foreign((BUTTON, BUTTON), button)

    def _body(self, node: Node) -> Block:
        if not node.children:
            value = words(_leaf_text(self._t, node), size=14, fill=INK, bold=True)
            wide = stacked([value, Block(14, 0.1, EMPTY.draw)])
            return framed(wide, across=4, stroke=QUIET, fill=PAPER)
        player = self._plies[node.name] % self._players
        parts = [player_glyph(self._glyphs, player)]
        if self._glyphs.vectors:
            name = mover_name(self._t, self._glyphs.game, True, player)
            parts.append(words(name, size=11, fill=QUIET))
        if self._look.kind == "values":
            parts.append(self._field(node, player))
        if self._look.kind in ("values", "order"):
            parts.append(self._mark(node))
        return framed(beside(parts, gap=5), stroke=QUIET, fill=PANEL, rx=7)

    def _field(self, node: Node, player: int) -> Block:
        vectors = self._glyphs.vectors
        below = ", ".join(
            f"{child.name} = {_leaf_text(self._t, child)}" if not child.children else child.name
            for child in node.children
        )
        mover = mover_name(self._t, self._glyphs.game, vectors, player)
        label = escape(self._t("exercise.value-label", node=node.name, player=mover, below=below))
        value = escape(self._look.answers.get(node.name, ""))
        box = (
            f'<input class="worth" id="v-{node.name}" name="v-{node.name}" value="{value}" autocomplete="off"'
            f' maxlength="40" aria-label="{label}"{self._described(node)}>'
        )
        return _foreign(VECTOR_FIELD if vectors else FIELD, box)

    def _described(self, node: Node) -> str:
        """Return the attributes of a field that is right or wrong."""
        mark = self._look.marks.get(node.name)
        if mark == "wrong":
            return ' aria-invalid="true" aria-describedby="verdict"'
        return ' data-right="1"' if mark == "right" else ""

    def _mark(self, node: Node) -> Block:
        mark = self._look.marks.get(node.name)
        colour = "var(--best)" if mark == "right" else "var(--cut)"
        return words(MARKS[mark], size=14, bold=True, fill=colour) if mark else EMPTY


def _leaf_text(t: Translations, node: Node) -> str:
    if isinstance(node.value, tuple):
        return " ".join(map(t.number, node.value))
    return t.number(node.value or 0.0)


def _foreign(size: tuple[float, float], html: str) -> Block:
    """Return HTML as a block."""
    width, height = size
    draw: Callable[[float, float], str] = lambda left, top: (  # noqa: E731
        f'<foreignObject x="{left:.1f}" y="{top:.1f}" width="{width}" height="{height}">{html}</foreignObject>'
    )
    return Block(width, height, draw)
