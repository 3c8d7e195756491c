"""Rendering Jinja2 templates; everything is escaped but our own pictures."""

from typing import Any

from jinja2 import BytecodeCache, Environment, PackageLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup
from starlette.responses import HTMLResponse

from spielbaum.web.http.assets import Assets
from spielbaum.web.http.documentation import Documentation
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.translations import LANGUAGES


class _Translated(BytecodeCache):
    """The code of the templates, which all servers of a process share."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._codes[bucket.key, bucket.checksum] = bucket.code


_TRANSLATED = _Translated()


class Renderer:
    """Renders the templates.

    Parameters
    ----------
    assets
        The static files, whose URLs templates use.
    documentation
        Where templates link to; by default nowhere.
    """

    def __init__(self, assets: Assets, documentation: Documentation | None = None) -> None:
        self._environment = Environment(
            loader=PackageLoader("spielbaum.web"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            bytecode_cache=_TRANSLATED,
        )
        self._environment.globals |= {
            "static": assets.address,
            "languages": LANGUAGES,
            "docs": documentation or Documentation(),
        }

    def render(self, ctx: RequestContext, template: str, **context: Any) -> str:
        """Return a rendered template."""
        return self._environment.get_template(template).render(
            t=ctx.t, lang=ctx.lang, link=ctx.link, here=ctx.here, **context
        )

    def response(self, ctx: RequestContext, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:
        """Return a rendered template as a response."""
        headers = {"Vary": "Accept-Language, HX-Request", "Content-Language": ctx.t.language}
        return HTMLResponse(self.render(ctx, template, **context), status_code=status, headers=headers)


def lang_attribute(ctx: RequestContext) -> Markup:
    """Return the ``lang`` attribute of an element with English text; empty on English pages."""
    return Markup("") if ctx.t.language == "en" else Markup(' lang="en"')
