"""The pages ``/why`` (the value of every move) and ``/tree`` (the tree of a small search)."""

import gzip
from collections.abc import Sequence
from functools import partial
from math import log
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from spielbaum.errors import InputError, SpielbaumError
from spielbaum.game import Game, State
from spielbaum.game.repetition import RepetitionRule
from spielbaum.pictures import Look
from spielbaum.pictures.tree.html import SCRIPTS
from spielbaum.search.algorithms.choice import default_algorithm
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.forms import choice_field, float_field, integer_field
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.live_game import LiveGame
from spielbaum.web.live.site import Site, is_disconnected, result_of, site_of
from spielbaum.web.pages import simulations
from spielbaum.web.views.analysis import AnalysisRequest, analyse_moves, scores, values_table
from spielbaum.web.views.boards import board_picture
from spielbaum.web.views.game import game_context, game_page
from spielbaum.web.views.players import choices_of
from spielbaum.web.views.searches import played_here
from spielbaum.web.views.share import embed_code
from spielbaum.web.views.trees import tree_json

WHY = ("ply", "flip", "algorithm", "seconds", "move", "show", "step")
SCORES = ("ply", "flip")
TREE = ("ply", "flip", "algorithm", "beside", "third", "depth")
RUNNERS = ("algorithm", "beside", "third")
"""The fields with the algorithms of the trees."""

MCTS = "mcts"
"""The algorithm whose tree is shown simulation by simulation, unless another one is beside it."""

DEFAULT_SECONDS = 2
SMALL_TREE = 3_000
"""The approximate number of nodes for which the default depth is chosen."""

SCORES_SECONDS = 1
"""The time for searching all moves for the scores on the board."""

MAX_STEP = 500
MAX_TREE_DEPTH = 12


async def why(request: Request) -> Response:
    """Return the page with the value of every move; htmx loads the table when it is computed."""
    site, ctx = site_of(request), RequestContext(request, WHY)
    live = await site.games.find(request.path_params["id"])
    asked = _asked(site, ctx, live)
    fields = {name: ctx.fields.get(name) or None for name in ("algorithm", "seconds", "move", "step")}
    address = f"/game/{live.record.id}/why"
    shown = ctx.link(address, ply=ctx.ply, flip=ctx.flipped, show=1, **fields)
    table = await _table(request, site, ctx, live) if ctx.fields.get("show") else None

    def page(now: LiveGame) -> Response:
        return site.renderer.response(
            ctx,
            "why.html",
            active="why",
            choices=choices_of(now.session.game),
            algorithm=asked.algorithm,
            seconds=ctx.t.number(asked.seconds),
            move=asked.move,
            table=table,
            table_address=ctx.link(f"{address}/table", ply=ctx.ply, flip=ctx.flipped, **fields),
            whole_address=shown,
            page_address=shown if table else ctx.link(address, ply=ctx.ply, flip=ctx.flipped, **fields),
            board=_line_board(ctx, now.session.game, table),
            **_context(site, ctx, now),
        )

    return await live.rendered(page)


async def why_table(request: Request) -> Response:
    """Search every move, and return the table of values."""
    site, ctx = site_of(request), RequestContext(request, WHY)
    live = await site.games.find(request.path_params["id"])
    table = await _table(request, site, ctx, live)
    return site.renderer.response(ctx, "_why.html", table=table)


async def scores_on_board(request: Request) -> Response:
    """Search every move briefly, and return the scores for the board."""
    site, ctx = site_of(request), RequestContext(request, SCORES)
    live = await site.games.find(request.path_params["id"])
    asked = AnalysisRequest(default_algorithm(live.session.game).name, SCORES_SECONDS)
    async with live.lock:
        states, game = _states(ctx, live), live.session.game
        over = await run_in_threadpool(_is_over, game, states)
    found: dict[str, Any] = {"sentence": ctx.t("why.over"), "certainty": "", "rows": ()}
    if not over:
        check = partial(site.searches.check, ctx.address)
        try:
            analysis = await analyse_moves(request, site, live, asked, states, check=check)
            found = await run_in_threadpool(scores, ctx.t, game, states[-1], analysis)
        except SpielbaumError as error:
            found["sentence"] = ctx.t.sentence(error)
    return site.renderer.response(ctx, "_scores.html", scores=found)


async def tree(request: Request) -> Response:
    """Return the page with the tree of a small search."""
    site, ctx = site_of(request), RequestContext(request, TREE)
    live = await site.games.find(request.path_params["id"])

    def page(now: LiveGame) -> Response:
        why_address = ctx.link(f"/game/{now.record.id}/why", ply=ctx.ply, flip=ctx.flipped)
        data = simulations.sources(ctx, f"/game/{now.record.id}/simulations", ply=ctx.ply, solver=1)
        context = {**_context(site, ctx, now), "why_address": why_address, **data}
        return tree_page(site, ctx, now.session.game, _states(ctx, now), context)

    return await live.rendered(page)


def tree_page(
    site: Site, ctx: RequestContext, game: Game, states: Sequence[State], context: dict[str, Any]
) -> Response:
    """Return the page with the search tree of the last state; ``context`` is the context of its game."""
    names, depth = _tree_asked(ctx, game, states)
    fields = {**dict(zip(RUNNERS, names, strict=False)), "depth": depth}
    return site.renderer.response(
        ctx,
        "tree.html",
        active="tree",
        scripts=SCRIPTS,
        algorithms=choices_of(game).algorithms,
        asked=[*names, "", ""][:3],
        depth=depth,
        sentence=ctx.t("tree.over") if _is_over(game, states) else "",
        source=ctx.link(f"{context['game']['path']}/tree.json", ply=ctx.ply, **fields),
        grows=names == [MCTS] and "growth" in context,
        growth_scripts=simulations.SCRIPTS,
        embedded=embed_code(ctx, context["game"].get("from_address") or "", fields),
        **context,
    )


