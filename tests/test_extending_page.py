"""The example algorithm of the page on extending works."""

import re
from pathlib import Path

import pytest

from spielbaum import Limits, Searcher, games
from spielbaum.search.algorithms import registry

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parent.parent / "docs" / "extending.md"


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])
def test_the_algorithm_of_the_page_visits_the_nodes_of_minimax(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_JIT", str(int(compiled)))
    match = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert match is not None
    names: dict[str, object] = {"__name__": "plain_minimax"}
    exec(match[1], names)
    monkeypatch.setitem(registry._algorithms(), "plain-minimax", names["algorithm"])
    game = games.load("tic-tac-toe")
    own, minimax = (Searcher(game, name).search(None, Limits(depth=4)) for name in ("plain-minimax", "minimax"))
    assert (own.value, own.action, own.nodes, own.pv) == (minimax.value, minimax.action, minimax.nodes, minimax.pv)
    assert own.action_values == minimax.action_values
