"""The pages ``/why`` (the value of every move) and ``/tree`` (the tree of a small search)."""

import gzip
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import log
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from spielbaum.errors import BusyError, InputError, SpielbaumError
from spielbaum.game import Game, State
from spielbaum.game.repetition import RepetitionRule
from spielbaum.language import Translations
from spielbaum.pictures import Look
from spielbaum.search.algorithms.choice import BEST, default_algorithm
from spielbaum.session.analysis import PositionAnalysis
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.forms import choice_field, float_field, integer_field
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.analyses import Position
from spielbaum.web.live.live_game import Hint, LiveGame
from spielbaum.web.live.site import Site, is_disconnected, site_of, traced_result
from spielbaum.web.live.watching import shown_game
from spielbaum.web.pages import simulations
from spielbaum.web.views.analysis import Shown, analysis_panel, end_bar, eval_bar, scores, tree_caption, waiting_words
from spielbaum.web.views.boards import board_picture
from spielbaum.web.views.game import game_context, game_page, hint_of, hint_path, shown_position_of, step_asked
from spielbaum.web.views.players import choices_of
from spielbaum.web.views.searches import played_here
from spielbaum.web.views.share import embed_code, watch_context
from spielbaum.web.views.trees import packed_tree

WHY = ("ply", "flip", "var", "at", "algorithm", "seconds", "move", "show", "step")
PANEL = ("ply", "flip", "var", "at", "algorithm", "move", "step", "show", "seen", "page")
SCORES = ("ply", "flip", "var", "at", "seen")
TREE = ("ply", "flip", "algorithm", "beside", "third", "depth")
RUNNERS = ("algorithm", "beside", "third")
"""The fields with the algorithms of the trees."""

MCTS = "mcts"
"""The algorithm whose tree is shown simulation by simulation, unless another one is beside it."""

DEFAULT_SECONDS = 2
"""The least time of a search for a page without JavaScript."""

PATIENCE = 0.8
"""Seconds for which the panel waits for a first answer before it says what the search is waiting for."""

SMALL_TREE = 3_000
"""The approximate number of nodes for which the default depth is chosen."""

SCORES_SECONDS = 1
"""The time for searching all moves for the scores on the board."""

MAX_STEP = 500
MAX_TREE_DEPTH = 12


@dataclass(frozen=True)
class Asked(Shown):
    """What a request for an analysis asks for.

    Attributes
    ----------
    named
        The algorithm that was chosen; None for the strongest, whose analysis everyone shares.
    seconds
        The least time of the search, if the answer waits for it.
    """

    named: str | None = None
    seconds: float = DEFAULT_SECONDS

    @property
    def algorithm(self) -> str:
        """The algorithm."""
        return self.named or BEST


async def why(request: Request) -> Response:
    """Return the page with the value of every move; htmx loads the analysis, which deepens while it is shown."""
    site, ctx = site_of(request), RequestContext(request, WHY)
    live = await site.games.find(request.path_params["id"])
    asked = _asked(site, ctx, live)
    wait = asked.seconds if ctx.fields.get("show") else 0.0
    analysis = await _analysis(request, site, ctx, live, asked, on_page=True, wait=wait) if wait else None

    def page(now: LiveGame) -> Response:
        return site.renderer.response(
            ctx,
            "why.html",
            active="why",
            choices=choices_of(now.session.game),
            algorithm=asked.named or "",
            move=asked.move,
            analysis=analysis,
            panel_address=_panel_address(ctx, live, asked, asked.move, asked.step, on_page=True),
            whole_address=_why_address(ctx, live, asked, asked.move, asked.step, show=True),
            board=_line_board(ctx, now.session.game, analysis),
            **_context(site, ctx, now),
        )

    return await live.rendered(page)


async def panel(request: Request) -> Response:
    """Return what is known of a position by now, and let it deepen; 204 if nothing is new."""
    site, ctx = site_of(request), RequestContext(request, PANEL)
    live = await site.games.find(request.path_params["id"])
    asked, on_page = _asked(site, ctx, live), bool(ctx.fields.get("page"))
    analysis = await _analysis(request, site, ctx, live, asked, on_page=on_page)
    if analysis["mark"] == ctx.fields.get("seen"):
        return Response(status_code=204)
    hint = None if on_page else await _newer_hint(site, ctx, live)
    if not ctx.fields.get("show"):
        return site.renderer.response(ctx, "_analysis.html", analysis=analysis, board=None, hint=hint)

    def stepped(now: LiveGame) -> Response:
        board = _line_board(ctx, now.session.game, analysis)
        board = board or game_page(ctx, site.catalogue, now, still=on_page)["board"]
        return site.renderer.response(ctx, "_analysis.html", analysis=analysis, board=board, hint=hint)

    return await live.rendered(stepped)


