"""How far a search goes, and what it answers when it must stop."""

import _thread
import threading
import time
from dataclasses import replace
from typing import Any

import pytest

from spielbaum import Limits, Searcher, games, search
from spielbaum.errors import (
    EndlessGameError,
    InputError,
    SearchInterruptedError,
    UnknownNameError,
    UnsupportedGameError,
)
from spielbaum.game import Game
from spielbaum.search.core.progress import Progress

FOUR = games.load("connect-four")


@pytest.mark.interpreted("quick")
@pytest.mark.parametrize("nodes", [1, 2, 7, 8, 9, 100, 12_345])
def test_a_node_limit_is_exact_and_repeatable(nodes: int) -> None:
    one, other = (search(FOUR, limits=Limits(nodes=nodes)) for _ in range(2))
    assert one.nodes == nodes
    assert replace(one, seconds=0) == replace(other, seconds=0)
    assert one.action_text is not None


@pytest.mark.slow
def test_the_answer_is_that_of_the_deepest_complete_iteration() -> None:
    result = search(FOUR, limits=Limits(nodes=50_000))
    fixed = search(FOUR, limits=Limits(depth=result.depth))
    assert result.depth >= 6
    assert (result.action_text, result.value) == (fixed.action_text, fixed.value)
    for row, known in zip(
        result.action_values, fixed.action_values, strict=True
    ):  # other bounds, for the best so far comes first
        assert row.value == known.value or "upper" in (row.bound, known.bound)


@pytest.mark.interpreted
def test_a_proven_value_ends_the_search() -> None:
    result = search(games.load("tic-tac-toe"), limits=Limits(seconds=60))
    assert (result.certainty.kind, result.value, result.depth) == ("exact", 0, 9)


def test_seconds_stop_the_kernel() -> None:
    start = time.perf_counter()
    result = Searcher(FOUR).search(limits=Limits(seconds=0.2))
    assert result.action_text is not None
    assert result.depth >= 1  # of the last iteration only if a better action was found in it
    assert result.seconds < time.perf_counter() - start < 30


@pytest.mark.slow
def test_depth_bounds_a_timed_search() -> None:
    assert search(FOUR, limits=Limits(seconds=60, depth=3)).depth == 3


def test_depth_zero_evaluates_the_root() -> None:
    state = FOUR.result(FOUR.initial(), 3)
    result = search(FOUR, state, limits=Limits(depth=0))
    assert (result.value, result.action_text, result.nodes, result.certainty.kind) == (-7, None, 1, "heuristic")


@pytest.mark.interpreted
def test_a_terminal_root_has_its_utility_and_no_action() -> None:
    game = games.load("tic-tac-toe")
    state = game.notation.parse_state("XXXOO....")  # type: ignore[misc]
    result = search(game, state)
    assert (result.value, result.action_text, result.certainty.kind, result.action_values) == (-1, None, "exact", ())


@pytest.mark.interpreted
def test_without_a_limit_the_depth_is_that_of_the_deepest_leaf() -> None:
    assert search(games.load("nim:heaps=2-1")).depth == 3


def _endless(compiled: bool) -> Game:
    nim = games.load("nim")
    return replace(nim, compiled=compiled, is_terminal=_never, result=_stay)


def _never(_state: Any) -> bool:
    return False


def _stay(state: Any, _action: int) -> Any:
    return state


@pytest.mark.parametrize(
    ("algorithm", "compiled"),
    [
        ("minimax", False),
        ("alpha-beta", False),
        pytest.param("alpha-beta", True, marks=pytest.mark.slow),
        pytest.param("minimax", True, marks=pytest.mark.long),
    ],
)
def test_an_endless_game_needs_a_limit(compiled: bool, algorithm: str) -> None:
    with pytest.raises(EndlessGameError, match="limit the depth"):
        search(_endless(compiled), algorithm=algorithm)
    assert search(_endless(compiled), algorithm=algorithm, limits=Limits(depth=2)).certainty.kind == "heuristic"


@pytest.mark.parametrize(
    "wrong", [{"depth": -1}, {"depth": 512}, {"seconds": 0}, {"seconds": float("nan")}, {"nodes": 0}]
)
def test_impossible_limits_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Limits(**wrong)


@pytest.mark.parametrize("window", [(1, 1), (2, 1), (float("nan"), 1)])
def test_an_empty_window_is_refused(window: tuple[float, float]) -> None:
    with pytest.raises(InputError, match="empty"):
        search(FOUR, limits=Limits(depth=1), window=window)


def test_minimax_takes_no_window() -> None:
    with pytest.raises(InputError, match="no window"):
        search(FOUR, algorithm="minimax", limits=Limits(depth=1), window=(0, 1))


def test_unfit_games_are_refused_with_the_missing_fact() -> None:
    with pytest.raises(UnsupportedGameError, match="two players"):
        search(games.load("mnk:players=3"), algorithm="alpha-beta")
    with pytest.raises(UnsupportedGameError, match="zero_sum"):
        search(replace(FOUR, zero_sum=False), algorithm="alpha-beta")


def test_unknown_names_suggest_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="'alpha-beta'"):
        search(FOUR, algorithm="alpha-bet")
    with pytest.raises(UnknownNameError, match="threats"):
        search(FOUR, evaluation="threat")
    with pytest.raises(InputError, match="soft, hard"):
        search(FOUR, algorithm="alpha-beta:fail=loud")


def test_progress_is_reported_while_the_search_runs() -> None:
    told: list[Progress] = []
    Searcher(FOUR).search(limits=Limits(seconds=0.5), progress=told.append)
    assert len(told) >= 2
    assert [p.nodes for p in told] == sorted(p.nodes for p in told)
    assert told[-1].actions == 7


def test_an_analysis_says_at_its_end_how_long_it_took() -> None:
    """Else one that ends between two reports would seem to have ended early, with nothing left to find."""
    told: list[Progress] = []
    start = time.perf_counter()
    Searcher(FOUR).action_values(limits=Limits(depth=2), progress=told.append)
    assert told[-1].nodes == 7 + 7 * 8
    assert 0 < told[-1].seconds <= time.perf_counter() - start


def test_ctrl_c_keeps_the_best_result_so_far() -> None:
    searcher = Searcher(FOUR)
    searcher.compile()
    threads = threading.active_count()
    asked: list[Progress] = []

    def interrupt_after_some_actions(progress: Progress) -> None:
        if progress.actions_done >= 1:
            asked.append(progress)
            _thread.interrupt_main()

    with pytest.raises(SearchInterruptedError) as caught:
        searcher.search(limits=Limits(depth=15), progress=interrupt_after_some_actions)
    result = caught.value.result
    assert not result.certainty.complete
    assert result.certainty.kind == "bound"
    known = [row for row in result.action_values if row.value is not None]
    assert 1 <= len(known) < 7
    assert result.action_text in [row.action_text for row in known]
    assert threading.active_count() == threads


def test_a_search_can_run_outside_the_main_thread() -> None:
    found: list[int] = []
    searcher = Searcher(FOUR)
    searcher.compile()
    threads = [
        threading.Thread(target=lambda: found.append(searcher.search(limits=Limits(depth=6)).nodes)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1
