"""An exercise as fields of a query string: what is asked for, of which tree, by which algorithm."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from spielbaum.errors import InputError, Message
from spielbaum.game import Game
from spielbaum.pictures.exercise import make_exercise
from spielbaum.search.trace.record import TreeNode, TreeRecord, paths_to
from spielbaum.search.trace.recorder import record_tree
from spielbaum.web.exercises.written import Node, game_of, named_tree, read_tree

KINDS = {"values": ("minimax", "alpha-beta", "max-n"), "cuts": ("alpha-beta",), "order": ("alpha-beta",)}
"""What can be asked for, and the algorithms of which, the usual one first."""

FIELDS = ("kind", "algorithm", "tree", "seed", "target")
MOST_SEED = 10**9


@dataclass(frozen=True)
class Exercise:
    """A tree and what is to be found out.

    Attributes
    ----------
    kind
        ``values``: what is written into every node. ``cuts``: which branches are never looked at. ``order``: in which
        order of branches fewer leaves are looked at.
    algorithm
        By which the tree is searched.
    root
        The tree.
    seed
        Of the worksheet whose tree it is; None for a tree of one's own.
    source
        The tree as it was given; empty for that of a worksheet.
    target
        Of ``order``: so many leaves are few enough; None for the fewest that are possible.
    """

    kind: str
    algorithm: str
    root: Node
    seed: int | None = None
    source: str = ""
    target: int | None = None

    @property
    def fields(self) -> dict[str, str]:
        """The fields from which ``read_exercise`` makes it again."""
        tree = {"tree": self.source} if self.seed is None else {"seed": str(self.seed)}
        target = {} if self.target is None else {"target": str(self.target)}
        return {"kind": self.kind, "algorithm": self.algorithm, **tree, **target}

    @property
    def next_fields(self) -> dict[str, str]:
        """The fields of another exercise of the same kind, on a tree from the next seed."""
        return {"kind": self.kind, "algorithm": self.algorithm, "seed": str((self.seed or 0) % MOST_SEED + 1)}

    @cached_property
    def search(self) -> "Searched":
        """What the algorithm does in the tree."""
        return Searched.of(self.root, self.algorithm)


@dataclass(frozen=True)
class Searched:
    """A tree that was searched.

    Attributes
    ----------
    game
        The tree as a game.
    record
        What the search wrote down.
    nodes
        By names, what was written down of each node that was visited, or left out beside one that was.
    parents
        By names, the names of parents.
    """

    game: Game
    record: TreeRecord
    nodes: Mapping[str, TreeNode]
    parents: Mapping[str, str]

    @classmethod
    def of(cls, root: Node, algorithm: str) -> "Searched":
        """Search a tree."""
        game = game_of(root)
        record = record_tree(game, algorithm=algorithm)
        by_path = dict(zip(paths_to(record.nodes), record.nodes, strict=True))
        nodes: dict[str, TreeNode] = {}
        parents: dict[str, str] = {}

        def walk(node: Node, path: str) -> None:
            if path in by_path:
                nodes[node.name] = by_path[path]
            for child in node.children:
                parents[child.name] = node.name
                walk(child, f"{path} {child.name}".strip())

        walk(root, "")
        return cls(game, record, nodes, parents)

    def is_pruned(self, name: str) -> bool:
        """Return whether the search never looked at a node."""
        return name not in self.nodes or self.nodes[name].end == "pruned"

    def cut_above(self, name: str) -> str:
        """Return the node at which the cut was made that left out another."""
        while self.is_pruned(name):
            name = self.parents[name]
        return name


@dataclass(frozen=True)
class Finding:
    """What is found in an answer.

    Attributes
    ----------
    right
        The names of nodes that are right.
    wrong
        The first wrong one in the order of the algorithm; empty if there is none.
    missing
        How many are not answered yet.
    key, values
        The sentence that explains it: its key among the texts, and what stands in it.
    """

    right: frozenset[str]
    wrong: str
    missing: int
    key: str
    values: Mapping[str, Any]

    @property
    def done(self) -> bool:
        """Whether everything is answered, and right."""
        return not self.wrong and not self.missing


def read_exercise(fields: Mapping[str, str]) -> Exercise:
    """Return the exercise of the fields of a query string or form.

    Parameters
    ----------
    fields
        ``kind``; ``algorithm``, the usual one without it; ``tree``, or ``seed`` for the tree of that worksheet;
        ``target`` for ``order``.

    Raises
    ------
    InputError
        If there is no such exercise.
    """
    kind = fields.get("kind") or "values"
    if kind not in KINDS:
        raise InputError(Message("the kind of an exercise is one of {}, not {!r}", ", ".join(KINDS), kind))
    algorithm = fields.get("algorithm") or KINDS[kind][0]
    if algorithm not in KINDS[kind]:
        raise InputError(
            Message(
                "the algorithm of an exercise on {} is one of {}, not {!r}", kind, ", ".join(KINDS[kind]), algorithm
            )
        )
    source = fields.get("tree", "")
    seed = None if source else _whole("seed", fields.get("seed") or "1", MOST_SEED)
    target = _whole("target", fields["target"], 1_000) if fields.get("target") and kind == "order" else None
    if seed is None:
        root = read_tree(source, vectors=algorithm == "max-n")
        if algorithm != "max-n" and any(isinstance(node.value, tuple) for node in root.below()):
            raise InputError(Message("{} needs a tree of two players with a number at each leaf", algorithm))
    else:
        root = _worksheet(seed, algorithm)
    return Exercise(kind, algorithm, root, seed, source, target)


def _worksheet(seed: int, algorithm: str) -> Node:
    """Return the tree of a worksheet."""
    game = make_exercise(seed, algorithm="max-n:shallow" if algorithm == "max-n" else "alpha-beta").game

    def data(state: Any) -> Any:
        if not game.is_terminal(state):
            return [data(game.result(state, action)) for action in game.actions(state)]
        utility = game.utility(state)
        return tuple(utility) if algorithm == "max-n" else utility[0]

    return named_tree(data(game.initial()))


def _whole(name: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and 1 <= int(text) <= most):
        raise InputError(
            Message("the {} of an exercise is a whole number from 1 to {}, not {!r}", name, most, text[:20])
        )
    return int(text)
