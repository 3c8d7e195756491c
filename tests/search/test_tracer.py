"""A tracer is told of every step, in order: the page that walks alpha-beta through 27 leaves in 39 steps."""

from typing import Any

from spielbaum import Searcher, games
from spielbaum.games.tree import from_data

LEAVES = [
    [[8, 7, 2], [9, 1, 6], [2, 4, 1]],
    [[1, 3, 5], [3, 9, 2], [6, 5, 2]],
    [[1, 2, 3], [9, 7, 2], [16, 6, 4]],
]
TOLD = {
    1: "leaf 8", 2: ">= 8", 5: "= 8", 6: "<= 8", 8: ">= 9", 14: "= 4", 15: "= 4", 16: ">= 4", 22: "= 5", 23: "<= 5",
    27: ">= 9", 29: ">= 6", 30: "= 5", 31: ">= 5", 37: "= 3", 38: "<= 3", 39: "= 5",
}  # fmt: skip
"""Of the 39 steps those that the page tells in words."""


class Steps:
    """One step for each leaf, and one each time the shown bound of a node changes or becomes final.

    Where the last action changes the bound, both are one step.
    """

    def __init__(self) -> None:
        self.steps: list[str] = []
        self.players: list[int] = []
        self.cut: list[bool] = []
        self.shown: list[float | None] = []

    def enter(self, _state: Any, player: int, alpha: float, beta: float) -> None:
        assert alpha < beta
        self.players.append(player)
        self.cut.append(False)
        self.shown.append(None)

    def leaf(self, value: float, *, finished: bool) -> None:
        assert finished
        self.steps.append(f"leaf {value:g}")
        self._drop()

    def bound(self, _action: int, _value: float, best: float) -> None:
        if best != self.shown[-1]:
            self.steps.append(f"{'>=' if self.players[-1] == 0 else '<='} {best:g}")
            self.shown[-1] = best

    def cutoff(self, best: float, bound: float) -> None:
        assert best >= bound if self.players[-1] == 0 else best <= bound
        self.cut[-1] = True

    def leave(self, value: float) -> None:
        if not self.cut[-1]:
            if self.steps[-1] == f"{'>=' if self.players[-1] == 0 else '<='} {value:g}":
                self.steps.pop()
            self.steps.append(f"= {value:g}")
        self._drop()

    def _drop(self) -> None:
        self.players.pop(), self.cut.pop(), self.shown.pop()


def test_thirty_nine_steps() -> None:
    tracer = Steps()
    result = Searcher(from_data(LEAVES), "alpha-beta", tracer=tracer).search()
    assert len(tracer.steps) == 39
    assert {number: tracer.steps[number - 1] for number in TOLD} == TOLD
    assert sum(step.startswith("leaf") for step in tracer.steps) == 16 == result.leaves


class Counts:
    def __init__(self) -> None:
        self.entered = self.leaves = self.cutoffs = self.left = self.backed_up = 0

    def enter(self, *_: Any) -> None:
        self.entered += 1

    def leaf(self, _value: float, *, finished: bool) -> None:
        self.leaves += 1

    def bound(self, *_: Any) -> None:
        self.backed_up += 1

    def cutoff(self, *_: Any) -> None:
        self.cutoffs += 1

    def leave(self, _value: float) -> None:
        self.left += 1


def test_a_traced_search_is_the_same_search() -> None:
    game = games.load("tic-tac-toe")
    state = game.result(game.result(game.initial(), 4), 0)
    for algorithm in ("minimax", "negamax", "alpha-beta", "alpha-beta-negamax:fail=hard"):
        tracer = Counts()
        traced = Searcher(game, algorithm, tracer=tracer)
        assert not traced.compiled
        result, plain = traced.search(state), Searcher(game, algorithm).search(state)
        assert result.actions == plain.actions
        assert (tracer.entered, tracer.leaves, tracer.cutoffs) == (plain.nodes, plain.leaves, plain.cutoffs)
        assert tracer.left == plain.nodes - plain.leaves
        assert tracer.backed_up == plain.nodes - 1
