"""The algorithms as an obvious interpreter, one method for each decision: what faults override.

A model visits a tree as a submission does that is written like it, and tells its value, its action and the nodes that
it visits. ``Minimax`` and ``Negamax`` prune if their style says so; ``MaxN`` has vectors.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from spielbaum.grading.interfaces.trees import Node

MOST_VISITS = 5000
"""A model that visits more nodes does not end."""


class EndlessError(Exception):
    """Ends a model that visits too many nodes."""


@dataclass(frozen=True)
class Style:
    """How a right search may be written.

    Attributes
    ----------
    prunes
        Whether it is alpha-beta.
    strict
        Where it cuts off only if the value is outside the window, not at its end: ``"both"``, ``"max"`` or ``"min"``.
    hard
        Whether values are kept within the window: ``"both"`` ends, that of the player to move alone, ``"own"``, or the
        end where ``"max"`` or ``"min"`` nodes are cut off.
    last
        Where the last of equal actions is best, not the first: ``"both"``, ``"max"`` or ``"min"`` nodes.
    by_best
        Whether the window is narrowed by the best value so far, not by that of the child.
    scale
        The number by which the utilities of finished games are multiplied.
    joint
        Whether one function values ends of the game and other leaves.
    unit
        The plies of one unit of depth.
    root_cuts
        Whether the root may be cut off, too; it never is in a right search.
    lazy
        Whether a node is cut off only after a child that narrows the window.
    compares
        What reaches the end of the window at a cut: ``"best"``, the value of the child or the other end of the window.
    stops
        Whether a node is left as soon as its value is a win, where utilities are -1, 0 and 1.
    reward
        What an end is worth, by its utility, its ply and the depth limit, where sooner wins count more.
    """

    prunes: bool = False
    strict: str = ""
    hard: str = ""
    last: str = ""
    scale: float = 1
    by_best: bool = False
    joint: bool = False
    unit: int = 1
    root_cuts: bool = True
    lazy: bool = False
    compares: str = "best"
    stops: bool = False
    reward: Callable[[float, int, float], float] | None = None


@dataclass
class Outcome:
    """What a search of a tree gives.

    Attributes
    ----------
    value
        Of the root; None if unknown.
    action
        The best action; None if unknown.
    visits
        The nodes in the order in which they were first visited.
    values, windows, exits
        Of a model: the value of each node that it visits, and its window at entry and when it is left.
    error
        The exception that ended it.
    unsure
        Whether no action is better than none, so that a search may return none.
    equal
        The actions that are as good as the one that is returned.
    counts
        How often each node was visited.
    barren
        How many nodes were visited when the first one was met without any action to search, where some fail.
    """

    value: Any = None
    action: str | None = None
    visits: list[Node] = field(default_factory=list)
    values: dict[int, Any] = field(default_factory=dict)
    windows: dict[int, tuple[float, float]] = field(default_factory=dict)
    exits: dict[int, tuple[float, float]] = field(default_factory=dict)
    error: BaseException | None = None
    unsure: bool = False
    equal: tuple[str, ...] = ()
    counts: dict[int, int] = field(default_factory=dict)
    barren: int | None = None


class Search:
    """A depth-first search; a subclass says what a node is worth and who chooses.

    Parameters
    ----------
    root
        The tree.
    limit
        The depth limit; None to search to the ends.
    style
        How it is written.
    order
        The place of each node in the order in which children are visited; those without one come last.
    """

    negates = False
    base: "type[Search] | None" = None

    def __init__(self, root: Node, limit: int | None, style: Style, order: Mapping[int, int]) -> None:
        self.root = root
        self.limit = inf if limit is None else limit
        self.style = style
        self.order = order
        self.visits: list[Node] = []
        self.seen: set[int] = set()
        self.count = 0
        self.level = -1
        self.before = (-inf, inf)
        self.child_value: Any = None
        self.is_cut = False
        self.action: str | None = None
        self.unsure = True
        self.equal: tuple[str, ...] = ()
        self.counts: dict[int, int] = {}
        self.barren: int | None = None
        self.values: dict[int, Any] = {}
        self.windows: dict[int, tuple[float, float]] = {}
        self.exits: dict[int, tuple[float, float]] = {}

    def run(self) -> Outcome:
        """Return the outcome of the search."""
        try:
            value = self.answer(self.value(self.root, self.limit, *self.first_window()))
        except (EndlessError, RecursionError) as error:
            return Outcome(error=error)
        return Outcome(
            value,
            self.action,
            self.visits,
            self.values,
            self.windows,
            self.exits,
            unsure=self.unsure,
            equal=self.equal,
            counts=self.counts,
            barren=self.barren,
        )

    # What the faults override.

    def first_window(self) -> tuple[float, float]:
        """Return the window of the root."""
        return -inf, inf

    def answer(self, value: Any) -> Any:
        """Return the value that the search returns, from that of the root."""
        return value

    def is_over(self, node: Node, depth: float) -> bool:
        """Return whether the node is taken as an end of the game."""
        return node.payoff is not None

    def is_limit(self, node: Node, depth: float) -> bool:
        """Return whether the node is evaluated."""
        return depth <= 0

    def utility(self, node: Node) -> Any:
        """Return the value of an end."""
        return self.seen_by(node, self.paid(node))

    def paid(self, node: Node) -> tuple[float, ...]:
        """Return the utility of an end for each player."""
        assert node.payoff is not None
        if self.style.reward is not None and self.level <= self.limit:
            first = self.style.reward(node.payoff[0], self.level, self.limit)
            return first, -first
        return tuple(self.style.scale * entry for entry in node.payoff)

    def estimate(self, node: Node) -> Any:
        """Return the value of a node at the depth limit."""
        if self.style.joint and node.payoff is not None:
            return self.utility(node)
        return self.seen_by(node, node.estimate)

    def seen_by(self, node: Node, worth: tuple[float, ...]) -> Any:
        """Return what a vector is worth in this form of search."""
        raise NotImplementedError

    def maximises(self, node: Node) -> bool:
        """Return whether the player to move wants a large value."""
        return True

    def is_max(self, node: Node) -> bool:
        """Return whether the node is a max node, were nothing wrong."""
        return (self.base or type(self)).maximises(self, node)

    def children(self, node: Node) -> list[Node]:
        """Return the children in the order in which they are visited."""
        return sorted(node.children, key=lambda child: self.order.get(id(child), len(self.order)))

    def child(self, node: Node, child: Node) -> Node:
        """Return the node that is searched for a child."""
        return child

    def deeper(self, node: Node, depth: float) -> float:
        """Return the depth limit of the children."""
        return depth - 1

    def start(self, node: Node, maximises: bool, alpha: float, beta: float) -> Any:
        """Return the value of a node before its first child."""
        return -inf if maximises else inf

    def window(self, node: Node, maximises: bool, alpha: float, beta: float) -> tuple[float, float]:
        """Return the window of the next child."""
        return (-beta, -alpha) if self.negates else (alpha, beta)

    def from_child(self, node: Node, child: Node, value: Any) -> Any:
        """Return the value of a child for its parent."""
        return -value if self.negates else value

    def better(self, node: Node, maximises: bool, value: Any, best: Any) -> bool:
        """Return whether a value takes the place of the best one."""
        if value == best:
            return self.style.last in ("both", "max" if maximises else "min")
        return bool(value > best) if maximises else bool(value < best)

    def as_good(self, value: Any, best: Any) -> bool:
        """Return whether a child's value is that of the root."""
        return bool(value == best)

    def updated(self, node: Node, maximises: bool, value: Any, alpha: float, beta: float) -> tuple[float, float]:
        """Return the window after a child."""
        return (max(alpha, value), beta) if maximises else (alpha, min(beta, value))

    def cuts(self, node: Node, maximises: bool, best: Any, alpha: float, beta: float) -> bool:
        """Return whether the other children are cut off."""
        if self.style.stops and best == (self.style.scale if maximises else -self.style.scale):
            return True
        if not self.style.prunes:
            return False
        if self.style.compares == "window":
            return self.beyond(alpha, beta, maximises)
        reached = self.child_value if self.style.compares == "value" else best
        return self.beyond(reached, beta, maximises) if maximises else self.beyond(alpha, reached, maximises)

    def beyond(self, low: Any, high: Any, maximises: bool) -> bool:
        """Return whether a cut off is due, for ``low`` has reached ``high``."""
        strict = self.style.strict in ("both", "max" if maximises else "min")
        return bool(low > high if strict else low >= high)

    def left(self, node: Node, maximises: bool, best: Any, alpha: float, beta: float) -> Any:
        """Return the value of a node that is left, given its window at entry."""
        if not self.style.prunes or not self.style.hard:
            return best
        if self.style.hard in ("max", "min"):
            if (self.style.hard == "max") != maximises:
                return best
            return min(best, beta) if maximises else max(best, alpha)
        if self.style.hard == "both":
            end = beta if maximises else alpha
            return end if self.is_cut else min(max(best, alpha), beta)
        return max(best, alpha) if maximises else min(best, beta)

    def chosen(self, best: Node | None, last: Node | None) -> Node | None:
        """Return the child whose action is returned."""
        return best

    # The search itself.

    def value(self, node: Node, depth: float, alpha: float, beta: float) -> Any:
        """Return the value of a node."""
        self.visit(node, alpha, beta)
        self.level += 1
        if self.is_over(node, depth):
            value = self.utility(node)
        elif self.is_limit(node, depth):
            value = self.estimate(node)
        else:
            value = self.expand(node, depth, alpha, beta)
        self.level -= 1
        self.values[id(node)] = value
        return value

    def visit(self, node: Node, alpha: float, beta: float) -> None:
        """Note a visit."""
        self.count += 1
        if self.count > MOST_VISITS:
            raise EndlessError
        self.counts[id(node)] = self.counts.get(id(node), 0) + 1
        if id(node) not in self.seen:
            self.seen.add(id(node))
            self.visits.append(node)
            self.windows[id(node)] = (alpha, beta)

    def expand(self, node: Node, depth: float, alpha: float, beta: float) -> Any:
        """Return the value of an inner node."""
        entry = alpha, beta
        maximises = self.maximises(node)
        best = self.start(node, maximises, alpha, beta)
        best_child = last = None
        self.is_cut = False
        equal: list[Node] = []
        children = self.children(node)
        if not children and self.barren is None:
            self.barren = len(self.visits)
        for child in children:
            below = self.window(node, maximises, alpha, beta)
            found = self.value(self.child(node, child), self.deeper(node, depth), *below)
            value = self.from_child(node, child, found)
            last = child
            if self.better(node, maximises, value, best):
                equal = [child, *(equal if value == best else [])]
                best, best_child = value, child
            elif value == best:
                equal.append(child)
            self.before = (alpha, beta)
            alpha, beta = self.updated(node, maximises, best if self.style.by_best else value, alpha, beta)
            self.child_value = value
            tested = (self.before != (alpha, beta) or not self.style.lazy) and (self.level or self.style.root_cuts)
            self.is_cut = bool(tested) and self.cuts(node, maximises, best, alpha, beta)
            if self.is_cut:
                break
        self.exits[id(node)] = (alpha, beta)
        if not self.level:
            self.choose(best_child, last, equal)
        return self.left(node, maximises, best, *entry)

    def choose(self, best: Node | None, last: Node | None, equal: list[Node]) -> None:
        """Note the action that is returned; where none is better than none, the first of those that are no worse."""
        self.unsure = best is None
        chosen = self.chosen(best or (equal[0] if equal else last), last)
        if chosen is not None:
            self.action = self.root.action_to(chosen)
            self.equal = tuple(self.root.action_to(child) for child in equal) if chosen in equal else (self.action,)


