"""The pool of a page, with workers that answer when the test says so."""

import asyncio
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum import games
from spielbaum.browser import pool as pool_module
from spielbaum.browser.engine import Engine
from spielbaum.browser.messages import Answer, Call, Ready
from spielbaum.browser.pool import BrowserPool
from spielbaum.errors import BusyError, InputError, SpielbaumError, StuckError
from spielbaum.players import Choice, parse_player
from spielbaum.search.core.progress import Progress
from spielbaum.search_pool import PoolLimits, SearchJob
from visiting import run_apart

GAME = games.load("tic-tac-toe")


class FakeWorker:
    """A worker that keeps what it is sent."""

    on_message: Callable[[bytes], None]
    on_error: Callable[[str], None]

    def __init__(self, *, shared: bool) -> None:
        self.stop_flag: list[int] | None = [0] if shared else None
        self.sent: list[Any] = []
        self.is_terminated = False

    def post(self, message: bytes) -> None:
        self.sent.append(pickle.loads(message))

    def terminate(self) -> None:
        self.is_terminated = True

    def say(self, message: Any) -> None:
        self.on_message(pickle.dumps(message))


class Page:
    """A pool and its workers."""

    def __init__(self, *, shared: bool = True, limits: PoolLimits | None = None) -> None:
        self.workers: list[FakeWorker] = []
        self.pool = BrowserPool(lambda: self.start(shared), limits, workers=2)

    def start(self, shared: bool) -> FakeWorker:
        self.workers.append(FakeWorker(shared=shared))
        return self.workers[-1]

    def choose(self, player: str = "alpha-beta:9s", owner: str = "anna") -> SearchJob:
        return self.pool.choose(owner, GAME, spec=parse_player(player), state=GAME.initial())

    def prepare(self, player: str = "alpha-beta:9s") -> SearchJob | None:
        return self.pool.prepare("anna ahead", GAME, spec=parse_player(player))


def progress(*pv: Any) -> Progress:
    return Progress(2, 100, 0.5, 1, 9, pv=pv)


CHOICE = Choice((0, 0), 1.0)


