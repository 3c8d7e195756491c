"""Monte-Carlo tree search, simulation by simulation: its page, and its data for positions and games."""

import gzip
from collections.abc import Sequence
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from spielbaum.game import Game, State
from spielbaum.search.trace.growth import Growth
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.forms import choice_field, float_field, integer_field
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.site import site_of, traced_result
from spielbaum.web.live.watching import shown_game
from spielbaum.web.views.simulations import (
    EXAMPLES,
    MAX_SIMULATIONS,
    Example,
    Settings,
    boards_json,
    grown_tree,
    growth_json,
)

SIMULATED = ("ply", "flip", *Settings._fields, "simulation")
"""The fields of the data of a game."""

MAX_EXPLORATION, MAX_SEED = 10, 9_999


async def page(request: Request) -> Response:
    """Return the page on which a tree grows."""
    site, ctx = site_of(request), RequestContext(request, ("example", *Settings._fields))

    def rendered() -> Response:
        shown, settings = _example(ctx), {name: ctx.fields.get(name) for name in Settings._fields}
        return site.renderer.response(
            ctx,
            "simulations.html",
            shown=shown.key,
            examples=list(EXAMPLES),
            addressed=True,
            **sources(ctx, "/simulations", example=shown.key, **settings),
        )

    return await run_in_threadpool(rendered)


def sources(ctx: RequestContext, path: str, **fields: Any) -> dict[str, Any]:
    """Return the addresses of the data of a viewer below a path."""
    return {name: ctx.link(f"{path}/{name}.json", **fields) for name in ("growth", "boards")}


async def growth(request: Request) -> Response:
    """Return how the tree of an example grows."""
    ctx = RequestContext(request, ("example", *Settings._fields))
    return await growth_of(request, ctx, *await _opened(request, ctx))


async def boards(request: Request) -> Response:
    """Return the boards of a simulation of an example."""
    ctx = RequestContext(request, ("example", *Settings._fields, "simulation"))
    return await boards_of(request, ctx, *await _opened(request, ctx))


async def game_growth(request: Request) -> Response:
    """Return how the tree of a position of a game grows."""
    ctx = RequestContext(request, SIMULATED)
    return await growth_of(request, ctx, *await _played(request, ctx))


async def game_boards(request: Request) -> Response:
    """Return the boards of a simulation from a position of a game."""
    ctx = RequestContext(request, SIMULATED)
    return await boards_of(request, ctx, *await _played(request, ctx))


async def growth_of(request: Request, ctx: RequestContext, game: Game, states: Sequence[State]) -> Response:
    """Return how the tree of the last state grows."""
    found = await _grown(request, ctx, game, states)
    return await _answer(ctx, partial(growth_json, ctx.t, game, found))


async def boards_of(request: Request, ctx: RequestContext, game: Game, states: Sequence[State]) -> Response:
    """Return the boards of a simulation from the last state."""
    found = await _grown(request, ctx, game, states)
    number = integer_field(ctx.fields, "simulation", 1, MAX_SIMULATIONS) or 1
    if number > len(found.simulations):
        raise WebError(404, "not-found")
    return await _answer(ctx, partial(boards_json, ctx.t, game, states, found, number))


async def _grown(request: Request, ctx: RequestContext, game: Game, states: Sequence[State]) -> Growth:
    """Return the growth of a tree; it is kept for the boards of its simulations."""
    exploration = float_field(ctx.fields, "exploration", 0, MAX_EXPLORATION)
    settings = Settings(
        exploration=1.0 if exploration is None else exploration,
        seed=integer_field(ctx.fields, "seed", 0, MAX_SEED) or 0,
        solver=choice_field(ctx.fields, "solver", ("0", "1")) == "1",
    )
    key = ("growth", game.spec, tuple(states), settings)
    found: Growth = await traced_result(request, key, grown_tree, game, tuple(states), settings, address=ctx.address)
    return found


async def _answer(ctx: RequestContext, body: partial[bytes]) -> Response:
    def packed() -> Response:
        if not ctx.accepts_gzip:
            return Response(body(), media_type="application/json")
        headers = {"Content-Encoding": "gzip"}
        return Response(gzip.compress(body(), 3), media_type="application/json", headers=headers)

    return await run_in_threadpool(packed)


def _example(ctx: RequestContext) -> Example:
    return EXAMPLES[choice_field(ctx.fields, "example", EXAMPLES) or next(iter(EXAMPLES))]


async def _opened(request: Request, ctx: RequestContext) -> tuple[Game, tuple[State, ...]]:
    """Return the game and the states of an example."""
    shown, site = _example(ctx), site_of(request)

    def opened() -> tuple[Game, tuple[State, ...]]:
        game = site.catalogue.game(shown.game)
        return game, shown.states(game)

    return await run_in_threadpool(opened)


async def _played(request: Request, ctx: RequestContext) -> tuple[Game, tuple[State, ...]]:
    """Return a game and its states up to the one that is shown."""
    live = await shown_game(site_of(request), request)
    async with live.lock:
        game, states = live.session.game, live.session.states
        states = states[: ctx.shown_ply(len(states) - 1) + 1]
        if await run_in_threadpool(game.is_terminal, states[-1]):
            raise WebError(409, "not-now")
    return game, tuple(states)
