"""The games of tournaments and experiments in the database: lists of them, and each to be stepped through."""

import re
from math import ceil
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from spielbaum.errors import SpielbaumError
from spielbaum.store import GameLine, Listing, StoredTournament
from spielbaum.web.http.errors import WebError, store_faults
from spielbaum.web.http.forms import whole
from spielbaum.web.http.request_context import Visit
from spielbaum.web.http.texts import Texts
from spielbaum.web.live.site import Site, site_of
from spielbaum.web.pages.study import TREE, tree_answer, tree_page
from spielbaum.web.views.game import ending_text
from spielbaum.web.views.players import player_name
from spielbaum.web.views.replayed import Replayed, game_text, game_words, players_of, replayed, show_replayed

PAGE = 50
"""So many tournaments, or games, stand on a page."""

MOST_PAGES = 1_000_000
_NUMBER = re.compile(r"[1-9]\d{0,8}", re.ASCII)


async def tournaments(request: Request) -> Response:
    """List the tournaments, the newest first; those of one experiment alone if it is named."""
    site, visit = _opened(request), Visit(request, ("page", "experiment"))
    return await run_in_threadpool(_tournaments, site, visit)


async def games(request: Request) -> Response:
    """List the games of a tournament."""
    site, visit, number = _opened(request), Visit(request, ("page",)), _number(request)
    return await run_in_threadpool(_games, site, visit, number)


async def game(request: Request) -> Response:
    """Show a game at one of its plies."""
    site, visit, number = _opened(request), Visit(request, ("ply", "flip")), _number(request)

    def page() -> Response:
        found = _find(site, number)
        with store_faults():
            beside = Listing(site.store).beside(found.tournament.id, found.record.number)
        shown = show_replayed(visit, site.shelf, found, beside)
        kept = {"ply": visit.ply, "flip": visit.flipped}

        def view(**fields: Any) -> str:
            return visit.link(shown["path"], **{**kept, **fields})

        return site.pages.response(
            visit, "stored_game.html", active="replay", game=shown, engine=shown["engine"], view=view
        )

    return await run_in_threadpool(page)


async def tree(request: Request) -> Response:
    """Show the page with the tree of a small search from a position of a game."""
    site, visit, number = _opened(request), Visit(request, TREE), _number(request)

    def page() -> Response:
        found = _find(site, number)
        shown = show_replayed(visit, site.shelf, found)
        return tree_page(site, visit, found.game, found.states(visit.ply), {"game": shown})

    return await run_in_threadpool(page)


async def tree_data(request: Request) -> Response:
    """Give that tree to the viewer."""
    site, visit, number = _opened(request), Visit(request, TREE), _number(request)
    found = await run_in_threadpool(_find, site, number)
    return await tree_answer(request, visit, found.game, found.states(visit.ply))


def _opened(request: Request) -> Site:
    """Return the parts of the server, if it shows stored games at all."""
    site = site_of(request)
    if not site.settings.stored:
        raise WebError(404, "stored-closed")
    return site


def _number(request: Request) -> int:
    text = request.path_params["number"]
    if not _NUMBER.fullmatch(text):
        raise WebError(404, "no-stored")
    return int(text)


def _find(site: Site, number: int) -> Replayed:
    with store_faults():
        found = site.store.find_game(number)
    if found is None:
        raise WebError(404, "no-stored")
    return replayed(site.shelf, number, *found)


def _tournaments(site: Site, visit: Visit) -> Response:
    experiment, listing = visit.fields.get("experiment") or None, Listing(site.store)
    with store_faults():
        count = listing.count(experiment)
        if experiment and not count:
            raise WebError(404, "no-stored")
        page, pages = _page(visit, count)
        found = listing.tournaments(experiment=experiment, first=(page - 1) * PAGE, most=PAGE)
        names = listing.experiments([one.id for one in found])
    rows = [_row(site, visit, one, names.get(one.id, [])) for one in found]
    context = {"rows": rows, "count": count, "experiment": experiment, **_leaves(visit, page, pages)}
    return site.pages.response(visit, "stored.html", **context)


def _row(site: Site, visit: Visit, found: StoredTournament, experiments: list[str]) -> dict[str, Any]:
    return {
        "number": found.id,
        "address": visit.link(f"/stored/tournament/{found.id}"),
        "game": game_words(visit.t, site.shelf, game_text(found)),
        "players": players_of(found),
        "experiments": [(name, visit.link("/stored", experiment=name)) for name in experiments],
        "created": found.created[:10],
        "done": visit.t("stored.done-of", done=found.done, games=found.games),
        "games": visit.t("stored.games-of", done=found.done, games=found.games),
    }


def _games(site: Site, visit: Visit, number: int) -> Response:
    listing = Listing(site.store)
    with store_faults():
        found = listing.tournament(number)
        if found is None:
            raise WebError(404, "no-stored")
        page, pages = _page(visit, found.done)
        lines = listing.games(number, first=(page - 1) * PAGE, most=PAGE)
        names = listing.experiments([number])
    sentence = _why_not(visit.t, site, game_text(found))
    return site.pages.response(
        visit,
        "stored_tournament.html",
        tournament=_row(site, visit, found, names.get(number, [])),
        sentence=sentence,
        rows=[_line(site, visit, found, line, shown=not sentence) for line in lines],
        **_leaves(visit, page, pages),
    )


def _why_not(t: Texts, site: Site, text: str) -> str:
    """Return why the games of a tournament cannot be shown; nothing if they can."""
    try:
        site.shelf.game(text)
    except SpielbaumError as error:
        file = site.shelf.file_of(text) if text else None
        return t("stored.no-file", file=file) if file else t("stored.no-game", reason=t.sentence(str(error)))
    return ""


def _line(site: Site, visit: Visit, found: StoredTournament, line: GameLine, *, shown: bool) -> dict[str, Any]:
    """Return a game as a row of the list; without its rules the seats have numbers alone."""
    t, players = visit.t, players_of(found)
    game = site.shelf.game(game_text(found)) if shown else None
    if game and len(line.seating) != game.players:  # by other rules than the server has
        game, shown = None, False
    taken = [(seat, players[player]) for seat, player in enumerate(line.seating) if player is not None]
    seats = [(player_name(t, game, seat) if game else t("player.number", number=seat), who) for seat, who in taken]
    if game:
        ending = ending_text(t, game, line.survivors, len(taken))
    else:
        ending = ", ".join(dict.fromkeys(who for seat, who in taken if seat in line.survivors))
    return {
        "number": line.number,
        "address": visit.link(f"/stored/game/{line.id}") if shown else None,
        "seats": seats,
        "ending": ending if line.ended else t("stored.cut-off", plies=line.plies, told=ending),
        "plies": t.number(line.plies),
        "started": line.started[:16].replace("T", " "),
    }


def _page(visit: Visit, count: int) -> tuple[int, int]:
    """Return which page is wanted, and how many there are."""
    pages = max(1, ceil(count / PAGE))
    page = whole(visit.fields, "page", 1, MOST_PAGES) or 1
    if page > pages:
        raise WebError(404, "no-page", page=page, pages=pages)
    return page, pages


def _leaves(visit: Visit, page: int, pages: int) -> dict[str, Any]:
    """Return the links to other pages of a list."""
    goals = {"first": 1, "before": page - 1, "after": page + 1, "last": pages}
    signs = {"first": "⇤", "before": "←", "after": "→", "last": "⇥"}
    links = [
        (name, signs[name], visit.here(page=goal) if 1 <= goal <= pages and goal != page else None)
        for name, goal in goals.items()
    ]
    return {"page": page, "pages": pages, "leaves": links if pages > 1 else []}
