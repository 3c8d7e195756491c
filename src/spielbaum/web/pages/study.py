"""Asking why, and looking at the searched tree: the pages beside the board."""

import gzip
import json
from collections.abc import Sequence
from math import log
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from spielbaum.errors import InputError, SpielbaumError
from spielbaum.game import Game, State
from spielbaum.game.repetition import RepetitionRule
from spielbaum.pictures.tree.html import SCRIPTS
from spielbaum.search.algorithms.registry import default_algorithm
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.forms import chosen, decimal, whole
from spielbaum.web.http.request_context import Visit
from spielbaum.web.live.running import Running
from spielbaum.web.live.site import Site, has_left, site_of
from spielbaum.web.views.explain import Asked, explain, values_table
from spielbaum.web.views.game import game_context, show_game
from spielbaum.web.views.players import choices_of
from spielbaum.web.views.trees import tree_document

WHY = ("ply", "flip", "algorithm", "seconds", "move", "show")
TREE = ("ply", "flip", "algorithm", "beside", "depth")
DEFAULT_SECONDS = 2
SMALL_TREE = 3_000
"""A tree of about so many nodes is shown unless another depth is asked for."""

DEEPEST_TREE = 12


async def why(request: Request) -> Response:
    """Show the page on which every move is explained; the values come when they are found."""
    site, visit = site_of(request), Visit(request, WHY)
    running = await site.games.find(request.path_params["id"])
    asked = _asked(site, visit, running)
    fields = {name: visit.fields.get(name) or None for name in ("algorithm", "seconds", "move")}
    address = f"/game/{running.record.id}/why"
    shown = visit.link(address, ply=visit.ply, flip=visit.flipped, show=1, **fields)
    table = await _table(request, site, visit, running) if visit.fields.get("show") else None

    def page() -> Response:
        return site.pages.response(
            visit,
            "why.html",
            active="why",
            algorithms=choices_of(running.session.game).algorithms,
            algorithm=asked.algorithm,
            seconds=visit.t.number(asked.seconds),
            move=asked.move,
            table=table,
            table_address=visit.link(f"{address}/table", ply=visit.ply, flip=visit.flipped, **fields),
            whole_address=shown,
            **_context(site, visit, running),
        )

    async with running.lock:
        return await run_in_threadpool(page)


async def why_table(request: Request) -> Response:
    """Search every move and show what was found."""
    site, visit = site_of(request), Visit(request, WHY)
    running = await site.games.find(request.path_params["id"])
    table = await _table(request, site, visit, running)
    return site.pages.response(visit, "_why.html", table=table)


async def tree(request: Request) -> Response:
    """Show the page with the tree of a small search."""
    site, visit = site_of(request), Visit(request, TREE)
    running = await site.games.find(request.path_params["id"])

    def page() -> Response:
        return tree_page(site, visit, running.session.game, _states(visit, running), _context(site, visit, running))

    async with running.lock:
        return await run_in_threadpool(page)


def tree_page(site: Site, visit: Visit, game: Game, states: Sequence[State], context: dict[str, Any]) -> Response:
    """Return the page with the tree of the last of some states; the context says which game it belongs to."""
    names, depth = _tree_asked(visit, game, states)
    fields = {"algorithm": names[0], "beside": names[1] if names[1:] else None, "depth": depth}
    return site.pages.response(
        visit,
        "tree.html",
        active="tree",
        scripts=SCRIPTS,
        algorithms=choices_of(game).algorithms,
        asked=[*names, ""][:2],
        depth=depth,
        sentence=visit.t("tree.over") if _is_over(game, states) else "",
        source=visit.link(f"{context['game']['path']}/tree.json", ply=visit.ply, **fields),
        **context,
    )


async def tree_data(request: Request) -> Response:
    """Give the tree of a small search to the viewer."""
    site, visit = site_of(request), Visit(request, TREE)
    running = await site.games.find(request.path_params["id"])
    async with running.lock:
        states = _states(visit, running)
    return await tree_answer(request, visit, running.session.game, states)


async def tree_answer(request: Request, visit: Visit, game: Game, states: Sequence[State]) -> Response:
    """Search the last of the states of a game and return its tree, as the viewer reads it."""
    site = site_of(request)
    site.searches.demand(visit.address)
    names, depth = _tree_asked(visit, game, states)
    if _is_over(game, states):
        raise WebError(409, "not-now")
    async with site.trees.turn():
        if await has_left(request):
            return Response(status_code=204)
        document = await run_in_threadpool(tree_document, visit.t, game, states, names=names, depth=depth)
    body = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(body, media_type="application/json")
    packed = await run_in_threadpool(gzip.compress, body, 3)
    return Response(packed, media_type="application/json", headers={"Content-Encoding": "gzip"})


async def _table(request: Request, site: Site, visit: Visit, running: Running) -> dict[str, Any]:
    """Return the table of all moves, or a sentence that says why there is none."""
    asked = _asked(site, visit, running)
    async with running.lock:
        states, game = _states(visit, running), running.session.game
        over = await run_in_threadpool(_is_over, game, states)
    if over:
        return {"sentence": visit.t("why.over")}
    site.searches.demand(visit.address)
    try:
        found = await explain(request, site, running, asked, states)
    except InputError:
        raise
    except SpielbaumError as error:
        return {"sentence": visit.t.sentence(str(error))}
    path = f"/game/{running.record.id}/why"
    kept = {name: visit.fields[name] for name in ("algorithm", "seconds") if name in visit.fields}

    def address(move: str) -> str:
        return visit.link(path, ply=visit.ply, flip=visit.flipped, **kept, move=move, show=1)

    return await run_in_threadpool(values_table, visit.t, game, states[-1], found, asked, address)


def _asked(site: Site, visit: Visit, running: Running) -> Asked:
    choices = choices_of(running.session.game)
    seconds = decimal(visit.fields, "seconds", 0.1, site.settings.longest_search)
    algorithm = chosen(visit.fields, "algorithm", choices.algorithms) or default_algorithm(running.session.game)
    return Asked(algorithm, DEFAULT_SECONDS if seconds is None else seconds, visit.fields.get("move", ""))


def _is_over(game: Game, states: Sequence[State]) -> bool:
    return bool(game.is_terminal(states[-1])) or RepetitionRule(game).is_draw(states)


def _states(visit: Visit, running: Running) -> tuple[State, ...]:
    """Return the states of a game up to the one that is shown."""
    states = running.session.states
    ply = len(states) - 1 if visit.ply is None else visit.ply
    if ply >= len(states):
        raise WebError(404, "no-ply", ply=ply)
    return states[: ply + 1]


def _context(site: Site, visit: Visit, running: Running) -> dict[str, Any]:
    return game_context(visit, show_game(visit, site.shelf, running, still=True), running)


def _tree_asked(visit: Visit, game: Game, states: Sequence[State]) -> tuple[list[str], int]:
    """Return the algorithms and the depth of the trees."""
    known = choices_of(game).algorithms
    first = chosen(visit.fields, "algorithm", known) or default_algorithm(game)
    beside = chosen(visit.fields, "beside", known)
    depth = whole(visit.fields, "depth", 1, DEEPEST_TREE)
    if depth is None:
        branching = 1 if game.is_terminal(states[-1]) else len(list(game.actions(states[-1])))
        depth = max(1, min(6, int(log(SMALL_TREE) / log(max(2, branching)))))
    return [first, *([beside] if beside and beside != first else [])], depth
