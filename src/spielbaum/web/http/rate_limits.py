"""Rate limits for expensive requests, and a queue that runs requests one at a time."""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from spielbaum.web.http.errors import WebError

MAX_ADDRESSES = 10_000
"""The most addresses that are remembered; the least recently seen is forgotten first."""


class RateLimiter:
    """A token bucket for each network address.

    Parameters
    ----------
    per_minute
        The most requests from an address per minute, and in one burst.
    clock
        Returns the time in seconds.

    Examples
    --------
    >>> limiter = RateLimiter(60, clock=lambda: 0.0)
    >>> [limiter.allow("192.0.2.1") for _ in range(61)].count(True)
    60
    """

    def __init__(self, per_minute: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_minute = per_minute
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, address: str) -> bool:
        """Count a request; return whether it is within the limit."""
        now = self._clock()
        level, since = self._levels.pop(address, (float(self.per_minute), now))
        level = min(self.per_minute, level + (now - since) * self.per_minute / 60)
        taken = level >= 1
        self._levels[address] = (level - taken, now)
        if len(self._levels) > MAX_ADDRESSES:
            self._levels.popitem(last=False)
        return taken

    def check(self, address: str) -> None:
        """Count a request.

        Raises
        ------
        WebError
            429 if it exceeds the limit.
        """
        if not self.allow(address):
            raise WebError(429, "too-often", count=self.per_minute)


class WindowLimit:
    """A limit on the open windows of each network address, and so on its concurrent searches.

    Parameters
    ----------
    each
        The most open windows of an address.
    """

    def __init__(self, each: int) -> None:
        self._each = each
        self._open: Counter[str] = Counter()

    def open(self, address: str) -> None:
        """Count a window that opens.

        Raises
        ------
        WebError
            429 if the address has too many open.
        """
        if self._open[address] >= self._each:
            raise WebError(429, "too-many-windows", count=self._each)
        self._open[address] += 1

    def close(self, address: str) -> None:
        """Count a window that closes."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class SerialQueue:
    """Runs one block of code at a time, with a limit on those that wait.

    Parameters
    ----------
    max_waiting
        The most blocks that may wait.
    """

    def __init__(self, max_waiting: int) -> None:
        self._max_waiting = max_waiting
        self._waiting = 0
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn and hold it during the block.

        Raises
        ------
        WebError
            503 if too many are waiting.
        """
        if self._waiting >= self._max_waiting:
            raise WebError(503, "busy")
        self._waiting += 1
        try:
            await self._lock.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._lock.release()
