"""Worker pools that play games: this process, its child processes, any executor, or a Dask cluster."""

import asyncio
import contextlib
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

from spielbaum.errors import InputError, Message, SpielbaumError
from spielbaum.watchdog import HAS_THREADS

CONNECT_SECONDS = 6.0
"""Timeout of the first connection to a cluster."""

RETURN_SECONDS = 120.0
"""Timeout of a connection to a cluster that was lost."""

END_SECONDS = 5.0
"""Timeout of the end of a pool of processes that is left by an error or Ctrl-C."""

COUNT_SECONDS = 3.0
"""Seconds between two counts of a cluster's workers."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class WorkerPool:
    """Workers that are ready.

    Attributes
    ----------
    executor
        Takes units of games.
    size
        Returns the number of workers.
    lost
        The exceptions of a unit whose worker died; the unit may be tried again.
    check
        Called every few seconds while no unit ends. Logs a warning if no workers are left, and raises
        ``SpielbaumError`` if none returns in time.
    outlived
        Whether the executor outlives the pool. Pending units are then cancelled one by one. An executor that is shut
        down cancels its own: Python's pool of processes fails on futures that others cancelled while a worker dies.
    """

    executor: Executor
    size: Callable[[], int]
    lost: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
    check: Callable[[], None] = lambda: None
    outlived: bool = False


PoolFactory = Callable[[int], AbstractContextManager[WorkerPool]]
"""Makes a pool ready; its argument is the number of successive losses of workers."""


class _Here(Executor):
    """An executor that runs submitted calls immediately, in this process."""

    def submit(self, call: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        """Return a completed future."""
        future: Future[Any] = Future()
        try:
            future.set_result(call(*arguments, **options))
        except Exception as error:
            future.set_exception(error)
        return future


def given(executor: Executor, workers: int | None = None) -> PoolFactory:
    """Return the pool of any executor, which is not shut down."""
    return lambda _: contextlib.nullcontext(WorkerPool(executor, lambda: workers or os.cpu_count() or 1, outlived=True))


def here(workers: int | None = None, *, most: int | None = None) -> PoolFactory:
    """Return a pool of processes of this machine.

    Parameters
    ----------
    workers
        The number of processes; by default one per core. With 1, and in a browser, everything runs in this process.
    most
        An upper bound, such as the number of games.
    """
    count = workers or os.cpu_count() or 1
    count = count if most is None else min(count, max(1, most))
    return given(_Here(), 1) if count == 1 or not HAS_THREADS else lambda _: _processes(count)


@contextmanager
def _processes(count: int) -> Iterator[WorkerPool]:
    """Start processes that end with this one and leave Ctrl-C to it."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    executor = ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)
    try:
        yield WorkerPool(executor, lambda: count)
    except BaseException:
        ended = threading.Thread(target=executor.shutdown, kwargs={"cancel_futures": True}, daemon=True)
        ended.start()
        for child in multiprocessing.active_children():
            child.terminate()
        ended.join(END_SECONDS)
        raise
    executor.shutdown()


def sharing(count: int, stop: Callable[[], None]) -> PoolFactory:
    """Return a pool of threads of this process, for work that shares its memory and does not hold Python's lock.

    Parameters
    ----------
    count
        The number of threads; in a browser there is one.
    stop
        Asks running work to end; called repeatedly when an error or Ctrl-C leaves the pool.
    """
    return (lambda _: _threads(count, stop)) if HAS_THREADS else given(_Here(), 1)


@contextmanager
def _threads(count: int, stop: Callable[[], None]) -> Iterator[WorkerPool]:
    executor = ThreadPoolExecutor(count)
    try:
        yield WorkerPool(executor, lambda: count)
    except BaseException:
        ended = threading.Thread(target=executor.shutdown, kwargs={"cancel_futures": True}, daemon=True)
        ended.start()
        while ended.is_alive():
            stop()
            ended.join(0.1)
        raise
    executor.shutdown()