class Minimax(Search):
    """Minimax and alpha-beta with max and min nodes; values are those of the first player."""

    def maximises(self, node: Node) -> bool:
        """Return whether the first player moves."""
        return node.mover == 0

    def seen_by(self, node: Node, worth: tuple[float, ...]) -> float:
        """Return the entry of the first player."""
        return worth[0]


class OwnMinimax(Minimax):
    """Minimax and alpha-beta whose values are those of the player at the root, who maximises."""

    def maximises(self, node: Node) -> bool:
        """Return whether the player at the root moves."""
        return node.mover == self.root.mover

    def seen_by(self, node: Node, worth: tuple[float, ...]) -> float:
        """Return the entry of the player at the root."""
        return worth[self.root.mover]


class Negamax(Search):
    """Negamax, with or without alpha-beta; values are those of the player to move."""

    negates = True

    def seen_by(self, node: Node, worth: tuple[float, ...]) -> float:
        """Return the entry of the player to move."""
        return worth[node.mover]


class Paranoid(Search):
    """Paranoid: the player at the root against all others, whose entries are taken from its own."""

    def maximises(self, node: Node) -> bool:
        """Return whether the player at the root moves."""
        return node.mover == self.root.mover

    def seen_by(self, node: Node, worth: tuple[float, ...]) -> float:
        """Return the entry of the player at the root less those of the others."""
        return 2 * worth[self.root.mover] - sum(worth)


