"""Trees given as text, with a name for every node, and with reordered branches."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any

from spielbaum.errors import InputError, Message
from spielbaum.game import Game, State
from spielbaum.games.tree import from_data
from spielbaum.registry import load, parse_game
from spielbaum.search.core.result import Number, tidy

Leaf = float | tuple[float, ...]

FORM, PAPER = 52, 80
"""The most nodes of a tree in a form, where every branch may be one of 64 fields, and on paper."""

MOST_BRANCHES = 9
MOST_PLAYERS = 6
TREES = ("figure", "random-tree")
"""The games whose trees can be exercises; on paper those of files, too."""

BEYOND = 1_000_000.0
"""A value above that of every leaf, so that no cutoff is made because nothing better exists."""


@dataclass(frozen=True)
class Node:
    """A node. Inner nodes are named by capital letters, level by level; leaves by their parent and their number.

    Attributes
    ----------
    name
        ``A`` is the root; ``b2`` is the second child of ``B``, if that is a leaf.
    value
        The value of a leaf: the utility of MAX, or one number per player.
    children
        The children of an inner node, in the order in which they are searched.
    """

    name: str
    value: Leaf | None = None
    children: tuple["Node", ...] = ()

    def below(self) -> Iterator["Node"]:
        """Yield the node and its descendants in preorder."""
        yield self
        for child in self.children:
            yield from child.below()


def read_tree(text: str, *, vectors: bool = False, most: int = FORM) -> Node:
    """Return the tree of nested lists such as ``[[3, 12, 8], [2, 4, 6]]``, or of a figure or a random tree.

    Parameters
    ----------
    text
        Nested lists, or a game as on the command line, such as ``figure:negamax`` or ``random-tree:depth=2,seed=5``.
    vectors
        Whether the innermost lists are leaves with one number per player.
    most
        The most nodes: ``FORM`` or ``PAPER``.

    Raises
    ------
    InputError
        If the text is not a tree, or the tree is too large for an exercise.

    Examples
    --------
    >>> [node.name for node in read_tree("[[3, 12], 5]").below()]
    ['A', 'B', 'b1', 'b2', 'a2']
    """
    data = _read_lists(text) if text.lstrip().startswith("[") else _lists_of_game(text, most)
    root = named_tree(_with_vectors(data) if vectors else data, most=most)
    lengths = {players_of(leaf) for leaf in root.below() if not leaf.children}
    if vectors and (len(lengths) > 1 or not 2 <= min(lengths) <= MOST_PLAYERS):
        raise InputError(
            Message(
                "for several players a leaf has a number for each of 2 to {} of them, such as {}",
                MOST_PLAYERS,
                "[[[3, 1, 2], [0, 4, 1]]]",
            )
        )
    return root


def named_tree(data: Any, *, most: int = FORM) -> Node:
    """Return the tree of nested lists with names; a tuple is a leaf with one number per player.

    Raises
    ------
    InputError
        If it is not a tree for an exercise.
    """
    if not isinstance(data, list):
        raise InputError(Message("a tree is written as nested lists, such as [[3, 12, 8], [2, 4, 6]]"))
    names = _inner_names(data, most)

    def node(below: Any, path: tuple[int, ...]) -> Node:
        if isinstance(below, list):
            return Node(names[path], children=tuple(node(child, (*path, i)) for i, child in enumerate(below)))
        return Node(f"{names[path[:-1]].lower()}{path[-1] + 1}", value=_leaf(below))

    return node(data, ())


def players_of(root: Node) -> int:
    """Return the length of the vectors at the leaves; 0 if leaves are single numbers."""
    first = next(node.value for node in root.below() if not node.children)
    return len(first) if isinstance(first, tuple) else 0


def refuse_vectors(root: Node, algorithm: str) -> None:
    """Raise an InputError, on behalf of an algorithm for two players, if leaves are vectors."""
    if players_of(root):
        raise InputError(Message("{} needs a tree of two players with a number at each leaf", algorithm))


def text_of(root: Node) -> str:
    """Return a tree as nested lists, without names.

    Examples
    --------
    >>> text_of(read_tree("[[3,12],5]"))
    '[[3, 12], 5]'
    """
    return json.dumps(_data(root))


def game_of(root: Node) -> Game:
    """Return the game of a tree: an action is named after its child, and the maximum is above every leaf."""
    players, nodes = players_of(root), list(root.below())  # numbered as in the game
    game = from_data(_data(root), players or 2, vectors=players > 0)
    named = replace(
        game,
        notation=replace(game.notation, format_action=lambda state, action: nodes[state.node].children[action].name),
    )
    return named if players else replace(named, max_utility=BEYOND)


def reordered(root: Node, orders: Mapping[str, tuple[int, ...]]) -> Node:
    """Return a tree with the children of some nodes reordered; every node keeps its name.

    ``orders`` maps the name of a node to the old numbers of its children, from 0, in the new order.
    """
    children = tuple(reordered(child, orders) for child in root.children)
    order = orders.get(root.name, range(len(children)))
    return replace(root, children=tuple(children[number] for number in order))


def minimax(node: Node, *, first: bool = True) -> float:
    """Return the minimax value of a node; MAX is to move there if ``first``."""
    if not node.children:
        assert isinstance(node.value, float)
        return node.value
    return (max if first else min)(minimax(child, first=not first) for child in node.children)


def _read_lists(text: str) -> Any:
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        raise InputError(Message("a tree is written as nested lists, such as [[3, 12, 8], [2, 4, 6]]")) from None


def _with_vectors(data: Any) -> Any:
    """Return nested lists with the innermost lists of numbers as tuples."""
    if not isinstance(data, list):
        return data
    numbers = data and all(isinstance(number, int | float) for number in data)
    return tuple(data) if numbers else [_with_vectors(below) for below in data]


def _lists_of_game(text: str, most: int) -> Any:
    known = (*TREES, "tree") if most == PAPER else TREES  # files are not read for visitors
    if parse_game(text).name not in known:
        raise InputError(
            Message("the tree of an exercise is nested lists, or one of {}: not {!r}", ", ".join(known), text)
        )
    game = load(text)
    left = most

    def data(state: State) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise InputError(Message("the tree of an exercise has at most {} nodes, and {} has more", most, text))
        if not game.is_terminal(state):
            return [data(game.result(state, action)) for action in game.actions(state)]
        if game.unknown is not None and game.unknown(state):
            raise InputError(Message("in an exercise every leaf has a number, and one of {} is unknown", text))
        utility = game.utility(state)
        return utility[0] if game.is_duel else tuple(utility)

    return data(game.initial())


def _inner_names(data: Any, most: int) -> dict[tuple[int, ...], str]:
    """Return the names of inner nodes by path, level by level."""
    names = [*ascii_uppercase, *(f"A{letter}" for letter in ascii_uppercase if most == PAPER)]
    inner: list[tuple[int, ...]] = []
    level: list[tuple[tuple[int, ...], Any]] = [((), data)]
    nodes = 0
    while level:
        nodes += len(level)
        inner += [path for path, below in level if isinstance(below, list)]
        if nodes > most or len(inner) > len(names):
            raise InputError(
                Message("the tree of an exercise has at most {} nodes, {} of them inner ones", most, len(names))
            )
        for _path, below in level:
            if isinstance(below, list) and not 1 <= len(below) <= MOST_BRANCHES:
                raise InputError(
                    Message("a node of an exercise has 1 to {} branches, not {}", MOST_BRANCHES, len(below))
                )
        level = [
            ((*path, i), child) for path, below in level if isinstance(below, list) for i, child in enumerate(below)
        ]
    return dict(zip(inner, names, strict=False))


def _leaf(value: Any) -> Leaf:
    numbers = value if isinstance(value, tuple) else (value,)
    for number in numbers:
        if not isinstance(number, int | float) or isinstance(number, bool) or not abs(number) < BEYOND:
            raise InputError(Message("in an exercise every leaf is a number, smaller than a million: not {!r}", number))
    return tuple(map(float, value)) if isinstance(value, tuple) else float(value)


def leaf_value(node: Node) -> Number:
    """Return the value of a leaf, with whole numbers as such."""
    assert node.value is not None
    return tuple(map(tidy, node.value)) if isinstance(node.value, tuple) else tidy(node.value)


def _data(node: Node) -> Any:
    if node.children:
        return [_data(child) for child in node.children]
    value = leaf_value(node)
    return list(value) if isinstance(value, tuple) else value
