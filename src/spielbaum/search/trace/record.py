"""The record of a search as a tree: the nodes with their windows, values and ends."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import inf
from typing import Any, Literal, get_args

from spielbaum.errors import InputError, Message
from spielbaum.search.core.cuts import REASONS
from spielbaum.search.core.result import BoundKind, Number, value_text
from spielbaum.search.trace.describe import Event

End = Literal["done", "cut", "terminal", "leaf", "known", "pruned", "folded", "stopped"]
"""How a node ended.

``done``: all actions were searched; ``cut``: cut off; ``terminal``: the game is over; ``leaf``: evaluated; ``known``:
its value came from the transposition table or the rules; ``pruned``: not visited, since its parent was cut off;
``folded``: it counts nodes that are left out; ``stopped``: a limit ended the search here.
"""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of a tree; nodes are in the order in which the search visited them.

    Attributes
    ----------
    id, parent
        Its number, from 0, and that of its parent; None for a root. A search that starts again has several roots.
    action
        The action that led to it, as text.
    to_move
        The player to move; None if the game is over or the node was not visited.
    value
        From the view of the root player, or a vector; None if unknown. For a node that was cut off, a bound.
    window
        Alpha and beta at entry, from the view of the root player, None for no bound; for vectors the values that the
        pruning compares with.
    end, reason
        How it ended, and details of a cutoff, or of pruned or folded nodes.
    known
        For a node above unknown leaves: the kind of bound that the other leaves prove.
    name
        For an unknown leaf: the name that stands for its value.
    visits
        Of Monte-Carlo tree search: the number of simulations through it.
    """

    id: int
    parent: int | None
    action: str | None
    to_move: int | None
    value: Number | None
    window: tuple[float | None, float | None] | None
    end: End
    reason: str | None
    known: BoundKind | None = None
    name: str | None = None
    visits: int | None = None

    @property
    def alpha_beta(self) -> tuple[float, float]:
        """Alpha and beta at entry, infinite if there is no bound."""
        alpha, beta = self.window or (None, None)
        return -inf if alpha is None else alpha, inf if beta is None else beta

    @property
    def window_text(self) -> str:
        """Alpha and beta at entry as text, such as ``[-inf, 3]``."""
        alpha, beta = self.alpha_beta
        return f"[{alpha:.6g}, {beta:.6g}]"

    @property
    def value_text(self) -> str:
        """The value or its bound as text; for an unknown leaf its name."""
        return self.name or value_text(self.value, self.bound)

    @property
    def inner(self) -> bool:
        """Whether it is an inner node: the game is not over, and it was not evaluated."""
        return self.to_move is not None and self.end not in ("leaf", "terminal")

    @property
    def bound(self) -> BoundKind | None:
        """Whether the value is exact, a lower or an upper bound; None if there is no value.

        Vectors are bounds only after shallow or deep pruning: the player above has at most its entry, and the other
        entries mean nothing.
        """
        if self.known is not None:
            return self.known
        if self.window is None or self.value is None:
            return None
        if isinstance(self.value, tuple):
            pruned = (
                self.end == "cut"
                and self.reason is not None
                and any(f"{one.name}: " in self.reason for one in REASONS if one.of_rival)
            )
            return "upper" if pruned else None
        alpha, beta = self.alpha_beta
        if self.end in ("terminal", "leaf") or alpha < self.value < beta:
            return "exact"
        return "upper" if self.value <= alpha else "lower"


