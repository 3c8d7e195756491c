"""The search pool of the application in a browser: engines in workers, which are started when they are needed."""

import asyncio
import pickle
from collections import Counter, deque
from collections.abc import Callable, MutableSequence, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

from spielbaum.browser.messages import Answer, Asked, Call, File, Reply, Search
from spielbaum.errors import InputError, Message, SpielbaumError, StuckError
from spielbaum.game import Game, State
from spielbaum.players import Choice, PlayerSpec, refuse_unfit
from spielbaum.search.core.progress import Progress
from spielbaum.search_pool.fair_queue import FairQueue, Task
from spielbaum.search_pool.job_pool import JobPool, PoolLimits
from spielbaum.search_pool.requests import ChoiceRequest, Request
from spielbaum.search_pool.search_job import SearchJob
from spielbaum.search_pool.searcher_cache import SearcherSpec
from spielbaum.watchdog import PATIENCE

WORKERS = 4
"""The most engines at once: as many as most games have seats."""

IDLE = 60
"""Seconds after which an idle engine ends, for its memory, unless it is the only one."""

LOADING = 60
"""Seconds that a worker may take to load Python, or a function that reports no progress."""

POLL = 1
"""Seconds between two looks at the engines. They are counted, so that a suspended page does not end its engines."""

CALLS = "calls"
"""The owner of the calls."""


class Worker(Protocol):
    """A worker with an engine.

    Attributes
    ----------
    on_message
        Called with each message of the engine.
    on_error
        Called with a text if the worker fails.
    stop_flag
        A number in shared memory, which is 1 if the search is to stop; None without shared memory.
    """

    on_message: Callable[[bytes], None]
    on_error: Callable[[str], None]
    stop_flag: MutableSequence[int] | None

    def post(self, message: bytes) -> None:
        """Send a message to the engine, which reads it once it is loaded."""

    def terminate(self) -> None:
        """End the worker at once."""


class BrowserPool(JobPool):
    """Engines in workers of the browser. The pool belongs to an event loop.

    A search is given to a free engine that knows its searcher, or else to any free engine, or else to a new one.
    It is stopped through shared memory. Without shared memory its worker is terminated, and "Move now" is answered
    with the best move that was reported last.

    Parameters
    ----------
    start
        Starts a worker.
    limits
        The limits of the pool.
    workers
        The most engines at once.
    """

    def __init__(
        self, start: Callable[[], Worker], limits: PoolLimits | None = None, *, workers: int = WORKERS
    ) -> None:
        super().__init__(limits)
        self.workers = max(1, workers)
        self._start, self._engines = start, list[_Engine]()
        self._to_prepare, self._to_search = FairQueue(), FairQueue()
        self._timer: asyncio.TimerHandle | None = None
        self._files = dict[str, bytes]()

    def share(self, path: Path) -> None:
        """Give the file of a game to the engines, which have file systems of their own."""
        message = pickle.dumps(File(str(path), path.read_text("utf-8")))
        if self._files.get(str(path)) != message:
            self._files[str(path)] = message
            for engine in self._engines:
                engine.post(message)

    def prepare(self, owner: str, game: Game, *, spec: PlayerSpec, name: str | None = None) -> SearchJob | None:
        """Make the searcher of a player in an engine before its first search; the result of the job is None."""
        if not spec.searches or 2 * self._to_prepare.waiting().total() >= self.limits.waiting:
            return None
        refuse_unfit(game, spec)
        asked = Search.of(SearcherSpec.of(game, spec, name), self.limits.table_bytes, None)
        if any(asked.key in engine.keys for engine in self._engines):
            return None
        return self._put(self._to_prepare, self._new_job(owner), asked)

    def call(self, function: Callable[..., Any], *arguments: Any) -> SearchJob | None:
        """Call a function in an engine; the result of the job is what it returns."""
        return self._put(self._to_search, self._new_job(CALLS), Call(function, arguments))

    def close(self) -> None:
        """Cancel all jobs and end all workers."""
        self._to_prepare.close()
        self._to_search.close()
        for owner in list(self._jobs):
            self.stop(owner)
        for engine in list(self._engines):
            self.end(engine)

    def end(self, engine: "_Engine", error: Exception | None = None) -> None:
        """End an engine; its jobs get the error, or are cancelled."""
        if engine in self._engines:
            self._engines.remove(engine)
            engine.end(error)
            self._dispatch()

    def done(self, job: "_Running") -> None:
        """Note that an engine is done with a job."""
        job.queue.task_done(job.task)
        self._dispatch()

    def _ask_engine(self, owner: str, game: Game, spec: PlayerSpec, states: Sequence[State]) -> SearchJob:  # noqa: ARG002 - as every pool
        raise InputError(Message("other programs do not play in a browser"))

    def _enqueue(self, job: SearchJob, spec: SearcherSpec, request: Request) -> None:
        asked = Search.of(spec, self.limits.table_bytes, request)
        self._put(self._to_search, job, asked, moves=isinstance(request, ChoiceRequest))

    def _put(self, queue: FairQueue, job: SearchJob, asked: Asked, *, moves: bool = False) -> SearchJob:
        def run() -> None:
            running = _Running(queue, task, asked, moves=moves)
            try:
                engine = self._engine_for(asked)
            except SpielbaumError as error:  # no worker starts
                running.answer(Answer(error=error))
                queue.task_done(task)
            else:
                engine.begin(running)

        task = Task(job, run)
        queue.put(task)
        self._dispatch()
        return job

    def _dispatch(self) -> None:
        """Give tasks to free engines. Searches start new engines; preparations only the first."""
        while self._free() or len(self._engines) < self.workers:
            task = self._to_search.get(wait=False)
            if task is None:
                break
            task.run()
        while not self._engines or any(engine.is_idle for engine in self._engines):
            task = self._to_prepare.get(wait=False)
            if task is None:
                break
            task.run()
        if self._engines and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(POLL, self._poll)

    def _free(self) -> "list[_Engine]":
        return sorted((engine for engine in self._engines if engine.is_free), key=lambda engine: not engine.is_idle)

    def _engine_for(self, asked: Asked) -> "_Engine":
        free = self._free()
        known = [engine for engine in free if isinstance(asked, Search) and asked.key in engine.keys]
        if not free:
            free = [_Engine(self, self._start())]
            for message in self._files.values():
                free[0].post(message)
            self._engines += free
        return [*known, *free][0]

    def _poll(self) -> None:
        """End the engines that are silent, or idle, for too long."""
        self._timer = None
        for engine in list(self._engines):
            engine.silence += POLL
            kept = engine.is_idle and len(self._engines) == 1
            if engine.silence >= engine.patience and not kept:
                self.end(engine, None if engine.is_idle else StuckError(None, compiled=False))
        self._dispatch()

    def _waiting(self) -> Counter[str]:
        return self._to_search.waiting()

    def _ahead(self, job: SearchJob) -> int:
        return self._to_search.ahead(job)


