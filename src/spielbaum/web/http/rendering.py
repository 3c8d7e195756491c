"""Jinja2 templates; everything is escaped except our own pictures."""

import gzip
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse, RedirectResponse, Response

from spielbaum.kernel.target import IN_BROWSER
from spielbaum.language import LANGUAGES
from spielbaum.web.http.assets import Assets
from spielbaum.web.http.documentation import Documentation
from spielbaum.web.http.request_context import RequestContext

SMALL = 1_000
"""The bytes from which a page is compressed."""

LEVEL = 5
"""The level of the compression: a page of 100 KB takes two milliseconds."""


@cache
def templates() -> Environment:
    """Return the templates, compiled once for all servers of a process."""
    return Environment(
        loader=PackageLoader("spielbaum.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


class Renderer:
    """Renders the templates.

    Parameters
    ----------
    assets
        The static files.
    documentation
        The documentation that pages link to; by default none.
    in_page
        Whether the application runs in the browser of the visitor.
    """

    def __init__(self, assets: Assets, documentation: Documentation | None = None, *, in_page: bool = False) -> None:
        self._address = assets.address
        self._site = {"languages": LANGUAGES, "docs": documentation or Documentation(), "in_page": in_page}

    def render(self, ctx: RequestContext, template: str, **context: Any) -> str:
        """Return a rendered template."""

        def static(name: str) -> str:
            return ctx.root + self._address(name)

        of_request = {"t": ctx.t, "lang": ctx.lang, "root": ctx.root, "link": ctx.link, "here": ctx.here}
        return templates().get_template(template).render(**self._site, static=static, **of_request, **context)

    def response(self, ctx: RequestContext, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:
        """Return a rendered template as a response, compressed if the client reads that and it is really sent."""
        headers = {"Vary": "Accept-Language, Accept-Encoding, HX-Request", "Content-Language": ctx.t.language}
        content = self.render(ctx, template, **context).encode()
        if ctx.accepts_gzip and len(content) > SMALL and not IN_BROWSER:
            headers["Content-Encoding"], content = "gzip", gzip.compress(content, LEVEL, mtime=0)
        return HTMLResponse(content, status_code=status, headers=headers)


def redirected(ctx: RequestContext, path: str) -> Response:
    """Return a redirection to a page, which htmx follows with the whole page."""
    address = ctx.link(path)
    if ctx.by_htmx:
        return Response(status_code=204, headers={"HX-Redirect": address})
    return RedirectResponse(address, status_code=303)


def lang_attribute(ctx: RequestContext) -> Markup:
    """Return the ``lang`` attribute for an element with English text; empty on English pages."""
    return Markup("") if ctx.t.language == "en" else Markup(' lang="en"')
