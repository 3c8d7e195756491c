"""The page of a puzzle: a position with exactly one winning move, given or found from a seed."""

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from spielbaum.game.notation import format_state
from spielbaum.web.exercises.exercise import MOST_SEED
from spielbaum.web.exercises.puzzle import GAMES, Puzzle, find_puzzle
from spielbaum.web.http.forms import integer_field
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.site import Site, result_of, site_of
from spielbaum.web.views.game import game_title
from spielbaum.web.views.puzzle import ANSWERS, puzzle_view


async def puzzle(request: Request) -> Response:
    """Return the page of a puzzle; without a position, redirect to the puzzle of a seed."""
    site, ctx = site_of(request), RequestContext(request, ("game", "position", "seed", *ANSWERS))
    name = ctx.fields.get("game") or GAMES[0]
    seed = integer_field(ctx.fields, "seed", 0, MOST_SEED) or 1
    site.searches.check(ctx.address)
    game, position = await run_in_threadpool(site.catalogue.game, name), ctx.fields.get("position")
    async with site.trees.turn():
        shown = await result_of(site, find_puzzle, game, position, seed)
    if position:
        return await run_in_threadpool(_page, site, ctx, name, seed, shown)
    found = format_state(game, shown.state)
    return RedirectResponse(ctx.link("/puzzle", game=name, position=found, seed=seed), status_code=303)


def _page(site: Site, ctx: RequestContext, name: str, seed: int, shown: Puzzle) -> Response:
    view = puzzle_view(ctx.t, shown, ctx.fields)
    fields: dict[str, Any] = {"game": name, "position": view["position"], "seed": seed}
    return site.renderer.response(
        ctx,
        "puzzle.html",
        title=game_title(ctx.t, site.catalogue, name),
        puzzle=view,
        fields=fields,
        link_address=ctx.shared("/puzzle", **fields),
        solve=ctx.link("/puzzle", **fields, solve=1),
        another=ctx.link("/puzzle", game=name, seed=seed % MOST_SEED + 1),
        play=_play(site, ctx, name, view["position"]),
        others=[(game_title(ctx.t, site.catalogue, one), ctx.link("/puzzle", game=one)) for one in GAMES],
    )


def _play(site: Site, ctx: RequestContext, name: str, position: str) -> str:
    """Return the link to a new game from the position; empty if the game is not offered."""
    key, _, options = name.partition(":")
    offer = site.catalogue.offers.get(key)
    if offer is None:
        return ""
    chosen = dict(part.partition("=")[::2] for part in filter(None, options.split(",")))
    return ctx.link(f"/new/{key}", **chosen, position=position) if set(chosen) <= set(offer.options) else ""
