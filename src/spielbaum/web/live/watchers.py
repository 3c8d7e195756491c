"""The event streams that wait for changes of something."""

import asyncio
from collections.abc import AsyncGenerator, Callable


class Watchers:
    """The event streams of a game or a class. They belong to the event loop."""

    def __init__(self) -> None:
        self._woken: set[asyncio.Event] = set()

    def __len__(self) -> int:
        """Return their number."""
        return len(self._woken)

    def wake(self) -> None:
        """Tell all of a change."""
        for changed in self._woken:
            changed.set()

    async def watch(self, timeout: float, is_over: Callable[[], bool]) -> AsyncGenerator[bool]:
        """Yield True at once and after every change until the end, and False after ``timeout`` seconds without one."""
        changed = asyncio.Event()
        self._woken.add(changed)
        try:
            yield True
            while not is_over():
                try:
                    await asyncio.wait_for(changed.wait(), timeout)
                except TimeoutError:
                    yield False
                    continue
                changed.clear()
                yield True
        finally:
            self._woken.discard(changed)
