"""The services that all endpoints share."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from spielbaum.errors import SearchInterruptedError
from spielbaum.search_pool import SearchJob
from spielbaum.store import Store
from spielbaum.web.http.assets import Assets
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.rate_limits import RateLimiter, SerialQueue, WindowLimit
from spielbaum.web.http.rendering import Renderer
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.sharing import Shared
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.analyses import Analyses
from spielbaum.web.live.catalogue import Catalogue
from spielbaum.web.live.classroom import Classrooms
from spielbaum.web.live.live_games import LiveGames, wait_for_job
from spielbaum.web.live.own_games import OwnGames
from spielbaum.web.live.reviewing import Reviewing
from spielbaum.web.settings import Settings

Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class Site:
    """The services of a server.

    Attributes
    ----------
    analyses
        The analyses of positions.
    reviews
        The running and the stored reviews.
    new_games, searches
        The rate limits for new games, and for hints, analyses and trees.
    windows
        The limit on open windows.
    trees
        The queue of traced searches, which run interpreted and slow down everything else.
    shared
        Results that many ask for at once.
    classes
        The classes, in memory only.
    joining
        The rate limit for joining a class.
    own
        The games that are written in the page; None if none can be.
    """

    settings: Settings
    catalogue: Catalogue
    store: Store
    games: LiveGames
    analyses: Analyses
    reviews: Reviewing
    assets: Assets
    renderer: Renderer
    new_games: RateLimiter
    searches: RateLimiter
    windows: WindowLimit
    trees: SerialQueue
    shared: Shared
    classes: Classrooms
    joining: RateLimiter
    own: OwnGames | None


def site_of(request: Request) -> Site:
    """Return the services of the server that received a request."""
    site: Site = request.app.state.site
    return site


async def is_disconnected(request: Request) -> bool:
    """Return whether the client has disconnected."""
    await request.body()  # otherwise the body would be the next message
    return await request.is_disconnected()


async def result_of(site: Site, function: Callable[..., Any], *arguments: Any) -> Any:
    """Return the result of a function that takes long, called by the pool or else in a thread.

    The function is one of a module, and its arguments can be pickled.
    """
    job = site.games.pool.call(function, *arguments)
    if job is None:
        return await run_in_threadpool(function, *arguments)
    try:
        return await asyncio.wrap_future(job.future)
    finally:
        job.stop()


async def shared_page(ctx: RequestContext, make: Callable[[], Response], *rests_on: Hashable) -> Response:
    """Return a page that is the same for all who ask for its address now, made in a thread.

    Parameters
    ----------
    ctx
        The request.
    make
        Makes the page.
    rests_on
        What it depends on besides its address and language.
    """
    url = ctx.request.url
    key = ("page", ctx.origin, url.path, url.query, *rests_on, ctx.t.language, ctx.accepts_gzip)
    return await site_of(ctx.request).shared.get(key, lambda: run_in_threadpool(make))


async def traced_result(
    request: Request, key: Hashable, function: Callable[..., Any], *arguments: Any, address: str = ""
) -> Any:
    """Return the result of a traced search, for all who ask for it: a class opens a page at once.

    Parameters
    ----------
    request
        The request; if its client has left before its turn, nothing is searched.
    key
        What tells the search from others.
    function, arguments
        As for ``result_of``.
    address
        The network address whose limit it counts against, unless the result is known; empty for none.

    Raises
    ------
    WebError
        429 if the address has searched too often; 503 if too many wait.
    """
    site = site_of(request)
    if address and key not in site.shared:
        site.searches.check(address)

    async def search() -> Any:
        async with site.trees.turn():
            if await is_disconnected(request):
                raise _LeftError
            return await result_of(site, function, *arguments)

    while True:
        try:
            return await site.shared.get(key, search)
        except _LeftError:  # the client whose search the others waited for
            if await is_disconnected(request):
                raise WebError(503, "busy") from None


class _LeftError(Exception):
    """A client has left before its turn."""


async def answer_of(job: SearchJob, request: Request) -> Any:
    """Return the result of a search, which is stopped if the client disconnects.

    Raises
    ------
    WebError
        503 if it was stopped without an answer.
    SpielbaumError
        If the search fails.
    """

    async def wanted() -> bool:
        return not await is_disconnected(request)

    await wait_for_job(job, wanted)
    if job.future.cancelled():
        raise WebError(503, "busy")
    try:
        return job.future.result()
    except SearchInterruptedError:  # before it had a move
        raise WebError(503, "busy") from None


async def form_of(request: Request) -> str:
    """Return the URL-encoded body of a form; the parser refuses bytes that are not ASCII."""
    return (await request.body()).decode("latin-1")
