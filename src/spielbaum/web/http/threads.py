"""Blocking work beside the event loop: in a few threads, or at once where there are none, as in a browser."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from anyio.to_thread import current_default_thread_limiter
from starlette import concurrency

from spielbaum.watchdog import HAS_THREADS

THREADS = 4
"""Threads that render pages. They hold the global interpreter lock: more of them would only delay running searches,
which must notice when their time is up."""

P = ParamSpec("P")
T = TypeVar("T")


def limit_threads() -> None:
    """Limit the threads of the running event loop to ``THREADS``."""
    current_default_thread_limiter().total_tokens = THREADS


async def run_in_threadpool(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of a function, which blocks the event loop only if there are no threads."""
    if HAS_THREADS:
        return await concurrency.run_in_threadpool(function, *args, **kwargs)
    return function(*args, **kwargs)
