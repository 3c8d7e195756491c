"""Server-sent events: each window of a game hears that the game has changed, and what the engine thinks meanwhile."""

from collections.abc import AsyncIterator

from starlette.concurrency import run_in_threadpool

from spielbaum.web.running import Running
from spielbaum.web.site import Site
from spielbaum.web.thoughts import engine_panel
from spielbaum.web.visit import Visit

HEADERS = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}
"""A proxy must pass on every event at once."""

PATIENCE = 15
"""Seconds of silence after which a comment is sent, so that a dead connection is noticed."""


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