def _begin() -> None:
    """Set up a worker: it ignores Ctrl-C and ends with its parent."""
    import multiprocessing

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)


def cluster(address: str) -> PoolFactory:
    """Return the pool of a Dask cluster, whose workers need the same Spielbaum, and game files under the same paths.

    Parameters
    ----------
    address
        The address of its scheduler, such as ``tcp://host:8786``.
    """
    return lambda losses: _dask(address, RETURN_SECONDS if losses else CONNECT_SECONDS)


@contextmanager
def _dask(address: str, patience: float) -> Iterator[WorkerPool]:
    """Connect to a scheduler; Dask is imported only here."""
    try:
        from distributed import Client
        from distributed.comm import connect
        from distributed.scheduler import KilledWorker
    except ImportError as error:
        raise InputError(Message("a cluster needs Dask: pip install 'spielbaum[cluster]'")) from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # lost work is retried, or reported in a sentence
    if patience > CONNECT_SECONDS:
        log.warning("waiting for the Dask scheduler at %s and a worker, for up to %g s", address, patience)
    deadline = time.monotonic() + patience
    with ThreadPoolExecutor(1) as thread:  # this thread may already run a loop, as in notebooks
        thread.submit(_knock, connect, address, patience).result()
    client = Client(address, timeout=patience, set_as_default=False)
    try:
        _await_workers(client, address, deadline)
        workers = _Workers(client, address)
        lost = (CancelledError, KilledWorker, OSError)
        yield WorkerPool(client.get_executor(pure=False), workers.size, lost, workers.check, outlived=True)
    finally:
        with contextlib.suppress(Exception):
            client.close(timeout=2)


class _Workers:
    """The workers of a cluster, which come and go.

    Parameters
    ----------
    client, address
        The client and the address of the scheduler.
    """

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        self._count, self._counted = 0, -COUNT_SECONDS
        self._gone: float | None = None

    def size(self) -> int:
        """Return the number of workers, at least 1."""
        if time.monotonic() >= self._counted + COUNT_SECONDS:
            self._count, self._counted = sum(self._client.nthreads().values()), time.monotonic()
            if self._count and self._gone is not None:
                self._gone = None
                log.warning("the Dask cluster at %s has workers again", self._address)
        return max(1, self._count)

    def check(self) -> None:
        """Warn when all workers are gone; raise ``SpielbaumError`` if none comes back in time."""
        self.size()
        if not self._count and self._gone is None:
            self._gone = self._counted
            log.warning(
                "the Dask cluster at %s has no workers left; waiting for one, for up to %g s",
                *(self._address, RETURN_SECONDS),
            )
        elif self._gone is not None and time.monotonic() > self._gone + RETURN_SECONDS:
            raise SpielbaumError(
                Message(
                    "the Dask cluster at {} has had no workers for {:g} s; start some, and run the same "
                    "command to go on",
                    self._address,
                    RETURN_SECONDS,
                )
            )


def _knock(connect: Callable[..., Any], address: str, patience: float) -> None:
    """Test that a scheduler answers before a client is made: closing one that cannot connect takes a long time."""

    async def knock() -> None:
        comm = await connect(address, timeout=patience)
        await comm.close()

    try:
        asyncio.run(knock())
    except OSError as error:
        raise InputError(Message("no Dask scheduler answers at {} within {:g} s", address, patience)) from error
    except Exception as error:  # any answer of another kind of server, or an invalid address
        raise InputError(
            Message("there is no Dask scheduler at {!r} ({}); its address is written tcp://host:8786", address, error)
        ) from error


def _await_workers(client: Any, address: str, deadline: float) -> None:
    """Wait for the first worker until the deadline, and at least two seconds."""
    patience = max(2.0, deadline - time.monotonic())
    try:
        client.wait_for_workers(1, timeout=patience)
    except (OSError, TimeoutError) as error:
        raise InputError(Message("the Dask scheduler at {} has no workers", address)) from error
