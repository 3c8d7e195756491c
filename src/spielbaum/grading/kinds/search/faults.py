"""What goes wrong in searches: each fault is one decision of the algorithm that is made another way.

The order matters: of faults that no run tells apart, the first is named.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from spielbaum.errors import Message
from spielbaum.grading.interfaces.trees import Node
from spielbaum.grading.kinds.search.models import Agents, MaxN, Negamax, Paranoid, Search


@dataclass(frozen=True)
class Scope:
    """Where a fault occurs: not everywhere if there are several functions, or branches, for kinds of nodes.

    Attributes
    ----------
    name
        Its name.
    sentence
        The sentence of a fault with this scope; None everywhere.
    holds
        Whether a node of a search belongs to it.
    """

    name: str
    sentence: Message | None
    holds: Callable[[Search, Node], bool]


def _at_root(search: Search, node: Node) -> bool:
    return node is search.root and search.level == 0


SCOPES = (
    Scope("everywhere", None, lambda _search, _node: True),
    Scope("max", Message("{} It is so at max nodes only."), lambda search, node: search.is_max(node)),
    Scope("min", Message("{} It is so at min nodes only."), lambda search, node: not search.is_max(node)),
    Scope("root", Message("{} It is so at the root only."), _at_root),
    Scope("below", Message("{} It is so below the root only."), lambda search, node: not _at_root(search, node)),
    Scope(
        "max-below",
        Message("{} It is so at max nodes below the root only."),
        lambda search, node: search.is_max(node) and not _at_root(search, node),
    ),
    Scope(
        "min-below",
        Message("{} It is so at min nodes below the root only."),
        lambda search, node: not search.is_max(node) and not _at_root(search, node),
    ),
)
"""The scopes of faults; searches that are not of max and min nodes have those of the root only."""

UNSCOPED = {"maximises", "is_max", "answer", "first_window", "chosen", "entry"}
"""Decisions that are not made at one node."""


@dataclass(frozen=True)
class Fault:
    """A fault of a search.

    Attributes
    ----------
    code
        The code of its diagnosis.
    text
        What is wrong.
    change
        A class whose methods override those of the algorithm.
    forms
        Where it can occur: ``"numbers"``, ``"negamax"``, ``"vectors"``, ``"paranoid"``, ``"agents"``.
    prunes
        Whether it concerns pruning only.
    limited
        Whether it concerns searches with a depth limit only.
    scope
        Where it occurs.
    """

    code: str
    text: Message
    change: type
    forms: tuple[str, ...]
    prunes: bool = False
    limited: bool = False
    scope: Scope = SCOPES[0]

    @property
    def sentence(self) -> Message:
        """What is wrong, and where."""
        return self.text if self.scope.sentence is None else Message(self.scope.sentence.template, self.text)

    @property
    def keeps_best(self) -> bool:
        """Whether it matters if the window is narrowed by the best value or by that of a child."""
        return not {"start", "better"}.isdisjoint(vars(self.change))

    def fits(self, form: type[Search], prunes: bool, limited: bool) -> bool:
        """Return whether it can occur in a form of search."""
        return (
            form_of(form) & set(self.forms) != set() and (prunes or not self.prunes) and (limited or not self.limited)
        )

    def scoped(self, form: type[Search]) -> "Iterator[Fault]":
        """Yield the fault with each scope that it can have."""
        kinds = "numbers" in form_of(form)
        for scope in SCOPES if self._scoped_methods() else SCOPES[:1]:
            if kinds or ("max" not in scope.name and "min" not in scope.name):
                yield replace(self, scope=scope)

    def of(self, form: type[Search]) -> type[Search]:
        """Return the algorithm with this fault; the algorithm itself for one that is not a decision of it."""
        if self.change is form:
            return form
        methods: dict[str, Any] = {"base": form}
        if self.scope.name != "everywhere":
            methods |= {name: self._method(name, form) for name in self._scoped_methods()}
        return type(f"{self.change.__name__}{form.__name__}", (self.change, form), methods)

    def _scoped_methods(self) -> list[str]:
        return [name for name in vars(self.change) if not name.startswith("_") and name not in UNSCOPED]

    def _method(self, name: str, form: type[Search]) -> Callable[..., Any]:
        faulty, right, holds = getattr(self.change, name), getattr(form, name), self.scope.holds

        def method(self: Search, node: Node, *more: Any) -> Any:
            return (faulty if holds(self, node) else right)(self, node, *more)

        return method


def form_of(form: type[Search]) -> set[str]:
    """Return the names of a form of search."""
    if issubclass(form, MaxN):
        return {"vectors"}
    if issubclass(form, Negamax):
        return {"negamax"}
    own = {"paranoid"} if issubclass(form, Paranoid) else {"agents"} if issubclass(form, Agents) else set()
    return {"numbers", *own}


FAULTS: list[Fault] = []
ALL, BOTH = ("numbers", "negamax", "vectors"), ("numbers", "negamax")


def fault(code: str, sentence: Message, *forms: str, prunes: bool = False, limited: bool = False) -> Any:
    """Return a decorator that enters a class into the list of faults."""

    def entered(change: type) -> type:
        FAULTS.append(Fault(code, sentence, change, forms or ALL, prunes, limited))
        return change

    return entered


# The players.


@fault(
    "min-max-swapped",
    Message("Max and min nodes are swapped: where the maximum is due, the minimum is taken."),
    "numbers",
)
class _Swapped(Search):
    def maximises(self, node: Node) -> bool:
        return not super().maximises(node)


@fault("min-max-swapped", Message("Every second ghost maximises: all ghosts must minimise."), "agents")
class _SecondMaximises(Search):
    def maximises(self, node: Node) -> bool:
        return node.mover % 2 == 0


@fault("min-max-swapped", Message("Both players maximise: min nodes must take the smallest value."), "numbers")
class _AllMaximise(Search):
    def maximises(self, node: Node) -> bool:
        return True


@fault("min-max-swapped", Message("Both players minimise: max nodes must take the largest value."), "numbers")
class _AllMinimise(Search):
    def maximises(self, node: Node) -> bool:
        return False


@fault(
    "min-max-swapped",
    Message("After the first move the wrong player is taken to move: below a max node come min nodes, and vice versa."),
    "numbers",
)
class _NotSwitched(Search):
    def maximises(self, node: Node) -> bool:
        return super().maximises(node) == (node is self.root)


@fault(
    "min-max-swapped",
    Message("The player is not switched: all nodes are taken for nodes of the player at the root."),
    "numbers",
)
class _NeverSwitched(Search):
    def maximises(self, node: Node) -> bool:
        return super().maximises(self.root)


@fault(
    "min-max-swapped",
    Message("Below min nodes the player is not switched: their children are taken for min nodes, too."),
    "numbers",
)
class _MinStays(Search):
    def maximises(self, node: Node) -> bool:
        return node is self.root and super().maximises(node)


@fault(
    "min-max-swapped",
    Message("The player is not switched: all nodes, and the values of leaves, are taken for the player at the root."),
    "numbers",
)
class _NeverSwitchedNorSigned(Search):
    def maximises(self, node: Node) -> bool:
        return super().maximises(self.root)

    def seen_by(self, node: Node, worth: tuple[float, ...]) -> Any:
        return worth[node.mover] if super().maximises(self.root) else -worth[node.mover]


@fault(
    "min-max-swapped",
    Message("At the root the maximum and the minimum are swapped; below it they are right."),
    "numbers",
)
class _RootSwapped(Search):
    def maximises(self, node: Node) -> bool:
        return super().maximises(node) != (node is self.root)


@fault(
    "min-max-swapped",
    Message("Below the root the maximum and the minimum are swapped; at it they are right."),
    "numbers",
)
class _SwappedBelow(Search):
    def maximises(self, node: Node) -> bool:
        return super().maximises(node) == (node is self.root)


@fault(
    "min-max-swapped",
    Message("Below max nodes the player is not switched: their children are taken for max nodes, too."),
    "numbers",
)
class _MaxStays(Search):
    def maximises(self, node: Node) -> bool:
        return node is not self.root or super().maximises(node)


@fault(
    "min-max-swapped", Message("Max and min nodes are swapped, and below a node the player is not switched."), "numbers"
)
class _SwappedAndNeverSwitched(Search):
    def maximises(self, node: Node) -> bool:
        return not super().maximises(self.root)


@fault(
    "min-max-swapped",
    Message("Of two values the worse is kept, so that nodes stay at the value they start with."),
    *BOTH,
)
class _KeepsWorse(Search):
    def better(self, node: Node, maximises: bool, value: Any, best: Any) -> bool:
        return bool(value < best) if maximises else bool(value > best)


@fault(
    "min-max-swapped",
    Message("Below max nodes the player is not switched: their children are taken for max nodes, too."),
    "numbers",
)
class _MaxStaysBelow(Search):
    def maximises(self, node: Node) -> bool:
        return super().maximises(node) if self.level < 2 else True


@fault(
    "min-max-swapped",
    Message("Below min nodes the player is not switched: their children are taken for min nodes, too."),
    "numbers",
)
class _MinStaysBelow(Search):
    def maximises(self, node: Node) -> bool:
        return super().maximises(node) if self.level < 2 else False


@fault(
    "negamax-sign",
    Message("The value of a child is not negated: what is good for the opponent is bad for the player to move."),
    "negamax",
)
class _NotNegated(Search):
    def from_child(self, node: Node, child: Node, value: Any) -> Any:
        return value


@fault(
    "negamax-sign",
    Message("The value of a node is negated twice: once where the child is called, once where it returns."),
    "negamax",
)
class _NegatedAtRoot(Search):
    def answer(self, value: Any) -> Any:
        return -value


# The values of the leaves.


@fault("utility-side", Message("The utility of a finished game is that of the other player: its sign is wrong."), *BOTH)
class _UtilityNegated(Search):
    def utility(self, node: Node) -> Any:
        return -super().utility(node)


@fault(
    "utility-side",
    Message("Utilities are taken for the player to move, but max and min nodes need those of one player."),
    "numbers",
)
class _UtilityOfMover(Search):
    def utility(self, node: Node) -> Any:
        return self.paid(node)[node.mover]


@fault(
    "utility-side",
    Message("Utilities are taken for the player who moved last, but max and min nodes need those of one player."),
    "numbers",
)
class _UtilityOfLast(Search):
    def utility(self, node: Node) -> Any:
        return -self.paid(node)[node.mover]


@fault(
    "utility-side",
    Message("Utilities are always those of the first player; negamax needs those of the player to move."),
    "negamax",
)
class _UtilityOfFirst(Search):
    def utility(self, node: Node) -> Any:
        return self.paid(node)[0]


@fault(
    "utility-side",
    Message("Utilities are always those of the second player; negamax needs those of the player to move."),
    "negamax",
)
class _UtilityOfSecond(Search):
    def utility(self, node: Node) -> Any:
        return self.paid(node)[1]


@fault(
    "utility-side",
    Message("Values of leaves are always those of the first player; negamax needs those of the player to move."),
    "negamax",
)
class _LeavesOfFirst(Search):
    def seen_by(self, node: Node, worth: tuple[float, ...]) -> Any:
        return worth[0]


@fault(
    "utility-side",
    Message(
        "Values of leaves are those of the player at the root; negamax needs those of the player to move at the leaf."
    ),
    "negamax",
)
class _LeavesOfRoot(Search):
    def seen_by(self, node: Node, worth: tuple[float, ...]) -> Any:
        return worth[self.root.mover]


@fault(
    "utility-side",
    Message("Values of leaves have the wrong sign: they are those of the other player."),
    *BOTH,
    limited=True,
)
class _LeavesNegated(Search):
    def seen_by(self, node: Node, worth: tuple[float, ...]) -> Any:
        return -super().seen_by(node, worth)


@fault(
    "utility-side",
    Message("Values of leaves are taken for the player to move, but max and min nodes need those of one player."),
    "numbers",
    limited=True,
)
class _LeavesOfMover(Search):
    def seen_by(self, node: Node, worth: tuple[float, ...]) -> Any:
        return worth[node.mover]


@fault("evaluation-side", Message("The evaluation at the depth limit has the wrong sign."), *BOTH, limited=True)
class _EstimateNegated(Search):
    def estimate(self, node: Node) -> Any:
        return -super().estimate(node)


@fault(
    "evaluation-side",
    Message("Evaluations are taken for the player to move, but max and min nodes need those of one player."),
    "numbers",
    limited=True,
)
class _EstimateOfMover(Search):
    def estimate(self, node: Node) -> Any:
        return node.estimate[node.mover]


@fault(
    "evaluation-side",
    Message("Evaluations are always those of the first player; negamax needs those of the player to move."),
    "negamax",
    limited=True,
)
class _EstimateOfFirst(Search):
    def estimate(self, node: Node) -> Any:
        return node.estimate[0]


@fault("evaluation-ignored", Message("At the depth limit the value is 0: the evaluation is not used."), limited=True)
class _EstimateIgnored(Search):
    def estimate(self, node: Node) -> Any:
        return self.seen_by(node, (0,) * len(node.estimate))


@fault("utility-ignored", Message("The utility of finished games is not used: their value is 0."))
class _UtilityIgnored(Search):
    def utility(self, node: Node) -> Any:
        return self.seen_by(node, (0,) * len(node.estimate))


@fault(
    "utility-ignored",
    Message("Finished games are evaluated as if they went on: their utility is not used."),
    limited=True,
)
class _UtilityEstimated(Search):
    def utility(self, node: Node) -> Any:
        return self.estimate(node)


# Where the search ends.


@fault(
    "terminal-after-depth",
    Message("The depth limit is tested before the end of the game: finished games at the limit are only evaluated."),
    limited=True,
)
class _TerminalAfterDepth(Search):
    def is_over(self, node: Node, depth: float) -> bool:
        return depth > 0 and super().is_over(node, depth)


@fault(
    "terminal-missing",
    Message("It is not tested whether the game is over: the search goes on where there are no actions."),
)
class _TerminalMissing(Search):
    def is_over(self, node: Node, depth: float) -> bool:
        return False


@fault(
    "terminal-missing", Message("It is tested neither whether the game is over nor whether the depth limit is reached.")
)
class _NoEnds(Search):
    def is_over(self, node: Node, depth: float) -> bool:
        return False

    def is_limit(self, node: Node, depth: float) -> bool:
        return False


@fault(
    "depth-off-by-one",
    Message("The search is one move too deep: with a depth limit of 1 it must end after one move."),
    limited=True,
)
class _TooDeep(Search):
    def is_limit(self, node: Node, depth: float) -> bool:
        return depth <= -self.style.unit


@fault(
    "depth-off-by-one",
    Message(
        "The search is one move too shallow: with a depth limit of 1 it must look at the positions after one move."
    ),
    limited=True,
)
class _TooShallow(Search):
    def is_limit(self, node: Node, depth: float) -> bool:
        return depth <= self.style.unit and node is not self.root


@fault(
    "depth-off-by-one",
    Message(
        "The search is one move too shallow: with a depth limit of 1 it must look at the positions after one move."
    ),
    limited=True,
)
class _TooShallowAtRoot(Search):
    def is_limit(self, node: Node, depth: float) -> bool:
        return depth <= self.style.unit


@fault(
    "depth-off-by-one",
    Message("The depth limit counts every move: it must count rounds, in which each agent moves once."),
    "agents",
    limited=True,
)
class _CountsMoves(Search):
    def is_limit(self, node: Node, depth: float) -> bool:
        return self.limit - depth >= self.limit / self.style.unit


@fault(
    "depth-off-by-one",
    Message("The depth limit counts every move: it must count rounds, in which each agent moves once."),
    "agents",
    limited=True,
)
class _CountsMovesBelowTheRoot(Search):
    def is_limit(self, node: Node, depth: float) -> bool:
        return self.limit - depth > self.limit / self.style.unit


@fault(
    "depth-not-decremented",
    Message("The depth limit is handed to the children unchanged, so that it is never reached."),
    limited=True,
)
class _NotDecremented(Search):
    def deeper(self, node: Node, depth: float) -> float:
        return depth


@fault(
    "depth-not-decremented",
    Message("The depth limit grows from ply to ply, so that it is never reached."),
    limited=True,
)
class _Incremented(Search):
    def deeper(self, node: Node, depth: float) -> float:
        return depth + 1


@fault(
    "depth-off-by-one",
    Message("The depth limit is lowered by two in each ply: the search is half as deep."),
    limited=True,
)
class _DecrementedTwice(Search):
    def deeper(self, node: Node, depth: float) -> float:
        return depth - 2


@fault(
    "depth-off-by-one",
    Message("The depth limit is not tested: the search always goes to the end of the game."),
    limited=True,
)
class _Unlimited(Search):
    def is_limit(self, node: Node, depth: float) -> bool:
        return False


# The loop over the actions.


@fault("first-action-skipped", Message("The first action of a node is not searched."))
class _FirstSkipped(Search):
    def children(self, node: Node) -> list[Node]:
        return [child for child in super().children(node) if child is not node.children[0]]


@fault("last-action-skipped", Message("The last action of a node is not searched."))
class _LastSkipped(Search):
    def children(self, node: Node) -> list[Node]:
        return [child for child in super().children(node) if child is not node.children[-1]]


@fault("first-action-only", Message("Only the first action of a node is searched: the loop ends after one turn."))
class _FirstOnly(Search):
    def cuts(self, node: Node, maximises: bool, best: Any, alpha: float, beta: float) -> bool:
        return True


@fault("result-ignored", Message("The children are not reached: the search calls itself with the same state."))
class _ResultIgnored(Search):
    def child(self, node: Node, child: Node) -> Node:
        return node


@fault("result-ignored", Message("The children are not reached: the search calls itself with the same state."), *BOTH)
class _ResultIgnoredAndSwitched(Search):
    def child(self, node: Node, child: Node) -> Node:
        return node

    def is_max(self, node: Node) -> bool:
        return super().is_max(self.root) == (self.level % 2 == 0)

    def maximises(self, node: Node) -> bool:
        return self.negates or self.is_max(node)


@fault("last-value", Message("The value of a node is that of its last child: the best value so far is not kept."))
class _LastValue(Search):
    def better(self, node: Node, maximises: bool, value: Any, best: Any) -> bool:
        return True


@fault(
    "initial-value",
    Message(
        "The best value starts at 0, so that a node whose children are all worse gets 0. It must start at infinity."
    ),
    *BOTH,
)
class _StartsAtZero(Search):
    def start(self, node: Node, maximises: bool, alpha: float, beta: float) -> Any:
        return 0


@fault("initial-value", Message("The best value starts at the wrong infinity, so that no action is better."), *BOTH)
class _StartsSwapped(Search):
    def start(self, node: Node, maximises: bool, alpha: float, beta: float) -> Any:
        return inf if maximises else -inf


@fault("action-not-best", Message("The returned action is the last one that was searched, not the best one."))
class _LastAction(Search):
    def chosen(self, best: Node | None, last: Node | None) -> Node | None:
        return last


@fault("action-not-best", Message("The returned action is the first one, not the best one."))
class _FirstAction(Search):
    def chosen(self, best: Node | None, last: Node | None) -> Node | None:
        return self.children(self.root)[0]


# The window.


@fault(
    "window-not-passed",
    Message("The window is not handed down: every node starts with the full window, so that nothing is cut off."),
    *BOTH,
    prunes=True,
)
class _NotPassed(Search):
    def window(self, node: Node, maximises: bool, alpha: float, beta: float) -> tuple[float, float]:
        return -inf, inf


@fault(
    "window-not-passed",
    Message("Only beta is handed down: alpha starts at minus infinity in every node."),
    "numbers",
    prunes=True,
)
class _AlphaNotPassed(Search):
    def window(self, node: Node, maximises: bool, alpha: float, beta: float) -> tuple[float, float]:
        return -inf, super().window(node, maximises, alpha, beta)[1]


@fault(
    "window-not-passed",
    Message("Only alpha is handed down: beta starts at plus infinity in every node."),
    "numbers",
    prunes=True,
)
class _BetaNotPassed(Search):
    def window(self, node: Node, maximises: bool, alpha: float, beta: float) -> tuple[float, float]:
        return super().window(node, maximises, alpha, beta)[0], inf


@fault(
    "window-not-passed",
    Message("Only one end of the window is handed down: the other is infinite in every node."),
    "negamax",
    prunes=True,
)
class _UpperNotPassed(Search):
    def window(self, node: Node, maximises: bool, alpha: float, beta: float) -> tuple[float, float]:
        return -beta, inf


@fault(
    "window-not-passed",
    Message("Only one end of the window is handed down: the other is infinite in every node."),
    "negamax",
    prunes=True,
)
class _LowerNotPassed(Search):
    def window(self, node: Node, maximises: bool, alpha: float, beta: float) -> tuple[float, float]:
        return -inf, -alpha


@fault(
    "window-not-updated",
    Message("The window is not narrowed: alpha and beta stay as they were at the entry of the node."),
    *BOTH,
    prunes=True,
)
class _NotUpdated(Search):
    def updated(self, node: Node, maximises: bool, value: Any, alpha: float, beta: float) -> tuple[float, float]:
        return alpha, beta


@fault(
    "window-not-updated",
    Message("The window takes the value of the last child: alpha may fall, and beta may rise."),
    *BOTH,
    prunes=True,
)
class _UpdatedAlways(Search):
    def updated(self, node: Node, maximises: bool, value: Any, alpha: float, beta: float) -> tuple[float, float]:
        return (value, beta) if maximises else (alpha, value)


@fault(
    "cut-missing",
    Message("Nothing is cut off: the loop over the actions does not end when alpha reaches beta."),
    *BOTH,
    prunes=True,
)
class _NoCut(Search):
    def cuts(self, node: Node, maximises: bool, best: Any, alpha: float, beta: float) -> bool:
        return False


@fault("alpha-beta-swapped", Message("Alpha and beta are swapped where they are handed down."), "numbers", prunes=True)
class _WindowSwapped(Search):
    def window(self, node: Node, maximises: bool, alpha: float, beta: float) -> tuple[float, float]:
        return beta, alpha


@fault(
    "alpha-beta-swapped",
    Message("The window is negated, but alpha and beta are not swapped: the children need (-beta, -alpha)."),
    "negamax",
    prunes=True,
)
class _NegatedNotSwapped(Search):
    def window(self, node: Node, maximises: bool, alpha: float, beta: float) -> tuple[float, float]:
        return -alpha, -beta


@fault(
    "window-sign",
    Message("The window is handed down as it is: the children of negamax need (-beta, -alpha)."),
    "negamax",
    prunes=True,
)
class _WindowNotNegated(Search):
    def window(self, node: Node, maximises: bool, alpha: float, beta: float) -> tuple[float, float]:
        return alpha, beta


@fault(
    "window-sign",
    Message("Alpha and beta are swapped, but not negated: the children of negamax need (-beta, -alpha)."),
    "negamax",
    prunes=True,
)
class _SwappedNotNegated(Search):
    def window(self, node: Node, maximises: bool, alpha: float, beta: float) -> tuple[float, float]:
        return beta, alpha


@fault("alpha-beta-swapped", Message("At min nodes alpha is lowered, where beta must be."), "numbers", prunes=True)
class _MinLowersAlpha(Search):
    def updated(self, node: Node, maximises: bool, value: Any, alpha: float, beta: float) -> tuple[float, float]:
        return (max(alpha, value), beta) if maximises else (min(alpha, value), beta)


@fault(
    "alpha-beta-swapped", Message("At min nodes alpha is raised, where beta must be lowered."), "numbers", prunes=True
)
class _MinRaisesAlpha(Search):
    def updated(self, node: Node, maximises: bool, value: Any, alpha: float, beta: float) -> tuple[float, float]:
        return max(alpha, value), beta


@fault("alpha-beta-swapped", Message("At max nodes beta is raised, where alpha must be."), "numbers", prunes=True)
class _MaxRaisesBeta(Search):
    def updated(self, node: Node, maximises: bool, value: Any, alpha: float, beta: float) -> tuple[float, float]:
        return (alpha, max(beta, value)) if maximises else (alpha, min(beta, value))


@fault(
    "alpha-beta-swapped", Message("At max nodes beta is lowered, where alpha must be raised."), "numbers", prunes=True
)
class _MaxLowersBeta(Search):
    def updated(self, node: Node, maximises: bool, value: Any, alpha: float, beta: float) -> tuple[float, float]:
        return alpha, min(beta, value)


@fault(
    "alpha-beta-swapped",
    Message("Max nodes narrow beta and min nodes alpha: it must be the other way round."),
    "numbers",
    prunes=True,
)
class _UpdatedSwapped(Search):
    def updated(self, node: Node, maximises: bool, value: Any, alpha: float, beta: float) -> tuple[float, float]:
        return (alpha, max(beta, value)) if maximises else (min(alpha, value), beta)


@fault(
    "wrong-cut-side",
    Message("Nodes are cut off at the wrong end of the window: max nodes must be cut off at beta, min nodes at alpha."),
    *BOTH,
    prunes=True,
)
class _WrongSide(Search):
    def cuts(self, node: Node, maximises: bool, best: Any, alpha: float, beta: float) -> bool:
        low, high = self.before
        return self.beyond(low, best, maximises) if maximises else self.beyond(best, high, maximises)


@fault(
    "wrong-cut-side",
    Message("Nodes are cut off at the wrong end of the window: max nodes must be cut off at beta, min nodes at alpha."),
    *BOTH,
    prunes=True,
)
class _WrongSideAfterwards(Search):
    def cuts(self, node: Node, maximises: bool, best: Any, alpha: float, beta: float) -> bool:
        return self.beyond(alpha, best, maximises) if maximises else self.beyond(best, beta, maximises)


@fault(
    "wrong-cut-side",
    Message("Nodes are cut off at the wrong end of the window: max nodes must be cut off at beta, min nodes at alpha."),
    *BOTH,
    prunes=True,
)
class _WrongSideOfChild(Search):
    def cuts(self, node: Node, maximises: bool, best: Any, alpha: float, beta: float) -> bool:
        low, high = self.before
        value = self.child_value
        return self.beyond(low, value, maximises) if maximises else self.beyond(value, high, maximises)


@fault(
    "wrong-cut-side",
    Message("Nodes are cut off as soon as a value is inside the window; they must be cut off beyond it."),
    *BOTH,
    prunes=True,
)
class _InsideWindow(Search):
    def cuts(self, node: Node, maximises: bool, best: Any, alpha: float, beta: float) -> bool:
        low, high = self.before
        return self.beyond(best, low, maximises) if maximises else self.beyond(high, best, maximises)


@fault(
    "wrong-cut-side",
    Message("Nodes are cut off while alpha is still below beta: the comparison is the wrong way round."),
    *BOTH,
    prunes=True,
)
class _CutsBelowBound(Search):
    def cuts(self, node: Node, maximises: bool, best: Any, alpha: float, beta: float) -> bool:
        return self.beyond(beta, best, maximises) if maximises else self.beyond(best, alpha, maximises)


@fault(
    "wrong-cut-side",
    Message("Nodes are cut off while alpha is still below beta: the comparison is the wrong way round."),
    *BOTH,
    prunes=True,
)
class _CutsStrictlyInside(Search):
    def cuts(self, node: Node, maximises: bool, best: Any, alpha: float, beta: float) -> bool:
        return alpha < beta


@fault(
    "wrong-cut-side",
    Message("Nodes are cut off while alpha is still below beta: the comparison is the wrong way round."),
    *BOTH,
    prunes=True,
)
class _CutsInside(Search):
    def cuts(self, node: Node, maximises: bool, best: Any, alpha: float, beta: float) -> bool:
        return alpha <= beta


@fault(
    "window-start", Message("The search starts with alpha = 0: it must start at minus infinity."), *BOTH, prunes=True
)
class _AlphaStartsAtZero(Search):
    def first_window(self) -> tuple[float, float]:
        return 0, inf


@fault("window-start", Message("The search starts with beta = 0: it must start at plus infinity."), *BOTH, prunes=True)
class _BetaStartsAtZero(Search):
    def first_window(self) -> tuple[float, float]:
        return -inf, 0


@fault(
    "window-start",
    Message("The search starts with alpha = beta = 0: it must start with the full window."),
    *BOTH,
    prunes=True,
)
class _WindowStartsAtZero(Search):
    def first_window(self) -> tuple[float, float]:
        return 0, 0


@fault(
    "alpha-beta-swapped",
    Message("The search starts with alpha at plus infinity and beta at minus infinity: they are swapped."),
    *BOTH,
    prunes=True,
)
class _WindowStartsSwapped(Search):
    def first_window(self) -> tuple[float, float]:
        return inf, -inf


@fault(
    "window-start",
    Message("The search of a max node starts with alpha = 0: it must start at minus infinity."),
    "numbers",
    prunes=True,
)
class _MaxStartsWithAlphaAtZero(Search):
    def first_window(self) -> tuple[float, float]:
        return (0, inf) if self.maximises(self.root) else (-inf, inf)


@fault(
    "window-start",
    Message("The search of a min node starts with beta = 0: it must start at plus infinity."),
    "numbers",
    prunes=True,
)
class _MinStartsWithBetaAtZero(Search):
    def first_window(self) -> tuple[float, float]:
        return (-inf, inf) if self.maximises(self.root) else (-inf, 0)


@fault(
    "wrong-bound",
    Message("A node that is cut off returns alpha where its value is due, so that the node above gets a wrong bound."),
    *BOTH,
    prunes=True,
)
class _CutReturnsAlpha(Search):
    def left(self, node: Node, maximises: bool, best: Any, alpha: float, beta: float) -> Any:
        return alpha if maximises and best >= beta else beta if not maximises and best <= alpha else best


# Several players.


@fault(
    "max-n-minimises",
    Message("The player to move chooses the vector with the smallest own entry; Max^n maximises it."),
    "vectors",
)
class _MaxNMinimises(Search):
    def start(self, node: Node, maximises: bool, alpha: float, beta: float) -> Any:
        return (inf,) * len(node.estimate)

    def better(self, node: Node, maximises: bool, value: Any, best: Any) -> bool:
        mine, other = value[node.mover], best[node.mover]
        return bool(mine < other or (mine == other and self.style.last == "both"))


@fault(
    "max-n-minimises",
    Message("The opponents minimise the entry of the player at the root; in Max^n each maximises its own."),
    "vectors",
)
class _OthersMinimise(Search):
    def start(self, node: Node, maximises: bool, alpha: float, beta: float) -> Any:
        return (-inf if node.mover == self.root.mover else inf,) * len(node.estimate)

    def better(self, node: Node, maximises: bool, value: Any, best: Any) -> bool:
        mine, other = value[self.root.mover], best[self.root.mover]
        if mine == other:
            return self.style.last == "both"
        return bool(mine > other) if node.mover == self.root.mover else bool(mine < other)


@fault(
    "max-n-wrong-player",
    Message("All players choose by the entry of the player at the root; each must choose by its own."),
    "vectors",
)
class _EntryOfRoot(MaxN):
    def entry(self, node: Node) -> int:
        return self.root.mover


@fault(
    "max-n-wrong-player",
    Message("All players choose by the entry of the first player; each must choose by its own."),
    "vectors",
)
class _EntryOfFirst(MaxN):
    def entry(self, node: Node) -> int:
        return 0


@fault(
    "max-n-wrong-player",
    Message("The player to move chooses by the entry of the next player; it must choose by its own."),
    "vectors",
)
class _EntryOfNext(MaxN):
    def entry(self, node: Node) -> int:
        return (node.mover + 1) % len(node.estimate)


@fault(
    "max-n-wrong-player",
    Message("The player to move chooses by the entry of the player before it; it must choose by its own."),
    "vectors",
)
class _EntryOfPrevious(MaxN):
    def entry(self, node: Node) -> int:
        return (node.mover - 1) % len(node.estimate)


@fault(
    "max-n-wrong-player",
    Message("The player to move chooses the vector with the largest sum; it must choose by its own entry."),
    "vectors",
)
class _LargestSum(Search):
    def better(self, node: Node, maximises: bool, value: Any, best: Any) -> bool:
        mine, other = sum(value), sum(best)
        return bool(mine > other or (mine == other and self.style.last == "both"))


@fault(
    "max-n-wrong-player",
    Message("Vectors are compared as a whole, from the first entry on; only the own entry counts."),
    "vectors",
)
class _WholeVectors(Search):
    def better(self, node: Node, maximises: bool, value: Any, best: Any) -> bool:
        return bool(value > best or (value == best and self.style.last == "both"))


@fault(
    "paranoid-no-sum",
    Message("The value is the entry of the player at the root alone; paranoid takes those of all others from it."),
    "paranoid",
)
class _NoSum(Search):
    def seen_by(self, node: Node, worth: tuple[float, ...]) -> Any:
        return worth[self.root.mover]


@fault(
    "paranoid-no-sum",
    Message(
        "Only the next player's entry is taken from that of the player at the root; paranoid takes those of all others."
    ),
    "paranoid",
)
class _NextOnly(Search):
    def seen_by(self, node: Node, worth: tuple[float, ...]) -> Any:
        return worth[self.root.mover] - worth[(self.root.mover + 1) % len(worth)]


@fault(
    "paranoid-no-sum",
    Message(
        "The value is the sum of all entries; paranoid takes those of the others from that of the player at the root."
    ),
    "paranoid",
)
class _SumOfAll(Search):
    def seen_by(self, node: Node, worth: tuple[float, ...]) -> Any:
        return sum(worth)


@fault("utility-side", Message("The value is that of the first player, whoever is at the root."), "paranoid")
class _ParanoidOfFirst(Search):
    def seen_by(self, node: Node, worth: tuple[float, ...]) -> Any:
        return 2 * worth[0] - sum(worth)


@fault(
    "utility-side",
    Message("The value is that of the player to move; paranoid needs that of the player at the root."),
    "paranoid",
)
class _ParanoidOfMover(Search):
    def seen_by(self, node: Node, worth: tuple[float, ...]) -> Any:
        return 2 * worth[node.mover] - sum(worth)


@fault("min-max-swapped", Message("Only the next player minimises; in paranoid all others do."), "paranoid")
class _NextMinimises(Search):
    def maximises(self, node: Node) -> bool:
        return node.mover != (self.root.mover + 1) % len(node.estimate)


@fault(
    "min-max-swapped",
    Message("Max and min nodes alternate; in paranoid all others minimise, one after the other."),
    "paranoid",
)
class _Alternating(Search):
    def maximises(self, node: Node) -> bool:
        return len(node.name) % 2 == 0


def faults_of(form: type[Search], prunes: bool, limited: bool) -> Iterator[Fault]:
    """Return the faults that can occur in a form of search, those everywhere first."""
    fitting = [one for one in FAULTS if one.fits(form, prunes, limited)]
    yield from fitting
    for one in fitting:
        yield from list(one.scoped(form))[1:]
