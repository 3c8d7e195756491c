"""The endpoint of the editor of positions."""

from starlette.requests import Request
from starlette.responses import Response

from spielbaum.web.http.forms import read_fields
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.site import form_of, site_of
from spielbaum.web.pages.start import chosen_options, offer_of
from spielbaum.web.views.editor import editor_context


async def position(request: Request) -> Response:
    """Return the fragment with the edited position, for htmx."""
    site, offer, ctx = site_of(request), offer_of(request), RequestContext(request)
    fields = read_fields(await form_of(request), ("option-*", "base", "edits", "turn"))

    def answer() -> Response:
        game = site.catalogue.game(site.catalogue.choose(offer, chosen_options(offer, fields)))
        return site.renderer.response(ctx, "_editor.html", editor=editor_context(ctx.t, game, fields))

    return await run_in_threadpool(answer)
