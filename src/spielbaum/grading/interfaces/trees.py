"""Small game trees, made from a seed: what the searches of submissions are run on.

Every node has an estimate, and every end a payoff for each player. Branches differ in number and length, values repeat,
and estimates contradict payoffs, so that no fault of a search goes unnoticed for long.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from random import Random
from typing import Any

LETTERS = "abcdefghi"
"""The actions; they are texts, so that no value is taken for an action."""

Payoff = tuple[float, ...]

_serial = count(1)


@dataclass(eq=False)
class Node:
    """A node: its children in the order of the game, the player to move, and what it is worth.

    Attributes
    ----------
    mover
        The player to move; at an end, too, the one whose turn it would be.
    children
        The nodes that the actions ``a``, ``b``, ... lead to; empty at an end.
    payoff
        The utility of an end for each player; None for other nodes.
    estimate
        The evaluation of the node for each player.
    name
        The actions that lead to it from the root, such as ``"ab"``; empty for the root.
    tree
        The number of its tree, so that no two nodes have the same text.
    state, moves
        Of a game of a submission: its state, and its actions in the order of the children.
    """

    mover: int
    estimate: Payoff
    payoff: Payoff | None = None
    name: str = ""
    children: "list[Node]" = field(default_factory=list)
    tree: int = 0
    state: Any = None
    moves: tuple[Any, ...] = ()

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions of the node."""
        return tuple(LETTERS[: len(self.children)])

    def after(self, action: object) -> "Node | None":
        """Return the node that an action leads to; None if there is no such action."""
        known = self.actions
        return self.children[known.index(action)] if isinstance(action, str) and action in known else None

    def action_to(self, child: "Node") -> str:
        """Return the action that leads to a child."""
        return LETTERS[self.children.index(child)]

    def below(self) -> "Iterator[Node]":
        """Return the node and all below it, each once."""
        seen: set[int] = set()
        left = [self]
        while left:
            node = left.pop()
            if id(node) not in seen:
                seen.add(id(node))
                yield node
                left += reversed(node.children)

    @property
    def height(self) -> int:
        """The number of actions of the longest line."""
        return 1 + max(child.height for child in self.children) if self.children else 0

    @property
    def shown(self) -> str:
        """Its name, for readers."""
        return self.name or "root"


@dataclass(frozen=True)
class Shape:
    """What trees look like.

    Attributes
    ----------
    players
        How many players take turns.
    depth, branching
        The longest line, and the largest number of actions.
    values
        The payoffs and estimates of the first player, whose loss is the second's gain; for more players, of each.
    """

    players: int = 2
    depth: int = 3
    branching: int = 3
    values: Sequence[float] = tuple(range(-9, 10))


def make_tree(random: Random, shape: Shape, first: int = 0) -> Node:
    """Return a tree whose root is of the player ``first``."""
    tree = next(_serial)

    def grow(ply: int, name: str) -> Node:
        node = Node((first + ply) % shape.players, worth(random, shape), name=name, tree=tree)
        if ply == shape.depth or (ply > 1 and random.random() < 0.2):
            node.payoff = worth(random, shape)
        else:
            number = random.randint(2 if ply == 0 else 1, shape.branching)
            node.children = [grow(ply + 1, name + letter) for letter in LETTERS[:number]]
        return node

    return grow(0, "")


def make_lattice(random: Random, shape: Shape, first: int = 0) -> Node:
    """Return a graph in which lines meet again: each ply has so few nodes that most have several parents."""
    tree = next(_serial)
    layers = [
        [
            Node((first + ply) % shape.players, worth(random, shape), name=f"{ply}.{place}" if ply else "", tree=tree)
            for place in range(3 * shape.branching if ply else 1)
        ]
        for ply in range(shape.depth + 1)
    ]
    for node in layers[-1]:
        node.payoff = worth(random, shape)
    for above, below in pairwise(layers):
        for node in above:
            node.children = random.sample(below, shape.branching)
    return layers[0][0]


def unfolded(node: Node) -> Node:
    """Return a graph as a tree: a node with several parents becomes several."""
    return without(node, None)


def worth(random: Random, shape: Shape) -> Payoff:
    """Return what a node is worth for each player."""
    if shape.players == 2:
        value = random.choice(shape.values)
        return (value, -value)
    return tuple(random.choice(shape.values) for _ in range(shape.players))


def without(node: Node, gone: Node | None) -> Node:
    """Return a copy of a tree without a node and what is below it; a node that loses all children becomes an end."""
    tree = next(_serial)

    def copied(old: Node, name: str) -> Node:
        new = Node(old.mover, old.estimate, old.payoff, name, tree=tree)
        kept = [child for child in old.children if child is not gone]
        new.children = [copied(child, name + letter) for child, letter in zip(kept, LETTERS, strict=False)]
        if not new.children and new.payoff is None:
            new.payoff = old.estimate
        return new

    return copied(node, "")
