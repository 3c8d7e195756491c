"""The deepest ply of a search is the longest line of nodes that a tracer sees open at once."""

from typing import Any

import pytest

from spielbaum import Limits, Searcher, games

pytestmark = pytest.mark.interpreted


class Stack:
    """Counts the nodes that are open, and how many they were at most."""

    def __init__(self) -> None:
        self.open = self.most = 0

    def enter(self, _state: Any, _player: int, _alpha: float, _beta: float) -> None:
        self.open += 1
        self.most = max(self.most, self.open)

    def leaf(self, _value: Any, *, terminal: bool) -> None:
        self.open -= 1

    def bound(self, _action: int, _value: Any, _best: Any) -> None:
        """Nothing is noted of values."""

    def cutoff(self, _reason: str, _best: float, _bound: float) -> None:
        """The node is left all the same."""

    def leave(self, _value: Any) -> None:
        self.open -= 1


@pytest.mark.parametrize(
    ("spec", "algorithm", "limits"),
    [
        ("tic-tac-toe", "minimax", Limits(depth=3)),
        ("nim:heaps=2-3", "alpha-beta", Limits()),
        ("connect-four", "pvs:replacement=two-deep,deepening=true", Limits(depth=5)),
        ("connect-four", "mtdf", Limits(nodes=900)),
        ("figure:max-n", "max-n", Limits()),
        ("random-tree:players=3,depth=4", "hypermax", Limits(depth=3)),
        ("chess", "alpha-beta:quiescence=true", Limits(depth=3)),
    ],
)
def test_the_deepest_ply_is_that_of_a_tracer(spec: str, algorithm: str, limits: Limits) -> None:
    stack = Stack()
    result = Searcher(games.load(spec), algorithm, tracer=stack).search(limits=limits)
    assert stack.open == 0
    assert result.deepest + 1 == stack.most == result.to_dict()["deepest"] + 1
    assert result.deepest > result.depth if "quiescence" in algorithm else result.deepest >= result.depth
