"""A tracer is told of every step, in order: the page that walks alpha-beta through 27 leaves in 39 steps."""

from collections import Counter
from typing import Any

import pytest

from spielbaum import Game, Searcher, games
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

    def leaf(self, value: float, *, terminal: bool) -> None:
        assert terminal
        self.steps.append(f"leaf {value:g}")
        self._drop()

    def bound(self, _action: int, _value: float, best: float) -> None:
        if best != self.shown[-1]:
            self.steps.append(f"{'>=' if self.players[-1] == 0 else '<='} {best:g}")
            self.shown[-1] = best

    def cutoff(self, reason: str, best: float, bound: float) -> None:
        assert reason == "alpha-beta"
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
        self.entered = self.leaves = self.left = self.backed_up = 0
        self.cutoffs: Counter[str] = Counter()

    def enter(self, *_: Any) -> None:
        self.entered += 1

    def leaf(self, _value: Any, *, terminal: bool) -> None:
        self.leaves += 1

    def bound(self, *_: Any) -> None:
        self.backed_up += 1

    def cutoff(self, reason: str, _best: float, _bound: float) -> None:
        self.cutoffs[reason] += 1

    def leave(self, _value: Any) -> None:
        self.left += 1


def assert_same_when_traced(game: Game, algorithm: str, plain: Searcher, state: Any) -> None:
    tracer = Counts()
    traced = Searcher(game, algorithm, tracer=tracer)
    assert not traced.compiled
    result, plain_result = traced.search(state), plain.search(state)
    assert result.action_values == plain_result.action_values
    assert (tracer.entered, tracer.leaves) == (plain_result.nodes, plain_result.leaves)
    assert tracer.cutoffs == plain_result.cutoffs_by_reason
    assert tracer.left == plain_result.nodes - plain_result.leaves
    assert tracer.backed_up == plain_result.nodes - 1


@pytest.mark.interpreted
def test_a_traced_search_is_the_same_search() -> None:
    game = games.load("tic-tac-toe")
    state = game.result(game.result(game.initial(), 4), 0)
    for algorithm in ("minimax", "negamax", "alpha-beta", "alpha-beta-negamax:fail=hard"):
        assert_same_when_traced(game, algorithm, Searcher(game, algorithm), state)


@pytest.mark.parametrize("algorithm", ["max-n", "max-n-is", "max-n:shallow", "max-n:deep", "paranoid", "hypermax"])
def test_a_traced_search_is_the_same_search_for_n_players(algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    game = games.load("random-tree:players=3,branching=4,depth=5,low=0,high=9,total=8")
    assert_same_when_traced(game, algorithm, Searcher(game, algorithm), game.initial())


class Told:
    """Every step as a line."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def enter(self, state: Any, player: int, alpha: float, beta: float) -> None:
        self.lines.append(f"enter {state.node} for {player}, {alpha:g} {beta:g}")

    def leaf(self, value: Any, *, terminal: bool) -> None:
        self.lines.append(f"leaf {value}")

    def bound(self, action: int, value: Any, best: Any) -> None:
        self.lines.append(f"{action}: {value}, best {best}")

    def cutoff(self, reason: str, best: float, bound: float) -> None:
        self.lines.append(f"{reason} {best:g} {bound:g}")

    def leave(self, value: Any) -> None:
        self.lines.append(f"leave {value}")


def test_shallow_pruning_step_by_step() -> None:
    tracer = Told()
    Searcher(from_data([[5, 3, 2], [[3, 6, 1], "?"]], 3), "max-n:shallow", tracer=tracer).search()
    assert tracer.lines == [
        "enter 0 for 0, -inf 6",
        "enter 1 for 1, -inf 6",
        "leaf (5.0, 3.0, 2.0)",
        "0: (5.0, 3.0, 2.0), best (5.0, 3.0, 2.0)",
        "enter 2 for 1, 5 6",
        "enter 3 for 2, -inf 6",
        "leaf (3.0, 6.0, 1.0)",
        "0: (3.0, 6.0, 1.0), best (3.0, 6.0, 1.0)",
        "shallow 6 5",
        "leave (4.0, 6.0, 1.0)",
        "1: (4.0, 6.0, 1.0), best (5.0, 3.0, 2.0)",
        "leave (5.0, 3.0, 2.0)",
    ]


def test_hypermax_reports_what_players_have_secured() -> None:
    tracer = Told()
    tree = [[2, -3, 1], [[3, -2, -1], [[1, -3, 2], [-2, -1, 3]]]]
    Searcher(from_data(tree, 3), "hypermax", tracer=tracer).search()
    assert [line for line in tracer.lines if line.startswith(("hypermax", "enter"))] == [
        "enter 0 for 0, -inf 0",
        "enter 1 for 1, -inf 0",
        "enter 2 for 1, -inf 0",
        "enter 3 for 2, -inf 0",
        "enter 4 for 2, -inf 0",
        "enter 5 for 0, -inf 0",
        "hypermax 2 0",
    ]
