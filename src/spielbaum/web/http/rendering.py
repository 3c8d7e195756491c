"""Jinja2 templates; everything is escaped except our own pictures."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse

from spielbaum.web.http.assets import Assets
from spielbaum.web.http.documentation import Documentation
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.translations import LANGUAGES


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
    """

    def __init__(self, assets: Assets, documentation: Documentation | None = None) -> None:
        self._site = {"static": assets.address, "languages": LANGUAGES, "docs": documentation or Documentation()}

    def render(self, ctx: RequestContext, template: str, **context: Any) -> str:
        """Return a rendered template."""
        return (
            templates()
            .get_template(template)
            .render(**self._site, t=ctx.t, lang=ctx.lang, link=ctx.link, here=ctx.here, **context)
        )

    def response(self, ctx: RequestContext, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:
        """Return a rendered template as a response."""
        headers = {"Vary": "Accept-Language, HX-Request", "Content-Language": ctx.t.language}
        return HTMLResponse(self.render(ctx, template, **context), status_code=status, headers=headers)


def lang_attribute(ctx: RequestContext) -> Markup:
    """Return the ``lang`` attribute for an element with English text; empty on English pages."""
    return Markup("") if ctx.t.language == "en" else Markup(' lang="en"')
