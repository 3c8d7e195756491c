"""An exercise: a tree, an algorithm and a task; the search that solves it; the verdict on an answer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from spielbaum.exercises.written import Node, game_of
from spielbaum.game import Game
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.algorithms.registry import Algorithm
from spielbaum.search.trace.mover_view import MoverView, for_mover
from spielbaum.search.trace.record import TreeNode, TreeRecord
from spielbaum.search.trace.recorder import record_tree, record_window

NULL_WINDOW = "null-window"
"""Alpha-beta with a window of its own, as the algorithm of an exercise."""

RULES = {**dict.fromkeys(("max-n", "max-n-is", "speculative", "hypermax"), "own"), "paranoid": "minimax"}
"""The rule by which the algorithms of more than two players give a node its value."""

MOST_SEED = 10**9


@dataclass(frozen=True)
class Exercise:
    """A tree and a task.

    Attributes
    ----------
    kind
        ``values``: find the value of every node. ``cuts``: find the branches that are never visited. ``order``: order
        the branches so that fewer leaves are visited. ``sheet``: a worksheet, on values, cuts and the best action.
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
    window
        Alpha and beta at the root, if the exercise gives them.
    """

    kind: str
    algorithm: str
    root: Node
    seed: int | None = None
    source: str = ""
    target: int | None = None
    window: tuple[int, int] | None = None

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

    @property
    def rule(self) -> str:
        """How a node gets its value: by ``minimax``, for the ``mover``, by a player's ``own`` entry, or ``other``."""
        algorithm = algorithm_of(self.algorithm)
        if algorithm.players == "two":
            return "mover" if self.search.for_mover else "minimax"
        return RULES.get(algorithm.name, "other")

    @cached_property
    def search(self) -> "Searched":
        """The search of the tree by the algorithm."""
        return Searched.of(self.root, self.algorithm, self.window)

    @property
    def leaves(self) -> tuple[int, int]:
        """The number of leaves that are visited, and of those that are not."""
        leaves = [node for node in self.root.below() if not node.children]
        pruned = sum(self.search.is_pruned(leaf.name) for leaf in leaves)
        return len(leaves) - pruned, pruned


@dataclass(frozen=True)
class Searched:
    """A searched tree.

    Attributes
    ----------
    game
        The tree as a game.
    record
        The record of the search; if its algorithm negates values, from the view of the player to move.
    nodes
        The recorded nodes by name: those that were visited, and pruned children of visited nodes. After a cut in a
        search of vectors only the entry of the player to move is known, as a lower bound.
    parents
        The names of parents by the names of their children.
    """

    game: Game
    record: TreeRecord
    nodes: Mapping[str, TreeNode]
    parents: Mapping[str, str]

    @classmethod
    def of(cls, root: Node, algorithm: str, window: tuple[int, int] | None = None) -> "Searched":
        """Search a tree."""
        game = game_of(root)
        record = record_window(game, window) if window else record_tree(game, algorithm=algorithm)
        if not window and parse_algorithm(algorithm).algorithm.negates:
            record = for_mover(record)
        nodes = {node.action or root.name: _written(node) for node in record.nodes}
        parents = {child.name: node.name for node in root.below() for child in node.children}
        return cls(game, record, nodes, parents)

    @property
    def for_mover(self) -> bool:
        """Whether numbers are from the view of the player to move at each node."""
        return isinstance(self.record, MoverView)

    @property
    def vectors(self) -> bool:
        """Whether every player has its own number."""
        return isinstance(self.record.value, tuple)

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

    @classmethod
    def fault(cls, key: str, wrong: str, **values: Any) -> Self:
        """Return the verdict on the answer to one node, which is wrong."""
        return cls(frozenset(), wrong, 0, key, values)

    @property
    def done(self) -> bool:
        """Whether the answer is complete and right."""
        return not self.wrong and not self.missing


def algorithm_of(exercise: str) -> Algorithm:
    """Return the algorithm of an exercise."""
    return parse_algorithm("alpha-beta" if exercise == NULL_WINDOW else exercise).algorithm


def has_cuts(exercise: str) -> bool:
    """Return whether the algorithm of an exercise may cut branches; Max^n does with options only."""
    name, _, options = exercise.partition(":")
    return name == NULL_WINDOW or (algorithm_of(name).prunes and (name != "max-n" or options != ""))


def has_vectors(algorithm: str) -> bool:
    """Return whether the values of an algorithm are vectors."""
    return algorithm_of(algorithm).family.numbers(2) > 1


def _written(node: TreeNode) -> TreeNode:
    """Return a node with the value that is known of it: after a cut among vectors, only the bound of its player."""
    if node.end != "cut" or not isinstance(node.value, tuple) or node.to_move is None:
        return node
    own = node.value[node.to_move]
    return replace(node, value=own, window=(None, own))
