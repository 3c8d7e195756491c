"""A tree given as nested lists, with numbers or vectors at the leaves, as in the figures of textbooks.

A leaf is a number, the utility of the first of two players, or a vector, a list with one number for each
player. A string, ``"?"`` or a name, is a leaf with an unknown value. Players alternate.
"""

import json
import re
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from spielbaum import Cell, Game, Notation, Place, SearchHints, View
from spielbaum.errors import Message, Sentence
from spielbaum.files import read_json
from spielbaum.game import COUNT
from spielbaum.games._branches import LEAF, branches

NAME = re.compile(r"\?|[A-Za-z]\w{0,7}")
"""The text of an unknown leaf."""

FIGURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""The two-ply tree of Russell and Norvig's chapter on adversarial search."""


class State(NamedTuple):
    """A node, numbered from left to right as the tree is written, and its depth."""

    node: int
    ply: int


class _Nodes:
    """The tree as lists: for each node its children, or its vector, and its path."""

    def __init__(self, players: int, vectors: bool) -> None:
        self.players = players
        self.vectors = vectors
        self.children: list[list[int]] = []
        self.utility: list[tuple[float, ...] | None] = []
        self.path: list[str] = []
        self.unknown: dict[str, str] = {}
        """The names of unknown leaves, by path."""

    def text(self, node: int) -> str:
        """Return the text of a leaf: its value, or its name if that is unknown; nothing for other nodes."""
        vector = self.utility[node]
        if vector is None or self.path[node] in self.unknown:
            return self.unknown.get(self.path[node], "")
        shown = vector if self.vectors or self.players > 2 else vector[:1]
        return " ".join(f"{number:g}" for number in shown)

    def picture(self, state: State) -> list[Place]:
        """Return a node, owned by the player to move, and its children."""
        leaf = self.text(state.node)
        here = Cell(leaf, LEAF) if leaf else Cell(owner=state.ply % self.players)
        return branches(here, [self.text(child) for child in self.children[state.node]])

    def validate(self, state: State) -> None:
        """Raise ``ValueError`` where there is no such node at that depth."""
        if not (isinstance(state.node, int) and 0 <= state.node < len(self.path)):
            raise ValueError(
                Message("there is no node {}: they are numbered from 0 to {}", state.node, len(self.path) - 1)
            )
        depth = _depth(self.path[state.node])
        if state.ply != depth:
            raise ValueError(Message("node {} is at ply {}, not {}", state.node, depth, state.ply))

    def add(self, tree: Any, path: str = "") -> int:
        number = len(self.children)
        self.children.append([])
        self.utility.append(None)
        self.path.append(path or "root")
        if isinstance(tree, list) and not (self.vectors and tree and not isinstance(tree[0], list | str)):
            if not tree:
                raise ValueError(Message("node {} has no children and no value", path or "root"))
            self.children[number] = [self.add(branch, f"{path}.{i}".strip(".")) for i, branch in enumerate(tree)]
        else:
            self.utility[number] = self._vector(tree, path)
        return number

    def idle(self) -> list[int | None]:
        """Return for each unknown leaf the player who can avoid it; None for other nodes, and for the root.

        That is the player to move above the largest subtree in which nothing is known.
        """
        nothing = [path in self.unknown for path in self.path]
        for node in reversed(range(len(self.path))):  # children come after their parents
            nothing[node] |= bool(self.children[node]) and all(nothing[child] for child in self.children[node])
        chooser: list[int | None] = [None] * len(self.path)
        for node, children in enumerate(self.children):
            for child in children:
                if nothing[child]:
                    chooser[child] = chooser[node] if nothing[node] else _depth(self.path[node]) % self.players
        return chooser

    def _vector(self, leaf: Any, path: str) -> tuple[float, ...]:
        if isinstance(leaf, str) and NAME.fullmatch(leaf):
            self.unknown[path or "root"] = leaf
            return (0,) * self.players
        numbers = self._worth(leaf)
        if len(numbers) != self.players or not all(map(_is_number, numbers)):
            wanted = "a number" if not self.vectors else f"a list of {self.players} numbers"
            raise ValueError(Message("leaf {} must be {}, not {}", path or "root", wanted, json.dumps(leaf)))
        return tuple(numbers)

    def _worth(self, leaf: Any) -> list[Any]:
        """Return the vector of a leaf; a single number is the first player's, and its negative the second's."""
        if isinstance(leaf, list):
            return leaf
        if self.vectors or not _is_number(leaf):
            return []
        return [leaf, -leaf] if self.players == 2 else [leaf] + [0] * (self.players - 1)


def _depth(path: str) -> int:
    return 0 if path == "root" else path.count(".") + 1


