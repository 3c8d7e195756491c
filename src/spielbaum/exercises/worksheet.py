"""Exercises on pruning: a small random tree from a seed, and the record of its search.

The tree is the first in a sequence of random trees, determined by the seed, that makes a good exercise: it has at least
two cuts, and at least half of its leaves are searched.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from spielbaum.errors import InputError, Message
from spielbaum.game import Game, State
from spielbaum.game.notation import format_action
from spielbaum.games.tree import from_data
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.algorithms.registry import listed_algorithms
from spielbaum.search.trace.record import TreeNode, TreeRecord, paths_to
from spielbaum.search.trace.recorder import record_tree, record_window

NULL_WINDOW = "null-window"
"""The exercise on alpha-beta with a window of its own."""

TWO_PLAYERS, THREE_PLAYERS = (3, 3), (2, 4)
"""Branching and depth of trees for two and for three players."""

LEAST_LEAVES, MOST_LEAVES = 8, 32
HIGHEST, SUM = 20, 10
"""Leaves are worth 0 to 20 for MAX, or shares of 10 for three players."""

MOST_CANDIDATES = 20_000


@dataclass(frozen=True)
class Worksheet:
    """A tree to be searched by hand.

    Attributes
    ----------
    seed, algorithm
        Its seed and algorithm.
    game
        The tree as a game.
    window
        Alpha and beta at the root, if the exercise gives them.
    record
        The record of the search.
    """

    seed: int
    algorithm: str
    game: Game
    window: tuple[int, int] | None
    record: TreeRecord

    @property
    def sheet(self) -> TreeRecord:
        """The whole tree with the values of its leaves only."""
        nodes = tuple(_whole(self.game))
        return replace(self.record, action=None, steps=(), events=(), nodes=nodes)

    @property
    def solution(self) -> TreeRecord:
        """The whole tree with the record of the search; nodes that were not searched are pruned."""
        found = dict(zip(paths_to(self.record.nodes), self.record.nodes, strict=True))
        whole, nodes = self.sheet.nodes, []
        for path, node in zip(paths_to(whole), whole, strict=True):
            known = found.get(path)
            if known is None or known.end == "pruned":
                nodes.append(replace(node, end="pruned", reason=known.reason if known else None))
            else:
                nodes.append(replace(_written(known), id=node.id, parent=node.parent))
        return replace(self.record, nodes=tuple(nodes), events=())


def exercise_shapes() -> dict[str, tuple[int, int]]:
    """Return what there are exercises on, with the usual branching and depth.

    Examples
    --------
    >>> shapes = exercise_shapes()
    >>> shapes["alpha-beta"], shapes["null-window"], shapes["max-n:shallow"]
    ((3, 3), (3, 3), (2, 4))
    """
    two: list[str] = []
    three: list[str] = []
    for algorithm in listed_algorithms():
        if "sheet" in algorithm.exercises:
            options = algorithm.exercises["sheet"]
            fitting = two if algorithm.players == "two" else three
            fitting.append(f"{algorithm.name}:{options}" if options else algorithm.name)
    return dict.fromkeys([*two, NULL_WINDOW], TWO_PLAYERS) | dict.fromkeys(three, THREE_PLAYERS)


def make_worksheet(
    seed: int, *, algorithm: str = "alpha-beta", branching: int | None = None, depth: int | None = None
) -> Worksheet:
    """Return the exercise of a seed.

    Parameters
    ----------
    seed
        Equal seeds give equal exercises.
    algorithm
        One of ``exercise_shapes``, such as ``alpha-beta``, ``null-window`` or ``max-n:shallow``.
    branching, depth
        The branching factor and depth of the tree.

    Raises
    ------
    InputError
        If there are no such exercises, or no good one of that shape.

    Examples
    --------
    >>> make_worksheet(1).record.pruned_leaves
    5
    """
    shapes = exercise_shapes()
    if algorithm not in shapes:
        raise InputError(Message("there are exercises on {}, not on {!r}", ", ".join(shapes), algorithm))
    usual = shapes[algorithm]
    shape = (usual[0] if branching is None else branching, usual[1] if depth is None else depth)
    fits = 2 <= shape[0] <= MOST_LEAVES and 2 <= shape[1] <= 5
    if not fits or not LEAST_LEAVES <= shape[0] ** shape[1] <= MOST_LEAVES:
        raise InputError(
            Message(
                "the tree of an exercise has {} to {} leaves, 2 to 5 plies deep: branching {} and depth "
                "{} do not give that",
                LEAST_LEAVES,
                MOST_LEAVES,
                shape[0],
                shape[1],
            )
        )
    for number in range(MOST_CANDIDATES):
        exercise = _candidate(seed, algorithm, shape, Random(f"{algorithm} {shape} {seed} {number}"))
        if _is_good(exercise.record):
            return exercise
    raise InputError(
        Message("seed {} gives no good exercise of branching {} and depth {}: try another", seed, shape[0], shape[1])
    )


def _candidate(seed: int, algorithm: str, shape: tuple[int, int], random: Random) -> Worksheet:
    if algorithm != NULL_WINDOW and parse_algorithm(algorithm).algorithm.players != "two":
        tree = from_data(_tree(*shape, lambda: _shares(random)), 3)
        shares = replace(tree, view=replace(tree.view, player_names=("A", "B", "C")))
        return Worksheet(seed, algorithm, shares, None, record_tree(shares, algorithm=algorithm))
    game = from_data(_tree(*shape, lambda: random.randint(0, HIGHEST)))
    if algorithm != NULL_WINDOW:
        return Worksheet(seed, algorithm, game, None, record_tree(game, algorithm=algorithm))
    alpha = random.randint(HIGHEST // 4, HIGHEST * 3 // 4)
    window = (alpha, alpha + 1)
    return Worksheet(seed, algorithm, game, window, record_window(game, window))


def _tree(branching: int, depth: int, leaf: Any) -> Any:
    return leaf() if depth == 0 else [_tree(branching, depth - 1, leaf) for _ in range(branching)]


def _shares(random: Random) -> list[int]:
    low, high = sorted((random.randint(0, SUM), random.randint(0, SUM)))
    return [low, high - low, SUM - high]


def _is_good(record: TreeRecord) -> bool:
    cuts = sum(node.end == "cut" for node in record.nodes)
    pruned = record.pruned_leaves or 0
    return cuts >= 2 and pruned >= 2 and record.evaluated_leaves >= pruned and record.nodes[0].end != "cut"


def _written(node: TreeNode) -> TreeNode:
    """Return a node with the value to be written into it; of a vector that was cut, only the bound of its player."""
    if node.end != "cut":
        return node
    short = replace(node, reason=(node.reason or "").split(",")[0])
    if not isinstance(node.value, tuple) or node.to_move is None:
        return short
    own = node.value[node.to_move]
    return replace(short, value=own, window=(None, own))


def _whole(game: Game) -> Iterator[TreeNode]:
    """Return all nodes of a game, parents first, without the results of a search."""
    waiting: list[tuple[State, int | None, str | None]] = [(game.initial(), None, None)]
    number = 0
    while waiting:
        state, parent, action = waiting.pop(0)
        if game.is_terminal(state):
            utility = game.utility(state)
            value: Any = tuple(utility) if game.players > 2 else utility[0]
            yield TreeNode(number, parent, action, None, value, None, "terminal", None)
        else:
            yield TreeNode(number, parent, action, game.to_move(state), None, None, "done", None)
            for below in game.actions(state):
                waiting.append((game.result(state, below), number, format_action(game, state, below)))
        number += 1
