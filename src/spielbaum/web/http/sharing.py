"""Results that simultaneous requests share: a class that opens a page together costs what one visitor costs."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Shared:
    """The latest results by key. Requests that come while a result is made wait for it.

    Parameters
    ----------
    size
        The most results that are kept; the least recently used is dropped first.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._made: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the result for a key; it is made unless it is known. An error is raised for all, and not kept."""
        task = self._made.get(key)
        if task is None:
            task = self._made[key] = asyncio.ensure_future(_awaited(make))
            task.add_done_callback(lambda done: self._forget(key, done))
            if len(self._made) > self._size:
                self._made.popitem(last=False)
        else:
            self._made.move_to_end(key)
        found: T = await asyncio.shield(task)  # a visitor who leaves must not end it for the others
        return found

    def __contains__(self, key: Hashable) -> bool:
        """Return whether the result for a key is known, or is being made."""
        return key in self._made

    def _forget(self, key: Hashable, done: asyncio.Task[Any]) -> None:
        if (done.cancelled() or done.exception()) and self._made.get(key) is done:
            del self._made[key]


async def _awaited(make: Callable[[], Awaitable[T]]) -> T:
    return await make()
