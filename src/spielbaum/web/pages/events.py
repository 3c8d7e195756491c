"""Server-sent events, which notify the windows of a game of its changes and of the engine's progress."""

from collections.abc import AsyncIterator, Callable

from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from spielbaum.web.http.request_context import RequestContext, path_of
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.live_game import LiveGame
from spielbaum.web.live.site import Site
from spielbaum.web.views.engine_panel import engine_panel

MEDIA_TYPE = "text/event-stream"

HEADERS = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}
"""Headers that keep proxies from buffering events."""

KEEP_ALIVE = 15
"""Seconds without an event after which a comment is sent, to detect dead connections."""


class EventStream(StreamingResponse):
    """A response that lasts until its window is closed.

    Parameters
    ----------
    content
        The events.
    ended
        Always called at the end.
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


def stream_response(site: Site, ctx: RequestContext, live: LiveGame) -> Response:
    """Return the event stream of a game, which lasts as long as its window is open.

    Raises
    ------
    WebError
        429 if the client has too many windows open.
    """
    if ctx.request.method == "HEAD":
        return Response(media_type=MEDIA_TYPE, headers=HEADERS)
    site.windows.open(ctx.address)
    return EventStream(game_events(site, ctx, live), ended=lambda: site.windows.close(ctx.address))


async def game_events(site: Site, ctx: RequestContext, live: LiveGame) -> AsyncIterator[str]:
    """Yield the events for one window until it is closed.

    A slow client misses only events that are outdated by the time they could be sent.
    """
    version, panel = "", ""
    yield "retry: 1000\n\n"
    watching = live.watch(KEEP_ALIVE)
    try:
        async for changed in watching:
            if not changed:
                yield ": still here\n\n"
                continue
            site.games.start_engine(live)
            now = await run_in_threadpool(_panel, site, ctx, live.snapshot())
            message = event("engine", now) if now != panel else ""
            if live.version != version:
                version = live.version
                message += event("changed", version)
            panel = now
            if message:
                yield message
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


def _panel(site: Site, ctx: RequestContext, live: LiveGame) -> str:
    game = {"path": path_of(ctx.request.scope).removesuffix("/events")}  # not that of the players, for a spectator
    return site.renderer.render(ctx, "_engine.html", engine=engine_panel(ctx.t, live), game=game)
