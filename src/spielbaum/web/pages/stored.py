"""The pages of stored games: the lists of tournaments and of their games, and each game."""

import re
from math import ceil
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from spielbaum.errors import SpielbaumError
from spielbaum.language import Translations
from spielbaum.store import GameLine, Listing, StoredTournament
from spielbaum.web.http.errors import WebError, store_errors
from spielbaum.web.http.forms import integer_field
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.site import Site, site_of
from spielbaum.web.pages.analysis import TREE, tree_page, tree_response
from spielbaum.web.views.game import ending_text
from spielbaum.web.views.players import player_name
from spielbaum.web.views.shown_line import browse
from spielbaum.web.views.stored_game import (
    StoredGame,
    game_text,
    game_words,
    load_stored_game,
    players_of,
    stored_game_page,
)

PAGE_SIZE = 50
"""The rows of a list per page."""

MAX_PAGES = 1_000_000
_NUMBER = re.compile(r"[1-9]\d{0,8}", re.ASCII)


async def tournaments(request: Request) -> Response:
    """Return the list of tournaments, newest first: all of them, or those of one experiment."""
    site, ctx = opened(request), RequestContext(request, ("page", "experiment"))
    return await run_in_threadpool(_tournaments, site, ctx)


async def games(request: Request) -> Response:
    """Return the list of games of a tournament."""
    site, ctx, number = opened(request), RequestContext(request, ("page",)), stored_number(request)
    return await run_in_threadpool(_games, site, ctx, number)


async def game(request: Request) -> Response:
    """Return the page of a game at one of its positions."""
    site, ctx, number = opened(request), RequestContext(request, ("ply", "flip")), stored_number(request)

    def page() -> Response:
        found = find_stored(site, number)
        with store_errors():
            beside = Listing(site.store).beside(found.tournament.id, found.record.number)
        shown = stored_game_page(ctx, site.catalogue, found, beside)
        kept = {"ply": ctx.ply, "flip": ctx.flipped}

        def view(**fields: Any) -> str:
            return ctx.link(shown["path"], **{**kept, **fields})

        return site.renderer.response(
            ctx, "stored_game.html", active="replay", game=shown, engine=shown["engine"], view=view
        )

    return await run_in_threadpool(page)


async def tree(request: Request) -> Response:
    """Return the page with the search tree of a position in a game."""
    site, ctx, number = opened(request), RequestContext(request, TREE), stored_number(request)

    def page() -> Response:
        found = find_stored(site, number)
        shown = stored_game_page(ctx, site.catalogue, found)
        return tree_page(site, ctx, found.game, found.states(ctx), {"game": shown})

    return await run_in_threadpool(page)


async def tree_data(request: Request) -> Response:
    """Return that tree as JSON for the viewer."""
    site, ctx, number = opened(request), RequestContext(request, TREE), stored_number(request)
    found = await run_in_threadpool(find_stored, site, number)
    return await tree_response(request, ctx, found.game, found.states(ctx))


def opened(request: Request) -> Site:
    """Return the services of a server that shows stored games; 404 if it does not."""
    site = site_of(request)
    if not site.settings.stored:
        raise WebError(404, "stored-closed")
    return site


def stored_number(request: Request) -> int:
    """Return the id of the game or tournament in a request."""
    text = request.path_params["number"]
    if not _NUMBER.fullmatch(text):
        raise WebError(404, "no-stored")
    return int(text)


def find_stored(site: Site, number: int) -> StoredGame:
    """Return a stored game with its positions; 404 if there is none."""
    with store_errors():
        found = site.store.find_game(number)
    if found is None:
        raise WebError(404, "no-stored")
    return load_stored_game(site.catalogue, number, *found)


