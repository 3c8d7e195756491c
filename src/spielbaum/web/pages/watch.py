"""The endpoints of spectators: the page of a game without commands and without the link to play."""

from starlette.requests import Request
from starlette.responses import Response

from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.live.live_game import LiveGame
from spielbaum.web.live.site import site_of
from spielbaum.web.live.watching import shown_game
from spielbaum.web.pages.events import stream_response
from spielbaum.web.views.share import watch_context

VIEW = ("ply", "flip", "var", "at")


async def watch(request: Request) -> Response:
    """Return the page of a game for spectators."""
    return await _answer(request, "watch.html")


async def watch_view(request: Request) -> Response:
    """Return the fragment of the page that htmx replaces."""
    return await _answer(request, "_watched.html")


async def watch_events(request: Request) -> Response:
    """Return the event stream of a game."""
    site, ctx = site_of(request), RequestContext(request)
    live = await shown_game(site, request)
    return stream_response(site, ctx, live)


async def _answer(request: Request, template: str) -> Response:
    """Return a page; a class that follows a game requests the same one many times at once."""
    site, ctx = site_of(request), RequestContext(request, VIEW)
    live = await shown_game(site, request)
    site.games.start_engine(live)

    def page(now: LiveGame) -> Response:
        return site.renderer.response(ctx, template, **watch_context(ctx, site.catalogue, now))

    place = (ctx.ply, ctx.flipped, ctx.fields.get("var"), ctx.fields.get("at"))
    second = live.session.notes.clock and int(live.thought)  # the page says how much time is left
    visitor = (ctx.lang, ctx.t.language, ctx.origin, ctx.accepts_gzip)
    same = (template, live.record.id, live.version, second, *place, *visitor)
    return await site.shared.get(same, lambda: live.rendered(page))