class Agents(Search):
    """The first player against all others, as Pacman against the ghosts: all worth what the first player gets."""

    def maximises(self, node: Node) -> bool:
        """Return whether the first player moves."""
        return node.mover == 0

    def seen_by(self, node: Node, worth: tuple[float, ...]) -> float:
        """Return the entry of the first player."""
        return worth[0]


class MaxN(Search):
    """Max^n: the player to move chooses the vector with the largest own entry."""

    def seen_by(self, node: Node, worth: tuple[float, ...]) -> Any:
        """Return the whole vector."""
        return worth

    def start(self, node: Node, maximises: bool, alpha: float, beta: float) -> Any:
        """Return a vector that is worse than all."""
        return (-inf,) * len(node.estimate)

    def entry(self, node: Node) -> int:
        """Return the player whose entry decides."""
        return node.mover

    def as_good(self, value: Any, best: Any) -> bool:
        """Return whether a child is worth as much for the player at the root."""
        return bool(value[self.root.mover] == best[self.root.mover])

    def better(self, node: Node, maximises: bool, value: Any, best: Any) -> bool:
        """Return whether the player to move gets more."""
        return super().better(node, maximises, value[self.entry(node)], best[self.entry(node)])

    def updated(self, node: Node, maximises: bool, value: Any, alpha: float, beta: float) -> tuple[float, float]:
        """Return the window, which Max^n does not use."""
        return alpha, beta
