"""The pages ``/review``: every move of a game in the browser, or of a stored game, compared with the best."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from spielbaum.game import Game, State
from spielbaum.game.notation import parse_action
from spielbaum.game.repetition import RepetitionRule
from spielbaum.session.analysis import PositionAnalysis
from spielbaum.web.http.errors import WebError, store_errors
from spielbaum.web.http.forms import float_field
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.live_game import LiveGame
from spielbaum.web.live.reviewing import PlayedGame
from spielbaum.web.live.site import Site, site_of
from spielbaum.web.pages.analysis import searched
from spielbaum.web.pages.stored import find_stored, opened, stored_number
from spielbaum.web.views.game import game_context, game_page
from spielbaum.web.views.moves import Touch, touched
from spielbaum.web.views.review import retry_page, review_page
from spielbaum.web.views.stored_game import standings_of, stored_game_page

REVIEW = ("ply", "flip", "seconds")
RETRY = (*REVIEW, "chosen", "place", "action", "solve")

SECONDS = 0.5
"""The default time for searching each position."""

MAX_SECONDS = 5

MAX_PLIES = 1_000


class ReviewRequest(NamedTuple):
    """A game to review, and its page: the path, the template, and the rest of the context."""

    played: PlayedGame
    over: bool
    path: str
    template: str
    context: dict[str, Any]
    retry: bool = False


async def live(request: Request) -> Response:
    """Return the page with the review of a game in the browser."""
    site, ctx = site_of(request), RequestContext(request, REVIEW)
    return await _page(site, ctx, await _live(request, site, ctx))


async def live_part(request: Request) -> Response:
    """Return the complete or partial review of a game in the browser."""
    site, ctx = site_of(request), RequestContext(request, REVIEW)
    return await _part(site, ctx, await _live(request, site, ctx))


async def stored(request: Request) -> Response:
    """Return the page with the review of a stored game."""
    site, ctx = opened(request), RequestContext(request, REVIEW)
    return await _page(site, ctx, await run_in_threadpool(_stored, request, site, ctx))


async def stored_part(request: Request) -> Response:
    """Return the complete or partial review of a stored game."""
    site, ctx = opened(request), RequestContext(request, REVIEW)
    return await _part(site, ctx, await run_in_threadpool(_stored, request, site, ctx))


async def retry(request: Request) -> Response:
    """Return the page on which a mistake is tried again."""
    site, ctx = site_of(request), RequestContext(request, RETRY)
    asked = await _live(request, site, ctx)
    played, ply = asked.played, ctx.ply or 0
    with store_errors():
        moves = await site.reviews.found(played)
    if not 0 < ply <= len(moves):
        return RedirectResponse(_address(ctx, asked, "/review", ctx.ply), status_code=303)
    found = await searched(request, site, ctx, played.positions[ply - 1], played.seconds)
    helped = bool(ctx.fields.get("solve"))

    def page() -> Response:
        touch = _touch(played.game, played.states[ply - 1], found, ctx, helped=helped)
        shown = retry_page(ctx.t, played, moves, ply, found, touch, helped=helped, flipped=ctx.flipped)
        context: dict[str, Any] = {
            **asked.context,
            "active": "review",
            "ply": ply,
            "retry": shown,
            "following": shown["next"] and _address(ctx, asked, "/retry", shown["next"]),
            "solve": _address(ctx, asked, "/retry", ply, solve=True),
            "again": _address(ctx, asked, "/retry", ply),
            "review": _address(ctx, asked, "/review", ply),
        }
        return site.renderer.response(ctx, "retry.html", **context)

    return await run_in_threadpool(page)


def _touch(game: Game, state: State, found: PositionAnalysis, ctx: RequestContext, *, helped: bool) -> Touch:
    """Return the move that is tried instead of a mistake, or the places touched so far."""
    if helped and found.best is not None:
        return Touch(found.best.action)
    if ctx.fields.get("action"):
        return Touch(parse_action(game, state, ctx.fields["action"]))
    if not ctx.fields.get("place"):
        return Touch()
    return touched(game, state, ctx.fields.get("chosen", "").split(), ctx.fields["place"])


async def _live(request: Request, site: Site, ctx: RequestContext) -> ReviewRequest:
    found = await site.games.find(request.path_params["id"])

    def asked(now: LiveGame) -> ReviewRequest:
        session = now.session
        actions = [turn.text for turn in session.turns]
        played = _played(site, ctx, now.record.game, session.game, session.states, actions)
        context = game_context(ctx, game_page(ctx, site.catalogue, now, still=True), now)
        return ReviewRequest(played, session.is_over, f"/game/{now.record.id}", "review.html", context, True)

    return await found.rendered(asked)


def _stored(request: Request, site: Site, ctx: RequestContext) -> ReviewRequest:
    found = find_stored(site, stored_number(request))
    states = tuple(step.state for step in found.steps)
    actions = [step.action for step in found.steps if step.action is not None]
    played = _played(site, ctx, found.text, found.game, states, actions)
    over = bool(found.game.is_terminal(states[-1])) or RepetitionRule(found.game).is_draw(states)
    with store_errors():
        standing = standings_of(ctx.t, site.store, found)
    context = {"game": stored_game_page(ctx, site.catalogue, found), "standing": standing}
    return ReviewRequest(played, over, f"/stored/game/{found.number}", "stored_review.html", context)


def _played(
    site: Site, ctx: RequestContext, text: str, game: Game, states: Sequence[State], actions: Sequence[str]
) -> PlayedGame:
    if len(actions) > MAX_PLIES:
        raise WebError(409, "too-long", plies=MAX_PLIES)
    seconds = float_field(ctx.fields, "seconds", 0.1, min(MAX_SECONDS, site.settings.longest_search))
    return PlayedGame(text, game, tuple(states), tuple(actions), SECONDS if seconds is None else seconds)


async def _page(site: Site, ctx: RequestContext, asked: ReviewRequest) -> Response:
    review = await _review(site, ctx, asked)
    address = _address(ctx, asked, "/review", ctx.ply)
    given = {
        "standing": (),
        **asked.context,
        "page_address": address,
        "asked_seconds": ctx.fields.get("seconds") or None,
    }
    context = {**given, "active": "review", "review": review}
    return await run_in_threadpool(site.renderer.response, ctx, asked.template, **context)


async def _part(site: Site, ctx: RequestContext, asked: ReviewRequest) -> Response:
    review = await _review(site, ctx, asked)
    return site.renderer.response(ctx, "_review.html", review=review)


async def _review(site: Site, ctx: RequestContext, asked: ReviewRequest) -> dict[str, Any]:
    """Return the complete or partial review, and continue it if necessary."""
    played, t = asked.played, ctx.t
    if not played.actions:
        return {"sentence": t("review.no-moves")}
    with store_errors():
        moves = await site.reviews.found(played)
    if len(moves) < len(played.actions):
        if failure := site.reviews.failure(played):
            return {"sentence": t.sentence(failure)}
        if site.reviews.may_start(played, ctx.address):
            site.searches.check(ctx.address)
            site.reviews.start(played, len(moves), ctx.address)
    shown = len(played.actions) if ctx.ply is None else ctx.ply
    found = await run_in_threadpool(
        lambda: review_page(
            t,
            played,
            moves,
            over=asked.over,
            shown=shown,
            address=lambda ply: _address(ctx, asked, "/review", ply),
            retry=(lambda ply: _address(ctx, asked, "/retry", ply)) if asked.retry else None,
        )
    )
    part = _address(ctx, asked, "/review/part", ctx.ply)
    return {**found, "part_address": part, "page_address": _address(ctx, asked, "/review", ctx.ply)}


def _address(ctx: RequestContext, asked: ReviewRequest, end: str, ply: int | None, **more: Any) -> str:
    seconds = ctx.fields.get("seconds") or None
    return ctx.link(f"{asked.path}{end}", ply=ply, flip=ctx.flipped, seconds=seconds, **more)
