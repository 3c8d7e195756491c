"""What all search pools share: requests become jobs, within the limits of the pool."""

import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from spielbaum.errors import BusyError, InputError, Message
from spielbaum.game import Game, State
from spielbaum.players import HUMAN, Choice, PlayerSpec, RandomPlayer, drawn_by_noise, refuse_unfit
from spielbaum.search.algorithms.choice import default_algorithm
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress
from spielbaum.search_pool.requests import AnalysisRequest, ChoiceRequest, Request, samples
from spielbaum.search_pool.search_job import ANSWER, BACKGROUND, MOVE, SearchJob
from spielbaum.search_pool.searcher_cache import SearcherSpec
from spielbaum.tablebase import Known

MIB = 1 << 20

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
            raise InputError(Message("a human is not a player of the pool: name an algorithm, or random"))
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


def analyst(game: Game, spec: PlayerSpec) -> PlayerSpec:
    """Return the player that analyses for another: itself, or the default algorithm if it cannot value every action."""
    algorithm = spec.for_game(game).algorithm.algorithm
    if algorithm.splits or (samples(algorithm) and game.is_duel):
        return spec
    limits = replace(spec.limits, simulations=None)
    return PlayerSpec.of(default_algorithm(game, spec.evaluation), limits, spec.evaluation, spec.book)


class JobPool(ABC):
    """A pool that searches for many clients, fairly and within limits.

    Each request returns a ``SearchJob`` at once.

    Parameters
    ----------
    limits
        The limits of the pool.
    """

    def __init__(self, limits: PoolLimits | None) -> None:
        self.limits = limits or PoolLimits()
        self._jobs: dict[str, set[SearchJob]] = {}
        self._lock = threading.Lock()

    def share(self, path: Path) -> None:  # noqa: B027 - most engines read the same files
        """Give the file of a game to the engines, if they cannot read it."""

    def choose(
        self,
        owner: str,
        game: Game,
        *,
        spec: PlayerSpec,
        state: State,
        history: Sequence[State] = (),
        seed: object = 0,
        book: Known | None = None,
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
            The seed of random moves, such as ``Session.random_seed``.
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
        drawn = RandomPlayer(game, seed).choose(state) if not spec.searches else None
        drawn = drawn or drawn_by_noise(game, state, spec.noise, seed)
        if drawn is not None:
            job = SearchJob(owner, self._ahead)
            job.future.set_result(drawn)
            return job
        start = time.perf_counter()
        known = book.result(state) if book is not None else None
        if known is not None:
            assert known.action is not None
            job = SearchJob(owner, self._ahead)
            job.report(Progress.of(known))
            job.future.set_result(Choice(known.action, time.perf_counter() - start, known))
            return job
        request = ChoiceRequest(state, spec.limits, tuple(history))
        return self._submit(owner, SearcherSpec.of(game, spec, name), request)

    def analyse(
        self,
        owner: str,
        game: Game,
        *,
        spec: PlayerSpec,
        state: State,
        history: Sequence[State] = (),
        name: str | None = None,
        rank: int = ANSWER,
    ) -> SearchJob:
        """Find the exact value and principal variation of every action; the result is a tuple of ``ActionLine``.

        The limits apply to all actions together. An algorithm that cannot search a single action is replaced by the
        default algorithm, which finds the same values. With the rank ``BACKGROUND`` it delays no other search: it is
        never refused, begins when no other waits, and ends early when another finds no worker.

        Raises
        ------
        InputError, BusyError, SpielbaumError
            As in ``choose``, and for a player that does not search.
        """
        spec = self._clamp(game, spec, state)
        if not spec.searches:
            raise InputError(
                Message("{} does not search: name an algorithm, such as {}", spec, default_algorithm(game))
            )
        spec = analyst(game, spec)
        request = AnalysisRequest(state, spec.limits, tuple(history))
        return self._submit(owner, SearcherSpec.of(game, spec, name), request, rank)

    @abstractmethod
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

    def call(self, function: Callable[..., Any], *arguments: Any) -> SearchJob | None:  # noqa: ARG002 - as every pool
        """Call a function that takes long, away from the event loop; the result of the job is what it returns.

        Parameters
        ----------
        function, arguments
            A function of a module, and its arguments; they can be pickled.

        Returns
        -------
        SearchJob or None
            None if the pool only searches: then a thread should call the function.
        """
        return None

    def stop(self, owner: str) -> None:
        """Cancel all jobs of an owner."""
        with self._lock:
            jobs = list(self._jobs.get(owner, ()))
        for job in jobs:
            job.stop()

    @abstractmethod
    def close(self) -> None:
        """Cancel all jobs and end all workers."""

    def __enter__(self) -> Self:
        """Return the pool itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the pool."""
        self.close()

    @abstractmethod
    def _ask_engine(self, owner: str, game: Game, spec: PlayerSpec, states: Sequence[State]) -> SearchJob:
        """Return a job for another program."""

    @abstractmethod
    def _enqueue(self, job: SearchJob, spec: SearcherSpec, request: Request) -> None:
        """Queue a job for a worker."""

    @abstractmethod
    def _waiting(self) -> Counter[str]:
        """Return the number of waiting jobs of each owner."""

    @abstractmethod
    def _ahead(self, job: SearchJob) -> int:
        """Return the number of jobs that will start before a waiting one."""

    def _clamp(self, game: Game, spec: PlayerSpec, state: State) -> PlayerSpec:
        if game.is_terminal(state):
            raise InputError(Message("the game is over: there is nothing to search"))
        refuse_unfit(game, spec)
        spec = self.limits.clamp(spec)
        if spec.limits.seconds is None:
            return spec
        seconds = max(spec.limits.seconds - STOP_OVERHEAD, spec.limits.seconds / 2)
        return replace(spec, limits=replace(spec.limits, seconds=seconds))

    def _submit(self, owner: str, spec: SearcherSpec, request: Request, rank: int = MOVE) -> SearchJob:
        job = self._accepted(owner, rank)
        self._enqueue(job, spec, request)
        return job

    def _accepted(self, owner: str, rank: int = MOVE) -> SearchJob:
        """Return a new job of an owner, unless it has too many; those in the background do not count."""
        if rank < BACKGROUND:
            with self._lock:
                self._refuse_if_busy(owner)
        return self._new_job(owner, rank)

    def _new_job(self, owner: str, rank: int = MOVE) -> SearchJob:
        job = SearchJob(owner, self._ahead, rank=rank)
        with self._lock:
            self._jobs.setdefault(owner, set()).add(job)
        job.future.add_done_callback(lambda _future: self._discard(job))
        return job

    def _refuse_if_busy(self, owner: str) -> None:
        waiting = self._waiting()
        if waiting[owner] >= self.limits.waiting_each:
            raise BusyError(
                Message("{} of your searches are waiting already: stop one, or wait for its answer", waiting[owner])
            )
        if waiting.total() >= self.limits.waiting:
            raise BusyError(Message("{} searches are waiting already: try again in a moment", waiting.total()))

    def _discard(self, job: SearchJob) -> None:
        with self._lock:
            jobs = self._jobs.get(job.owner, set())
            jobs.discard(job)
            if not jobs:
                self._jobs.pop(job.owner, None)
