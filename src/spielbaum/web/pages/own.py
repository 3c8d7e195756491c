"""The endpoints of the page on which one writes a game: it is checked, and then played."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from spielbaum.errors import SpielbaumError
from spielbaum.games._skeleton import skeleton
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.forms import read_fields
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.own_games import OwnGames
from spielbaum.web.live.site import form_of, site_of
from spielbaum.web.views.own import verdict_view

LONGEST = 40_000
"""The most characters of a game."""


async def page(request: Request) -> Response:
    """Return the page on which one writes a game; on a server for others, how to write one elsewhere."""
    site, ctx = site_of(request), RequestContext(request, ("key",))
    key = ctx.fields.get("key", "")
    writable = site.own is not None and site.own.is_owner(key)
    return _response(request, ctx, source=_example(), key=key, writable=writable, verdict=None)


async def check(request: Request) -> Response:
    """Check a game, interpreted, and offer it if it is sound."""
    ctx = RequestContext(request)
    fields = read_fields(await form_of(request), ("source", "key"), longest=LONGEST)
    own, key, source = _own(request, fields.get("key", "")), fields.get("key", ""), fields.get("source", "")
    source = source.replace("\r\n", "\n") + "\n"
    path = await run_in_threadpool(own.keep, source)
    verdict = await own.check(path, compiled=False)
    view = verdict_view(source, verdict.within(path))
    if not verdict.sentence:
        try:
            view["play"] = ctx.link(f"/new/{await run_in_threadpool(own.offer, path)}")
        except SpielbaumError as error:
            view["sentence"] = str(error)
    if view["sentence"]:
        await run_in_threadpool(own.drop, path)
    else:
        view["compiled"] = ctx.link(f"/own/compiled/{path.stem}", key=key or None)
    if ctx.by_htmx:
        return site_of(request).renderer.response(ctx, "_own_verdict.html", verdict=view)
    return _response(request, ctx, source=source, key=key, writable=True, verdict=view)


async def compiled(request: Request) -> Response:
    """Check a game, compiled: the fragment that says whether engines will be fast."""
    site, ctx = site_of(request), RequestContext(request, ("key",))
    own = _own(request, ctx.fields.get("key", ""))
    path = own.file(request.path_params["name"])
    verdict = await own.check(path, compiled=True)
    view = verdict_view(await run_in_threadpool(path.read_text, "utf-8"), verdict.within(path))
    return site.renderer.response(ctx, "_own_compiled.html", verdict=view)


def _own(request: Request, key: str) -> OwnGames:
    """Return the games of this server.

    Raises
    ------
    WebError
        403 if none can be written here, or not by this visitor.
    """
    own = site_of(request).own
    if own is None or not own.is_owner(key):
        raise WebError(403, "not-own")
    return own


def _example() -> str:
    return skeleton("my-game")[0]


def _response(request: Request, ctx: RequestContext, **shown: Any) -> Response:
    site = site_of(request)
    return site.renderer.response(ctx, "own.html", offered=site.own is not None, example=_example(), **shown)
