"""The application: which address leads where, and what is said when something goes wrong."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from anyio.to_thread import current_default_thread_limiter
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from spielbaum.engines import EnginePool, PoolLimits
from spielbaum.errors import SpielbaumError
from spielbaum.registry import raised_by_game
from spielbaum.store import Plays, Store
from spielbaum.web.http.assets import Assets
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.rate_limits import Buckets, Queue, Windows
from spielbaum.web.http.rendering import Pages
from spielbaum.web.http.request_context import Visit
from spielbaum.web.http.security import Guard
from spielbaum.web.live.catalogue import Shelf
from spielbaum.web.live.plays import Games
from spielbaum.web.live.site import Endpoint, Site, site_of
from spielbaum.web.pages import play, start, stored, study
from spielbaum.web.settings import Settings

log = logging.getLogger(__name__)

THREADS = 4
"""So many pages are drawn at once. They run Python, of which one thread runs at a time: more of them would only take
turns away from searches that have to notice the end of their time."""

TREES_WAITING = 10
HOUR = 3600


def make_app(settings: Settings | None = None) -> Starlette:
    """Return the application.

    Parameters
    ----------
    settings
        How it is run; as ``spielbaum serve`` alone without them.

    Raises
    ------
    SpielbaumError
        If a game cannot be loaded, or the database cannot be opened.
    """
    settings = settings or Settings()
    shelf, store = Shelf(settings.games, settings.models), Store(settings.database)
    pool = EnginePool(PoolLimits(seconds=settings.longest_search))
    assets = Assets()
    plays = Plays(store)
    games = Games(plays, shelf, pool)
    site = Site(
        settings=settings,
        shelf=shelf,
        store=store,
        games=games,
        assets=assets,
        pages=Pages(assets),
        new_games=Buckets(settings.games_per_minute),
        searches=Buckets(settings.searches_per_minute),
        windows=Windows(settings.windows_each),
        trees=Queue(TREES_WAITING),
    )

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = THREADS
        forgetting = asyncio.create_task(_forget(plays, settings.forget_after))
        yield
        forgetting.cancel()
        games.close()
        store.close()

    app = Starlette(
        routes=_routes(),
        middleware=[Middleware(Guard, hosts=settings.hosts)],
        exception_handlers={WebError: _web_error, SpielbaumError: _library_error, HTTPException: _http_error},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.site = site
    return app


async def _forget(plays: Plays, days: int | None) -> None:
    """Remove games in which nothing was done for so many days, now and every hour."""
    while days is not None:
        try:
            await run_in_threadpool(plays.forget, datetime.now(UTC) - timedelta(days=days))
        except SpielbaumError as error:
            log.error("old games are not removed: %s", error)
        await asyncio.sleep(HOUR)


def _routes() -> list[Route]:
    def get(path: str, endpoint: Endpoint) -> Route:
        return Route(path, _guarded(endpoint), methods=["GET"])

    game = "/game/{id:str}"
    return [
        get("/", start.start),
        get("/new/{key:str}", start.new),
        Route("/new/{key:str}", _guarded(start.create), methods=["POST"]),
        get(game, play.play),
        get(f"{game}/view", play.view),
        get(f"{game}/events", play.follow),
        get(f"{game}/download", play.download),
        get(f"{game}/why", study.why),
        get(f"{game}/why/table", study.why_table),
        get(f"{game}/tree", study.tree),
        get(f"{game}/tree.json", study.tree_data),
        Route(f"{game}/{{deed:str}}", _guarded(play.act), methods=["POST"]),
        get("/stored", stored.tournaments),
        get("/stored/tournament/{number:str}", stored.games),
        get("/stored/game/{number:str}", stored.game),
        get("/stored/game/{number:str}/tree", stored.tree),
        get("/stored/game/{number:str}/tree.json", stored.tree_data),
        get("/static/{mark:str}/{name:path}", _static),
        get("/favicon.ico", _favicon),
    ]


def _guarded(endpoint: Endpoint) -> Endpoint:
    """Return an endpoint that first tells what was refused at the door, and notes what nobody expected."""

    async def answer(request: Request) -> Response:
        if "refused" in request.scope:
            raise request.scope["refused"]
        try:
            return await endpoint(request)
        except (WebError, SpielbaumError, HTTPException):
            raise
        except Exception as error:
            told = raised_by_game(error) or repr(error)
            log.error("%s %s: %s", request.method, request.scope["route"].path, told, exc_info=True)
            return _complain(request, 500, "error.fault")

    return answer


async def _static(request: Request) -> Response:
    packed = "gzip" in request.headers.get("accept-encoding", "")
    found = site_of(request).assets.response(request.path_params["mark"], request.path_params["name"], packed=packed)
    if found is None:
        raise WebError(404, "not-found")
    return found


async def _favicon(_request: Request) -> Response:
    return Response(status_code=204)


async def _web_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, WebError)
    return await run_in_threadpool(_complain, request, error.status, error.key, **error.values)


async def _library_error(request: Request, error: Exception) -> Response:
    return await run_in_threadpool(_complain, request, 400, "error.other", reason=error)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    refused = request.scope.get("refused")
    if refused:
        return await _web_error(request, refused)
    key = {404: "error.not-found", 405: "error.method"}.get(error.status_code, "error.not-now")
    return await run_in_threadpool(_complain, request, error.status_code, key)


def _complain(request: Request, status: int, key: str, **values: object) -> Response:
    """Return a page, or a part of one, with a sentence."""
    site = site_of(request)
    try:
        visit = Visit(request, ("*",))
    except WebError:
        request.scope["query_string"] = b""
        visit = Visit(request)
    told = {name: visit.t.sentence(str(value)) if name == "reason" else value for name, value in values.items()}
    sentence = visit.t(key, **told)
    if not visit.by_htmx:
        return site.pages.response(visit, "error.html", status=status, number=status, sentence=sentence)
    answer = site.pages.response(visit, "_notice.html", status=status, sentence=sentence)
    answer.headers.update({"HX-Retarget": "#notice", "HX-Reswap": "innerHTML", "HX-Reselect": "unset"})
    return answer
