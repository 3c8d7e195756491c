"""The page of a game: looking at it, acting in it, hearing of it, and taking it along."""

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from spielbaum.errors import BusyError
from spielbaum.session import SavedGame
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.forms import read_fields
from spielbaum.web.http.request_context import Visit
from spielbaum.web.live.plays import StaleError
from spielbaum.web.live.running import Running
from spielbaum.web.live.site import Site, form_of, site_of
from spielbaum.web.pages.handlers import ASKS, FIELDS, Outcome, do
from spielbaum.web.pages.stream import HEADERS, MEDIA_TYPE, EventStream, events
from spielbaum.web.views.game import game_context, show_game

VIEW = ("ply", "flip")


async def play(request: Request) -> Response:
    """Show a game."""
    return await _answer(request, Visit(request, (*VIEW, "chosen")), "game.html")


async def view(request: Request) -> Response:
    """Show the part of the page that changes."""
    return await _answer(request, Visit(request, VIEW), "_game.html")


async def act(request: Request) -> Response:
    """Do something in a game, and show it."""
    deed = request.path_params["deed"]
    if deed not in FIELDS:
        raise WebError(404, "not-found")
    site, visit = site_of(request), Visit(request, VIEW)
    fields = read_fields(await form_of(request), ("revision", *FIELDS[deed]))
    running = await site.games.find(request.path_params["id"])
    if deed in ASKS:
        site.searches.demand(visit.address)
    status = 200
    try:
        outcome = await do(site, running, deed, fields)
    except StaleError:
        outcome, status = Outcome(notice="game.changed"), 409
    except BusyError:
        raise WebError(503, "busy") from None
    notice = visit.t(outcome.notice) if outcome.notice else ""
    if not visit.by_htmx and status == 200:
        chosen = " ".join(outcome.chosen) or None
        back = visit.link(f"/game/{running.record.id}", flip=visit.flipped, chosen=chosen)
        return RedirectResponse(back, status_code=303)
    template = "_game.html" if visit.by_htmx else "game.html"
    return await _page(site, visit, running, template, status=status, chosen=outcome.chosen, notice=notice)


async def follow(request: Request) -> Response:
    """Tell a window what happens in a game, as long as it stays open."""
    site, visit = site_of(request), Visit(request)
    running = await site.games.find(request.path_params["id"])
    if request.method == "HEAD":
        return Response(media_type=MEDIA_TYPE, headers=HEADERS)
    site.windows.open(visit.address)
    return EventStream(events(site, visit, running), ended=lambda: site.windows.close(visit.address))


async def download(request: Request) -> Response:
    """Give a game as the file that ``spielbaum play --resume`` reads."""
    Visit(request)
    running = await site_of(request).games.find(request.path_params["id"])
    async with running.lock:
        text = await run_in_threadpool(lambda: SavedGame.of(running.session, running.record.game).to_json())
    name = running.session.game.name.encode("ascii", "replace").decode().replace("?", "-").replace('"', "-")
    headers = {"Content-Disposition": f'attachment; filename="{name}.json"'}
    return Response(text, media_type="application/json", headers=headers)


async def _answer(request: Request, visit: Visit, template: str) -> Response:
    site = site_of(request)
    running = await site.games.find(request.path_params["id"])
    site.games.wake(running)
    return await _page(site, visit, running, template, chosen=visit.fields.get("chosen", "").split())


async def _page(site: Site, visit: Visit, running: Running, template: str, **shown: Any) -> Response:
    status = shown.pop("status", 200)

    def page() -> Response:
        game = show_game(visit, site.shelf, running, **shown)
        context = game_context(visit, game, running)
        return site.pages.response(visit, template, status=status, active="play", **context)

    async with running.lock:
        return await run_in_threadpool(page)
