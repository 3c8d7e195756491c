"""An engine is prepared before its first search, and everybody who waits for it sees how far that is."""

import threading

import pytest

from spielbaum import games
from spielbaum.players import parse_player
from spielbaum.search.driver.searcher import Searcher
from spielbaum.search_pool import PoolLimits, SearchPool
from spielbaum.search_pool.compiler import Compiler, Tell
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


def test_whoever_does_not_search_needs_no_preparation() -> None:
    with SearchPool(PoolLimits(), workers=1) as pool:
        assert pool.prepare("anna", FOUR, spec=parse_player("human")) is None
        assert pool.prepare("anna", FOUR, spec=parse_player("random")) is None


@pytest.mark.interpreted
def test_all_who_wait_for_a_compilation_see_its_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    told, go_on = threading.Event(), threading.Event()
    original = SearcherCache.get_or_compile

    def slowly(cache: SearcherCache, spec: SearcherSpec, tell: Tell | None = None) -> Searcher:
        assert tell is not None
        tell(3, 40)
        told.set()
        assert go_on.wait(60)
        return original(cache, spec, tell)

    monkeypatch.setattr(SearcherCache, "get_or_compile", slowly)
    with SearchPool(workers=1) as pool:
        ahead = pool.prepare("anna ahead", FOUR, spec=SPEC)
        assert ahead is not None
        assert told.wait(60)
        asked = pool.choose("anna", FOUR, spec=SPEC, state=FOUR.initial())
        for job in (ahead, asked):
            now = job.status().preparation
            assert isinstance(now, Preparation)
            assert (now.done, now.total) == (3, 40)
        go_on.set()
        assert asked.future.result(60).result.depth == 1
        assert asked.status().preparation is None


def test_a_search_on_disk_is_loaded_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[object, ...]] = []
    monkeypatch.setattr(Compiler, "compile", lambda *given: started.append(given))
    monkeypatch.setattr(Searcher, "is_compiled", property(lambda _searcher: True))
    monkeypatch.setattr(Searcher, "compile", lambda _searcher: None)
    SearcherCache(4, 1 << 20, kernels=4).get_or_compile(SearcherSpec.of(FOUR, SPEC, "connect-four"))
    assert not started
