"""An exercise as fields of a query string: its kind, its tree and its algorithm."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from spielbaum.errors import InputError, Message
from spielbaum.exercises.worksheet import NULL_WINDOW, exercise_shapes, make_worksheet
from spielbaum.exercises.written import Node, game_of, named_tree, read_tree
from spielbaum.game import Game
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.algorithms.registry import listed_algorithms
from spielbaum.search.trace.record import TreeNode, TreeRecord, paths_to
from spielbaum.search.trace.recorder import record_tree

KINDS = ("values", "cuts", "order")
"""What an exercise may ask for."""

FIELDS = ("kind", "algorithm", "tree", "seed", "target")
MOST_SEED = 10**9


@dataclass(frozen=True)
class Exercise:
    """A tree and a task.

    Attributes
    ----------
    kind
        ``values``: find the value of every node. ``cuts``: find the branches that are never visited. ``order``: order
        the branches so that fewer leaves are visited.
    algorithm
        The algorithm that searches the tree.
    root
        The tree.
    seed
        The seed of the worksheet with this tree; None for any other tree.
    source
        The tree as it was given; empty for the tree of a worksheet.
    target
        For ``order``: the number of leaves not to be exceeded; None for the least possible.
    """

    kind: str
    algorithm: str
    root: Node
    seed: int | None = None
    source: str = ""
    target: int | None = None

    @property
    def fields(self) -> dict[str, str]:
        """The fields from which ``read_exercise`` makes the same exercise."""
        tree = {"tree": self.source} if self.seed is None else {"seed": str(self.seed)}
        target = {} if self.target is None else {"target": str(self.target)}
        return {"kind": self.kind, "algorithm": self.algorithm, **tree, **target}

    @property
    def next_fields(self) -> dict[str, str]:
        """The fields of an exercise of the same kind on the tree of the next seed."""
        return {"kind": self.kind, "algorithm": self.algorithm, "seed": str((self.seed or 0) % MOST_SEED + 1)}

    @cached_property
    def search(self) -> "Searched":
        """The search of the tree by the algorithm."""
        return Searched.of(self.root, self.algorithm)


@dataclass(frozen=True)
class Searched:
    """A searched tree.

    Attributes
    ----------
    game
        The tree as a game.
    record
        The record of the search.
    nodes
        The recorded nodes by name: those that were visited, and pruned children of visited nodes.
    parents
        The names of parents by the names of their children.
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
        """Return whether the search never visited a node."""
        return name not in self.nodes or self.nodes[name].end == "pruned"

    def cut_above(self, name: str) -> str:
        """Return the node whose cutoff pruned another node."""
        while self.is_pruned(name):
            name = self.parents[name]
        return name


@dataclass(frozen=True)
class Finding:
    """The verdict on an answer.

    Attributes
    ----------
    right
        The names of the nodes with a right answer.
    wrong
        The first node with a wrong answer, in the order of the search; empty if there is none.
    missing
        The number of nodes without an answer.
    key, values
        The sentence that explains it: its key in the messages, and its values.
    """

    right: frozenset[str]
    wrong: str
    missing: int
    key: str
    values: Mapping[str, Any]

    @property
    def done(self) -> bool:
        """Whether the answer is complete and right."""
        return not self.wrong and not self.missing


def algorithms_for(kind: str) -> tuple[str, ...]:
    """Return the algorithms for a kind of exercise, the usual one first.

    Examples
    --------
    >>> {"minimax", "alpha-beta", "max-n"} <= set(algorithms_for("values")), "alpha-beta" in algorithms_for("cuts")
    (True, True)
    """
    return tuple(algorithm.name for algorithm in listed_algorithms() if kind in algorithm.exercises)


def read_exercise(fields: Mapping[str, str]) -> Exercise:
    """Return the exercise that the fields of a query string or form describe.

    Parameters
    ----------
    fields
        ``kind``; ``algorithm``, by default the first of the kind; ``tree``, or ``seed`` for the tree of a worksheet;
        ``target`` for ``order``.

    Raises
    ------
    InputError
        If there is no such exercise.
    """
    kind = fields.get("kind") or "values"
    if kind not in KINDS:
        raise InputError(Message("the kind of an exercise must be one of {}, not {!r}", ", ".join(KINDS), kind))
    algorithm = fields.get("algorithm") or algorithms_for(kind)[0]
    if algorithm not in algorithms_for(kind):
        raise InputError(
            Message(
                "the algorithm of an exercise on {} must be one of {}, not {!r}",
                kind,
                ", ".join(algorithms_for(kind)),
                algorithm,
            )
        )
    source = fields.get("tree", "")
    seed = None if source else _whole("seed", fields.get("seed") or "1", MOST_SEED)
    target = _whole("target", fields["target"], 1_000) if fields.get("target") and kind == "order" else None
    if seed is None:
        root = read_tree(source, vectors=has_vectors(algorithm))
        if not has_vectors(algorithm) and any(isinstance(node.value, tuple) for node in root.below()):
            raise InputError(Message("{} needs a tree of two players with a number at each leaf", algorithm))
    else:
        root = _worksheet(seed, algorithm)
    return Exercise(kind, algorithm, root, seed, source, target)


def _worksheet(seed: int, algorithm: str) -> Node:
    """Return the tree of a worksheet."""
    game = make_worksheet(seed, algorithm=_sheet_like(algorithm)).game

    def data(state: Any) -> Any:
        if not game.is_terminal(state):
            return [data(game.result(state, action)) for action in game.actions(state)]
        utility = game.utility(state)
        return tuple(utility) if has_vectors(algorithm) else utility[0]

    return named_tree(data(game.initial()))


def has_vectors(algorithm: str) -> bool:
    """Return whether the values of an algorithm are vectors."""
    return parse_algorithm(algorithm).algorithm.family.numbers(2) > 1


def _sheet_like(algorithm: str) -> str:
    """Return the first worksheet whose trees the algorithm searches, too."""
    sheets = (name for name in exercise_shapes() if name != NULL_WINDOW)
    alike = (name for name in sheets if has_vectors(name) == has_vectors(algorithm))
    return next(alike)


def _whole(name: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and 1 <= int(text) <= most):
        raise InputError(
            Message("the {} of an exercise must be a whole number from 1 to {}, not {!r}", name, most, text[:20])
        )
    return int(text)
