"""The endpoints of a game: its page, its commands, its event stream, and its download."""

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from spielbaum.errors import BusyError
from spielbaum.session import SavedGame
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.forms import read_fields
from spielbaum.web.http.rendering import redirected
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.live_game import LiveGame
from spielbaum.web.live.live_games import StaleRevisionError
from spielbaum.web.live.site import Site, form_of, site_of
from spielbaum.web.pages.events import stream_response
from spielbaum.web.pages.handlers import COMMANDS, SEARCH_COMMANDS, CommandResult, execute
from spielbaum.web.views.game import game_context, game_page, step_asked
from spielbaum.web.views.share import share_links

VIEW = ("ply", "flip", "var", "at")


async def play(request: Request) -> Response:
    """Return the page of a game."""
    return await _answer(request, RequestContext(request, (*VIEW, "chosen")), "game.html")


async def view(request: Request) -> Response:
    """Return the fragment of the page that htmx replaces."""
    return await _answer(request, RequestContext(request, VIEW), "_game.html")


async def command(request: Request) -> Response:
    """Execute a command and redirect to the game; htmx gets the changed fragment."""
    name = request.path_params["command"]
    if name not in COMMANDS:
        raise WebError(404, "not-found")
    site, ctx = site_of(request), RequestContext(request, VIEW)
    fields = read_fields(await form_of(request), ("revision", *COMMANDS[name]))
    live = await site.games.find(request.path_params["id"])
    if name in SEARCH_COMMANDS:
        site.searches.check(ctx.address)
    if name == "rematch" and not live.rematch:
        site.new_games.check(ctx.address)
    status = 200
    try:
        result = await execute(site, live, name, fields)
    except StaleRevisionError:
        result, status = CommandResult(notice="game.changed"), 409
    except BusyError:
        raise WebError(503, "busy") from None
    if result.goto:
        return redirected(ctx, f"/game/{result.goto}")
    if result.step:
        ctx.fields |= {"var": str(result.step[0]), "at": str(result.step[1])}
    ctx.ply = ctx.ply if result.ply is None else result.ply
    notice = ctx.t(result.notice) if result.notice else ""
    if not ctx.by_htmx and status == 200:
        chosen = " ".join(result.chosen) or None
        place = {"ply": ctx.ply, **step_asked(ctx)}
        back = ctx.link(f"/game/{live.record.id}", **place, flip=ctx.flipped, chosen=chosen)
        return RedirectResponse(back, status_code=303)
    template = "_game.html" if ctx.by_htmx else "game.html"
    return await _page(site, ctx, live, template, status=status, chosen=result.chosen, notice=notice)


async def events(request: Request) -> Response:
    """Return the event stream of a game."""
    site, ctx = site_of(request), RequestContext(request)
    live = await site.games.find(request.path_params["id"])
    return stream_response(site, ctx, live)


async def download(request: Request) -> Response:
    """Return a game as a file for ``spielbaum play --resume``."""
    RequestContext(request)
    live = await site_of(request).games.find(request.path_params["id"])
    async with live.lock:
        text = await run_in_threadpool(lambda: SavedGame.of(live.session, live.record.game).to_json())
    name = live.session.game.name.encode("ascii", "replace").decode().replace("?", "-").replace('"', "-")
    headers = {"Content-Disposition": f'attachment; filename="{name}.json"'}
    return Response(text, media_type="application/json", headers=headers)


async def _answer(request: Request, ctx: RequestContext, template: str) -> Response:
    site = site_of(request)
    live = await site.games.find(request.path_params["id"])
    site.games.start_engine(live)
    return await _page(site, ctx, live, template, chosen=ctx.fields.get("chosen", "").split())


async def _page(site: Site, ctx: RequestContext, live: LiveGame, template: str, **shown: Any) -> Response:
    status = shown.pop("status", 200)

    def page(now: LiveGame) -> Response:
        game = game_page(ctx, site.catalogue, now, **shown)
        context = game_context(ctx, game, now) | {"share": share_links(ctx, game, now)}
        return site.renderer.response(ctx, template, status=status, active="play", **context)

    return await live.rendered(page)
