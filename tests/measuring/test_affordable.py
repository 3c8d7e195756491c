"""The default depth of a comparison."""

import pytest

from spielbaum import games, registry
from spielbaum.measuring import affordable, affordable_depth

pytestmark = pytest.mark.interpreted


def test_small_games_are_searched_to_the_end() -> None:
    game = games.load("tic-tac-toe")
    assert affordable_depth(game, game.initial(), "alpha-beta", None) is None


def test_large_games_as_deep_as_the_nodes_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("connect-four:width=6,height=5")
    depths = []
    for nodes in (100_000, 2_000_000):  # interpreted searches get a hundredth
        monkeypatch.setattr(affordable, "AFFORDABLE_NODES", nodes)
        depths.append(affordable_depth(game, game.initial(), "alpha-beta", None))
    assert depths == sorted(depths)
    assert depths[0] is not None
    assert depths[0] >= 2
    assert depths[0] < depths[1]
