"""Random games whose states are Python objects with colliding hashes, and their values."""

import random
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from spielbaum import Evaluation, Game

PRIME = 2**61 - 1
"""The modulus of Python's hashes of numbers."""

NUMBERS = [
    -1,
    -2,
    0,
    1,
    PRIME,
    -PRIME,
    2 * PRIME,
    PRIME + 1,
    2**64,
    2**64 + 1,
    -(2**64),
    2**70,
    2**63,
    -(2**63),
    2**128,
]

SUM = 9
"""The sum that three or four players share."""


@dataclass(frozen=True)
class Record:
    """A state with two fields."""

    x: Any
    y: Any


class Early(NamedTuple):
    """A state of one part of a game; as a tuple it equals one of another part."""

    x: Any
    y: Any


class Late(NamedTuple):
    """A state of another part of it."""

    x: Any
    y: Any


def _number(chance: random.Random) -> Any:
    return chance.choice([chance.choice(NUMBERS), True, False, 0.0, -0.0, 1.0, -1.0, -2.0])


def _state(kind: str, chance: random.Random) -> Any:
    x, y = _number(chance), _number(chance)
    match kind:
        case "tuple":
            return (x, y)
        case "nested":
            return ((x, (y,)), ((_number(chance),), "ab"[chance.randrange(2)]))
        case "record":
            return Record(chance.choice(NUMBERS), chance.choice(NUMBERS))
        case "parts":
            return chance.choice([Early, Late])(x, y)
        case "string":
            return "".join(chance.choices(["-1", "-2", " ", "\0"], k=3))
        case "number":
            return chance.choice(NUMBERS) + PRIME * chance.randrange(-20, 20)
    return _state(chance.choice(KINDS[:-1]), chance)


KINDS = ["tuple", "nested", "record", "parts", "string", "number", "mixed"]


class OddGame:
    """A random game: nodes 0 to n - 1, edges to later ones, any player to move, and an odd state for each node."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        self.players = chance.choice([2, 2, 2, 3, 4])
        found: dict[str, Any] = {}
        kind, size = chance.choice(KINDS), chance.randrange(8, 40)
        for _ in range(10 * size):
            state = _state(kind, chance)
            if len(found) < size:
                found.setdefault(repr(state), state)
        self.states = list(found.values())
        self.node_of = {text: node for node, text in enumerate(found)}
        last = len(self.states) - 1
        self.children = [
            sorted({chance.randint(node + 1, min(last, node + 9)) for _ in range(chance.choice([1, 2, 3, 3]))})
            if node < last and (node < 3 or chance.random() < 0.8)
            else []
            for node in range(last + 1)
        ]
        self.mover = [chance.randrange(self.players) for _ in self.states]
        self.leaf = [self._vector(chance) for _ in self.states]
        self.worth = cache(self._worth)
        self.guarded = cache(self._guarded)

    def _vector(self, chance: random.Random) -> tuple[int, ...]:
        if self.players == 2:
            value = chance.randrange(-3, 4)
            return value, -value
        cuts = sorted(chance.randrange(SUM + 1) for _ in range(self.players - 1))
        return tuple(high - low for low, high in zip([0, *cuts], [*cuts, SUM], strict=True))

    def game(self) -> Game:
        """Return the game as a user would write it."""

        def node(state: Any) -> int:
            return self.node_of[repr(state)]

        def guess(state: Any) -> tuple[int, ...]:
            return self.leaf[node(state)]

        many = self.players > 2
        return Game(
            name="odd",
            players=self.players,
            initial=lambda: self.states[0],
            to_move=lambda state: self.mover[node(state)],
            actions=lambda state: self.children[node(state)],
            result=lambda _state, action: self.states[action],
            is_terminal=lambda state: not self.children[node(state)],
            utility=guess,
            evaluations={"guess": Evaluation(guess, non_negative=many, maximum=SUM, maximal_sum=SUM if many else 0)},
            zero_sum=not many,
            max_utility=SUM,
            utility_sum=SUM if many else None,
            non_negative=many,
            compiled=False,
        )

    def _worth(self, node: int, depth: int) -> tuple[int, ...]:
        """Return the Max^n vector with ties broken by the first; a node without plies left has its own vector."""
        if depth == 0 or not self.children[node]:
            return self.leaf[node]
        return max((self.worth(child, depth - 1) for child in self.children[node]), key=lambda v: v[self.mover[node]])

    def _guarded(self, node: int, depth: int, root: int) -> int:
        """Return the paranoid value: the root player's result minus the others', if all of them play against it."""
        if depth == 0 or not self.children[node]:
            return 2 * self.leaf[node][root] - sum(self.leaf[node])
        best = max if self.mover[node] == root else min
        return best(self.guarded(child, depth - 1, root) for child in self.children[node])
