"""The page of a puzzle: a position with exactly one winning move, given or found from a seed, played to its end."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from spielbaum.errors import InputError, Message
from spielbaum.exercises.exercise import MOST_SEED
from spielbaum.exercises.puzzle import GAMES, LEVELS, Puzzle, Stage, find_puzzle, first_stage, next_stage
from spielbaum.game import Action
from spielbaum.game.notation import format_state
from spielbaum.web.http.forms import integer_field
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.site import Site, shared_page, site_of, traced_result
from spielbaum.web.views.game import game_title
from spielbaum.web.views.puzzle import ANSWERS, Progress, puzzle_view, read_line, tried

MOST_STREAK = 10_000
LEVEL_NUMBERS = range(1, len(LEVELS) + 2)


async def puzzle(request: Request) -> Response:
    """Return the page of a puzzle; without a position, redirect to the puzzle of a seed."""
    site = site_of(request)
    ctx = RequestContext(request, ("game", "position", "seed", "level", "line", "missed", "streak", *ANSWERS))
    name, position = ctx.fields.get("game") or GAMES[0], ctx.fields.get("position", "")
    seed = integer_field(ctx.fields, "seed", 0, MOST_SEED) or 1
    level = integer_field(ctx.fields, "level", 1, LEVEL_NUMBERS[-1]) or 1
    game = await run_in_threadpool(site.catalogue.game, name)
    key = ("puzzle", name, position) if position else ("puzzle", name, seed, level)
    solve = partial(traced_result, request)
    shown: Puzzle = await solve(key, find_puzzle, game, position or None, seed, level, address=ctx.address)
    streak = integer_field(ctx.fields, "streak", 0, MOST_STREAK) or 0
    if not position:
        found = {"position": format_state(game, shown.state), "seed": seed, "level": level, "streak": streak or None}
        return RedirectResponse(ctx.link("/puzzle", game=name, **found), status_code=303)
    progress = Progress(missed=bool(ctx.fields.get("missed")), streak=streak)
    stage = await _reached(solve, key, shown, read_line(shown, ctx.fields.get("line", "")))
    touch = tried(shown, stage, ctx.fields)
    after = None
    if touch.action is not None and stage.line_of(touch.action).outcome == "win":
        after = await _reached(solve, key, shown, (*stage.played, touch.action))
    page = partial(_page, site, ctx, name, seed, level, shown, stage, touch, after, progress)
    return await shared_page(ctx, page)


async def _reached(
    solve: Callable[..., Awaitable[Stage]], key: tuple[Any, ...], shown: Puzzle, played: Sequence[Action]
) -> Stage:
    """Return the stage after some moves.

    Raises
    ------
    InputError
        If a move of the solver does not win.
    """
    stage = first_stage(shown)
    while len(stage.played) < len(played):
        action = played[len(stage.played)]
        if not any(line.action == action and line.outcome == "win" for line in stage.lines):
            raise InputError(Message("the line of a puzzle goes on with a move that wins"))
        reached = (*key, *stage.played, action)
        stage = await solve(reached, next_stage, shown, stage, action)
    return stage


def _page(
    site: Site,
    ctx: RequestContext,
    name: str,
    seed: int,
    level: int,
    shown: Puzzle,
    stage: Stage,
    touch: Any,
    after: Stage | None,
    progress: Progress,
) -> Response:
    view = puzzle_view(ctx.t, shown, stage, touch, after, progress, helped=bool(ctx.fields.get("solve")))
    fields: dict[str, Any] = {"game": name, "position": view["position"], "seed": seed, "level": level}
    kept = {"line": view["line"], "missed": view["missed"] or None, "streak": progress.streak or None}
    step = {**fields, **{key: value for key, value in kept.items() if value}}
    streak = view["streak"] or None
    return site.renderer.response(
        ctx,
        "puzzle.html",
        title=game_title(ctx.t, site.catalogue, name),
        puzzle=view,
        fields=step,
        link_address=ctx.shared("/puzzle", **fields),
        solve=ctx.link("/puzzle", **step, solve=1),
        again=ctx.link("/puzzle", **fields),
        another=ctx.link("/puzzle", game=name, seed=seed % MOST_SEED + 1, level=level, streak=streak),
        levels=[
            (number, ctx.link("/puzzle", game=name, seed=seed, level=number, streak=streak)) for number in LEVEL_NUMBERS
        ],
        level=level,
        play=_play(site, ctx, name, view["position"]),
        others=[(game_title(ctx.t, site.catalogue, one), ctx.link("/puzzle", game=one, level=level)) for one in GAMES],
    )


def _play(site: Site, ctx: RequestContext, name: str, position: str) -> str:
    """Return the link to a new game from the position; empty if the game is not offered."""
    key, _, options = name.partition(":")
    offer = site.catalogue.offers.get(key)
    if offer is None:
        return ""
    chosen = dict(part.partition("=")[::2] for part in filter(None, options.split(",")))
    return ctx.link(f"/new/{key}", **chosen, position=position) if set(chosen) <= set(offer.options) else ""
