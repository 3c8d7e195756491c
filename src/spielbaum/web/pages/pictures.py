"""Pictures of a game: a position, and the whole game as an animation."""

import gzip

from starlette.requests import Request
from starlette.responses import Response

from spielbaum.pictures import Look
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.site import site_of
from spielbaum.web.live.watching import shown_game
from spielbaum.web.views.boards import board_film, board_picture

SVG = "image/svg+xml"


async def picture(request: Request) -> Response:
    """Return a position of a game as SVG, without targets of clicks."""
    site, ctx = site_of(request), RequestContext(request, ("ply", "flip"))
    live = await shown_game(site, request)

    def draw() -> str:
        states = live.session.states
        ply = ctx.shown_ply(len(states) - 1)
        look = Look(before=states[ply - 1] if ply else None, flipped=ctx.flipped)
        return board_picture(ctx.t, live.session.game, states[ply], look)

    async with live.lock:
        return Response(await run_in_threadpool(draw), media_type=SVG)


async def film(request: Request) -> Response:
    """Return a game as an animated SVG."""
    site, ctx = site_of(request), RequestContext(request, ("flip",))
    site.searches.check(ctx.address)
    live = await shown_game(site, request)
    async with live.lock:
        game, states = live.session.game, tuple(live.session.states)

    def draw() -> bytes:
        drawn = board_film(ctx.t, game, states, Look(flipped=ctx.flipped)).encode()
        return gzip.compress(drawn, 6) if ctx.accepts_gzip else drawn

    headers = {"Content-Encoding": "gzip"} if ctx.accepts_gzip else {}
    return Response(await run_in_threadpool(draw), media_type=SVG, headers=headers)
