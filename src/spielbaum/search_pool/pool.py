"""The search pool of a server: worker threads, and a thread that compiles."""

import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from spielbaum.game import Game, State
from spielbaum.players import PlayerSpec, refuse_unfit
from spielbaum.search.algorithms.choice import AlgorithmChoice
from spielbaum.search.searcher import Searcher
from spielbaum.search_pool.engines import Engines
from spielbaum.search_pool.fair_queue import FairQueue, Task
from spielbaum.search_pool.job_pool import JobPool, PoolLimits
from spielbaum.search_pool.requests import Request
from spielbaum.search_pool.search_job import Compilation, SearchJob
from spielbaum.search_pool.searcher_cache import SearcherCache, SearcherSpec

SWITCH_INTERVAL = 0.0005
"""Python's switch interval in seconds. With the default of 5 ms, searches noticeably exceed their time limits when
several threads run Python."""


NICE = 10
"""The niceness of searches on Linux, at least, so that clicks are answered while searches use all cores."""


class SearchPool(JobPool):
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
        super().__init__(limits)
        self._engines = Engines(engines or {})
        self.workers = max(1, workers or os.cpu_count() or 1)
        self._searchers = SearcherCache(self.limits.searchers, self.limits.table_bytes, kernels=self.limits.kernels)
        self._to_compile, self._to_search = FairQueue(), FairQueue(background=max(1, self.workers - 1))
        self._compilations: dict[tuple[int, AlgorithmChoice, str | None], Compilation] = {}
        queues = [self._to_compile, *[self._to_search] * self.workers]
        self._threads = [
            threading.Thread(target=self._work, args=(queue,), name=f"spielbaum-worker-{number}", daemon=True)
            for number, queue in enumerate(queues)
        ]
        self._switch_interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_INTERVAL)
        for thread in self._threads:
            thread.start()

    def _ask_engine(self, owner: str, game: Game, spec: PlayerSpec, states: Sequence[State]) -> SearchJob:
        """Return a job for another program, queued for a worker."""
        self._engines.refuse_unfit(game, spec)
        job = self._accepted(owner)

        def ask() -> None:
            job.stage = "searching"
            choice = self._engines.choose(game, spec, states)
            if job.future.set_running_or_notify_cancel():
                job.future.set_result(choice)

        self._to_search.put(Task(job, ask))
        return job

    def prepare(self, owner: str, game: Game, *, spec: PlayerSpec, name: str | None = None) -> SearchJob | None:
        """Compile the searcher of a player before its first search; the result of the job is None."""
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

    def _enqueue(self, job: SearchJob, spec: SearcherSpec, request: Request) -> None:
        """Queue a job for a worker if its searcher is cached, else for the compiler."""
        searcher = self._searchers.get(spec)
        if searcher is not None:
            self._to_search.put(Task(job, lambda: self._search(job, request, searcher)))
        else:
            self._await_compilation(job, spec, lambda: self._compile(job, spec, request))

    def _await_compilation(self, job: SearchJob, spec: SearcherSpec, run: Callable[[], None]) -> None:
        """Queue a job for the compiler; jobs that need the same searcher share the progress of its compilation."""
        with self._lock:
            job.compilation = self._compilations.setdefault(spec.key, Compilation())
        job.stage = "compiling"
        self._to_compile.put(Task(job, run))

    def _waiting(self) -> Counter[str]:
        return self._to_compile.waiting() + self._to_search.waiting()

    def _ahead(self, job: SearchJob) -> int:
        return self._to_search.ahead(job)

    def _work(self, queue: FairQueue) -> None:
        """Run the tasks of a queue until it is closed; an exception becomes the exception of its job."""
        if sys.platform == "linux":  # where a thread has a priority of its own, and those it starts inherit it
            niceness = max(NICE, os.getpriority(os.PRIO_PROCESS, 0))  # less than its own, no process may choose
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
        while task := queue.get():
            try:
                task.run()
            except Exception as error:
                if task.job.future.set_running_or_notify_cancel():
                    task.job.future.set_exception(error)
            finally:
                queue.task_done(task)

    def _compile(self, job: SearchJob, spec: SearcherSpec, request: Request) -> None:
        searcher = self._searcher(job, spec)
        job.stage = "waiting"
        self._to_search.put(Task(job, lambda: self._search(job, request, searcher)))

    def _searcher(self, job: SearchJob, spec: SearcherSpec) -> Searcher:
        assert job.compilation is not None
        job.compilation.begin()
        try:
            return self._searchers.get_or_compile(spec, job.compilation.report)
        finally:
            with self._lock:
                self._compilations.pop(spec.key, None)

    def _search(self, job: SearchJob, request: Request, searcher: Searcher) -> None:
        job.stage = "searching"
        answer = request.answer(searcher, job.report, job.stop_search)
        if job.future.set_running_or_notify_cancel():
            job.future.set_result(answer)
