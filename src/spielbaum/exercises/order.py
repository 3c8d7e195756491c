"""The order of branches: the number of leaves that alpha-beta visits, and the least possible."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from spielbaum.errors import InputError, Message
from spielbaum.exercises.exercise import Exercise, Searched
from spielbaum.exercises.written import Node, minimax, reordered

Orders = Mapping[str, tuple[int, ...]]


class OrderFinding(NamedTuple):
    """The verdict on an order.

    Attributes
    ----------
    tree
        The tree in this order.
    before, now, least, goal
        The leaves that are visited in the original order, in this order and in the best order, and the number not to be
        exceeded.
    wrong, key, values
        The first node where another branch should come first, and the sentence about it; empty if there is none.
    """

    tree: Node
    before: int
    now: int
    least: int
    goal: int
    wrong: str
    key: str
    values: Mapping[str, Any]

    @property
    def done(self) -> bool:
        """Whether few enough leaves are visited."""
        return self.now <= self.goal


def check_order(exercise: Exercise, orders: Orders) -> OrderFinding:
    """Return the verdict on an order of branches, with the first improvement."""
    tree = reordered(exercise.root, orders)
    search = Searched.of(tree, exercise.algorithm)
    least = least_leaves(tree)
    goal = least if exercise.target is None else max(least, exercise.target)
    now = search.record.evaluated_leaves
    wrong, key, values = ("", "order-right", {}) if now <= goal else _hint(search, tree)
    return OrderFinding(tree, exercise.search.record.evaluated_leaves, now, least, goal, wrong, key, values)


def least_leaves(root: Node) -> int:
    """Return the number of leaves that alpha-beta visits in the best order of all branches.

    A search proves a lower bound by one branch of every MAX node and all branches of every MIN node, and an upper
    bound the other way round. The two proofs share one leaf, that of the principal variation (D. E. Knuth and
    R. W. Moore, An analysis of alpha-beta pruning, 1975). Each is as small as the values of the tree allow.

    Examples
    --------
    >>> from spielbaum.exercises.written import read_tree
    >>> least_leaves(read_tree("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"))
    5
    """
    value = minimax(root)
    return int(_proof(root, value, at_least=True) + _proof(root, value, at_least=False) - 1)


def best_order(root: Node, *, first: bool = True) -> Node:
    """Return the tree in an order in which alpha-beta visits the fewest leaves; MAX moves at the root if ``first``."""
    if not root.children:
        return root
    value = minimax(root, first=first)
    good = [child for child in root.children if minimax(child, first=not first) == value]
    line = min(good, key=lambda child: _proof(child, value, at_least=first, first=not first))
    rest = [
        _refuting(child, value, at_least=not first, first=not first) for child in root.children if child is not line
    ]
    return Node(root.name, children=(best_order(line, first=not first), *rest))


def read_orders(text: str, root: Node) -> dict[str, tuple[int, ...]]:
    """Return the orders in a text such as ``A312.C21``: for each node its children by their original numbers from 1.

    Raises
    ------
    InputError
        If there is no such node, or these are not its children.
    """
    widths = {node.name: len(node.children) for node in root.below() if node.children}
    orders = {}
    for part in filter(None, text.split(".")):
        match = re.fullmatch(r"([A-Z])([1-9]+)", part)
        name, numbers = (match[1], tuple(int(digit) - 1 for digit in match[2])) if match else ("", ())
        if name not in widths or sorted(numbers) != list(range(widths[name])):
            raise InputError(
                Message(
                    "an order is written as A312.C21, with the original numbers of the branches, not {!r}", part[:20]
                )
            )
        orders[name] = numbers
    return orders


def written_orders(orders: Orders) -> str:
    """Return orders as text for ``read_orders``."""
    shown = {name: order for name, order in sorted(orders.items()) if list(order) != sorted(order)}
    return ".".join(name + "".join(str(number + 1) for number in order) for name, order in shown.items())


def moved(orders: Orders, root: Node, move: str) -> dict[str, tuple[int, ...]]:
    """Return orders after moving a node by one place, as ``b2-left`` or ``C-right``; the ends are adjacent.

    Raises
    ------
    InputError
        If there is no such node or direction.
    """
    name, _, way = move.partition("-")
    above = next((node for node in root.below() if name in [child.name for child in node.children]), None)
    if above is None or way not in ("left", "right"):
        raise InputError(Message("a branch is moved as b2-left or C-right, not as {!r}", move[:20]))
    number = [child.name for child in above.children].index(name)
    order = list(orders.get(above.name, range(len(above.children))))
    place = order.index(number)
    order.insert((place + (1 if way == "right" else -1)) % len(order), order.pop(place))
    return {**orders, above.name: tuple(order)}


def _proof(node: Node, value: float, *, at_least: bool, first: bool = True) -> float:
    """Return the least leaves that prove a bound on a node's value, lower if ``at_least``; infinite if it is wrong."""
    if not node.children:
        assert isinstance(node.value, float)
        holds = node.value >= value if at_least else node.value <= value
        return 1 if holds else float("inf")
    below = [_proof(child, value, at_least=at_least, first=not first) for child in node.children]
    return min(below) if first == at_least else sum(below)


def _refuting(node: Node, value: float, *, at_least: bool, first: bool) -> Node:
    """Return a node in the order that proves a bound on its value with the fewest leaves."""
    children = [_refuting(child, value, at_least=at_least, first=not first) for child in node.children]
    if first == at_least:
        children.sort(key=lambda child: _proof(child, value, at_least=at_least, first=not first))
    return Node(node.name, node.value, tuple(children))


def _hint(search: Searched, tree: Node) -> tuple[str, str, dict[str, Any]]:
    """Return the first node, in the order of the search, where another branch should come first."""
    for node in tree.below():
        if not node.children or search.is_pruned(node.name):
            continue
        found = search.nodes[node.name]
        visited = [child for child in node.children if not search.is_pruned(child.name)]
        if found.end == "cut" and len(visited) > 1:
            return node.name, "order-cut", {"node": node.name, "branch": visited[-1].name}
        on_line = found.end == "done" and found.bound == "exact"
        own = [child for child in visited if search.nodes[child.name].value == found.value]
        if on_line and own and visited[0] not in own:
            values = {"node": node.name, "branch": own[0].name, "value": found.value, "begins": visited[0].name}
            return node.name, "order-best", values
    return tree.name, "order-other", {}
