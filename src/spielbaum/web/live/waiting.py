"""Waiting for what an engine thinks, with a look at it now and then."""

import asyncio
from collections.abc import Awaitable, Callable

from spielbaum.engines import SearchJob

TICK = 0.2
"""Seconds between two looks at an engine that thinks."""


async def until_done(job: SearchJob, look: Callable[[], Awaitable[None]]) -> None:
    """Wait until a thought is done, and look now and then; it is stopped if nobody waits any more."""
    answer = asyncio.wrap_future(job.future)
    try:
        while not job.future.done():
            await asyncio.wait([answer], timeout=TICK)
            await look()
    finally:
        job.stop()
        answer.cancel()