@dataclass(frozen=True, kw_only=True)
class TreeRecord:
    """A search as a tree.

    Attributes
    ----------
    value, action
        Value and best action of the root; actions are texts, so that a record can be written as JSON. None if unknown
        leaves leave the value open.
    evaluated_leaves
        Visits of leaves.
    pruned_leaves
        Leaves below pruned actions; None if they are too many to count.
    steps
        The search in words: a line for every leaf, and one whenever a node's value improves or is final.
    nodes
        The tree; parents come before their children.
    events
        The steps as data, for animated pictures; not in JSON, nor in a folded tree.
    bound
        The kind of bound that the value is, if there are unknown leaves.
    """

    value: Number | None
    action: str | None
    evaluated_leaves: int
    pruned_leaves: int | None
    steps: tuple[str, ...]
    nodes: tuple[TreeNode, ...]
    events: tuple[Event, ...] = field(default=(), compare=False, repr=False)
    bound: BoundKind = "exact"

    @property
    def value_text(self) -> str:
        """The value as text."""
        return value_text(self.value, self.bound)

    @property
    def root_player(self) -> int:
        """The player from whose view values are: MAX."""
        return next((node.to_move for node in self.nodes if node.to_move is not None), 0)

    @property
    def vectors(self) -> bool:
        """Whether values are vectors."""
        return any(isinstance(node.value, tuple) for node in self.nodes)

    @property
    def windowed(self) -> bool:
        """Whether any node has a window other than the full one."""
        return any(node.window not in (None, (None, None)) for node in self.nodes)

    @property
    def folded(self) -> bool:
        """Whether nodes are left out and counted."""
        return any(node.end == "folded" for node in self.nodes)

    def trees(self) -> list[list[TreeNode]]:
        """Return the nodes of each root, parents before their children; a search that starts again has several."""
        roots: list[int] = []
        found: dict[int, list[TreeNode]] = defaultdict(list)
        for node in self.nodes:
            roots.append(node.id if node.parent is None else roots[node.parent])
            found[roots[-1]].append(node)
        return list(found.values())

    def children(self) -> dict[int | None, list[TreeNode]]:
        """Return the children of each inner node, and the roots for None."""
        found: dict[int | None, list[TreeNode]] = defaultdict(list)
        for node in self.nodes:
            found[node.parent].append(node)
        return dict(found)

    def principal_variation(self) -> tuple[int, ...]:
        """Return the nodes of the principal variation, the root first."""
        children = self.children()
        roots = [root for root in children.get(None, []) if root.value == self.value] or children.get(None, [])
        firsts = [node for root in roots for node in children.get(root.id, []) if node.action == self.action]
        equal = [node for node in firsts if node.value == self.value] or firsts
        below = ([node for node in equal if node.id in children] or equal)[-1:]
        line = [self.nodes[below[0].parent or 0]] if below else roots[-1:]
        while line and below:
            equal = [node for node in below if node.value is not None and node.value == line[-1].value]
            exact = [node for node in equal if node.bound in ("exact", None)]
            line += (exact or equal)[:1]
            below = children.get(line[-1].id, []) if equal else []
        return tuple(node.id for node in line)

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain dictionaries and lists, ready for JSON."""
        rows = [_row(node) for node in self.nodes]
        return {
            "value": _listed(self.value),
            "action": self.action,
            "evaluated_leaves": self.evaluated_leaves,
            "pruned_leaves": self.pruned_leaves,
            "steps": list(self.steps),
            "nodes": rows,
            **({} if self.bound == "exact" else {"bound": self.bound}),
        }

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> "TreeRecord":
        """Return the record of a document of ``to_dict``.

        Raises
        ------
        InputError
            If a key is missing or unknown, or a node comes before its parent.
        """
        if not isinstance(document, Mapping) or set(document) - {"bound"} != set(_KEYS):
            raise InputError(Message("the record of a tree has exactly the keys {}", ", ".join(_KEYS)))
        nodes = tuple(_node(number, row) for number, row in enumerate(document["nodes"]))
        fields = {**document, "value": _tupled(document["value"]), "steps": tuple(document["steps"]), "nodes": nodes}
        return cls(**fields)


def paths_to(nodes: Sequence[TreeNode]) -> list[str]:
    """Return for every node of a tree the line of play that leads to it."""
    paths: list[str] = []
    for node in nodes:
        above = "" if node.parent is None else paths[node.parent]
        paths.append(f"{above} {node.action or ''}".strip())
    return paths


_KEYS = tuple(name for name in TreeRecord.__dataclass_fields__ if name not in ("events", "bound"))
_OPTIONAL = {"known", "name", "visits"}


def _row(node: TreeNode) -> dict[str, Any]:
    row = {**asdict(node), "value": _listed(node.value), "window": _listed(node.window)}
    return {key: value for key, value in row.items() if value is not None or key not in _OPTIONAL}


def _node(number: int, row: Any) -> TreeNode:
    names = [name for name in TreeNode.__dataclass_fields__ if name not in _OPTIONAL]
    if not isinstance(row, Mapping) or set(row) - _OPTIONAL != set(names):
        raise InputError(Message("node {} of the tree must have exactly the keys {}", number, ", ".join(names)))
    parent = row["parent"]
    if row["id"] != number or not (parent is None or (isinstance(parent, int) and 0 <= parent < number)):
        raise InputError(Message("node {} of the tree must have its place as id, and a parent before it", number))
    if row["end"] not in get_args(End):
        raise InputError(
            Message("node {} of the tree ended by {!r}: there is {}", number, row["end"], ", ".join(get_args(End)))
        )
    return TreeNode(**{**row, "value": _tupled(row["value"]), "window": _tupled(row["window"])})


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _tupled(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
