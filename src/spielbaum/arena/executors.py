"""Playing the games of a tournament side by side, in processes or with any executor."""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for

from spielbaum.arena.records import GameRecord
from spielbaum.arena.tournament import Pairing, Setup, play_pairing
from spielbaum.errors import SpielbaumError


def played(
    setup: Setup, pairings: Iterable[Pairing], *, workers: int | None = None, executor: Executor | None = None
) -> Iterator[GameRecord]:
    """Play games and yield their records as they end.

    With depth or node limits a game is the same wherever and beside whatever it is played; only the order of the
    records depends on the workers.

    Parameters
    ----------
    setup, pairings
        What is to be played.
    workers
        How many processes; one for each core without it. With 1, everything happens in this process.
    executor
        Instead of processes of our own; it is not shut down.

    Raises
    ------
    SpielbaumError
        If a worker dies. What was yielded is not lost.
    """
    count = workers or os.cpu_count() or 1
    if executor is not None:
        yield from _spread(executor, setup, pairings, count)
    elif count == 1:
        for pairing in pairings:
            yield play_pairing(setup, pairing)
    else:
        with _processes(count) as own:
            yield from _spread(own, setup, pairings, count)


def _spread(executor: Executor, setup: Setup, pairings: Iterable[Pairing], count: int) -> Iterator[GameRecord]:
    """Keep twice as many games waiting as there are workers."""
    left = iter(pairings)
    running: set[Future[GameRecord]] = set()
    try:
        while True:
            for pairing in left:
                running.add(executor.submit(play_pairing, setup, pairing))
                if len(running) >= 2 * count:
                    break
            if not running:
                return
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            yield from sorted((future.result() for future in ended), key=lambda record: record.number)
    except (BrokenProcessPool, CancelledError) as error:
        raise SpielbaumError(f"a worker process ended unexpectedly ({error}); run the same command to go on") from None
    finally:
        for future in running:
            future.cancel()


@contextlib.contextmanager
def _processes(count: int) -> Iterator[Executor]:
    """Fresh processes, which end with this one and leave Ctrl-C to it."""
    executor = ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()
        raise
    executor.shutdown()


def _begin() -> None:
    """Set up a worker: Ctrl-C is for the parent, and a worker without a parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait_for([sentinel])
    os._exit(1)