async def scores_on_board(request: Request) -> Response:
    """Return the scores of all moves for the board, after a short search, and let them deepen; 204 without new ones."""
    site, ctx = site_of(request), RequestContext(request, SCORES)
    live = await site.games.find(request.path_params["id"])
    position, over = await _position(live, ctx)
    shown: dict[str, Any] = {"sentence": ctx.t("why.over"), "certainty": "", "rows": (), "bar": None, "again": ""}
    if not over:
        seen = ctx.fields.get("seen")
        try:
            found = await _look(request, site, ctx, position, 0 if seen else SCORES_SECONDS)
        except SpielbaumError as error:
            shown["sentence"] = ctx.t.sentence(error)
            return site.renderer.response(ctx, "_scores.html", scores=shown)
        deepening = site.analyses.may_deepen(found)
        mark = _mark(found, deepening=deepening)
        if found is None or mark == seen:
            return Response(status_code=204)
        shown = await run_in_threadpool(scores, ctx.t, position.game, position.state, found)
        place = {"ply": ctx.ply, "flip": ctx.flipped, **step_asked(ctx)}
        shown["bar"] = eval_bar(ctx.t, position.game, position.state, found)
        shown["again"] = ctx.link(f"/game/{live.record.id}/scores", **place, seen=mark) if deepening else ""
    return site.renderer.response(ctx, "_scores.html", scores=shown, hint=await _newer_hint(site, ctx, live))


async def caption(request: Request) -> Response:
    """Return the analysis of a position in a sentence, for its tree, which is not as deep."""
    site, ctx = site_of(request), RequestContext(request, TREE)
    live = await site.games.find(request.path_params["id"])
    position, over = await _position(live, ctx)
    depth, found = integer_field(ctx.fields, "depth", 1, MAX_TREE_DEPTH), None
    if not over:
        with suppress(WebError, SpielbaumError):  # then the tree stands alone
            found = await _look(request, site, ctx, position, 0)
    why_address = ctx.link(f"/game/{live.record.id}/why", ply=ctx.ply, flip=ctx.flipped)
    depth = default_tree_depth(position.game, position.states) if depth is None else depth
    said = await run_in_threadpool(tree_caption, ctx.t, position.game, position.state, found, depth)
    return site.renderer.response(ctx, "_tree_caption.html", said=said, why_address=why_address)


async def tree(request: Request) -> Response:
    """Return the page with the tree of a small search, also for spectators."""
    site, ctx = site_of(request), RequestContext(request, TREE)
    live = await shown_game(site, request)

    def page(now: LiveGame) -> Response:
        if "token" in request.path_params:
            context = watch_context(ctx, site.catalogue, now)
        else:
            why_address = ctx.link(f"/game/{now.record.id}/why", ply=ctx.ply, flip=ctx.flipped)
            asked = {"ply": ctx.ply, "flip": ctx.flipped, "depth": ctx.fields.get("depth")}
            caption_address = ctx.link(f"/game/{now.record.id}/analysis/caption", **asked)
            context = {**_context(site, ctx, now), "why_address": why_address, "caption_address": caption_address}
        context |= simulations.sources(ctx, f"{context['game']['path']}/simulations", ply=ctx.ply, solver=1)
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
        algorithms=choices_of(game).algorithms,
        asked=[*names, "", ""][:3],
        depth=depth,
        sentence=ctx.t("tree.over") if _is_over(game, states) else "",
        source=ctx.link(f"{context['game']['path']}/tree.json", ply=ctx.ply, **fields),
        grows=names == [MCTS] and "growth" in context,
        embedded=embed_code(ctx, context["game"].get("from_address") or "", fields),
        **context,
    )


async def tree_data(request: Request) -> Response:
    """Return the tree of a small search as JSON for the viewer."""
    site, ctx = site_of(request), RequestContext(request, TREE)
    live = await shown_game(site, request)
    async with live.lock:
        states = _states(ctx, live)
    return await tree_response(request, ctx, live.session.game, states)


