"""The game of a submission itself, for a search that looks into its states or changes them."""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from random import Random
from types import ModuleType
from typing import Any

from spielbaum.grading.interfaces.trees import LETTERS, Node

NEEDED = ("initial", "actions", "result", "terminal", "utility")
"""The functions without which a game cannot be walked."""

MOST_NODES = 300
"""The nodes of a tree below a position."""

MOST_POSITIONS = 200
"""Positions that are looked at to find one with a small tree."""


class OwnGame:
    """The functions of a submission, as they were before instruments took their place.

    Parameters
    ----------
    replaced
        The place of each function in a module, its standard name, and the function.
    """

    def __init__(self, replaced: list[tuple[ModuleType, str, str, Callable[..., Any]]]) -> None:
        self.replaced = replaced
        self.functions: Mapping[str, Callable[..., Any]] = {
            standard: value for _, _, standard, value in reversed(replaced)
        }

    @property
    def complete(self) -> bool:
        """Whether it has all functions that a walk needs."""
        return all(name in self.functions for name in NEEDED)

    def restore(self) -> None:
        """Give the functions back their places."""
        for module, name, _, value in self.replaced:
            setattr(module, name, value)

    def positions(self, random: Random) -> Iterator[Node]:
        """Yield the trees of positions that random play leads to, if they are small; each node has its state."""
        for _ in range(MOST_POSITIONS):
            line: list[Any] = []
            state = self.functions["initial"]()
            while not self._over(state) and len(line) < 100:
                line.append(state)
                action = random.choice(self._actions(state))
                state = self._after(state, action)
            for plies in range(2, min(len(line), 7) + 1):
                place = len(line) - plies
                tree = self._tree(line[place], place % 2, "")
                if tree is not None and tree.children and random.random() < 0.4:
                    yield tree
                    break

    def _tree(self, state: Any, mover: int, name: str) -> Node | None:
        """Return the tree below a state; None if it is too large."""
        count = 0

        def grow(state: Any, mover: int, name: str) -> Node | None:
            nonlocal count
            count += 1
            if count > MOST_NODES:
                return None
            estimate = self._worth("evaluate", state)
            node = Node(mover, estimate, name=name, state=state)
            if self._over(state):
                node.payoff = self._worth("utility", state)
                return node
            node.moves = tuple(self._actions(state))
            for letter, action in zip(LETTERS, node.moves, strict=False):
                child = grow(self._after(state, action), 1 - mover, name + letter)
                if child is None:
                    return None
                node.children.append(child)
            return node if len(node.moves) <= len(LETTERS) else None

        return grow(state, mover, name)

    def _worth(self, name: str, state: Any) -> tuple[float, float]:
        value = self.functions[name](deepcopy(state)) if name in self.functions else 0
        return value, -value

    def _over(self, state: Any) -> bool:
        return bool(self.functions["terminal"](deepcopy(state)))

    def _actions(self, state: Any) -> list[Any]:
        return sorted(self.functions["actions"](deepcopy(state)), key=repr)

    def _after(self, state: Any, action: Any) -> Any:
        return self.functions["result"](deepcopy(state), action)
