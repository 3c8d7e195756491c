"""Searchers are compiled ahead of the first search, with a progress that all waiting jobs see."""

import threading

import pytest

from spielbaum import games
from spielbaum.players import parse_player
from spielbaum.search.searcher import Searcher
from spielbaum.search_pool import PoolLimits, SearchPool
from spielbaum.search_pool.compiler import Compiler, Report
from spielbaum.search_pool.search_job import Preparation
from spielbaum.search_pool.searcher_cache import SearcherCache, SearcherSpec

FOUR = games.load("connect-four")
SPEC = parse_player("alpha-beta:depth=1")


@pytest.mark.interpreted
def test_a_prepared_search_begins_at_once() -> None:
    with SearchPool(workers=1) as pool:
        job = pool.prepare("anna", FOUR, spec=SPEC)
        assert job is not None
        assert job.future.result(60) is None
        assert pool.prepare("ben", FOUR, spec=SPEC) is None
        assert pool.choose("ben", FOUR, spec=SPEC, state=FOUR.initial()).status().stage != "compiling"


def test_players_that_do_not_search_need_no_preparation() -> None:
    with SearchPool(PoolLimits(), workers=1) as pool:
        assert pool.prepare("anna", FOUR, spec=parse_player("human")) is None
        assert pool.prepare("anna", FOUR, spec=parse_player("random")) is None


@pytest.mark.interpreted
def test_all_jobs_that_wait_for_a_compilation_see_its_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    reported, go_on = threading.Event(), threading.Event()
    original = SearcherCache.get_or_compile

    def slowly(cache: SearcherCache, spec: SearcherSpec, report: Report | None = None) -> Searcher:
        assert report is not None
        report(3, 40)
        reported.set()
        assert go_on.wait(60)
        return original(cache, spec, report)

    monkeypatch.setattr(SearcherCache, "get_or_compile", slowly)
    with SearchPool(workers=1) as pool:
        ahead = pool.prepare("anna ahead", FOUR, spec=SPEC)
        assert ahead is not None
        assert reported.wait(60)
        asked = pool.choose("anna", FOUR, spec=SPEC, state=FOUR.initial())
        for job in (ahead, asked):
            now = job.status().preparation
            assert isinstance(now, Preparation)
            assert (now.done, now.total) == (3, 40)
        go_on.set()
        assert asked.future.result(60).result.depth == 1
        assert asked.status().preparation is None


def test_a_kernel_on_disk_is_loaded_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[object, ...]] = []
    monkeypatch.setattr(Compiler, "compile", lambda *given: started.append(given))
    monkeypatch.setattr(Searcher, "is_compiled", property(lambda _searcher: True))
    monkeypatch.setattr(Searcher, "compile", lambda _searcher: None)
    SearcherCache(4, 1 << 20, kernels=4).get_or_compile(SearcherSpec.of(FOUR, SPEC, "connect-four"))
    assert not started
