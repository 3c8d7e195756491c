"""The ASGI application: routes, middleware and error handlers."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from spielbaum.errors import SpielbaumError
from spielbaum.registry import raised_by_game
from spielbaum.search_pool import JobPool, PoolLimits, SearchPool
from spielbaum.store import Analyses as KeptAnalyses
from spielbaum.store import Plays, Reviews, Store
from spielbaum.web.http.assets import Assets
from spielbaum.web.http.documentation import Documentation
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.rate_limits import RateLimiter, SerialQueue, WindowLimit
from spielbaum.web.http.rendering import Renderer
from spielbaum.web.http.request_context import RequestContext, path_of
from spielbaum.web.http.security import API, SecurityMiddleware
from spielbaum.web.http.sharing import Shared
from spielbaum.web.http.threads import limit_threads, run_in_threadpool
from spielbaum.web.live.analyses import Analyses
from spielbaum.web.live.catalogue import Catalogue
from spielbaum.web.live.classroom import Classrooms
from spielbaum.web.live.live_games import LiveGames
from spielbaum.web.live.own_games import OwnGames
from spielbaum.web.live.reviewing import Reviewing
from spielbaum.web.live.site import Endpoint, Site, site_of
from spielbaum.web.pages import (
    analysis,
    api,
    classroom,
    editor,
    embed,
    exercises,
    own,
    pictures,
    play,
    puzzles,
    review,
    simulations,
    start,
    stored,
    understand,
    watch,
)
from spielbaum.web.settings import Settings

log = logging.getLogger(__name__)

MAX_WAITING_TREES = 10
SHARED_PAGES = 128
JOINS_PER_MINUTE = 200
"""A class shares a network address; there are three million codes."""

HOUR = 3600
NEED_A_SERVER = ("/api", "/watch", "/class", "/seat")
"""The paths of what an application in a page does not offer: no other browser or program can reach it."""


def make_app(settings: Settings | None = None, pool: JobPool | None = None) -> Starlette:
    """Return the application.

    Parameters
    ----------
    settings
        The settings; by default, those that ``spielbaum serve`` has without options.
    pool
        The pool that searches; by default worker threads, and the programs of the settings.

    Raises
    ------
    SpielbaumError
        If a game cannot be loaded, or the database cannot be opened.
    """
    settings = settings or Settings()
    catalogue = Catalogue(
        settings.games, settings.models, settings.books, settings.engines, others=settings.other_games
    )
    store = Store(settings.database)
    pool = pool or SearchPool(PoolLimits(seconds=settings.longest_search), engines=catalogue.engines)
    assets = Assets()
    plays = Plays(store)
    analyses = Analyses(KeptAnalyses(store), pool, catalogue.book)
    games = LiveGames(plays, catalogue, pool, analyses)
    reviews = Reviewing(Reviews(store), analyses)
    own_games = None
    if settings.own_games:
        own_games = OwnGames(Path(settings.own_games), catalogue, pool, settings.own_key)
        own_games.offer_all()
    site = Site(
        settings=settings,
        catalogue=catalogue,
        store=store,
        games=games,
        analyses=analyses,
        reviews=reviews,
        assets=assets,
        renderer=Renderer(assets, Documentation(settings.documentation), in_page=settings.in_page),
        new_games=RateLimiter(settings.games_per_minute),
        searches=RateLimiter(settings.searches_per_minute),
        windows=WindowLimit(settings.windows_each),
        trees=SerialQueue(MAX_WAITING_TREES),
        shared=Shared(SHARED_PAGES),
        classes=Classrooms(),
        joining=RateLimiter(JOINS_PER_MINUTE),
        own=own_games,
    )

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        limit_threads()
        cleanup = asyncio.create_task(_delete_old((plays, reviews.kept, analyses.kept), settings.forget_after))
        yield
        cleanup.cancel()
        reviews.close()
        site.classes.close()
        analyses.close()
        games.close()
        store.close()

    app = Starlette(
        routes=[route for route in _routes() if not (settings.in_page and route.path.startswith(NEED_A_SERVER))],
        middleware=[
            Middleware(SecurityMiddleware, hosts=settings.hosts, root_path=settings.root_path, in_page=settings.in_page)
        ],
        exception_handlers={WebError: _web_error, SpielbaumError: _library_error, HTTPException: _http_error},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.site = site
    return app


async def _delete_old(tables: Sequence[Plays | Reviews | KeptAnalyses], days: int | None) -> None:
    """Delete what has not changed for some days, now and every hour."""
    while days is not None:
        try:
            for kept in tables:
                await run_in_threadpool(kept.forget, datetime.now(UTC) - timedelta(days=days))
        except SpielbaumError as error:
            log.error("old games cannot be deleted: %s", error)
        await asyncio.sleep(HOUR)


def _routes() -> list[Route]:
    def get(path: str, endpoint: Endpoint) -> Route:
        return Route(path, _with_errors(endpoint), methods=["GET"])

    game, watched = "/game/{id:str}", "/watch/{token:str}"
    return [
        get("/", start.start),
        get("/own", own.page),
        Route("/own/check", _with_errors(own.check), methods=["POST"]),
        get("/own/compiled/{name:str}", own.compiled),
        get("/understand", understand.gallery),
        get("/understand/{key:str}", understand.lesson),
        get("/understand/{key:str}/tree.json", understand.lesson_tree),
        get("/understand/{key:str}/{number:int}/tree.json", understand.chapter_tree),
        get("/simulations", simulations.page),
        get("/simulations/growth.json", simulations.growth),
        get("/simulations/boards.json", simulations.boards),
        get("/exercises", exercises.exercises),
        get("/exercise", exercises.exercise),
        get("/exercise/tree.json", exercises.solution),
        get("/puzzle", puzzles.puzzle),
        get("/new/{key:str}", start.new),
        Route("/new/{key:str}", _with_errors(start.create), methods=["POST"]),
        Route("/new/{key:str}/position", _with_errors(editor.position), methods=["POST"]),
        get(game, play.play),
        get(f"{game}/view", play.view),
        get(f"{game}/events", play.events),
        get(f"{game}/picture.svg", pictures.picture),
        get(f"{game}/film.svg", pictures.film),
        get(watched, watch.watch),
        get(f"{watched}/view", watch.watch_view),
        get(f"{watched}/events", watch.watch_events),
        get(f"{watched}/tree", analysis.tree),
        get(f"{watched}/tree.json", analysis.tree_data),
        get(f"{watched}/simulations/growth.json", simulations.game_growth),
        get(f"{watched}/simulations/boards.json", simulations.game_boards),
        get(f"{watched}/picture.svg", pictures.picture),
        get(f"{watched}/film.svg", pictures.film),
        get("/embed/tree/{key:str}", embed.tree),
        get("/embed/tree/{key:str}/data.json", embed.tree_data),
        get(f"{game}/download", play.download),
        get(f"{game}/why", analysis.why),
        get(f"{game}/analysis", analysis.panel),
        get(f"{game}/analysis/caption", analysis.caption),
        get(f"{game}/scores", analysis.scores_on_board),
        get(f"{game}/tree", analysis.tree),
        get(f"{game}/tree.json", analysis.tree_data),
        get(f"{game}/simulations/growth.json", simulations.game_growth),
        get(f"{game}/simulations/boards.json", simulations.game_boards),
        get(f"{game}/review", review.live),
        get(f"{game}/review/part", review.live_part),
        get(f"{game}/retry", review.retry),
        Route(f"{game}/{{command:str}}", _with_errors(play.command), methods=["POST"]),
        get("/class", classroom.entrance),
        Route("/class", _with_errors(classroom.start), methods=["POST"]),
        Route("/class/join", _with_errors(classroom.join), methods=["POST"]),
        get("/class/{key:str}", classroom.teacher),
        get("/class/{key:str}/part", classroom.teacher_part),
        get("/class/{key:str}/events", classroom.teacher_events),
        Route("/class/{key:str}/{command:str}", _with_errors(classroom.command), methods=["POST"]),
        get("/seat/{key:str}", classroom.seat),
        get("/seat/{key:str}/events", classroom.seat_events),
        Route("/seat/{key:str}/report", _with_errors(classroom.report), methods=["POST"]),
        get("/api", api.page),
        get("/api/openapi.json", api.openapi),
        get("/api/games", api.games),
        Route("/api/analyze", _with_errors(api.analyze), methods=["POST"]),
        Route("/api/move", _with_errors(api.move), methods=["POST"]),
        get("/stored", stored.tournaments),
        get("/stored/tournament/{number:str}", stored.games),
        get("/stored/game/{number:str}", stored.game),
        get("/stored/game/{number:str}/tree", stored.tree),
        get("/stored/game/{number:str}/tree.json", stored.tree_data),
        get("/stored/game/{number:str}/review", review.stored),
        get("/stored/game/{number:str}/review/part", review.stored_part),
        get("/static/{digest:str}/{name:path}", _static),
        get("/favicon.ico", _favicon),
    ]


def _with_errors(endpoint: Endpoint) -> Endpoint:
    """Return an endpoint that raises the refusal of the middleware and answers unexpected errors with status 500."""

    async def answer(request: Request) -> Response:
        if "refused" in request.scope:
            raise request.scope["refused"]
        try:
            return await endpoint(request)
        except (WebError, SpielbaumError, HTTPException):
            raise
        except Exception as error:
            message = raised_by_game(error) or repr(error)
            log.error("%s %s: %s", request.method, request.scope["route"].path, message, exc_info=True)
            return _error_response(request, 500, "error.fault")

    return answer


async def _static(request: Request) -> Response:
    gzipped = "gzip" in request.headers.get("accept-encoding", "")
    digest, name = request.path_params["digest"], request.path_params["name"]
    found = site_of(request).assets.response(digest, name, gzipped=gzipped)
    if found is None:
        raise WebError(404, "not-found")
    return found


async def _favicon(_request: Request) -> Response:
    return Response(status_code=204)


async def _web_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, WebError)
    return await run_in_threadpool(_error_response, request, error.status, error.key, **error.values)


async def _library_error(request: Request, error: Exception) -> Response:
    return await run_in_threadpool(_error_response, request, 400, "error.other", reason=error)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    refused = request.scope.get("refused")
    if refused:
        return await _web_error(request, refused)
    key = {404: "error.not-found", 405: "error.method"}.get(error.status_code, "error.not-now")
    return await run_in_threadpool(_error_response, request, error.status_code, key)


def _error_response(request: Request, status: int, key: str, **values: object) -> Response:
    """Return an error page; for htmx a fragment with the message, for programs the message as JSON."""
    site = site_of(request)
    try:
        ctx = RequestContext(request, ("*",))
    except WebError:
        request.scope["query_string"] = b""
        ctx = RequestContext(request)
    sentence = ctx.t(key, **values)
    if path_of(request.scope).startswith(API):
        return JSONResponse({"error": sentence}, status_code=status)
    if not ctx.by_htmx:
        return site.renderer.response(ctx, "error.html", status=status, number=status, sentence=sentence)
    answer = site.renderer.response(ctx, "_notice.html", status=status, sentence=sentence)
    answer.headers.update({"HX-Retarget": "#notice", "HX-Reswap": "innerHTML", "HX-Reselect": "unset"})
    return answer
