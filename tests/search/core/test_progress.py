"""A search seen and stopped from another thread; the memory that searchers share."""

import threading
import time
from dataclasses import replace

import pytest

from spielbaum import Limits, Searcher, games
from spielbaum.search.algorithms.choice import strongest
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.table.allocation import TableMemory

FOUR = games.load("connect-four")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("compiled", "threads"), [(True, 2), (False, 1), pytest.param(True, 1, marks=pytest.mark.long)]
)
def test_a_stopped_search_answers_like_one_out_of_time(compiled: bool, threads: int) -> None:
    game = replace(FOUR, compiled=compiled)
    searcher = Searcher(game, strongest(game), threads=threads)
    searcher.compile()
    stop = Stop()

    def stop_soon(progress: Progress) -> None:
        if progress.depth == 2:
            threading.Timer(0.1, stop.set).start()

    start = time.perf_counter()
    result = searcher.search(limits=Limits(seconds=60), on_iteration=stop_soon, stop=stop)
    assert 0.1 < time.perf_counter() - start < 10
    assert result.depth >= 2
    assert result.action_text is not None
    if result.certainty.complete:
        fixed = Searcher(game, strongest(game)).search(limits=Limits(depth=result.depth))
        assert (result.action_text, result.value) == (fixed.action_text, fixed.value)


def test_a_search_stopped_before_it_begins_ends_at_once() -> None:
    stop = Stop()
    stop.set()
    assert stop.is_set
    start = time.perf_counter()
    result = Searcher(FOUR).search(limits=Limits(seconds=60), stop=stop)
    assert time.perf_counter() - start < 20
    assert (result.certainty.complete, result.depth, result.action_text) == (False, 0, "1")


def test_an_unused_stop_changes_nothing() -> None:
    searcher = Searcher(FOUR)
    with_it, without = (searcher.search(limits=Limits(nodes=50_000), stop=stop) for stop in (Stop(), None))
    assert replace(with_it, seconds=0) == replace(without, seconds=0)


def test_value_and_line_are_those_of_the_last_complete_iteration() -> None:
    told: list[Progress] = []
    searcher = Searcher(FOUR)
    searcher.compile()
    searcher.search(limits=Limits(seconds=0.6), progress=told.append)
    seen = next(progress for progress in told if progress.value is not None)
    fixed = searcher.search(limits=Limits(depth=seen.depth - 1))
    assert (seen.value, seen.pv_text) == (fixed.value, fixed.pv_text)


@pytest.mark.interpreted
def test_searchers_with_a_shared_table_find_the_same_values() -> None:
    memory = TableMemory(1 << 16)
    chameleon = games.load("chameleon-chess")
    asked = [
        (FOUR, "pvs:replacement=deep"),
        (chameleon, "max-n:replacement=new"),
        (FOUR, "mtdf"),
        (chameleon, "paranoid:replacement=new"),
    ]
    for depth in (2, 3):
        for game, algorithm in asked:
            shared = Searcher(game, algorithm)
            shared.share_table(memory)
            alone = Searcher(game, algorithm, table=1 << 16)
            found, known = (one.search(limits=Limits(depth=depth)) for one in (shared, alone))
            assert (found.action_text, found.value, found.nodes) == (known.action_text, known.value, known.nodes)
            assert shared.table_fill == alone.table_fill