class _Running:
    """A job that an engine has."""

    def __init__(self, queue: FairQueue, task: Task, asked: Asked, *, moves: bool) -> None:
        self.queue, self.task, self.job, self.asked, self.moves = queue, task, task.job, asked, moves
        self.is_preparation = isinstance(asked, Search) and asked.request is None

    def answer(self, reply: Answer) -> None:
        """Complete the job, unless it was cancelled."""
        if self.job.future.set_running_or_notify_cancel():
            if reply.error is None:
                self.job.future.set_result(reply.result)
            else:
                self.job.future.set_exception(reply.error)

    def best_so_far(self) -> Choice | None:
        """Return the best move that was reported last; None if there is none, or the job asks for none."""
        now = self.job.status().progress
        return Choice(now.pv[0], now.seconds) if self.moves and now.pv else None


class _Engine:
    """An engine and its jobs: at most one search or call, after preparations."""

    def __init__(self, pool: BrowserPool, worker: Worker) -> None:
        self._pool, self._worker = pool, worker
        self._running: deque[_Running] = deque()
        self._is_loaded = self._is_heard = False
        self._watching = ExitStack()
        self.keys: set[tuple[bytes, str, str | None]] = set()
        self.silence = 0
        worker.on_message = self._receive
        worker.on_error = self._fail

    @property
    def is_idle(self) -> bool:
        """Whether it has no job."""
        return not self._running

    @property
    def is_free(self) -> bool:
        """Whether it has no job but preparations."""
        return all(running.is_preparation for running in self._running)

    @property
    def patience(self) -> float:
        """The seconds for which it may be silent."""
        if self.is_idle:
            return IDLE
        if not self._is_loaded or isinstance(self._running[0].asked, Call):
            return LOADING
        return PATIENCE if self._is_heard else 2 * PATIENCE

    def post(self, message: bytes) -> None:
        """Send a message that has no answer."""
        self._worker.post(message)

    def begin(self, running: _Running) -> None:
        """Send a job to the worker."""
        job, asked = running.job, running.asked
        self._running.append(running)
        self.silence, self._is_heard = 0, False
        job.stage = "searching"
        if isinstance(asked, Search) and asked.key not in self.keys:
            job.stage = "loading"
            self.keys.add(asked.key)
        if not running.is_preparation:
            if self._worker.stop_flag is not None:
                self._worker.stop_flag[0] = 0
            self._watching.enter_context(job.stop_search.calling(self._stop))
        self._worker.post(pickle.dumps(asked))

    def end(self, error: Exception | None) -> None:
        """Terminate the worker; jobs get the error, or are cancelled."""
        self._worker.terminate()
        left, self._running = self._running, deque()
        self._watching.close()
        for running in left:
            if error is None:
                running.job.stop()
            else:
                running.answer(Answer(error=error))
            running.queue.task_done(running.task)

    def _receive(self, message: bytes) -> None:
        reply: Reply = pickle.loads(message)
        self.silence, self._is_loaded = 0, True
        if not self._running:
            return
        running = self._running[0]
        if isinstance(reply, Progress):
            self._is_heard, running.job.stage = True, "searching"
            running.job.report(reply)
            if running.job.stop_search.is_set and self._worker.stop_flag is None:
                self._stop_by_force(running)
        elif isinstance(reply, Answer):
            self._running.popleft()
            if not running.is_preparation:
                self._watching.close()
            running.answer(reply)
            self._pool.done(running)

    def _fail(self, text: str) -> None:
        self._pool.end(self, SpielbaumError(Message("an engine of this page has ended: {}", text)))

    def _stop(self) -> None:
        """Stop the search, at Stop and at Move now; called with the lock of the ``Stop`` held."""
        if self._worker.stop_flag is not None:
            self._worker.stop_flag[0] = 1
        else:
            asyncio.get_running_loop().call_soon(self._stop_by_force, self._running[-1])

    def _stop_by_force(self, running: _Running) -> None:
        """Terminate the worker of a search that was cancelled, or has a best move that can be played now."""
        best = running.best_so_far()
        if running not in self._running or not (running.job.future.cancelled() or best):
            return
        if best is not None:
            self._watching.close()
            running.answer(Answer(best))
        self._pool.end(self)
