"""The search pool: worker threads that search for many clients, and the limits of their searches."""

import os
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Self

from spielbaum.book import Book
from spielbaum.errors import BusyError, InputError
from spielbaum.game import Game, State
from spielbaum.players import HUMAN, Choice, PlayerSpec, RandomPlayer, refuse_unfit
from spielbaum.search.algorithms.choice import AlgorithmChoice, default_algorithm
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.search.searcher import Searcher
from spielbaum.search_pool.engines import Engines
from spielbaum.search_pool.fair_queue import FairQueue, Task
from spielbaum.search_pool.search_job import Compilation, SearchJob
from spielbaum.search_pool.searcher_cache import SearcherCache, SearcherSpec

MIB = 1 << 20


SWITCH_INTERVAL = 0.0005
"""Python's switch interval in seconds. With the default of 5 ms, searches noticeably exceed their time limits when
several threads run Python."""

STOP_OVERHEAD = 0.02
"""Seconds by which a search is stopped early, because noticing the stop and answering take time too."""


@dataclass(frozen=True, kw_only=True)
class PoolLimits:
    """The limits of each search, of the queues and of memory.

    Attributes
    ----------
    seconds
        The longest time of any search. A search limited by depth or nodes that has not ended by then answers with
        the best move of the last completed iteration.
    depth, nodes
        Larger limits are lowered to these.
    waiting_each, waiting
        The most jobs of one owner, and of all owners, that may wait; further ones are refused.
    table_bytes
        Memory for the transposition table of each worker.
    searchers
        The size of the cache of compiled searchers: one per game, algorithm and evaluation.
    kernels
        The most different searches that are compiled while the pool is open: machine code is never freed.
    """

    seconds: float = 30.0
    depth: int = 100
    nodes: int = 1_000_000_000
    waiting_each: int = 2
    waiting: int = 200
    table_bytes: int = 16 * MIB
    searchers: int = 64
    kernels: int = 100

    def clamp(self, spec: PlayerSpec) -> PlayerSpec:
        """Return a player with its limits lowered to those of the pool; without limits it gets one second per move.

        A search limited by depth alone becomes iterative deepening to that depth, so that there is a move when the
        time is up. Its move and value are those of a search to that depth.

        Raises
        ------
        InputError
            If the player is a human.
        """
        if spec.name == HUMAN:
            raise InputError("a human is not a player of the pool: name an algorithm, or random")
        if not spec.searches:
            return spec
        asked = spec.limits if spec.limits != Limits() else Limits(seconds=1)
        limits = Limits(
            depth=None if asked.depth is None else min(asked.depth, self.depth),
            seconds=min(asked.seconds or self.seconds, self.seconds),
            nodes=None if asked.nodes is None else min(asked.nodes, self.nodes),
            simulations=asked.simulations,
        )
        return replace(spec, limits=limits)


