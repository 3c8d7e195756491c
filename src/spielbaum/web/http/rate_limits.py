"""How often somebody may ask for what is dear, in buckets of tokens, and a queue in which all have their turn."""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from spielbaum.web.http.errors import WebError

KNOWN = 10_000
"""So many addresses are remembered; the one that was seen longest ago is forgotten first."""


class Buckets:
    """Tokens that come back with time.

    Parameters
    ----------
    per_minute
        So many an address may take in a minute, and as many at once.
    clock
        Returns seconds.

    Examples
    --------
    >>> buckets = Buckets(60, clock=lambda: 0.0)
    >>> [buckets.take("somebody") for _ in range(61)].count(True)
    60
    """

    def __init__(self, per_minute: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_minute = per_minute
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token and return True, or return False if there is none left."""
        now = self._clock()
        level, since = self._levels.pop(address, (float(self.per_minute), now))
        level = min(self.per_minute, level + (now - since) * self.per_minute / 60)
        taken = level >= 1
        self._levels[address] = (level - taken, now)
        if len(self._levels) > KNOWN:
            self._levels.popitem(last=False)
        return taken

    def demand(self, address: str) -> None:
        """Take a token.

        Raises
        ------
        WebError
            429 if there is none left.
        """
        if not self.take(address):
            raise WebError(429, "too-often", count=self.per_minute)


class Windows:
    """How many windows each address has open; a game in which an engine thinks has at least one.

    Parameters
    ----------
    each
        So many an address may have.
    """

    def __init__(self, each: int) -> None:
        self._each = each
        self._open: Counter[str] = Counter()

    def open(self, address: str) -> None:
        """Count one more of an address.

        Raises
        ------
        WebError
            429 if it has too many.
        """
        if self._open[address] >= self._each:
            raise WebError(429, "too-many-windows", count=self._each)
        self._open[address] += 1

    def close(self, address: str) -> None:
        """Count one less."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class Queue:
    """Lets one after the other do what would take the whole machine.

    Parameters
    ----------
    most
        So many may wait.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting = 0
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for one's turn, which lasts as long as the block.

        Raises
        ------
        WebError
            503 if too many wait already.
        """
        if self._waiting >= self._most:
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
