"""Server-sent events: each window of a game hears that the game has changed, and what the engine thinks meanwhile."""

from collections.abc import AsyncIterator, Callable

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from spielbaum.web.http.request_context import Visit
from spielbaum.web.live.running import Running
from spielbaum.web.live.site import Site
from spielbaum.web.views.search_job import engine_panel

MEDIA_TYPE = "text/event-stream"

HEADERS = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}
"""A proxy must pass on every event at once."""

PATIENCE = 15
"""Seconds of silence after which a comment is sent, so that a dead connection is noticed."""


class EventStream(StreamingResponse):
    """An answer that goes on until its window is closed, or never was there.

    Parameters
    ----------
    content
        The events.
    ended
        Called when it is over.
    """

    def __init__(self, content: AsyncIterator[str], ended: Callable[[], None]) -> None:
        super().__init__(content, media_type=MEDIA_TYPE, headers=HEADERS)
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ended()


async def events(site: Site, visit: Visit, running: Running) -> AsyncIterator[str]:
    """Yield what is sent to one window, until it is closed.

    A slow window misses what was outdated before it could be sent, and nothing else.
    """
    version, panel = "", ""
    yield "retry: 1000\n\n"
    watching = running.watch(PATIENCE)
    try:
        async for news in watching:
            if not news:
                yield ": still here\n\n"
                continue
            site.games.wake(running)
            now = await run_in_threadpool(_panel, site, visit, running)
            told = event("engine", now) if now != panel else ""
            if running.version != version:
                version = running.version
                told += event("changed", version)
            panel = now
            if told:
                yield told
    finally:
        await watching.aclose()


def event(name: str, data: str) -> str:
    r"""Return a server-sent event.

    Examples
    --------
    >>> event("changed", "two\nlines")
    'event: changed\ndata: two\ndata: lines\n\n'
    """
    return f"event: {name}\n" + "".join(f"data: {line}\n" for line in data.split("\n")) + "\n"


def _panel(site: Site, visit: Visit, running: Running) -> str:
    return site.pages.text(visit, "_engine.html", engine=engine_panel(visit.t, running))