def _tournaments(site: Site, ctx: RequestContext) -> Response:
    experiment, listing = ctx.fields.get("experiment") or None, Listing(site.store)
    with store_errors():
        count = listing.count(experiment)
        if experiment and not count:
            raise WebError(404, "no-stored")
        page, pages = _page(ctx, count)
        found = listing.tournaments(experiment=experiment, first=(page - 1) * PAGE_SIZE, most=PAGE_SIZE)
        names = listing.experiments([one.id for one in found])
    rows = [_row(site, ctx, one, names.get(one.id, [])) for one in found]
    context = {"rows": rows, "count": count, "experiment": experiment, **_pagination(ctx, page, pages)}
    return site.renderer.response(ctx, "stored.html", **context)


def _row(site: Site, ctx: RequestContext, found: StoredTournament, experiments: list[str]) -> dict[str, Any]:
    return {
        "number": found.id,
        "address": ctx.link(f"/stored/tournament/{found.id}"),
        "game": game_words(ctx.t, site.catalogue, game_text(found)),
        "players": players_of(found),
        "experiments": [(name, ctx.link("/stored", experiment=name)) for name in experiments],
        "created": found.created[:10],
        "done": ctx.t("stored.done-of", done=found.done, games=found.games),
        "games": ctx.t("stored.games-of", done=found.done, games=found.games),
    }


def _games(site: Site, ctx: RequestContext, number: int) -> Response:
    listing = Listing(site.store)
    with store_errors():
        found = listing.tournament(number)
        if found is None:
            raise WebError(404, "no-stored")
        page, pages = _page(ctx, found.done)
        lines = listing.games(number, first=(page - 1) * PAGE_SIZE, most=PAGE_SIZE)
        names = listing.experiments([number])
    sentence = _why_not(ctx.t, site, game_text(found))
    return site.renderer.response(
        ctx,
        "stored_tournament.html",
        tournament=_row(site, ctx, found, names.get(number, [])),
        sentence=sentence,
        rows=[_line(site, ctx, found, line, shown=not sentence) for line in lines],
        **_pagination(ctx, page, pages),
    )


def _why_not(t: Translations, site: Site, text: str) -> str:
    """Return the reason why the games of a tournament cannot be shown; empty if they can."""
    try:
        site.catalogue.game(text)
    except SpielbaumError as error:
        file = site.catalogue.file_of(text) if text else None
        return t("stored.no-file", file=file) if file else t("stored.no-game", reason=t.sentence(error))
    return ""


def _line(site: Site, ctx: RequestContext, found: StoredTournament, line: GameLine, *, shown: bool) -> dict[str, Any]:
    """Return a game as a row of the list; if it is not offered, seats have numbers instead of names."""
    t, players = ctx.t, players_of(found)
    game = site.catalogue.game(game_text(found)) if shown else None
    if game and len(line.seating) != game.players:  # played under rules other than those offered
        game, shown = None, False
    taken = [(seat, players[player]) for seat, player in enumerate(line.seating) if player is not None]
    seats = [(player_name(t, game, seat) if game else t("player.number", number=seat), who) for seat, who in taken]
    if game:
        ending = ending_text(t, game, line.survivors, len(taken))
    else:
        ending = ", ".join(dict.fromkeys(who for seat, who in taken if seat in line.survivors))
    return {
        "number": line.number,
        "address": ctx.link(f"/stored/game/{line.id}") if shown else None,
        "seats": seats,
        "ending": ending if line.ended else t("stored.cut-off", plies=line.plies, result=ending),
        "plies": t.number(line.plies),
        "started": line.started[:16].replace("T", " "),
    }


def _page(ctx: RequestContext, count: int) -> tuple[int, int]:
    """Return the requested page and the number of pages."""
    pages = max(1, ceil(count / PAGE_SIZE))
    page = integer_field(ctx.fields, "page", 1, MAX_PAGES) or 1
    if page > pages:
        raise WebError(404, "no-page", page=page, pages=pages)
    return page, pages


def _pagination(ctx: RequestContext, page: int, pages: int) -> dict[str, Any]:
    """Return the links to the other pages of a list."""
    links = [(name, goal and ctx.here(page=goal), sign) for name, goal, sign in browse(page, pages, first=1)]
    return {"page": page, "pages": pages, "pagination": links if pages > 1 else []}
