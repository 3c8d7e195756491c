"""The start page, and the page that sets up a game."""

import random
from itertools import combinations
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from spielbaum.errors import SpielbaumError
from spielbaum.game import Game, State
from spielbaum.game.notation import format_state
from spielbaum.language import Translations
from spielbaum.pictures import Look
from spielbaum.players import HUMAN, RANDOM, PlayerSpec
from spielbaum.position_text import parse_position
from spielbaum.registry import parse_game
from spielbaum.session.clock import CLOCKS, Clock, clock_of
from spielbaum.session.levels import DEFAULT_LEVEL, LEVELS, level_player
from spielbaum.spec import Option
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.forms import choice_field, integer_field, read_fields
from spielbaum.web.http.rendering import lang_attribute
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.catalogue import Offer, with_defaults
from spielbaum.web.live.site import Site, form_of, shared_page, site_of
from spielbaum.web.views.boards import board_picture, thumbnail
from spielbaum.web.views.editor import editor_context
from spielbaum.web.views.gallery import ALSO_OFFERED, GROUPS, MOVING, group_of
from spielbaum.web.views.game import game_title, options_text
from spielbaum.web.views.players import choices_of, in_turn, player_name, read_seats, seat_fields
from spielbaum.web.views.words import rules_of

TECHNICAL = ("keys",)
"""Options that change no rule; their fields are left out unless they are given."""

WATCH = "watch"
"""The one-click setup in which algorithms play each other."""


async def start(request: Request) -> Response:
    """Return the start page, with all games."""
    site, ctx = site_of(request), RequestContext(request)

    def page() -> Response:
        context: dict[str, Any] = {"groups": _groups(site, ctx), "stored": site.settings.stored}
        source = ctx.link(f"/understand/{MOVING}/tree.json")
        return site.renderer.response(ctx, "start.html", source=source, **context)

    listed = tuple(offer.key for offer in site.catalogue.offers.values() if offer.listed)
    return await shared_page(ctx, page, listed)


async def new(request: Request) -> Response:
    """Return the form that sets up a game."""
    site, offer = site_of(request), offer_of(request)
    ctx = RequestContext(request, (*offer.options, "option-*", "seat-*", "position", "clock"))
    return await run_in_threadpool(_form, site, ctx, offer, ctx.fields)


async def create(request: Request) -> Response:
    """Start a game and redirect to its page; if the form is invalid, return it with a message."""
    site, offer, ctx = site_of(request), offer_of(request), RequestContext(request)
    fields = read_fields(await form_of(request), ("option-*", "seat-*", "position", "quick", "side", "clock"))
    site.new_games.check(ctx.address)
    try:
        chosen = chosen_options(offer, fields)
        text = site.catalogue.choose(offer, chosen)
        seats, begin, clock = await run_in_threadpool(_read, site, text, fields)
        id = await site.games.begin(text, seats, begin, clock)  # noqa: A001
    except SpielbaumError as error:
        sentence = ctx.t.sentence(error)
        return await run_in_threadpool(_form, site, ctx, offer, fields, sentence)
    except WebError as error:
        if error.status != 400:
            raise
        sentence = ctx.t(error.key, **error.values)
        return await run_in_threadpool(_form, site, ctx, offer, fields, sentence)
    return RedirectResponse(ctx.link(f"/game/{id}"), status_code=303)


def offer_of(request: Request) -> Offer:
    """Return the game that a URL names.

    Raises
    ------
    WebError
        404 if there is none.
    """
    offer = site_of(request).catalogue.offers.get(request.path_params["key"])
    if offer is None:
        raise WebError(404, "no-offer")
    return offer


def _read(site: Site, text: str, fields: dict[str, str]) -> tuple[list[PlayerSpec], str | None, Clock | None]:
    """Return the players, the normalised first position, None for the initial state, and the clock."""
    game = site.catalogue.game(text)
    begin = fields.get("position") or None
    if begin is not None:
        state = parse_position(game, begin)
        begin = format_state(game, state)
    quick = choice_field(fields, "quick", (HUMAN, WATCH, *LEVELS))
    # The number of players may have changed since the form was made.
    usual = {f"seat-{number}-who": DEFAULT_LEVEL if number else HUMAN for number in range(game.players)}
    seated = {**usual, **fields} if quick is None else _quick_seats(game, quick, fields.get("side", "0"))
    seats = read_seats(seated, game, site.settings.longest_search, site.catalogue.engines_for(game))
    clock = choice_field(fields, "clock", CLOCKS)
    return seats, begin, clock_of(clock) if clock else None


def _quick_seats(game: Game, quick: str, side: str) -> dict[str, str]:
    """Return the form fields of a game that is set up with one click: one human against a level, or equal players."""
    seats = range(game.players)
    if quick in (HUMAN, WATCH):
        return {f"seat-{number}-who": HUMAN if quick == HUMAN else DEFAULT_LEVEL for number in seats}
    own = random.choice(seats) if side == RANDOM else integer_field({"side": side}, "side", 0, game.players - 1)
    return {f"seat-{number}-who": HUMAN if number == own else quick for number in seats}


def _groups(site: Site, ctx: RequestContext) -> list[dict[str, Any]]:
    """Return the games in groups; those that the server was started with come first."""
    groups: dict[str, list[dict[str, Any]]] = {name: [] for name in GROUPS}
    for offer in filter(lambda offer: offer.listed, site.catalogue.offers.values()):
        game = site.catalogue.game(offer.text)
        groups[group_of(offer.text, game)].append(_card(site, ctx, offer, game))
        if options := ALSO_OFFERED.get(offer.text):
            other = site.catalogue.game(str(parse_game(offer.text).with_options(**options)))
            card = _card(site, ctx, offer, game, options)
            groups["two" if other.players == 2 else "many"].append({**card, "picture": thumbnail(other)})
    return [{"name": name, "cards": cards} for name, cards in groups.items() if cards]