async def tree_data(request: Request) -> Response:
    """Return the tree of a small search as JSON for the viewer."""
    site, ctx = site_of(request), RequestContext(request, TREE)
    live = await site.games.find(request.path_params["id"])
    async with live.lock:
        states = _states(ctx, live)
    return await tree_response(request, ctx, live.session.game, states)


async def tree_response(request: Request, ctx: RequestContext, game: Game, states: Sequence[State]) -> Response:
    """Search the last state, and return the tree as JSON for the viewer."""
    site = site_of(request)
    site.searches.check(ctx.address)
    names, depth = _tree_asked(ctx, game, states)
    if _is_over(game, states):
        raise WebError(409, "not-now")
    async with site.trees.turn():
        if await is_disconnected(request):
            return Response(status_code=204)
        body = await result_of(site, partial(tree_json, names=names, depth=depth), ctx.t, game, states)
    if not ctx.accepts_gzip:
        return Response(body, media_type="application/json")
    packed = await run_in_threadpool(gzip.compress, body, 3)
    return Response(packed, media_type="application/json", headers={"Content-Encoding": "gzip"})


async def _table(request: Request, site: Site, ctx: RequestContext, live: LiveGame) -> dict[str, Any]:
    """Return the context of the table of all moves, or of a message if there is none."""
    asked = _asked(site, ctx, live)
    async with live.lock:
        states, game = _states(ctx, live), live.session.game
        over = await run_in_threadpool(_is_over, game, states)
    if over:
        return {"sentence": ctx.t("why.over")}
    check = partial(site.searches.check, ctx.address)
    try:
        found = await analyse_moves(request, site, live, asked, states, check=check)
    except InputError:
        raise
    except SpielbaumError as error:
        return {"sentence": ctx.t.sentence(error)}
    path = f"/game/{live.record.id}/why"
    kept = {name: ctx.fields[name] for name in ("algorithm", "seconds") if name in ctx.fields}

    def address(move: str, step: int) -> str:
        return ctx.link(path, ply=ctx.ply, flip=ctx.flipped, **kept, move=move, show=1, step=step or None)

    def table() -> dict[str, Any]:
        notes = _other_views(ctx, live, states, found.depth, found.nodes > 0)
        return {**values_table(ctx.t, game, states[-1], found, asked, address), "notes": notes}

    return await run_in_threadpool(table)


def _other_views(
    ctx: RequestContext, live: LiveGame, states: Sequence[State], depth: int, searched: bool
) -> list[tuple[str, str]]:
    """Return notes with links: the engine's value during the game, and the shallower depth of the tree."""
    game, ply, path = live.session.game, len(states) - 1, f"/game/{live.record.id}"
    turns, notes = live.session.turns, []
    if ply < len(turns):
        notes.append((played_here(ctx.t, game, turns[ply]), path))
    tree_depth = default_tree_depth(game, states)
    if searched and tree_depth < depth:
        notes.append((ctx.t("why.tree-depth", depth=tree_depth), f"{path}/tree"))
    return [(text, ctx.link(link, ply=ctx.ply, flip=ctx.flipped)) for text, link in notes if text]


def _asked(site: Site, ctx: RequestContext, live: LiveGame) -> AnalysisRequest:
    choices = choices_of(live.session.game)
    seconds = float_field(ctx.fields, "seconds", 0.1, site.settings.longest_search)
    algorithm = choice_field(ctx.fields, "algorithm", choices.algorithms) or default_algorithm(live.session.game).name
    step = integer_field(ctx.fields, "step", 0, MAX_STEP) or 0
    return AnalysisRequest(algorithm, DEFAULT_SECONDS if seconds is None else seconds, ctx.fields.get("move", ""), step)


def _line_board(ctx: RequestContext, game: Game, table: dict[str, Any] | None) -> Markup | None:
    """Return the board after some moves of the line that is shown; None at its beginning."""
    line = table["picked"]["line"] if table and table.get("picked") else None
    if line is None or not line["step"]:
        return None
    return board_picture(ctx.t, game, line["state"], Look(before=line["before"], flipped=ctx.flipped))


def _is_over(game: Game, states: Sequence[State]) -> bool:
    return bool(game.is_terminal(states[-1])) or RepetitionRule(game).is_draw(states)


def _states(ctx: RequestContext, live: LiveGame) -> tuple[State, ...]:
    """Return the states of a game up to the one that is shown."""
    return live.session.states[: ctx.shown_ply(len(live.session.turns)) + 1]


def _context(site: Site, ctx: RequestContext, live: LiveGame) -> dict[str, Any]:
    return game_context(ctx, game_page(ctx, site.catalogue, live, still=True), live)


def _tree_asked(ctx: RequestContext, game: Game, states: Sequence[State]) -> tuple[list[str], int]:
    """Return the algorithms and the depth of the trees."""
    known = choices_of(game).algorithms
    first, *others = (choice_field(ctx.fields, name, known) for name in RUNNERS)
    depth = integer_field(ctx.fields, "depth", 1, MAX_TREE_DEPTH)
    if depth is None:
        depth = default_tree_depth(game, states)
    names = [first or default_algorithm(game).name, *filter(None, others)]
    return list(dict.fromkeys(names)), depth


def default_tree_depth(game: Game, states: Sequence[State]) -> int:
    """Return the default depth of the tree of the last state."""
    branching = 1 if game.is_terminal(states[-1]) else len(list(game.actions(states[-1])))
    return max(1, min(6, int(log(SMALL_TREE) / log(max(2, branching)))))