async def tree_response(request: Request, ctx: RequestContext, game: Game, states: Sequence[State]) -> Response:
    """Search the last state, and return the tree as JSON for the viewer."""
    names, depth = _tree_asked(ctx, game, states)
    if _is_over(game, states):
        raise WebError(409, "not-now")
    key = ("tree", game.spec, tuple(states), *names, depth, ctx.t.language)
    tree = partial(packed_tree, names=names, depth=depth)
    packed = await traced_result(request, key, tree, ctx.t, game, states, address=ctx.address)
    if not ctx.accepts_gzip:
        return Response(await run_in_threadpool(gzip.decompress, packed), media_type="application/json")
    return Response(packed, media_type="application/json", headers={"Content-Encoding": "gzip"})


async def _analysis(
    request: Request, site: Site, ctx: RequestContext, live: LiveGame, asked: Asked, *, on_page: bool, wait: float = 0.0
) -> dict[str, Any]:
    """Return the context of the panel, after some seconds of search if it is to wait; it deepens while it is shown."""
    position, over = await _position(live, ctx, asked.algorithm)
    game, state, t = position.game, position.state, ctx.t
    if over:
        settlement = live.session.settlement if state == live.session.state else None
        agreed = settlement.utility if settlement else None
        end = await run_in_threadpool(end_bar, t, game, state, agreed)
        return {"sentence": t("why.over"), "bar": end, "again": "", "mark": "over", "page_address": ""}
    sentence, found, deepening = "", None, True
    try:
        found = await _look(request, site, ctx, position, wait)
        deepening = site.analyses.may_deepen(found)
    except BusyError as error:
        sentence = t.sentence(error)
    except WebError as error:
        sentence = t(error.key, **error.values)
    except InputError:
        raise
    except SpielbaumError as error:
        sentence, deepening = t.sentence(error), False
    if found is None and not sentence:
        sentence = waiting_words(t, site.analyses.status(position))
    mark = _mark(found, deepening=deepening) or sentence
    again = _panel_address(ctx, live, asked, asked.move, asked.step, on_page=on_page, seen=mark) if deepening else ""
    common = {"again": again, "mark": mark, "page_address": ""}
    if on_page:
        common["page_address"] = _why_address(ctx, live, asked, asked.move, asked.step, show=True)
    if found is None or mark == ctx.fields.get("seen"):  # nothing new
        return {"sentence": sentence, "bar": None, **common}

    def table() -> dict[str, Any]:
        shown = analysis_panel(
            t, game, state, found, asked, partial(_links, ctx, live, asked, on_page=on_page), deepening=deepening
        )
        notes = _other_views(ctx, live, position.states, found)
        return {**shown, "bar": eval_bar(t, game, state, found), "notes": notes, **common}

    return await run_in_threadpool(table)


async def _newer_hint(site: Site, ctx: RequestContext, live: LiveGame) -> dict[str, str] | None:
    """Return the hint that is shown with what is known by now; None without a hint."""
    hint = live.hint
    if hint is None or hint.move is None or hint.revision != live.revision:
        return None
    position, _over = await _position(live, ctx)
    found = await site.analyses.find(position)
    if found is None or position.states != live.session.states or live.hint is not hint:
        return None
    live.hint = Hint(hint.revision, found)
    return await live.rendered(partial(_hint_shown, ctx.t))


def _hint_shown(t: Translations, live: LiveGame) -> dict[str, str]:
    return {"text": hint_of(t, live), "path": hint_path(live)}


def _mark(found: PositionAnalysis | None, *, deepening: bool) -> str:
    """Return a text that changes when more is known; empty if nothing is."""
    return f"{found.depth}.{found.seconds:.1f}.{deepening:d}" if found else ""


async def _position(live: LiveGame, ctx: RequestContext, algorithm: str = BEST) -> tuple[Position, bool]:
    """Return the position that is shown, and whether it ends the game."""
    async with live.lock:
        position = Position(live.record.game, live.session.game, _states(ctx, live), algorithm)

        def is_over() -> bool:
            _ = position.key  # a hash of many states, which would hold up the event loop
            return _is_over(position.game, position.states)

        return position, await run_in_threadpool(is_over)


async def _look(
    request: Request, site: Site, ctx: RequestContext, position: Position, seconds: float
) -> PositionAnalysis | None:
    """Return what is known of a position, which deepens for a while; after some seconds of search if any are given.

    Raises
    ------
    WebError
        429 if it would be the search too many of a visitor.
    SpielbaumError
        If it cannot be searched.
    """
    found = await site.analyses.find(position)
    if not site.analyses.may_deepen(found):
        return found
    if seconds:
        return await searched(request, site, ctx, position, seconds)
    if not site.analyses.is_deepening(position):
        site.searches.check(ctx.address)
    site.analyses.look(position)
    return found or await site.analyses.first(position, PATIENCE)


