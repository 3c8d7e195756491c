"""The endpoints of those who only watch a game: its page, without commands and without the link to play."""

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.live.live_game import LiveGame
from spielbaum.web.live.site import Site, site_of
from spielbaum.web.live.watching import shown_game
from spielbaum.web.pages.events import HEADERS, MEDIA_TYPE, EventStream, game_events
from spielbaum.web.views.share import watch_context

VIEW = ("ply", "flip")


async def watch(request: Request) -> Response:
    """Return the page of a game for those who only watch."""
    return await _answer(request, "watch.html")


async def watch_view(request: Request) -> Response:
    """Return the part of the page that changes."""
    return await _answer(request, "_watched.html")


async def watch_events(request: Request) -> Response:
    """Return the event stream, as for those who play."""
    site, ctx = site_of(request), RequestContext(request)
    live = await shown_game(site, request)
    if request.method == "HEAD":
        return Response(media_type=MEDIA_TYPE, headers=HEADERS)
    site.windows.open(ctx.address)
    return EventStream(game_events(site, ctx, live), ended=lambda: site.windows.close(ctx.address))


async def _answer(request: Request, template: str) -> Response:
    site, ctx = site_of(request), RequestContext(request, VIEW)
    live = await shown_game(site, request)
    site.games.start_engine(live)
    return await _page(site, ctx, live, template)


async def _page(site: Site, ctx: RequestContext, live: LiveGame, template: str) -> Response:
    def page(now: LiveGame) -> Response:
        context: dict[str, Any] = watch_context(ctx, site.catalogue, now)
        return site.renderer.response(ctx, template, **context)

    async with live.lock:
        return await run_in_threadpool(page, live.snapshot())
