"""Playing games in parallel: units of games go to a pool of workers, and are retried if a worker dies."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Protocol, TypeVar

from spielbaum.arena.records import GameRecord
from spielbaum.arena.tournament import Pairing, Setup, end_engines
from spielbaum.arena.units import Queue, Unit, play_unit
from spielbaum.arena.worker_pool import COUNT_SECONDS, PoolFactory, WorkerPool, given, here
from spielbaum.errors import Message, SpielbaumError

ATTEMPTS = 3
"""The number of successive losses of workers, with no unit completed in between, at which a run fails."""

log = logging.getLogger(__name__)

Jobs = Iterable[tuple[Setup, Iterable[Pairing]]]
"""Setups with the games to play, in order."""

U = TypeVar("U")
R = TypeVar("R")


def played(
    setup: Setup,
    pairings: Iterable[Pairing],
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    over: Callable[[], bool] | None = None,
) -> Iterator[GameRecord]:
    """Play games and yield their records as they end; short games end several at a time.

    With depth or node limits the games do not depend on the machine or its load; only the order of the records depends
    on the workers.

    Parameters
    ----------
    setup, pairings
        The games to play.
    workers
        The number of processes, at most one per game; by default one per core. With 1, everything runs in this process.
    executor
        Runs the games instead of processes; it is not shut down.
    over
        Called after every game; returns whether to stop. Running games are completed. If given, games end one at a
        time.

    Raises
    ------
    SpielbaumError
        If workers die repeatedly. Yielded games are not lost.
    """
    waiting = list(pairings)
    make_pool = here(workers, most=len(waiting)) if executor is None else given(executor, workers)
    for _, games in played_units([(setup, waiting)], make_pool, over=over):
        yield from games


def played_units(
    jobs: Jobs,
    make_pool: PoolFactory,
    *,
    over: Callable[[], bool] | None = None,
    more: Callable[[], Jobs] = tuple,
) -> Iterator[tuple[Setup, list[GameRecord]]]:
    """Play the games of several setups, and yield the games of each unit as it ends.

    Parameters
    ----------
    jobs
        The games to play.
    make_pool
        The workers: `here`, `given` or `cluster` of `spielbaum.arena.worker_pool`.
    over
        As in `played`.
    more
        Called when all games are played; returns further ones.

    Raises
    ------
    SpielbaumError
        If workers are lost repeatedly. Yielded results are not lost.
    """
    queue = Queue(jobs) if over is None else Queue(jobs, largest=1)
    left = len(queue)
    try:
        for ended in spread(queue, play_unit, make_pool):
            for setup, games in _by_setup(ended).items():  # to be stored together
                queue.note(setup, games)
                yield setup, games
                left -= len(games)
                if over is not None and over():
                    queue.clear()
            if not left:
                queue.add(more())
                left = len(queue)
    finally:
        end_engines()


def _by_setup(ended: Sequence[tuple[Unit, list[GameRecord]]]) -> dict[Setup, list[GameRecord]]:
    found: dict[Setup, list[GameRecord]] = {}
    for unit, games in sorted(ended, key=lambda one: one[0].pairings[0].number):
        found.setdefault(unit.setup, []).extend(games)
    return found


class Units(Protocol[U]):
    """A queue of units of work."""

    def __len__(self) -> int: ...

    def take(self, workers: int, /) -> U:
        """Return the next unit, sized for a number of workers."""

    def put_back(self, unit: U, /) -> None:
        """Return a unit to the queue after the loss of its worker."""


def spread(queue: Units[U], work: Callable[[U], R], make_pool: PoolFactory) -> Iterator[list[tuple[U, R]]]:
    """Spread units of work over the workers of a pool, and yield the completed ones with their results.

    Units whose worker was lost are retried.

    Parameters
    ----------
    queue
        The units; yielded results may change the size of the next ones.
    work
        The work on a unit; its result must depend on the unit only.
    make_pool
        The workers.

    Raises
    ------
    SpielbaumError
        If workers are lost repeatedly. Yielded results are not lost.
    """
    losses = 0
    while queue:
        with make_pool(losses) as pool:
            try:
                for ended in _spread(pool, queue, work):
                    losses = 0
                    yield ended
            except pool.lost as error:
                losses += 1
                if losses == ATTEMPTS:
                    raise SpielbaumError(
                        Message(
                            "a worker ended unexpectedly ({}); run the same command to go on",
                            error or type(error).__name__,
                        )
                    ) from None
                log.warning("workers were lost; their units are retried")


def _spread(pool: WorkerPool, queue: Units[U], work: Callable[[U], R]) -> Iterator[list[tuple[U, R]]]:
    """Keep two units per worker running; put back incomplete ones."""
    running: dict[Future[R], U] = {}
    try:
        while queue or running:
            while queue and len(running) < 2 * pool.size() and not any(future.done() for future in running):
                _submit(pool, queue, work, running)
            ended, _ = wait(running, timeout=COUNT_SECONDS, return_when=FIRST_COMPLETED)
            if not ended:
                pool.check()
            found = [
                (running.pop(future), future.result())
                for future in ended
                if not future.cancelled() and future.exception() is None
            ]
            if found:
                yield found
            for future in ended & running.keys():  # their workers were lost, or they failed
                future.result()
    finally:
        for future, unit in running.items():
            if pool.outlived:
                future.cancel()
            queue.put_back(unit)


def _submit(pool: WorkerPool, queue: Units[U], work: Callable[[U], R], running: dict[Future[R], U]) -> None:
    unit = queue.take(pool.size())
    try:
        running[pool.executor.submit(work, unit)] = unit
    except BaseException:
        queue.put_back(unit)
        raise
