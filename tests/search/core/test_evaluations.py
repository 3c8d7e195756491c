"""The evaluation that every game has."""

from math import isclose

import pytest

from spielbaum import Limits, Searcher, games
from spielbaum.search.core.evaluations import find_evaluation


@pytest.mark.parametrize(
    ("name", "sum_of_values"), [("connect-four:width=4,height=4", 0.0), ("mnk:players=3", None), ("nim", 0.0)]
)
def test_mobility_grows_with_the_actions_of_the_mover(name: str, sum_of_values: float | None) -> None:
    game = games.load(name)
    evaluation = find_evaluation(game, "mobility")
    assert evaluation is not None
    assert evaluation.maximum is not None
    state, seen = game.initial(), set()
    while not game.is_terminal(state):
        vector, mover, count = evaluation.function(state), game.to_move(state), len(list(game.actions(state)))
        assert isclose(vector[mover], evaluation.maximum * count / (count + 20))
        assert sum_of_values is None or isclose(sum(vector), sum_of_values, abs_tol=1e-12)
        assert max(vector) == vector[mover] < evaluation.maximum
        seen.add(count)
        state = game.result(state, next(iter(game.actions(state))))
    assert len(seen) > 1


@pytest.mark.slow
def test_mobility_is_equal_compiled_and_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for compiled in "01":
        monkeypatch.setenv("SPIELBAUM_JIT", compiled)
        result = Searcher(games.load("nim:heaps=3-4"), "negamax", evaluation="mobility").search(limits=Limits(depth=3))
        found.append((result.value, result.action, result.nodes, result.certainty.kind))
    assert found[0] == found[1]
    assert found[0][3] == "heuristic"