class SearchPool:
    """Worker threads that search for many clients, fairly and within limits.

    Each request returns a ``SearchJob`` at once. A searcher that is not cached is compiled first, by a separate thread,
    so that it delays no other search; then the job waits for a worker. Owners take turns. The clock of a search starts
    when the search does.

    Memory: each worker has one transposition table, and each running search a workspace of 4 MiB, most of it never
    touched: ``workers * (table_bytes + 4 MiB)``. Machine code adds 2 MiB for each kernel that was compiled in a
    subprocess, and about 10 MiB for one compiled in this process.

    Threads: all methods may be called from any thread. ``_lock`` guards the set of jobs; the two queues and the cache
    have their own locks. A future is completed by the worker that ran its job, or by the thread that cancels it, and
    its callbacks run in that thread.

    Parameters
    ----------
    limits
        The limits of the pool.
    workers
        The number of searches that run at once; by default the number of processors.
    engines
        Other programs that may play, by label.

    Examples
    --------
    >>> from spielbaum import games
    >>> from spielbaum.players import parse_player
    >>> game = games.load("tic-tac-toe")
    >>> with SearchPool(workers=1) as pool:
    ...     job = pool.choose("anna", game, spec=parse_player("alpha-beta:depth=9"), state=game.initial())
    ...     choice = job.future.result()
    >>> choice.action, choice.value, job.status().stage
    (0, 0, 'done')
    """

    def __init__(
        self,
        limits: PoolLimits | None = None,
        *,
        workers: int | None = None,
        engines: Mapping[str, PlayerSpec] | None = None,
    ) -> None:
        self.limits = limits or PoolLimits()
        self._engines = Engines(engines or {})
        self.workers = max(1, workers or os.cpu_count() or 1)
        self._searchers = SearcherCache(self.limits.searchers, self.limits.table_bytes, kernels=self.limits.kernels)
        self._to_compile, self._to_search = FairQueue(), FairQueue()
        self._jobs: dict[str, set[SearchJob]] = {}
        self._compilations: dict[tuple[int, AlgorithmChoice, str | None], Compilation] = {}
        self._lock = threading.Lock()
        queues = [self._to_compile, *[self._to_search] * self.workers]
        self._threads = [
            threading.Thread(target=self._work, args=(queue,), name=f"spielbaum-worker-{number}", daemon=True)
            for number, queue in enumerate(queues)
        ]
        self._switch_interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_INTERVAL)
        for thread in self._threads:
            thread.start()

    def choose(
        self,
        owner: str,
        game: Game,
        *,
        spec: PlayerSpec,
        state: State,
        history: Sequence[State] = (),
        seed: object = 0,
        book: Book | None = None,
        name: str | None = None,
    ) -> SearchJob:
        """Choose an action; the result of the job is a ``Choice``.

        Parameters
        ----------
        owner
            The client; the pool is fair between owners.
        game
            The game. Pass the same record every time: compiled searchers belong to it.
        spec
            The player. Its limits are lowered to those of the pool.
        state
            The position, not terminal.
        history
            The states before it.
        seed
            The seed of a random player, such as ``Session.random_seed``.
        book
            The opening book that a searching player consults first.
        name
            The game as on the command line. With it, the searcher is compiled in a subprocess.

        Raises
        ------
        InputError
            If the player is a human, or the game is over.
        BusyError
            If too many jobs of this owner, or of all owners, are waiting.
        SpielbaumError
            If the player cannot play the game. An error that shows only when the searcher is made becomes the
            exception of the job.
        """
        if spec.is_served or spec.is_engine:
            return self._ask_engine(owner, game, spec, (*history, state))
        spec = self._clamp(game, spec, state)
        if not spec.searches:
            job = SearchJob(owner, self._ahead)
            job.future.set_result(RandomPlayer(game, seed).choose(state))
            return job
        start = time.perf_counter()
        known = book.result(state) if book is not None else None
        if known is not None:
            assert known.action is not None
            job = SearchJob(owner, self._ahead)
            job.report(Progress.of(known))
            job.future.set_result(Choice(known.action, time.perf_counter() - start, known))
            return job

        def run(job: SearchJob, searcher: Searcher) -> Choice:
            late = job.stop_search.is_set  # stopped before it started: the best move at depth 1
            limits = searcher.algorithm.family.shortest(spec.limits) if late else spec.limits
            start = time.perf_counter()
            stop = None if late else job.stop_search
            result = searcher.search(state, limits, history=history, progress=job.report, stop=stop)
            job.report(Progress.of(result))
            assert result.action is not None
            return Choice(result.action, time.perf_counter() - start, result)

        return self._submit(owner, SearcherSpec.of(game, spec, name), run)

    def _ask_engine(self, owner: str, game: Game, spec: PlayerSpec, states: Sequence[State]) -> SearchJob:
        """Return a job for another program, queued for a worker."""
        self._engines.refuse_unfit(game, spec)
        with self._lock:
            self._refuse_if_busy(owner)
        job = self._new_job(owner)

        def ask() -> None:
            job.stage = "searching"
            choice = self._engines.choose(game, spec, states)
            if job.future.set_running_or_notify_cancel():
                job.future.set_result(choice)

        self._to_search.put(Task(job, ask))
        return job

    def analyse(
        self,
        owner: str,
        game: Game,
        *,
        spec: PlayerSpec,
        state: State,
        history: Sequence[State] = (),
        name: str | None = None,
    ) -> SearchJob:
        """Find the exact value and principal variation of every action; the result is a tuple of ``ActionLine``.

        The limits apply to all actions together. An algorithm that cannot search a single action is replaced by the
        default algorithm, which finds the same values.

        Raises
        ------
        InputError, BusyError, SpielbaumError
            As in ``choose``, and for a player that does not search.
        """
        spec = self._clamp(game, spec, state)
        if not spec.searches:
            raise InputError(f"{spec} does not search: name an algorithm, such as {default_algorithm(game)}")
        if not spec.for_game(game).algorithm.algorithm.splits:
            limits = replace(spec.limits, simulations=None)
            spec = PlayerSpec.of(default_algorithm(game, spec.evaluation), limits, spec.evaluation, spec.book)

        def run(job: SearchJob, searcher: Searcher) -> tuple[ActionLine, ...]:
            return searcher.action_values(
                state, spec.limits, history=history, progress=job.report, stop=job.stop_search
            )

        return self._submit(owner, SearcherSpec.of(game, spec, name), run)

    def prepare(self, owner: str, game: Game, *, spec: PlayerSpec, name: str | None = None) -> SearchJob | None:
        """Compile the searcher of a player before its first search; the result of the job is None.

        Parameters
        ----------
        owner, game, spec, name
            As in ``choose``.

        Returns
        -------
        SearchJob or None
            None if there is nothing to compile, or too many jobs are waiting.
        """
        wanted = SearcherSpec.of(game, spec, name) if spec.searches else None
        waiting = self._to_compile.waiting().total()
        if wanted is None or self._searchers.get(wanted) is not None or 2 * waiting >= self.limits.waiting:
            return None
        refuse_unfit(game, spec)

        def run() -> None:
            self._searcher(job, wanted)
            if job.future.set_running_or_notify_cancel():
                job.future.set_result(None)

        job = self._new_job(owner)
        self._await_compilation(job, wanted, run)
        return job

    def stop(self, owner: str) -> None:
        """Cancel all jobs of an owner."""
        with self._lock:
            jobs = list(self._jobs.get(owner, ()))
        for job in jobs:
            job.stop()

    def close(self) -> None:
        """Cancel all jobs and join the threads; a compilation in this process finishes first."""
        self._to_compile.close()
        self._to_search.close()
        with self._lock:
            owners = list(self._jobs)
        for owner in owners:
            self.stop(owner)  # first, or its compilation would fail because the cache is closed
        self._searchers.close()
        self._engines.close()
        for thread in self._threads:
            thread.join()
        sys.setswitchinterval(self._switch_interval)

    def __enter__(self) -> Self:
        """Return the pool itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the pool."""
        self.close()

    def _clamp(self, game: Game, spec: PlayerSpec, state: State) -> PlayerSpec:
        if game.is_terminal(state):
            raise InputError("the game is over: there is nothing to search")
        refuse_unfit(game, spec)
        spec = self.limits.clamp(spec)
        if spec.limits.seconds is None:
            return spec
        seconds = max(spec.limits.seconds - STOP_OVERHEAD, spec.limits.seconds / 2)
        return replace(spec, limits=replace(spec.limits, seconds=seconds))

    def _submit(self, owner: str, spec: SearcherSpec, run: Callable[[SearchJob, Searcher], Any]) -> SearchJob:
        """Return a new job, queued for a worker if its searcher is cached, else for the compiler."""
        with self._lock:
            self._refuse_if_busy(owner)
        job = self._new_job(owner)
        searcher = self._searchers.get(spec)
        if searcher is not None:
            self._to_search.put(Task(job, lambda: self._search(job, run, searcher)))
        else:
            self._await_compilation(job, spec, lambda: self._compile(job, spec, run))
        return job

    def _new_job(self, owner: str) -> SearchJob:
        job = SearchJob(owner, self._ahead)
        with self._lock:
            self._jobs.setdefault(owner, set()).add(job)
        job.future.add_done_callback(lambda _future: self._discard(job))
        return job

    def _await_compilation(self, job: SearchJob, spec: SearcherSpec, run: Callable[[], None]) -> None:
        """Queue a job for the compiler; jobs that need the same searcher share the progress of its compilation."""
        with self._lock:
            job.compilation = self._compilations.setdefault(spec.key, Compilation())
        job.stage = "compiling"
        self._to_compile.put(Task(job, run))

    def _refuse_if_busy(self, owner: str) -> None:
        waiting = self._to_compile.waiting() + self._to_search.waiting()
        if waiting[owner] >= self.limits.waiting_each:
            raise BusyError(f"{waiting[owner]} of your searches are waiting already: stop one, or wait for its answer")
        if waiting.total() >= self.limits.waiting:
            raise BusyError(f"{waiting.total()} searches are waiting already: try again in a moment")

    def _ahead(self, job: SearchJob) -> int:
        return self._to_search.ahead(job)

    def _discard(self, job: SearchJob) -> None:
        with self._lock:
            jobs = self._jobs.get(job.owner, set())
            jobs.discard(job)
            if not jobs:
                self._jobs.pop(job.owner, None)

    def _work(self, queue: FairQueue) -> None:
        """Run the tasks of a queue until it is closed; an exception becomes the exception of its job."""
        while task := queue.get():
            try:
                task.run()
            except Exception as error:
                if task.job.future.set_running_or_notify_cancel():
                    task.job.future.set_exception(error)
            finally:
                queue.task_done(task)

    def _compile(self, job: SearchJob, spec: SearcherSpec, run: Callable[[SearchJob, Searcher], Any]) -> None:
        searcher = self._searcher(job, spec)
        job.stage = "waiting"
        self._to_search.put(Task(job, lambda: self._search(job, run, searcher)))

    def _searcher(self, job: SearchJob, spec: SearcherSpec) -> Searcher:
        assert job.compilation is not None
        job.compilation.begin()
        try:
            return self._searchers.get_or_compile(spec, job.compilation.report)
        finally:
            with self._lock:
                self._compilations.pop(spec.key, None)

    def _search(self, job: SearchJob, run: Callable[[SearchJob, Searcher], Any], searcher: Searcher) -> None:
        job.stage = "searching"
        answer = run(job, searcher)
        if job.future.set_running_or_notify_cancel():
            job.future.set_result(answer)
