"""The page on which a game is chosen, and the one on which it is set up."""

from typing import Any

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from spielbaum.errors import SpielbaumError
from spielbaum.game import Game
from spielbaum.game.notation import format_state, parse_state
from spielbaum.pictures import Look, draw_board
from spielbaum.players import HUMAN, PlayerSpec
from spielbaum.spec import Option
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.forms import read_fields
from spielbaum.web.http.rendering import foreign
from spielbaum.web.http.request_context import Visit
from spielbaum.web.http.texts import Texts
from spielbaum.web.live.catalogue import Offer, with_defaults
from spielbaum.web.live.site import Site, form_of, site_of
from spielbaum.web.views.boards import board_picture
from spielbaum.web.views.game import game_title
from spielbaum.web.views.levels import DEFAULT_LEVEL, level_player
from spielbaum.web.views.players import choices_of, read_seats, seat_fields


async def start(request: Request) -> Response:
    """Show the games."""
    site, visit = site_of(request), Visit(request)
    cards = await run_in_threadpool(_cards, site, visit)
    return site.pages.response(visit, "start.html", cards=cards, stored=site.settings.stored)


async def new(request: Request) -> Response:
    """Show the form of a game that is to begin."""
    site, offer = site_of(request), _offer(request)
    visit = Visit(request, (*offer.options, "option-*", "seat-*", "position"))
    return await run_in_threadpool(_form, site, visit, offer, visit.fields)


async def create(request: Request) -> Response:
    """Begin a game and go to its page; show the form again with a sentence if that cannot be."""
    site, offer, visit = site_of(request), _offer(request), Visit(request)
    fields = read_fields(await form_of(request), ("option-*", "seat-*", "position"))
    site.new_games.demand(visit.address)
    try:
        chosen = _chosen(offer, fields)
        text = site.shelf.choose(offer, chosen)
        seats, begin = await run_in_threadpool(_read, site, text, fields)
        id = await site.games.begin(text, seats, begin)  # noqa: A001
    except SpielbaumError as error:
        sentence = visit.t.sentence(str(error))
        return await run_in_threadpool(_form, site, visit, offer, fields, sentence)
    except WebError as error:
        if error.status != 400:
            raise
        sentence = visit.t(error.key, **error.values)
        return await run_in_threadpool(_form, site, visit, offer, fields, sentence)
    return RedirectResponse(visit.link(f"/game/{id}"), status_code=303)


def _offer(request: Request) -> Offer:
    offer = site_of(request).shelf.offers.get(request.path_params["key"])
    if offer is None:
        raise WebError(404, "no-offer")
    return offer


def _read(site: Site, text: str, fields: dict[str, str]) -> tuple[list[PlayerSpec], str | None]:
    """Return who plays, and the first position, if it is not the start."""
    game = site.shelf.game(text)
    begin = fields.get("position") or None
    if begin is not None:
        state = parse_state(game, begin)
        begin = format_state(game, state)
    return read_seats(fields, game, site.settings.longest_search), begin


def _cards(site: Site, visit: Visit) -> list[dict[str, Any]]:
    cards = []
    for offer in site.shelf.offers.values():
        game = site.shelf.game(offer.text)
        doc, language = _doc(visit, site, offer, game)
        title = game_title(visit.t, site.shelf, offer.text)
        if game.options:
            title += f" ({', '.join(f'{key} {value}' for key, value in game.options.items())})"
        cards.append(
            {
                "key": offer.key,
                "title": title,
                "doc": doc,
                "language": language,
                "picture": Markup(draw_board(game, game.initial(), look=Look(thumbnail=True))),
            }
        )
    return cards


def _doc(visit: Visit, site: Site, offer: Offer, game: Game) -> tuple[str, Markup]:
    """Return what a game is, and the attribute for its language."""
    key = site.shelf.title_key(offer.text)
    known = visit.t.named("doc", key, "")
    return (known, Markup("")) if known else (game.doc, foreign(visit))


def _chosen(offer: Offer, fields: dict[str, str]) -> dict[str, str]:
    """Return the options of a game that a form or an address names."""
    named = {name: value for name, value in fields.items() if name in offer.options}
    for name, value in fields.items():
        if name.startswith("option-"):
            option = name.removeprefix("option-")
            if option not in offer.options:
                raise WebError(400, "unknown-field", name=name[:40])
            named[option] = value
    return named


def _form(site: Site, visit: Visit, offer: Offer, fields: dict[str, str], sentence: str = "") -> Response:
    """Return the page with the form, filled in as far as it makes sense."""
    t = visit.t
    chosen = _chosen_or_none(offer, fields)
    try:
        game = site.shelf.game(site.shelf.choose(offer, chosen))
    except SpielbaumError as error:
        sentence = sentence or t.sentence(str(error))
        game = site.shelf.game(offer.text)
    doc, language = _doc(visit, site, offer, game)
    values = with_defaults(offer, chosen)
    return site.pages.response(
        visit,
        "new.html",
        status=400 if sentence else 200,
        key=offer.key,
        title=game_title(t, site.shelf, offer.text),
        doc=doc,
        doc_language=language,
        sentence=sentence,
        option_fields=[_option_field(t, option, values[name]) for name, option in offer.options.items()],
        seats=_seats(t, game, fields),
        choices=choices_of(game),
        position=fields.get("position", ""),
        example=format_state(game, game.initial()),
        picture=board_picture(t, game, game.initial(), Look()),
    )


def _chosen_or_none(offer: Offer, fields: dict[str, str]) -> dict[str, str]:
    try:
        return _chosen(offer, fields)
    except WebError:
        return {}


def _option_field(t: Texts, option: Option, value: str) -> dict[str, Any]:
    """Return an option as a field of a form; what has no choices is a line of text."""
    kinds = ("True", "False") if isinstance(option.default, bool) else option.choices
    return {
        "name": option.name,
        "label": t.named("option", option.name),
        "value": value,
        "number": isinstance(option.default, int),
        "choices": [(str(choice), t.named("choice", str(choice))) for choice in kinds],
    }


def _seats(t: Texts, game: Game, fields: dict[str, str]) -> list[dict[str, Any]]:
    """Return the seats: as the form had them, else a human first and the machine on the others."""
    seats = []
    for number in range(game.players):
        spec = PlayerSpec(HUMAN) if number == 0 else level_player(game, DEFAULT_LEVEL)
        start = f"seat-{number}-"
        given = {name.removeprefix(start): value for name, value in fields.items() if name.startswith(start)}
        seats.append({**seat_fields(t, game, number, spec), **given})
    return seats