async def searched(
    request: Request, site: Site, ctx: RequestContext, position: Position, seconds: float
) -> PositionAnalysis:
    """Return an analysis with at least some seconds of search, which stops if the client disconnects.

    Raises
    ------
    WebError
        429 if it would be the search too many of a visitor; 503 if the pool is busy.
    SpielbaumError
        If it cannot be searched.
    """

    async def wanted() -> bool:
        return not await is_disconnected(request)

    if not site.analyses.is_deepening(position) and not await site.analyses.has(position, seconds):
        site.searches.check(ctx.address)
    try:
        found = await site.analyses.at_least(position, seconds, wanted)
    except BusyError:
        raise WebError(503, "busy") from None
    if found is None:
        raise WebError(503, "busy")
    return found


def _links(ctx: RequestContext, live: LiveGame, asked: Asked, move: str, step: int, *, on_page: bool) -> dict[str, str]:
    """Return the addresses of a move and a step of its line: of the whole page, and of the panel."""
    panel = _panel_address(ctx, live, asked, move, step, on_page=on_page, show=True)
    return {"href": _why_address(ctx, live, asked, move, step, show=True), "panel": panel}


def _why_address(ctx: RequestContext, live: LiveGame, asked: Asked, move: str, step: int, *, show: bool = False) -> str:
    fields = {"algorithm": asked.named, "seconds": ctx.fields.get("seconds") or None, "move": move or None}
    path = f"/game/{live.record.id}/why"
    return ctx.link(path, ply=ctx.ply, flip=ctx.flipped, **step_asked(ctx), **fields, show=show, step=step or None)


def _panel_address(
    ctx: RequestContext, live: LiveGame, asked: Asked, move: str, step: int, *, on_page: bool, **more: Any
) -> str:
    fields = {"algorithm": asked.named, "move": move or None, "step": step or None, "page": on_page}
    place = {"ply": ctx.ply, "flip": ctx.flipped, **step_asked(ctx)}
    return ctx.link(f"/game/{live.record.id}/analysis", **place, **fields, **more)


def _other_views(
    ctx: RequestContext, live: LiveGame, states: Sequence[State], found: PositionAnalysis
) -> list[tuple[str, str]]:
    """Return notes with links: the engine's value during the game, and the shallower depth of the tree."""
    game, ply, path = live.session.game, len(states) - 1, f"/game/{live.record.id}"
    turns, notes = live.session.turns, []
    if ply < len(turns) and "var" not in ctx.fields:
        notes.append((played_here(ctx.t, game, turns[ply]), path))
    tree_depth = default_tree_depth(game, states)
    if found.nodes and tree_depth < found.depth:
        notes.append((ctx.t("why.tree-depth", depth=tree_depth), f"{path}/tree"))
    return [(text, ctx.link(link, ply=ctx.ply, flip=ctx.flipped)) for text, link in notes if text]


def _asked(site: Site, ctx: RequestContext, live: LiveGame) -> Asked:
    seconds = float_field(ctx.fields, "seconds", 0.1, site.settings.longest_search)
    named = choice_field(ctx.fields, "algorithm", choices_of(live.session.game).algorithms) or None
    step = integer_field(ctx.fields, "step", 0, MAX_STEP) or 0
    return Asked(ctx.fields.get("move", ""), step, named, DEFAULT_SECONDS if seconds is None else seconds)


def _line_board(ctx: RequestContext, game: Game, analysis: dict[str, Any] | None) -> Markup | None:
    """Return the board after some moves of the line that is shown; None at its beginning."""
    line = analysis["picked"]["line"] if analysis and analysis.get("picked") else None
    if line is None or not line["step"]:
        return None
    return board_picture(ctx.t, game, line["state"], Look(before=line["before"], flipped=ctx.flipped))


def _is_over(game: Game, states: Sequence[State]) -> bool:
    return bool(game.is_terminal(states[-1])) or RepetitionRule(game).is_draw(states)


def _states(ctx: RequestContext, live: LiveGame) -> tuple[State, ...]:
    """Return the states of a game up to the one that is shown."""
    return tuple(shown_position_of(ctx, live.session).states)


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