def in_loop(test: Callable[[Any], Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """Run a coroutine as a test."""

    def run(monkeypatch: pytest.MonkeyPatch) -> None:
        run_apart(test(monkeypatch))

    run.__name__ = test.__name__
    return run


@in_loop
async def test_as_many_engines_as_searches_are_started_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page()
    first, second, third = (page.choose(owner=owner) for owner in ("anna", "ben", "cleo"))
    assert [len(worker.sent) for worker in page.workers] == [1, 1]
    assert [job.status().stage for job in (first, third)] == ["loading", "waiting"]
    page.workers[1].say(Answer(CHOICE))
    assert second.future.result() == CHOICE
    assert [len(worker.sent) for worker in page.workers] == [1, 2]
    page.workers[0].say(progress())
    assert first.status().stage == "searching"
    page.pool.close()
    assert first.future.cancelled()
    assert third.future.cancelled()
    assert all(worker.is_terminated for worker in page.workers)


@in_loop
async def test_a_search_goes_to_the_engine_that_prepared_its_searcher(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page()
    prepared = page.prepare()
    other = page.prepare("pvs:9s")
    assert prepared is not None
    assert other is not None
    job = page.choose()  # follows the preparation
    assert [[asked.request is None for asked in worker.sent] for worker in page.workers] == [[True, False]]
    page.workers[0].say(Ready())
    page.workers[0].say(Answer())
    assert prepared.future.result() is None
    job.stop(play_now=True)
    assert page.workers[0].stop_flag == [1]
    page.workers[0].say(Answer(CHOICE))
    assert job.future.result() == CHOICE
    assert page.prepare() is None
    assert len(page.workers[0].sent) == 3  # pvs is prepared by the same engine, when it is free
    page.pool.close()


def test_files_come_to_each_engine_before_what_needs_them(tmp_path: Path) -> None:
    path, received = tmp_path / "own" / "mine.py", list[bytes]()
    path.parent.mkdir()
    path.write_text("game = 1\n", encoding="utf-8")

    async def share() -> None:
        page = Page()
        page.choose()
        page.pool.share(path)
        page.pool.share(path)  # nothing new
        page.choose(owner="ben")
        page.pool.close()
        received.extend(pickle.dumps(message) for message in page.workers[1].sent[:1])
        kinds = [[type(message).__name__ for message in worker.sent] for worker in page.workers]
        assert kinds == [["Search", "File"], ["File", "Search"]]

    run_apart(share())
    path.unlink()
    path.parent.rmdir()
    answers = list[bytes]()
    engine = Engine(answers.append, lambda: False)
    engine.receive(received[0])
    assert path.read_text(encoding="utf-8") == "game = 1\n"
    assert len(answers) == 1  # Ready


@in_loop
async def test_stop_and_move_now_set_a_number_in_shared_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page()
    job = page.choose()
    job.stop()
    assert page.workers[0].stop_flag == [1]
    page.workers[0].say(Answer(CHOICE))
    assert job.future.cancelled()
    page.choose()
    assert page.workers[0].stop_flag == [0]
    assert len(page.workers) == 1
    page.pool.close()


@in_loop
async def test_without_shared_memory_a_stopped_engine_is_terminated(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page(shared=False)
    job, waiting, third = page.choose(), page.choose("pvs:9s"), page.choose("pvs:9s")
    job.stop()
    await asyncio.sleep(0)
    assert [worker.is_terminated for worker in page.workers] == [True, False, False]
    assert len(page.workers[2].sent) == 1
    waiting.stop(play_now=True)
    await asyncio.sleep(0)
    assert not page.workers[1].is_terminated  # it has no move yet
    page.workers[1].say(progress((1, 1)))
    assert page.workers[1].is_terminated
    assert waiting.future.result() == Choice((1, 1), 0.5)
    page.workers[2].say(progress((2, 2)))
    third.stop(play_now=True)
    await asyncio.sleep(0)
    assert third.future.result().action == (2, 2)
    page.pool.close()


@in_loop
async def test_a_silent_engine_ends_with_a_sentence_and_an_idle_one_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "POLL", 0.001)
    for name in ("PATIENCE", "IDLE", "LOADING"):
        monkeypatch.setattr(pool_module, name, 0.01)
    page = Page()
    job = page.choose()
    page.workers[0].say(progress())
    with pytest.raises(StuckError, match=r"^a function of the game does not return: a loop in it may never end$"):
        await asyncio.wrap_future(job.future)
    first, second = page.choose(), page.choose("pvs:9s")
    for worker in page.workers[1:]:
        worker.say(Answer(CHOICE))
    assert first.future.result() == second.future.result() == CHOICE
    while not page.workers[1].is_terminated:
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.05)
    assert not page.workers[2].is_terminated  # the last one stays
    page.pool.close()


@in_loop
async def test_errors_of_an_engine_become_those_of_its_job(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page()
    job = page.choose()
    page.workers[0].say(Answer(error=InputError("no such evaluation")))
    with pytest.raises(InputError, match="no such evaluation"):
        job.future.result()
    job = page.choose()
    page.workers[0].on_error("out of memory")
    with pytest.raises(SpielbaumError, match=r"^an engine of this page has ended: out of memory$"):
        job.future.result()
    page.choose()
    assert len(page.workers) == 2
    page.pool.close()

    def refuse() -> Any:
        raise SpielbaumError("no worker starts")

    pool = BrowserPool(refuse)
    for _ in range(5):
        job = pool.choose("anna", GAME, spec=parse_player("alpha-beta:1s"), state=GAME.initial())
        with pytest.raises(SpielbaumError, match="no worker starts"):
            job.future.result()


@in_loop
async def test_the_limits_are_those_of_every_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page(limits=PoolLimits(waiting_each=1))
    for _ in range(3):
        page.choose()
    with pytest.raises(BusyError, match="1 of your searches are waiting already"):
        page.choose()
    with pytest.raises(InputError, match="other programs do not play in a browser"):
        page.choose("uci:stockfish")
    page.pool.close()


@in_loop
async def test_a_call_goes_to_a_free_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page()
    job = page.pool.call(divmod, 7, 2)
    assert job is not None
    assert page.workers[0].sent == [Call(divmod, (7, 2))]
    page.workers[0].say(Answer((3, 1)))
    assert job.future.result() == (3, 1)
    page.pool.close()
