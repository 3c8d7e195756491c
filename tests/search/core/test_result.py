"""The record of a search prints well and goes into JSON."""

import json
from dataclasses import FrozenInstanceError, replace

import pytest

from spielbaum import Limits, SearchHints, games, search
from spielbaum.search.core.result import tidy, value_text
from spielbaum.search.perft import perft
from tiers import at_night

RESULT = search(games.load("connect-four"), limits=Limits(depth=4))


def test_a_result_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        RESULT.value = 3  # type: ignore[misc]


def test_a_result_prints_algorithm_value_and_actions() -> None:
    text = str(RESULT)
    assert "alpha-beta, depth 4" in text
    assert f"{RESULT.nodes:,} nodes" in text
    assert text.count("\n") == 10


def test_a_result_is_a_table_in_a_notebook() -> None:
    html = RESULT._repr_html_()
    assert html.count("<tr") == 9
    assert "≤" in html
    assert "<script" not in html


def test_a_result_goes_into_json_and_back() -> None:
    document = json.loads(json.dumps(RESULT.to_dict(), allow_nan=False))
    assert document["actions"][3] == {"action": "4", "value": RESULT.value, "bound": "exact"}
    assert document["principal_variation"][0] == document["action"] == "4"
    assert document["kind"] == "heuristic"


def test_whole_numbers_print_without_a_fraction() -> None:
    assert str(tidy(-0.0)) == "0"
    assert str(tidy(2.0)) == "2"
    assert tidy(0.25) == 0.25
    assert value_text(None) == "–"
    assert value_text((0.25, 0.75)) == "(0.25, 0.75)"


def test_perft_counts_lines_of_play() -> None:
    game = games.load("tic-tac-toe")
    assert perft(game, depth=9) == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


@pytest.mark.interpreted
@pytest.mark.parametrize("name", ["mnk", "mnk:width=4,height=3,players=3"])
def test_perft_in_bulk_counts_the_same(name: str) -> None:
    game = games.load(name)
    assert game.hints.count is not None
    depth = 6 if at_night() else 4
    assert perft(game, depth=depth, bulk=True) == perft(game, depth=depth, bulk=False)


def test_perft_calls_count_only_in_bulk() -> None:
    game = replace(games.load("tic-tac-toe"), hints=SearchHints(count=lambda _state: 100), compiled=False)
    assert perft(game, depth=2) == [100, 900]
    assert perft(game, depth=2, bulk=False) == [9, 72]


def test_perft_compiled_and_interpreted_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.load("connect-four:width=5,height=4")
    compiled = perft(game, depth=6)
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    assert perft(game, depth=6) == compiled


def test_results_are_hashable_and_their_repr_is_one_line() -> None:
    assert len({RESULT, replace(RESULT), replace(RESULT, depth=9)}) == 2
    answer = f"action=3, action_text='4', value={RESULT.value!r}, kind='heuristic'"
    assert repr(RESULT) == f"Result({answer}, depth=4, nodes={RESULT.nodes})"


@pytest.mark.interpreted
def test_the_text_of_a_certainty_describes_the_value() -> None:
    tree = games.load("random-tree:branching=2,depth=4")
    assert str(RESULT.certainty) == "minimax at this depth"
    assert str(search(tree).certainty) == "proven"
    assert str(search(tree, window=(-200, -101)).certainty) == "a lower bound"
    assert str(search("connect-four", algorithm="mcts", simulations=9).certainty) == "a mean of simulations"
    assert str(search("connect-four", algorithm="best-first", nodes=99).certainty) == "an estimate"
