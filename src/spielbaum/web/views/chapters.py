"""The chapters of the lessons: scenes with a tree, a question, and where the search stands before and after the answer.

The texts are in the catalogues, under ``chapter.NAME``. Right answers are read from the record of the search.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from spielbaum.exercises.exercise import has_vectors
from spielbaum.exercises.written import Node, game_of, read_tree
from spielbaum.game import Game, State
from spielbaum.language import Translations
from spielbaum.registry import load
from spielbaum.search.core.result import Number
from spielbaum.search.trace.record import TreeNode, TreeRecord
from spielbaum.web.views.simulations import STEPS_EACH
from spielbaum.web.views.trees import DEEPEST, record_of, tree_json

MOST_OPTIONS = 4


class Shown(NamedTuple):
    """A tree of a chapter: nested lists or a game, and the algorithms that search it side by side.

    The leaves of nested lists are vectors if the values of the first algorithm are, or if ``vectors``. A game is
    searched from ``state``, by default its start. ``simulations`` has the fields of the page of
    simulations, if the tree is one of Monte-Carlo tree search.
    """

    tree: str
    algorithms: tuple[str, ...]
    depth: int = DEEPEST
    vectors: bool = False
    state: str = ""
    simulations: tuple[tuple[str, str], ...] = ()

    @property
    def written(self) -> bool:
        """Whether it is a written tree, whose nodes have names."""
        return self.tree.startswith(("[", "figure:"))

    def game(self) -> Game:
        """Return the game."""
        if not self.written:
            return load(self.tree)
        return game_of(self.tree_of())

    def tree_of(self) -> Node:
        """Return the tree, if it is a written one."""
        return read_tree(self.tree, vectors=self.vectors or has_vectors(self.algorithms[0]))

    def root(self, game: Game) -> State:
        """Return the state that is searched."""
        parse = game.notation.parse_state
        return parse(self.state) if self.state and parse else game.initial()


class Ask(NamedTuple):
    """A question about a tree.

    ``kind`` is ``value`` (what is the value of ``node``), ``choice`` (which child does the player at ``node`` choose),
    ``pruned`` (which of the nodes ``among`` are never visited), ``node`` (which of ``among``: ``right``) or ``text``
    (which of the answers in the catalogue, numbered from 1: ``right``).
    """

    kind: str
    node: str = ""
    among: tuple[str, ...] = ()
    right: str = ""


class Scene(NamedTuple):
    """A part of a chapter.

    Attributes
    ----------
    key
        Its texts are ``chapter.CHAPTER.KEY.text``, and ``.ask`` and ``.explain`` if it asks.
    stop, until
        Where the search stands at first, and after the answer. ``begin``, ``end``, a number of steps, or the name of a
        node: after its last event, before it with ``<``, after its nth with ``C 1``; ``C'`` is its repeated search.
        Of simulations a number: ``3`` is after three of them, ``3+2`` after two steps of the fourth.
    tree
        The number of its tree in the chapter.
    ask
        The question, if there is one.
    """

    key: str
    stop: str | int = "begin"
    until: str | int = "end"
    ask: Ask | None = None
    tree: int = 0


@dataclass(frozen=True)
class Chapter:
    """A chapter: its trees, its scenes, and the number of sentences of its summary.

    ``exercise`` has the fields of an exercise to go on with.
    """

    key: str
    trees: tuple[Shown, ...]
    scenes: tuple[Scene, ...]
    summary: int
    exercise: tuple[tuple[str, str], ...] = ()


class Option(NamedTuple):
    """An answer to choose; ``node`` is the name of the node that stands for it in the tree."""

    value: str
    text: str
    right: bool
    node: str = ""


_OF_THREE = "[[[[5, 3, 2], [6, 1, 3]], [[4, 4, 2], [7, 2, 1]]], [[[3, 2, 5], [8, 1, 1]], [[6, 3, 1], [5, 3, 2]]]]"
"""Three players, and shares of ten; paranoid and Max^n choose differently."""

CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        "minimax",
        (Shown("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", ("minimax",)), Shown("[[3, 5], [2, 9]]", ("minimax", "negamax"))),
        (
            Scene("tree", "begin", "begin"),
            Scene("min", "begin", "B", Ask("value", "B")),
            Scene("others", "B", "D", Ask("value", "D")),
            Scene("max", "D", "end", Ask("choice", "A")),
            Scene("greedy", "end", "end", Ask("text", among=("1", "2", "3"), right="2")),
            Scene("negamax", "begin", "end", Ask("text", among=("1", "2", "3"), right="1"), tree=1),
        ),
        summary=5,
        exercise=(("kind", "values"), ("tree", "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")),
    ),
    Chapter(
        "alpha-beta",
        (
            Shown("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", ("alpha-beta",)),
            Shown("[[[5, 6], [7, 4]], [[3, 4], [8, 2]]]", ("alpha-beta",)),
        ),
        (
            Scene("window", "begin", "begin"),
            Scene("first", "begin", "B", Ask("text", among=("1", "2", "3"), right="3")),
            Scene("cut", "c1", "C", Ask("pruned", among=("c2", "c3"))),
            Scene("no-cut", "C", "D", Ask("pruned", among=("d2", "d3"))),
            Scene("beta", "<E", "E", Ask("pruned", among=("e1", "e2", "F")), tree=1),
            Scene("branch", "F", "end", Ask("pruned", among=("G", "g1", "g2")), tree=1),
            Scene("bound", "end", "end", Ask("text", among=("1", "2", "3"), right="2"), tree=1),
        ),
        summary=6,
        exercise=(("kind", "cuts"), ("tree", "figure:alpha-beta-twenty-seven")),
    ),
    Chapter(
        "ordering",
        (
            Shown("[[6, 4, 2], [2, 5, 14], [12, 8, 3]]", ("alpha-beta",)),
            Shown("[[3, 8, 12], [2, 5, 14], [2, 4, 6]]", ("alpha-beta",)),
        ),
        (
            Scene("bad", "begin", "end", Ask("text", among=("1", "2", "3"), right="2")),
            Scene("branch", "end", "end", Ask("node", among=("B", "C", "D"), right="D")),
            Scene("reply", "end", "end", Ask("node", among=("d1", "d2", "d3"), right="d3")),
            Scene("good", "begin", "end", Ask("pruned", among=("b3", "c1", "c2", "c3", "d1", "d2", "d3")), tree=1),
            Scene("least", "end", "end", Ask("text", among=("1", "2", "3"), right="1"), tree=1),
            Scene("how", "end", "end", Ask("text", among=("1", "2", "3"), right="3"), tree=1),
        ),
        summary=5,
        exercise=(("kind", "order"), ("tree", "[[6, 4, 2], [2, 5, 14], [12, 8, 3]]")),
    ),
    Chapter(
        "null-window",
        (
            Shown("[[4, 8], [6, 7], [2, 9]]", ("pvs",)),
            Shown("[[4, 8], [6, 7], [2, 9]]", ("pvs", "alpha-beta")),
            Shown("[[4, 8], [6, 7], [2, 9]]", ("mtdf",)),
        ),
        (
            Scene("first", "begin", "A 1"),
            Scene("question", "A 1", "A 1", Ask("text", among=("1", "2", "3"), right="3")),
            Scene("high", "c1", "C", Ask("text", among=("1", "2", "3"), right="2")),
            Scene("again", "C", "A 2", Ask("value", "C'")),
            Scene("low", "d1", "D", Ask("pruned", among=("d2",))),
            Scene("race", "begin", "end", Ask("text", among=("1", "2", "3"), right="2"), tree=1),
            Scene("mtdf", "begin", "end", Ask("text", among=("1", "2", "3"), right="1"), tree=2),
        ),
        summary=5,
    ),
    Chapter(
        "deepening",
        (
            Shown("tic-tac-toe", ("alpha-beta",), depth=1, state="XO..OX... X"),
            Shown("tic-tac-toe", ("alpha-beta",), depth=2, state="XO..OX... X"),
            Shown("nim:heaps=1-1-1", ("alpha-beta", "alpha-beta:replacement=two-deep")),
        ),
        (
            Scene("one", "<A", "end", Ask("choice", "A")),
            Scene("two", "<A", "end", Ask("choice", "A"), tree=1),
            Scene("cost", "end", "end", Ask("text", among=("1", "2", "3"), right="1"), tree=1),
            Scene("time", "end", "end", Ask("text", among=("1", "2", "3"), right="2"), tree=1),
            Scene("table", "begin", "end", Ask("text", among=("1", "2", "3"), right="3"), tree=2),
            Scene("bound", "end", "end", Ask("text", among=("1", "2", "3"), right="1"), tree=2),
            Scene("depth", "end", "end", Ask("text", among=("1", "2", "3"), right="2"), tree=2),
        ),
        summary=5,
    ),
    Chapter(
        "max-n",
        (Shown("[[3, 3, 1], [[2, 2, 1], [[3, 1, 3], [2, 2, 2]]]]", ("max-n",)),),
        (
            Scene("tree", "begin", "begin"),
            Scene("third", "<c1", "C", Ask("choice", "C")),
            Scene("second", "C", "B", Ask("choice", "B")),
            Scene("first", "B", "end", Ask("value", "A")),
            Scene("others", "end", "end", Ask("text", among=("1", "2", "3"), right="1")),
            Scene("ties", "end", "end", Ask("text", among=("1", "2", "3"), right="3")),
            Scene("prune", "end", "end", Ask("text", among=("1", "2", "3"), right="2")),
        ),
        summary=5,
        exercise=(("kind", "values"), ("algorithm", "max-n"), ("tree", "figure:max-n")),
    ),
    Chapter(
        "max-n-pruning",
        (
            Shown("[[5, 3, 2], [10, 0, 0], [1, 8, 1]]", ("max-n:immediate,root",)),
            Shown("[[4, 3, 3], [[3, 6, 1], [7, 2, 1]]]", ("max-n:shallow",)),
            Shown("[[5, 3, 2], [[[1, 3, 6], [3, 0, 7]], [7, 2, 1]]]", ("max-n:deep", "max-n")),
        ),
        (
            Scene("immediate", "a2", "end", Ask("pruned", among=("a3",))),
            Scene("left", "<b1", "b1", Ask("text", among=("1", "2", "3"), right="2"), tree=1),
            Scene("shallow", "b1", "B", Ask("pruned", among=("b2",)), tree=1),
            Scene("open", "end", "end", Ask("text", among=("1", "2", "3"), right="3"), tree=1),
            Scene("deep", "c1", "C", Ask("pruned", among=("c2",)), tree=2),
            Scene("wrong", "C", "end", Ask("text", among=("1", "2", "3"), right="1"), tree=2),
            Scene("why", "end", "end", Ask("text", among=("1", "2", "3"), right="2"), tree=2),
        ),
        summary=5,
    ),
    Chapter(
        "paranoid",
        (
            Shown(_OF_THREE, ("paranoid",), vectors=True),
            Shown(_OF_THREE, ("max-n",)),
        ),
        (
            Scene("worth", "begin", "begin", Ask("text", among=("1", "2", "3"), right="2")),
            Scene("third", "begin", "D", Ask("choice", "D")),
            Scene("second", "E", "B", Ask("value", "B")),
            Scene("cut", "f1", "end", Ask("pruned", among=("f2", "G", "g1", "g2"))),
            Scene("beside", "begin", "end", Ask("text", among=("1", "2", "3"), right="3"), tree=1),
            Scene("when", "end", "end", Ask("text", among=("1", "2", "3"), right="1"), tree=1),
        ),
        summary=5,
    ),
    Chapter(
        "hypermax",
        (
            Shown("[[2, -3, 1], [[3, -2, -1], [[1, -3, 2], [-2, -1, 3]]]]", ("hypermax",)),
            Shown("[[2, -3, 1], [[3, -2, -1], [[1, -3, 2], [-2, -1, 3]]]]", ("hypermax", "max-n")),
        ),
        (
            Scene("zero", "begin", "begin", Ask("text", among=("1", "2", "3"), right="1")),
            Scene("alpha", "begin", "B 1"),
            Scene("sum", "B 1", "c1", Ask("text", among=("1", "2", "3"), right="3")),
            Scene("cut", "c1", "C", Ask("pruned", among=("c2",))),
            Scene("choice", "C", "end", Ask("choice", "A")),
            Scene("right", "begin", "end", Ask("text", among=("1", "2", "3"), right="2"), tree=1),
            Scene("why", "end", "end", Ask("text", among=("1", "2", "3"), right="1"), tree=1),
        ),
        summary=5,
    ),
    Chapter(
        "mcts",
        (
            Shown("nim:heaps=1-2", ("mcts",), simulations=(("example", "nim"),)),
            Shown("tic-tac-toe", ("mcts",), simulations=(("example", "empty"), ("exploration", "0"))),
            Shown("tic-tac-toe", ("mcts",), simulations=(("example", "trap"),)),
        ),
        (
            Scene("game", 0, 0),
            Scene("playout", "0+1", 1, Ask("text", among=("1", "2", "3"), right="1")),
            Scene("untried", 1, 3, Ask("text", among=("1", "2", "3"), right="2")),
            Scene("bound", 3, "3+1", Ask("node", among=("a1", "b1", "b2"), right="b1")),
            Scene("expansion", "3+1", "3+2", Ask("text", among=("1", "2", "3"), right="2")),
            Scene("back-up", "3+3", "3+4", Ask("text", among=("1", "2", "3"), right="3")),
            Scene("exploration", 11, "11+1", Ask("node", among=("a1", "b1"), right="a1")),
            Scene("constant", 10, 1000, Ask("text", among=("1", "2", "3"), right="2"), tree=1),
            Scene("answer", 100, 1000, Ask("text", among=("1", "2", "3"), right="2"), tree=2),
            Scene("limit", 1000, 1000, Ask("text", among=("1", "2", "3"), right="3"), tree=2),
        ),
        summary=7,
    ),
)
"""The chapters, in reading order."""


def chapter_of(key: str) -> Chapter | None:
    """Return a chapter by its key in URLs; None if there is none."""
    return next((chapter for chapter in CHAPTERS if chapter.key == key), None)


def chapter_tree_json(t: Translations, shown: Shown) -> bytes:
    """Return a tree of a chapter as JSON for the viewer."""
    game = shown.game()
    return tree_json(
        t,
        game,
        (shown.root(game),),
        names=shown.algorithms,
        depth=shown.depth,
        root="A" if shown.written else "",
        titles=[t.named("chapter.titles", name) for name in shown.algorithms],
    )


def scenes_of(t: Translations, chapter: Chapter) -> list[dict[str, Any]]:
    """Return the scenes of a chapter with their texts, options and steps, for its template."""
    return [_scene(t, chapter, number, scene) for number, scene in enumerate(chapter.scenes, 1)]


def summary_of(t: Translations, chapter: Chapter) -> list[Markup]:
    """Return the sentences that sum up a chapter."""
    return [pointed(t(f"chapter.{chapter.key}.summary-{number}")) for number in range(1, chapter.summary + 1)]


def pointed(text: str) -> Markup:
    """Return a text as HTML: ``[b1]`` points to a node of the tree, and ``*word*`` is stressed.

    Examples
    --------
    >>> pointed("MIN chooses [b1] at *once*.")
    Markup('MIN chooses <span class="at" data-node="b1">b1</span> at <strong>once</strong>.')
    """
    html = re.sub(
        r"\[([A-Za-z]\d?'?)\]", r'<span class="at" data-node="\1">\1</span>', str(escape(text)).replace("&#39;", "'")
    )
    return Markup(re.sub(r"\*([^*]+)\*", r"<strong>\1</strong>", html))


def _scene(t: Translations, chapter: Chapter, number: int, scene: Scene) -> dict[str, Any]:
    shown, prefix = chapter.trees[scene.tree], f"chapter.{chapter.key}.{scene.key}"
    texts = {name: pointed(t(f"{prefix}.{name}")) for name in ("text", *(("ask", "explain") if scene.ask else ()))}
    record = None if shown.simulations else _record(shown, shown.algorithms[0])
    stop, until = (_step(shown, at) for at in (scene.stop, scene.until))
    return {
        "number": number,
        "tree": scene.tree,
        "stop": stop,
        "until": until,
        "options": _options(t, record, scene.ask, prefix) if scene.ask else [],
        "many": scene.ask is not None and scene.ask.kind == "pruned" and len(scene.ask.among) > 1,
        "ask": "",
        "explain": "",
        **texts,
    }


@cache
def _record(shown: Shown, algorithm: str) -> TreeRecord:
    game = shown.game()
    return record_of(game, (shown.root(game),), algorithm, shown.depth)


def _step(shown: Shown, at: str | int) -> int:
    """Return a position as a number of steps."""
    if shown.simulations:
        number, _, step = str(at).partition("+")
        return int(number) * STEPS_EACH + int(step or 0)
    if isinstance(at, int):
        return at
    if at in ("begin", "end"):
        return 0 if at == "begin" else max(len(_record(shown, name).events) for name in shown.algorithms)
    record = _record(shown, shown.algorithms[0])
    found = re.fullmatch(r"(<?)(\w+'?)(?: (\d))?", at)
    assert found, at
    node = _named(record, found[2])
    places = [place for place, event in enumerate(record.events, 1) if event.node == node.id]
    return places[int(found[3] or 0) - 1] - bool(found[1])


def _named(record: TreeRecord, name: str) -> TreeNode:
    """Return a node by its name; with an apostrophe that of the repeated search."""
    if name == "A":
        return next(node for node in reversed(record.nodes) if node.parent is None)
    found = [node for node in record.nodes if node.action == name.removesuffix("'")]
    return found[-1 if name.endswith("'") else 0]


def _options(t: Translations, record: TreeRecord | None, ask: Ask, prefix: str) -> list[Option]:
    if ask.kind == "text":
        return [Option(name, pointed(t(f"{prefix}.option-{name}")), name == ask.right) for name in ask.among]
    if ask.kind == "node":
        return [Option(name, name, name == ask.right, name) for name in ask.among]
    assert record is not None
    if ask.kind == "pruned":
        seen = {node.action for node in record.nodes if node.end != "pruned"}
        if len(ask.among) == 1:
            name = ask.among[0]
            return [
                Option("visited", t("chapter.visited"), name in seen),
                Option("pruned", t("chapter.never-visited"), name not in seen, name),
            ]
        return [Option(name, name, name not in seen, name) for name in ask.among]
    node = _named(record, ask.node)
    below = [child for child in record.nodes if child.parent == node.id and child.end != "pruned"]
    if ask.kind == "choice":
        taken = next(child for child in below if child.value == node.value)
        names = [child.action or "" for child in below]
        return [Option(name, name, child is taken, name) for name, child in zip(names, below, strict=True)]
    return _values(t, node, below)


def _values(t: Translations, node: TreeNode, below: Sequence[TreeNode]) -> list[Option]:
    """Return values to choose from: those of the children, and others near them."""
    assert node.value is not None
    values: list[Number] = list(
        dict.fromkeys([node.value, *(child.value for child in below if child.value is not None)])
    )
    for by in (1, -1, 2):
        if len(values) < 3 and not isinstance(node.value, tuple):
            values.append(node.value + by)
    owners = {child.value: child.action or "" for child in reversed(below)}
    shown = [(_text(t, value), value) for value in sorted(dict.fromkeys(values[:MOST_OPTIONS]))]
    return [Option(text, text, value == node.value, owners.get(value, "")) for text, value in shown]


def _text(t: Translations, value: Number) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(t.number(number) for number in value)})"
    return t.number(value)
