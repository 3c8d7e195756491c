"""The JSON endpoints for programs, and the page that describes them."""

from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from spielbaum.errors import BusyError
from spielbaum.players import Choice
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.json_body import Field, json_bytes, read_json_body
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.site import answer_of, site_of
from spielbaum.web.views.api import (
    ApiRequest,
    analysis_document,
    fields_of,
    games_document,
    move_document,
    move_fields_of,
    openapi_document,
    operations_shown,
    parse_request,
)

Answer = Callable[[ApiRequest, Choice], dict[str, Any]]


async def analyze(request: Request) -> Response:
    """Search a position, and return the document of ``analyze --json``."""
    return await _answer(request, fields_of(site_of(request).settings.longest_search), analysis_document, chooses=False)


async def move(request: Request) -> Response:
    """Choose an action, and return it with the state after it."""
    return await _answer(request, move_fields_of(site_of(request).settings.longest_search), move_document, chooses=True)


async def games(request: Request) -> Response:
    """Return the games on offer."""
    RequestContext(request)
    return _json(await run_in_threadpool(games_document, site_of(request).catalogue))


async def openapi(request: Request) -> Response:
    """Return the description by OpenAPI."""
    RequestContext(request)
    return _json(openapi_document(site_of(request).settings.longest_search))


async def page(request: Request) -> Response:
    """Return the description as a page."""
    site, ctx = site_of(request), RequestContext(request)

    def shown() -> Response:
        operations = operations_shown(site.settings.longest_search)
        listed = games_document(site.catalogue)["games"]
        return site.renderer.response(ctx, "api.html", operations=operations, games=listed, origin=ctx.origin)

    return await run_in_threadpool(shown)


async def _answer(request: Request, fields: Mapping[str, Field], document: Answer, *, chooses: bool) -> Response:
    """Read a request, search within the limits of visitors, and return the answer.

    A choice (``chooses``) takes its move from the book if possible; an analysis always searches.
    """
    site, ctx = site_of(request), RequestContext(request)
    site.searches.check(ctx.address)
    given = read_json_body(await request.body(), fields)
    asked = await run_in_threadpool(parse_request, site.catalogue, given)
    try:
        job = await run_in_threadpool(  # because looking up a book blocks
            site.games.pool.choose,
            f"api {ctx.address}",
            asked.game,
            spec=asked.spec,
            state=asked.states[-1],
            history=asked.states[:-1],
            seed=len(asked.states),
            book=asked.book if chooses else None,
            name=asked.text,
        )
    except BusyError:
        raise WebError(503, "busy") from None
    choice = await answer_of(job, request)
    return _json(await run_in_threadpool(document, asked, choice))


def _json(document: Mapping[str, Any]) -> Response:
    return Response(json_bytes(document), media_type="application/json")
