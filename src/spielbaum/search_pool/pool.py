"""The search pool: threads that search for many people at once, and the limits they search within."""

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
from spielbaum.search.algorithms.registry import default_algorithm, find_algorithm
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.search.driver.searcher import Searcher
from spielbaum.search_pool.fair_queue import FairQueue, Task
from spielbaum.search_pool.guests import Guests
from spielbaum.search_pool.search_job import Compilation, SearchJob
from spielbaum.search_pool.searcher_cache import SearcherCache, SearcherSpec

MIB = 1 << 20


SWITCH_INTERVAL = 0.0005
"""Seconds after which a thread that runs Python lets another one run. With Python's own 5 ms, several times over,
searches would overstep their time limits visibly."""

STOP_OVERHEAD = 0.02
"""Seconds by which a search is stopped before its time limit: noticing the stop and answering take time too."""


@dataclass(frozen=True, kw_only=True)
class PoolLimits:
    """What one search may use, how many may wait, and how much memory the pool takes.

    Attributes
    ----------
    seconds
        The longest time of any search. One that is limited by depth or nodes and has not ended by then answers with
        the best move of the deepest iteration that was completed.
    depth, nodes
        Larger limits are lowered to these.
    waiting_each, waiting
        How many jobs of one owner, and of all, may wait; more are refused.
    table_bytes
        Memory for the transposition table of each worker.
    searchers
        How many compiled searchers, one for each game, algorithm and evaluation, are kept ready.
    kernels
        How many different searches are compiled as long as the pool is open: machine code is never freed.
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
        """Return a player whose limits are lowered to what is allowed; one without limits gets a second a move.

        A search that has only a depth limit becomes an iterative deepening up to it, so that there is a move when the
        time is up. Move and value are those of a search to that depth.

        Raises
        ------
        InputError
            If the player is a human.
        """
        if spec.name == HUMAN:
            raise InputError("a human does not think here: name an algorithm, or random")
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
    """Worker threads that search for many people, fairly and within limits.

    Each request returns a ``SearchJob`` at once. A search that is not cached is compiled first, by a thread of its own,
    so that it holds up nobody else; then it waits for a worker. Owners take turns. Time counts from the moment a search
    starts.

    Memory: each worker has one transposition table, and each running search a workspace of 4 MiB, most of it never
    touched: ``workers * (table_bytes + 4 MiB)``. Machine code adds 2 MiB for each kernel that was compiled in a
    subprocess, and about 10 MiB for one compiled in this process.

    Threads: all methods may be called from any thread. ``_lock`` guards the set of jobs; the two queues and the cache
    have locks of their own. A future is completed by the worker that ran its job, or by whoever cancels it, and its
    callbacks run in that thread.

    Parameters
    ----------
    limits
        What may be asked for.
    workers
        How many searches run at once; by default as many as there are processors.
    engines
        Other programs that may be asked, by label; no others are.

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
        self._guests = Guests(engines or {})
        self.workers = max(1, workers or os.cpu_count() or 1)
        self._searchers = SearcherCache(self.limits.searchers, self.limits.table_bytes, kernels=self.limits.kernels)
        self._to_compile, self._to_search = FairQueue(), FairQueue()
        self._jobs: dict[str, set[SearchJob]] = {}
        self._compilations: dict[tuple[int, str, str | None], Compilation] = {}
        self._lock = threading.Lock()
        queues = [self._to_compile, *[self._to_search] * self.workers]
        self._threads = [
            threading.Thread(target=self._work, args=(queue,), name=f"spielbaum-engine-{number}", daemon=True)
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
        """Let a player choose an action; the result of the job is a ``Choice``.

        Parameters
        ----------
        owner
            On whose behalf; the pool is fair between owners.
        game
            The game. Pass the same record every time: compiled searches belong to it.
        spec
            The player; its limits are lowered to those of the pool.
        state
            The position; not a terminal state.
        history
            The states before it.
        seed
            Seed of a player who plays at random, such as ``Session.random_seed``.
        book
            Where a player who searches looks the position up first.
        name
            The game as on the command line; with it, what has to be compiled is compiled in a subprocess.

        Raises
        ------
        InputError
            If the player is a human, or the game is over.
        BusyError
            If too many jobs of this owner, or of all, wait already.
        SpielbaumError
            If the player cannot play the game. What shows only when the search is made becomes the job's exception.
        """
        if spec.is_served or spec.is_engine:
            return self._ask_guest(owner, game, spec, (*history, state))
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
            late = job.stop_search.is_set  # before it started: then the best move at depth 1
            limits = searcher.algorithm.family.shortest(spec.limits) if late else spec.limits
            start = time.perf_counter()
            stop = None if late else job.stop_search
            result = searcher.search(state, limits, history=history, progress=job.report, stop=stop)
            job.report(Progress.of(result))
            assert result.action is not None
            return Choice(result.action, time.perf_counter() - start, result)

        return self._submit(owner, SearcherSpec.of(game, spec, name), run)

    def _ask_guest(self, owner: str, game: Game, spec: PlayerSpec, states: Sequence[State]) -> SearchJob:
        """Return the job of another program, queued for a worker."""
        self._guests.refuse_unfit(game, spec)
        with self._lock:
            self._refuse_if_busy(owner)
        job = self._new_job(owner)

        def ask() -> None:
            job.stage = "searching"
            choice = self._guests.choose(game, spec, states)
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
        """Find the exact value and the line of every action; the result of the job is a tuple of ``ActionLine``.

        The limits are for all actions together. An algorithm that cannot search a single action is replaced by the
        default one, which finds the same values.

        Raises
        ------
        InputError, BusyError, SpielbaumError
            As in ``choose``; also for a player who does not search.
        """
        spec = self._clamp(game, spec, state)
        if not spec.searches:
            raise InputError(f"{spec} does not search: name an algorithm, such as {default_algorithm(game)}")
        if not find_algorithm(spec.name).splits:
            limits = replace(spec.limits, simulations=None)
            spec = replace(spec, name=default_algorithm(game, spec.evaluation), options=(), limits=limits)

        def run(job: SearchJob, searcher: Searcher) -> tuple[ActionLine, ...]:
            return searcher.action_values(
                state, spec.limits, history=history, progress=job.report, stop=job.stop_search
            )

        return self._submit(owner, SearcherSpec.of(game, spec, name), run)

    def prepare(self, owner: str, game: Game, *, spec: PlayerSpec, name: str | None = None) -> SearchJob | None:
        """Compile what a player will search with, ahead of its first search; the result of the job is None.

        Parameters
        ----------
        owner, game, spec, name
            As in ``choose``.

        Returns
        -------
        SearchJob or None
            None if there is nothing to compile, or too many jobs wait already.
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
        """Cancel all jobs and join the threads; one that is compiling in this process finishes that first."""
        self._to_compile.close()
        self._to_search.close()
        with self._lock:
            owners = list(self._jobs)
        for owner in owners:
            self.stop(owner)  # before its compilation fails for what is closed
        self._searchers.close()
        self._guests.close()
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
            raise InputError("the game is over: there is nothing to think about")
        refuse_unfit(game, spec)
        spec = self.limits.clamp(spec)
        if spec.limits.seconds is None:
            return spec
        seconds = max(spec.limits.seconds - STOP_OVERHEAD, spec.limits.seconds / 2)
        return replace(spec, limits=replace(spec.limits, seconds=seconds))

    def _submit(self, owner: str, spec: SearcherSpec, run: Callable[[SearchJob, Searcher], Any]) -> SearchJob:
        """Return a new job, queued for the compiler or, if its searcher is cached, for a worker."""
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
        """Queue a job for the compiler; jobs that need the same searcher share its progress."""
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
        """Run the tasks of a queue until it is closed; an exception becomes the result of its job."""
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
            return self._searchers.get_or_compile(spec, job.compilation.tell)
        finally:
            with self._lock:
                self._compilations.pop(spec.key, None)

    def _search(self, job: SearchJob, run: Callable[[SearchJob, Searcher], Any], searcher: Searcher) -> None:
        job.stage = "searching"
        answer = run(job, searcher)
        if job.future.set_running_or_notify_cancel():
            job.future.set_result(answer)
