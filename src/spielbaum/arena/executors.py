"""Playing games side by side, in units, by whoever works; units whose worker is lost are tried again."""

import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait

from spielbaum.arena.records import GameRecord
from spielbaum.arena.staff import COUNT_SECONDS, Hire, Staff, given, here
from spielbaum.arena.tournament import Pairing, Setup
from spielbaum.arena.units import Queue, Unit, play_unit
from spielbaum.errors import SpielbaumError

ATTEMPTS = 3
"""So often in succession workers may be lost, without a single unit that ends between."""

log = logging.getLogger(__name__)


def played(
    setup: Setup,
    pairings: Iterable[Pairing],
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    over: Callable[[], bool] | None = None,
) -> Iterator[GameRecord]:
    """Play games and yield their records as they end; short games come several at a time.

    With depth or node limits a game is the same wherever and beside whatever it is played; only the order of the
    records depends on the workers.

    Parameters
    ----------
    setup, pairings
        What is to be played.
    workers
        How many processes; one for each core without it, and never more than there are games. With 1, everything
        happens in this process.
    executor
        Instead of processes of our own; it is not shut down.
    over
        Asked after every game whether the others need not be played; those under way are. Then games come one at a
        time.

    Raises
    ------
    SpielbaumError
        If workers die again and again. What was yielded is not lost.
    """
    waiting = list(pairings)
    hire = here(workers, most=len(waiting)) if executor is None else given(executor, workers)
    for _, games in played_units([(setup, waiting)], hire, over=over):
        yield from games


def played_units(
    jobs: Iterable[tuple[Setup, Iterable[Pairing]]], hire: Hire, *, over: Callable[[], bool] | None = None
) -> Iterator[tuple[Setup, list[GameRecord]]]:
    """Play the games of several setups, and yield those of units as they end.

    Parameters
    ----------
    jobs
        What is to be played.
    hire
        Who plays: `here`, `given` or `cluster` of `spielbaum.arena.staff`.
    over
        As in `played`.

    Raises
    ------
    SpielbaumError
        If workers are lost again and again. What was yielded is not lost.
    """
    queue = Queue(jobs) if over is None else Queue(jobs, largest=1)
    losses = 0
    while queue:
        with hire(losses) as staff:
            try:
                for setup, games in _spread(staff, queue):
                    losses = 0
                    yield setup, games
                    if over is not None and over():
                        queue.clear()
            except staff.lost as error:
                losses += 1
                if losses == ATTEMPTS:
                    raise SpielbaumError(
                        f"a worker ended unexpectedly ({error or type(error).__name__}); run the same command to go on"
                    ) from None
                log.warning("workers were lost; what they had not brought back is played again")


def _spread(staff: Staff, queue: Queue) -> Iterator[tuple[Setup, list[GameRecord]]]:
    """Keep twice as many units under way as there are workers; put back what did not end."""
    running: dict[Future[list[GameRecord]], Unit] = {}
    try:
        while queue or running:
            while queue and len(running) < 2 * staff.size() and not any(future.done() for future in running):
                _submit(staff, queue, running)
            ended, _ = wait(running, timeout=COUNT_SECONDS, return_when=FIRST_COMPLETED)
            if not ended:
                staff.check()
            yield from _gather(ended, queue, running).items()
            for future in ended & running.keys():  # their workers are lost, or something is wrong
                future.result()
    finally:
        for future, unit in running.items():
            future.cancel()
            queue.put_back(unit)


def _gather(
    ended: set[Future[list[GameRecord]]], queue: Queue, running: dict[Future[list[GameRecord]], Unit]
) -> dict[Setup, list[GameRecord]]:
    """Take the units that ended well from those under way, and return their games by setup, to be stored together."""
    found: dict[Setup, list[GameRecord]] = {}
    for future in sorted(ended, key=lambda one: running[one].pairings[0].number):
        if not future.cancelled() and future.exception() is None:
            unit, games = running.pop(future), future.result()
            queue.note(unit.setup, games)
            found.setdefault(unit.setup, []).extend(games)
    return found


def _submit(staff: Staff, queue: Queue, running: dict[Future[list[GameRecord]], Unit]) -> None:
    unit = queue.take(staff.size())
    try:
        running[staff.executor.submit(play_unit, unit)] = unit
    except BaseException:
        queue.put_back(unit)
        raise
