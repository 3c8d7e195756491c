"""The examples of the page on extending work."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from spielbaum import Limits, Searcher, games
from spielbaum.game import Game
from spielbaum.games.tree import from_data
from spielbaum.search.algorithms import registry
from spielbaum.search.driver.iterative_deepening import Iteration, Root, Settle
from spielbaum.search.driver.running_search import RunningSearch
from spielbaum.search.families.depth_first_vectors import DepthFirstVectors

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parent.parent / "docs" / "extending.md"


def examples() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])
def test_the_algorithm_of_the_page_visits_the_nodes_of_minimax(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_JIT", str(int(compiled)))
    names: dict[str, object] = {"__name__": "plain_minimax"}
    exec(examples()[0], names)
    monkeypatch.setitem(registry._algorithms(), "plain-minimax", names["algorithm"])
    game = games.load("tic-tac-toe")
    own = Searcher(game, "plain-minimax").search(None, Limits(depth=4))
    minimax = Searcher(replace(game, compiled=False), "minimax").search(None, Limits(depth=4))
    assert (own.value, own.action, own.nodes, own.pv) == (minimax.value, minimax.action, minimax.nodes, minimax.pv)
    assert own.action_values == minimax.action_values


@pytest.mark.parametrize("limits", [Limits(depth=2), Limits(depth=2, nodes=10**6)])
def test_the_family_of_the_page_breaks_ties_at_the_root(limits: Limits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    names: dict[str, object] = {
        "replace": replace,
        "Sequence": Sequence,
        "Iteration": Iteration,
        "Root": Root,
        "Settle": Settle,
        "RunningSearch": RunningSearch,
        "DepthFirstVectors": DepthFirstVectors,
        "__name__": "spiteful",
    }
    exec(examples()[1], names)
    spiteful = replace(registry.find_algorithm("max-n"), name="spiteful", family=names["Spiteful"])  # type: ignore[arg-type]
    monkeypatch.setitem(registry._algorithms(), "spiteful", spiteful)
    game: Game = from_data(
        [[[4, 5, 1], [0, 1, 9]], [[4, 2, 1], [4, 1, 9]], [[3, 9, 0], [1, 9, 0]], [[4, 0, 3], [9, -1, 0]]], 3
    )
    usual, found = (Searcher(game, name).search(None, limits) for name in ("max-n", "spiteful"))
    assert (usual.action, usual.value) == (0, (4, 5, 1))
    assert (found.action, found.value, found.pv[0]) == (1, (4, 2, 1), 1)
