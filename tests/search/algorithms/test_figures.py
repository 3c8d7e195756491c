"""The figures of papers and textbooks: value, choice, and which leaves by name are never looked at.

``figures.json`` holds the trees; a leaf is named by the branches that lead to it, counted from 0.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from spielbaum import Searcher
from spielbaum.games.tree import from_data

FIGURES = json.loads(Path(__file__).with_name("figures.json").read_text(encoding="utf-8"))["figures"]
CASES = [(figure, search) for figure in FIGURES for search in figure["searches"]]


class Leaves:
    """Notes the leaves in the order in which they are evaluated, and what made the search leave a node early."""

    def __init__(self) -> None:
        self.visited: list[Any] = []
        self.cutoffs: list[tuple[str, float, float]] = []
        self._here: Any = None

    def enter(self, state: Any, _player: int, _alpha: float, _beta: float) -> None:
        self._here = state

    def leaf(self, _value: Any, *, terminal: bool) -> None:
        assert terminal
        self.visited.append(self._here)

    def bound(self, _action: int, _value: Any, _best: Any) -> None:
        """Nothing is noted of values."""

    def cutoff(self, reason: str, best: float, bound: float) -> None:
        self.cutoffs.append((reason, best, bound))

    def leave(self, _value: Any) -> None:
        """Nothing is noted of values."""


def leaves_of(game: Any, state: Any) -> list[str]:
    if game.is_terminal(state):
        return [game.notation.format_state(state)]
    return [leaf for action in game.actions(state) for leaf in leaves_of(game, game.result(state, action))]


def case_id(case: Any) -> str:
    return str(case.get("name", case.get("algorithm")))


@pytest.mark.parametrize(("figure", "known"), CASES, ids=case_id)
def test_figures_have_the_value_action_and_leaves_of_their_texts(figure: dict[str, Any], known: dict[str, Any]) -> None:
    game = from_data(figure["tree"], figure["players"], vectors=figure.get("vectors", True))
    tracer = Leaves()
    result = Searcher(game, known["algorithm"], tracer=tracer).search()
    value = list(result.value) if isinstance(result.value, tuple) else result.value
    assert (value, result.action_text) == (known["value"], known["choice"])
    visited = [game.notation.format_state(state) for state in tracer.visited]
    assert visited == [leaf for leaf in leaves_of(game, game.initial()) if leaf not in known["pruned"]]
    assert result.leaves == len(visited)
    assert result.certainty.kind == known.get("kind", "exact")
    assert [reason for reason, _, _ in tracer.cutoffs] == [
        r for r, n in result.cutoffs_by_reason.items() for _ in range(n)
    ]
    if "cutoffs" in known:
        assert result.cutoffs_by_reason == known["cutoffs"]
    if "secured" in known:
        assert [(best, bound) for _, best, bound in tracer.cutoffs] == [(known["secured"], 0)]


def test_pruned_leaves_do_not_change_the_value() -> None:
    for vector in ([0, 0, 10], [10, 0, 0], [0, 10, 0], [4, 6, 0]):
        game = from_data([[5, 3, 2], [[3, 6, 1], vector]], 3)
        results = [Searcher(game, algorithm).search() for algorithm in ("max-n", "max-n:shallow")]
        assert [(r.value, r.action_text) for r in results] == [((5, 3, 2), "0")] * 2


def test_cutoffs_compare_the_values_of_the_figures() -> None:
    """Shallow: 6 of 10 leaves 4, and 5 are there already. Deep: 6 of 10 leaves 4 as well. Immediate: the maximum."""
    reported = []
    for tree, algorithm in (
        ([[5, 3, 2], [[3, 6, 1], "?"]], "max-n:shallow"),
        ([[5, 3, 2], [[[1, 3, 6], [3, 0, 7]], [7, 2, 1]]], "max-n:deep"),
        ([[1, 1, 1], [[0, 3, 0], [2, 1, 0]]], "max-n:immediate"),
    ):
        tracer = Leaves()
        Searcher(from_data(tree, 3), algorithm, tracer=tracer).search()
        reported += tracer.cutoffs
    assert reported == [("shallow", 6, 5), ("deep", 6, 5), ("immediate", 3, 3)]


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("tree", "right", "deep", "hypermax"),
    [
        ([[4, 1, 4], [[5, 3, 1], [[6, 1, 2], [0, 4, 5]]]], "0", "0", "1"),
        ([[5, 3, 2], [[[1, 3, 6], [3, 0, 7]], [7, 2, 1]]], "1", "0", "1"),
    ],
    ids=["all three have enough, no two", "a player has nothing yet"],
)
def test_hypermax_and_deep_pruning_are_wrong_in_different_trees(
    tree: Any, right: str, deep: str, hypermax: str
) -> None:
    game = from_data(tree, 3)
    chosen = [Searcher(game, name).search().action_text for name in ("max-n", "max-n:deep", "hypermax")]
    assert chosen == [right, deep, hypermax]