def _shapes(children: list[list[int]]) -> list[tuple[int, int] | None]:
    """Return for each node the branching and the depth of its subtree, if they are uniform."""
    shapes: list[tuple[int, int] | None] = [(1, 0)] * len(children)
    for node in reversed(range(len(children))):  # children come after their parents
        below = {shapes[child] for child in children[node]}
        if children[node]:
            shape, width = below.pop(), len(children[node])
            same = not below and shape is not None and shape[1] * (shape[0] - width) == 0
            shapes[node] = (width, shape[1] + 1) if same and shape else None
    return shapes


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def from_data(tree: Any, players: int = 2, *, vectors: bool | None = None) -> Game:
    """Return the game of a tree.

    Parameters
    ----------
    tree
        Nested lists.
    players
        How many.
    vectors
        Whether leaves are lists of numbers; by default for more than two players.

    Raises
    ------
    ValueError
        If a leaf or a node is malformed; the message has its path.
    """
    nodes = _Nodes(players, players > 2 if vectors is None else vectors)
    nodes.add(tree)
    known = [
        vector
        for vector, path in zip(nodes.utility, nodes.path, strict=True)
        if vector is not None and path not in nodes.unknown
    ]
    if not known:
        raise ValueError(Message("no leaf has a value: at least one must be known"))
    sums = {sum(vector) for vector in known}
    if len(sums) == 1:  # an unknown leaf keeps the constant sum
        share = (next(iter(sums)) / players,) * players
        nodes.utility = [
            share if path in nodes.unknown else vector for vector, path in zip(nodes.utility, nodes.path, strict=True)
        ]
    if players == 2 and sums == {0} and nodes.unknown:
        known += _set_aside(nodes, [vector[0] for vector in known])
    shapes, leaf_values = _shapes(nodes.children), tuple(dict.fromkeys(filter(None, nodes.utility)))

    def initial() -> State:
        return State(0, 0)

    def to_move(state: State) -> int:
        return state.ply % players

    def actions(state: State) -> Iterator[int]:
        return iter(range(len(nodes.children[state.node])))

    def result(state: State, action: int) -> State:
        return State(nodes.children[state.node][action], state.ply + 1)

    def is_terminal(state: State) -> bool:
        return nodes.utility[state.node] is not None

    def utility(state: State) -> tuple[float, ...]:
        vector = nodes.utility[state.node]
        assert vector is not None
        return vector

    def unknown(state: State) -> str:
        return nodes.unknown.get(nodes.path[state.node], "")

    def format_state(state: State) -> str:
        return nodes.path[state.node]

    def parse_state(text: str) -> State:
        """Read the numbers of the branches from the root, joined by dots."""
        if text not in nodes.path:
            raise ValueError(
                Message("write the branches from the root, counted from 0 and joined by dots, such as 0.2, or root")
            )
        return State(nodes.path.index(text), _depth(text))

    return Game(
        name="tree",
        players=players,
        initial=initial,
        to_move=to_move,
        actions=actions,
        result=result,
        is_terminal=is_terminal,
        utility=utility,
        unknown=unknown if nodes.unknown else None,
        zero_sum=players == 2 and sums == {0},
        max_utility=max(abs(number) for vector in known for number in vector),
        utility_sum=min(sums) if len(sums) == 1 else None,
        max_utility_sum=max(sums | {0}) if nodes.unknown else max(sums),
        non_negative=min(number for vector in known for number in vector) >= 0,
        distinct_actions=max(1, *map(len, nodes.children)),
        compiled=False,
        hints=SearchHints(uniform=lambda state: shapes[state.node], leaf_values=leaf_values),
        notation=Notation(format_state=format_state, parse_state=parse_state, validate=nodes.validate),
        view=View(places=nodes.picture, unit=COUNT),
    )


def _set_aside(nodes: _Nodes, numbers: list[float]) -> list[tuple[float, ...]]:
    """Make unknown leaves worse than all others for the player who can avoid them; return their values."""
    worths = {0: min(numbers) - 1, 1: max(numbers) + 1}
    for node, chooser in enumerate(nodes.idle()):
        if chooser is not None and not nodes.children[node]:
            nodes.utility[node] = (worths[chooser], -worths[chooser])
    return [(worth, -worth) for worth in worths.values()]


def game(file: str = "", players: int = 0) -> Game:
    """Return the tree of a JSON file: nested lists, or an object with ``tree``, ``players`` and ``vector_leaves``."""
    if not file:
        return from_data(FIGURE)
    try:
        return _from_json(read_json(Path(file), said=Sentence("is no tree")), players, file)
    except RecursionError:
        raise ValueError(Message("{} is nested too deeply", file)) from None


def _has_vector(tree: Any, length: int) -> bool:
    """Return whether any node is a list of ``length`` numbers; otherwise leaves are numbers."""
    if not isinstance(tree, list):
        return False
    return (len(tree) == length and all(map(_is_number, tree))) or any(_has_vector(branch, length) for branch in tree)


def _from_json(data: Any, players: int, file: str) -> Game:
    if not isinstance(data, dict):
        return from_data(data, players or 2)
    if "tree" not in data:
        raise ValueError(Message("{} must hold nested lists, or an object with a key 'tree'", file))
    given = data.get("players", 2)
    if not isinstance(given, int) or isinstance(given, bool) or given < 1:
        raise ValueError(Message("players in {} must be a whole number of at least 1, not {!r}", file, given))
    count, vectors = players or given, data.get("vector_leaves")
    if vectors is None:
        vectors = count > 2 and _has_vector(data["tree"], count)
    return from_data(data["tree"], count, vectors=vectors)