def _card(
    site: Site, ctx: RequestContext, offer: Offer, game: Game, options: dict[str, str] | None = None
) -> dict[str, Any]:
    """Return what the card of a game shows; it leads to the game with these options."""
    doc, language = _doc(ctx, site, offer, game)
    title = game_title(ctx.t, site.catalogue, offer.text)
    if game.options:
        title += f" ({options_text(ctx.t, game.options)})"
    return {
        "key": offer.key,
        "title": title,
        "doc": doc,
        "language": language,
        "picture": thumbnail(game),
        "address": ctx.link(f"/new/{offer.key}", **(options or {})),
    }


def _doc(ctx: RequestContext, site: Site, offer: Offer, game: Game) -> tuple[str, Markup]:
    """Return the description of a game and its ``lang`` attribute."""
    key = site.catalogue.title_key(offer.text)
    known = ctx.t.named("doc", key, "")
    return (known, Markup("")) if known else (game.doc, lang_attribute(ctx))


def chosen_options(offer: Offer, fields: dict[str, str]) -> dict[str, str]:
    """Return the options of a game from the fields of a form or query string."""
    named = {name: value for name, value in fields.items() if name in offer.options}
    for name, value in fields.items():
        if name.startswith("option-"):
            option = name.removeprefix("option-")
            if option not in offer.options:
                raise WebError(400, "unknown-field", name=name[:40])
            named[option] = value
    return named


def _form(site: Site, ctx: RequestContext, offer: Offer, fields: dict[str, str], sentence: str = "") -> Response:
    """Return the page with the form, filled in with some fields."""
    t = ctx.t
    chosen = _chosen_or_none(offer, fields)
    try:
        game = site.catalogue.game(site.catalogue.choose(offer, chosen))
    except SpielbaumError as error:
        sentence = sentence or t.sentence(error)
        game = site.catalogue.game(offer.text)
    position = fields.get("position", "")
    state, wrong = _shown(t, game, position)
    sentence = sentence or wrong
    doc, language = _doc(ctx, site, offer, game)
    values = with_defaults(offer, chosen)
    seats = _seats(t, game, fields)
    clock = fields.get("clock", "")
    return site.renderer.response(
        ctx,
        "new.html",
        status=400 if sentence else 200,
        key=offer.key,
        title=game_title(t, site.catalogue, offer.text),
        doc=doc,
        doc_language=language,
        rules=rules_of(t, game),
        sentence=sentence,
        option_fields=[
            _option_field(t, site, offer, option, values[name])
            for name, option in offer.options.items()
            if name not in TECHNICAL or values[name] != str(option.default)
        ],
        given=[
            *((f"option-{name}", value) for name, value in chosen.items()),
            *([("position", position)] * bool(position)),
        ],
        more=bool(sentence or fields),
        usual=DEFAULT_LEVEL,
        seats=seats,
        in_turn=[seats[number] for number in in_turn(game)],
        clocks=CLOCKS,
        clock=clock,
        choices=choices_of(game, site.catalogue.engines_for(game)),
        position=position,
        editor=editor_context(t, game, {"base": position}) if position and not wrong else None,
        example=format_state(game, game.initial()),
        picture=board_picture(t, game, state, Look()),
    )


def _chosen_or_none(offer: Offer, fields: dict[str, str]) -> dict[str, str]:
    try:
        return chosen_options(offer, fields)
    except WebError:
        return {}


def _shown(t: Translations, game: Game, position: str) -> tuple[State, str]:
    """Return the state of a position; if it is invalid, the initial state with a message."""
    try:
        return (parse_position(game, position) if position else game.initial()), ""
    except SpielbaumError as error:
        return game.initial(), t.sentence(error)


def _option_field(t: Translations, site: Site, offer: Offer, option: Option, value: str) -> dict[str, Any]:
    """Return an option as a form field: a select if it has choices, else an input."""
    kinds = ("True", "False") if isinstance(option.default, bool) else option.choices
    labels = {str(choice): t.named("choice", str(choice)) for choice in kinds}
    if option.name == "players" and isinstance(option.default, str):
        labels = _groups_of_players(t, site.catalogue.game(offer.text))
    return {
        "name": option.name,
        "label": t.named("option", option.name),
        "value": value,
        "number": isinstance(option.default, int),
        "choices": list(labels.items()),
    }


def _groups_of_players(t: Translations, game: Game) -> dict[str, str]:
    """Return the choices of an option that names the players by their first letters, with all of them first."""
    names = game.view.player_names
    sizes = range(game.players, 1, -1)
    return {
        "".join(name[0] for name in group): ", ".join(player_name(t, game, names.index(name)) for name in group)
        for size in sizes
        for group in combinations(names, size)
    }


def _seats(t: Translations, game: Game, fields: dict[str, str]) -> list[dict[str, Any]]:
    """Return the fields of the seats; by default a human has the first and engines have the others."""
    seats = []
    for number in range(game.players):
        spec = PlayerSpec(HUMAN) if number == 0 else level_player(DEFAULT_LEVEL)
        start = f"seat-{number}-"
        given = {name.removeprefix(start): value for name, value in fields.items() if name.startswith(start)}
        seats.append({**seat_fields(t, game, number, spec), **given})
    return seats
