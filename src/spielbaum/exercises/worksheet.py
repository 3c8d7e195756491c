"""Worksheets: a small tree from a seed, or a given one, to be searched by hand.

The tree of a seed is the first in a sequence of random trees that makes a good exercise: it has at least two cuts, and
at least half of its leaves are searched. An algorithm that prunes nothing has the tree of one that does.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from spielbaum.errors import InputError, Message
from spielbaum.exercises.exercise import NULL_WINDOW, Exercise, algorithm_of, has_cuts
from spielbaum.exercises.written import PAPER, Node, leaf_value, named_tree, players_of, read_tree, refuse_vectors
from spielbaum.registry import load
from spielbaum.search.algorithms.registry import Algorithm, listed_algorithms
from spielbaum.search.trace.mover_view import MoverView, for_mover
from spielbaum.search.trace.record import TreeNode, TreeRecord

TWO_PLAYERS, THREE_PLAYERS = (3, 3), (2, 4)
"""Branching and depth of trees for two and for three players."""

LEAST_LEAVES, MOST_LEAVES = 8, 32
HIGHEST, SUM = 20, 10
"""Leaves are worth 0 to 20 for MAX, or shares of 10 for three players."""

MOST_CANDIDATES = 20_000


def worksheet_shapes() -> dict[str, tuple[int, int]]:
    """Return what there are worksheets on, with the usual branching and depth.

    Examples
    --------
    >>> shapes = worksheet_shapes()
    >>> shapes["alpha-beta"], shapes["null-window"], shapes["max-n:shallow"]
    ((3, 3), (3, 3), (2, 4))
    """
    algorithms = listed_algorithms()
    two = [name for one in algorithms if one.players == "two" for name in _names(one)]
    more = [name for one in algorithms if one.players != "two" for name in _names(one)]
    return dict.fromkeys([*two, NULL_WINDOW], TWO_PLAYERS) | dict.fromkeys(more, THREE_PLAYERS)


def make_worksheet(
    seed: int, *, algorithm: str = "alpha-beta", branching: int | None = None, depth: int | None = None
) -> Exercise:
    """Return the worksheet of a seed.

    Parameters
    ----------
    seed
        Equal seeds give equal worksheets.
    algorithm
        One of ``worksheet_shapes``, such as ``alpha-beta``, ``null-window`` or ``max-n:shallow``.
    branching, depth
        The branching factor and depth of the tree.

    Raises
    ------
    InputError
        If there are no such worksheets, or no good one of that shape.

    Examples
    --------
    >>> make_worksheet(1).search.record.pruned_leaves
    5
    """
    shapes = worksheet_shapes()
    if algorithm not in shapes:
        raise InputError(Message("there are worksheets on {}, not on {!r}", ", ".join(shapes), algorithm))
    usual = shapes[algorithm]
    shape = (usual[0] if branching is None else branching, usual[1] if depth is None else depth)
    fits = 2 <= shape[0] <= MOST_LEAVES and 2 <= shape[1] <= 5
    if not fits or not LEAST_LEAVES <= shape[0] ** shape[1] <= MOST_LEAVES:
        raise InputError(
            Message(
                "the tree of a worksheet has {} to {} leaves, 2 to 5 plies deep: branching {} and depth {} do not give "
                "that",
                LEAST_LEAVES,
                MOST_LEAVES,
                *shape,
            )
        )
    if not has_cuts(algorithm):
        alike = next(name for name in shapes if has_cuts(name) and shapes[name] == usual)
        return replace(make_worksheet(seed, algorithm=alike, branching=shape[0], depth=shape[1]), algorithm=algorithm)
    for number in range(MOST_CANDIDATES):
        made = _candidate(seed, algorithm, shape, Random(f"{algorithm} {shape} {seed} {number}"))
        if _is_good(made):
            return made
    raise InputError(Message("seed {} gives no good worksheet of branching {} and depth {}: try another", seed, *shape))


def worksheet_on(tree: str, algorithm: str | None = None) -> Exercise:
    """Return the worksheet on a given tree.

    Parameters
    ----------
    tree
        Nested lists, or a game that is a tree, such as ``figure:negamax`` or ``tree:file=mine.json``.
    algorithm
        Any that searches each node of it once; by default the first that the tree is an example of.

    Raises
    ------
    InputError
        If there is no such tree, or the algorithm does not suit it.

    Examples
    --------
    >>> worksheet_on("figure:max-n").search.record.value
    (3, 3, 1)
    """
    given = None if tree.lstrip().startswith("[") else load(tree)
    if algorithm is None:
        usual = "max-n" if given is not None and given.players > 2 else "alpha-beta"
        algorithm = next(iter(given.algorithms if given else ()), usual)
    window = algorithm == NULL_WINDOW
    if window:
        raise InputError(Message("a worksheet with a null window is on a tree of its own: leave out {!r}", tree))
    several = algorithm_of(algorithm).players != "two"
    root = read_tree(tree, vectors=several, most=PAPER)
    if not several:
        refuse_vectors(root, algorithm)
    made = Exercise("sheet", algorithm, root, source=tree)
    if not _is_tree_search(made):
        raise InputError(
            Message("there is no worksheet on {}: it visits nodes twice, or leaves some out without a cut", algorithm)
        )
    return made


def sheet_record(exercise: Exercise) -> TreeRecord:
    """Return the whole tree with the values of its leaves only."""
    search = exercise.search
    nodes = tuple(_whole(exercise.root, players_of(exercise.root) or 2))
    record = replace(search.record, action=None, steps=(), events=(), nodes=nodes)
    return for_mover(record) if search.for_mover else record


def solution_record(exercise: Exercise) -> TreeRecord:
    """Return the whole tree with the record of the search; nodes that were not searched are pruned."""
    record, nodes, numbers = exercise.search.record, [], {}
    for node in sheet_record(exercise).nodes:
        known = exercise.search.nodes.get(node.action or exercise.root.name)
        if known is None or known.end == "pruned":
            nodes.append(replace(node, end="pruned", reason=known.reason if known else None))
        else:
            numbers[known.id] = node.id
            nodes.append(replace(known, id=node.id, parent=node.parent))
    if isinstance(record, MoverView):
        record = replace(record, line=tuple(numbers[number] for number in record.line))
    return replace(record, nodes=tuple(nodes), events=())


def _names(algorithm: Algorithm) -> list[str]:
    """Return the worksheets on an algorithm: the algorithm with the options of each."""
    kinds = algorithm.exercises
    options = [*([kinds["values"]] if "values" in kinds else []), *kinds.get("sheet", "").split("|")]
    found = options if "sheet" in kinds else options[:-1]
    return list(dict.fromkeys(f"{algorithm.name}:{option}" if option else algorithm.name for option in found))


def _candidate(seed: int, algorithm: str, shape: tuple[int, int], random: Random) -> Exercise:
    def leaf() -> Any:
        return random.randint(0, HIGHEST) if algorithm_of(algorithm).players == "two" else shares(random)

    shares = _balanced if algorithm_of(algorithm).name == "hypermax" else _shares
    root = named_tree(_tree(*shape, leaf), most=PAPER)
    window = None
    if algorithm == NULL_WINDOW:
        alpha = random.randint(HIGHEST // 4, HIGHEST * 3 // 4)
        window = (alpha, alpha + 1)
    return Exercise("sheet", algorithm, root, seed, window=window)


def _tree(branching: int, depth: int, leaf: Callable[[], Any]) -> Any:
    return leaf() if depth == 0 else [_tree(branching, depth - 1, leaf) for _ in range(branching)]


def _shares(random: Random) -> tuple[int, int, int]:
    low, high = sorted((random.randint(0, SUM), random.randint(0, SUM)))
    return low, high - low, SUM - high


def _balanced(random: Random) -> tuple[int, int, int]:
    """Return three numbers with the sum 0."""
    first, second, third = (random.randint(-3, 3) for _ in range(3))
    return first - second, second - third, third - first


def _is_tree_search(exercise: Exercise) -> bool:
    """Return whether every node is visited once, unless there was a cut above it."""
    search = exercise.search
    names = [node.action for node in search.record.nodes]
    left = (node.name for node in exercise.root.below() if search.is_pruned(node.name))
    return len(set(names)) == len(names) and all(search.nodes[search.cut_above(name)].end == "cut" for name in left)


def _is_good(exercise: Exercise) -> bool:
    nodes, (visited, pruned) = exercise.search.record.nodes, exercise.leaves
    cuts = sum(node.end == "cut" for node in nodes)
    fair = cuts >= 2 and 2 <= pruned <= visited and nodes[0].end != "cut"
    return fair and _is_tree_search(exercise)


def _whole(root: Node, players: int) -> Iterator[TreeNode]:
    """Yield all nodes of a tree, parents first, without the results of a search."""
    waiting: list[tuple[Node, int | None, int]] = [(root, None, 0)]
    number = 0
    while waiting:
        node, parent, ply = waiting.pop(0)
        name = None if parent is None else node.name
        if node.children:
            yield TreeNode(number, parent, name, ply % players, None, None, "done", None)
        else:
            yield TreeNode(number, parent, name, None, leaf_value(node), None, "terminal", None)
        waiting += [(child, number, ply + 1) for child in node.children]
        number += 1
