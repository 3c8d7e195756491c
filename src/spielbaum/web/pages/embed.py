"""A tree that other sites may show in a frame: a read-only page that names a position, not a game in progress."""

from starlette.requests import Request
from starlette.responses import Response

from spielbaum.game import Game, State
from spielbaum.position_text import parse_position
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.catalogue import Offer
from spielbaum.web.live.site import Site, site_of
from spielbaum.web.pages.analysis import RUNNERS, tree_response
from spielbaum.web.views.game import game_title

ASKED = (*RUNNERS, "depth")


async def tree(request: Request) -> Response:
    """Return the page of a tree."""
    site, offer, ctx = _opened(request)

    def page() -> Response:
        _position(site, offer, ctx)  # raises if it is invalid
        given = {name: value for name, value in ctx.fields.items() if name != "lang" and value}
        return site.renderer.response(
            ctx,
            "embedded_tree.html",
            title=game_title(ctx.t, site.catalogue, offer.text),
            source=ctx.link(f"/embed/tree/{offer.key}/data.json", **given),
            opens=ctx.shared(f"/new/{offer.key}", **{k: v for k, v in given.items() if k not in ASKED}),
        )

    return await run_in_threadpool(page)


async def tree_data(request: Request) -> Response:
    """Return the tree as JSON for the viewer."""
    site, offer, ctx = _opened(request)
    game, state = await run_in_threadpool(_position, site, offer, ctx)
    return await tree_response(request, ctx, game, [state])


def _opened(request: Request) -> tuple[Site, Offer, RequestContext]:
    site = site_of(request)
    offer = site.catalogue.offers.get(request.path_params["key"])
    if offer is None:
        raise WebError(404, "no-offer")
    return site, offer, RequestContext(request, (*offer.options, "position", *ASKED))


def _position(site: Site, offer: Offer, ctx: RequestContext) -> tuple[Game, State]:
    """Return the game and the position of a request."""
    chosen = {name: value for name, value in ctx.fields.items() if name in offer.options and name not in ASKED}
    game = site.catalogue.game(site.catalogue.choose(offer, chosen))
    text = ctx.fields.get("position")
    return game, parse_position(game, text) if text else game.initial()
