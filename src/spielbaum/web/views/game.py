"""The template context of the page of a game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from spielbaum.game import Game, State
from spielbaum.game.click_path import Clicks, after_clicks, click_path_of, click_paths, drawn_names
from spielbaum.game.notation import format_action, format_state
from spielbaum.pictures import Look
from spielbaum.pictures.svg.theme import player_colour
from spielbaum.session import Session
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.translations import Translations
from spielbaum.web.live.catalogue import Catalogue
from spielbaum.web.live.live_game import PACES, LiveGame
from spielbaum.web.views.boards import board_picture
from spielbaum.web.views.engine_panel import engine_panel
from spielbaum.web.views.moves import choices_left, is_from_to, last_trail, latest_moves, passing_move, written_moves
from spielbaum.web.views.players import choices_of, in_turn, player_name, seat_fields, standing_of
from spielbaum.web.views.searches import hint_text
from spielbaum.web.views.shown_line import browse
from spielbaum.web.views.words import ending_at, rules_of, sentence_on, with_reason

TABS = (("play", ""), ("why", "/why"), ("tree", "/tree"), ("review", "/review"))
"""The pages of a game: their names and the ends of their URLs."""

MAX_ACTIONS = 400
"""The most actions that are listed; others can be played on the board."""


def game_title(t: Translations, catalogue: Catalogue, text: str) -> str:
    """Return the title of a game."""
    return t.named("title", catalogue.title_key(text), catalogue.name_of(text))


def game_page(
    ctx: RequestContext,
    catalogue: Catalogue,
    live: LiveGame,
    *,
    chosen: Sequence[str] = (),
    notice: str = "",
    still: bool = False,
) -> dict[str, Any]:
    """Return the context of the page of a game.

    ``chosen`` are the places touched so far; ``notice`` is a message about the last command. A board that is ``still``
    is for viewing only.

    Raises
    ------
    WebError
        404 if there is no such ply.
    """
    session, t = live.session, ctx.t
    game, plies = session.game, len(session.turns)
    ply = ctx.shown_ply(plies)
    past = ply < plies
    chosen = chosen if chosen and known_places(session).issuperset(chosen) else ()
    playable = session.human_to_move and not past and not still
    state = session.states[ply]
    paths = {} if past else click_paths(game, state)
    touched = after_clicks(game, state, chosen, paths) if playable else Clicks((), ())
    look = Look(
        targets=touched.targets,
        chosen=tuple(chosen),
        latest=latest_moves(session, ply),
        trail=last_trail(session, ply),
        attributes=_as_buttons,
    )
    return {
        **_identity(ctx, catalogue, live, ply),
        **shown_position(ctx, game, session.states, ply, session.turns[ply - 1].text if ply else None, look),
        "past": past,
        "chosen": list(chosen),
        "touchable": bool(touched.targets or chosen),
        "ambiguous": len(touched.actions) > 1,
        "actions": [] if past else _actions(live, touched),
        "status": past_status(t, ply) if past else status_text(t, live),
        "seats": _seats(t, live, ply),
        "choices": choices_of(game, catalogue.engines_for(game)),
        "moves": _moves(t, session),
        "commands": [] if past else _commands(live),
        "passing": None if past else passing_move(live),
        "pace": "" if past or session.humans or session.is_over else live.pace,
        "paces": tuple(PACES),
        "falling": game.view.falling,
        "draggable": is_from_to(paths.values()),
        "choices_at": choices_left(game, session.state, touched, chosen),
        "typed": _typed(paths.values()),
        "over": session.is_over,
        "waiting": live.engine_to_move is not None,
        "hint": _hint(t, live),
        "hint_path": "" if past else _hint_path(live),
        "scores_address": _scores_address(ctx, live, past=past),
        "announce": _announcement(t, live),
        "notice": notice,
    }


def shown_position(
    ctx: RequestContext, game: Game, states: Sequence[State], ply: int, move: str | None, look: Look
) -> dict[str, Any]:
    """Return the context of a position of a game, reached by ``move``: its board, its notation, and links to others."""
    t, state, before = ctx.t, states[ply], states[ply - 1] if ply else None
    ending = ending_at(game, state)
    look = replace(look, before=before, ringed=ending.cells if ending else (), flipped=ctx.flipped)
    return {
        "board": board_picture(t, game, state, look),
        "notation": format_state(game, state),
        "asked_ply": ctx.ply,
        "shown_ply": ply,
        "plies": len(states) - 1,
        "browse": browse(ply, len(states) - 1),
        "flipped": ctx.flipped,
        "remark": "" if move is None else sentence_on(t, game, before, move),
        "rules": rules_of(t, game),
    }


def _identity(ctx: RequestContext, catalogue: Catalogue, live: LiveGame, ply: int) -> dict[str, Any]:
    """Return the title and the URLs of a game."""
    text, game = live.record.game, live.session.game
    path = f"/game/{live.record.id}"
    view = {"ply": ctx.ply, "flip": ctx.flipped}
    return {
        "path": path,
        "tabs": TABS,
        **named_game(ctx.t, catalogue, text, game),
        "revision": live.revision,
        "version": live.version,
        "address": ctx.shared(path),
        "view_address": ctx.link(f"{path}/view", **view),
        "new_address": new_address(ctx, catalogue, text, game),
        "from_address": new_address(ctx, catalogue, text, game, live.session.states[ply]),
    }


def named_game(t: Translations, catalogue: Catalogue, text: str, game: Game) -> dict[str, str]:
    """Return the title of a game, and its options unless it is offered with exactly these."""
    options = {} if catalogue.offer(text) else game.options
    shown = ", ".join(f"{t.named('option', key)} {value}" for key, value in options.items())
    key = catalogue.title_key(text)
    described = key if t.named("title", key, "") else ""
    return {"title": game_title(t, catalogue, text), "options": shown, "described": described}


def new_address(ctx: RequestContext, catalogue: Catalogue, text: str, game: Game, state: State | None = None) -> str:
    """Return the URL that sets up the same game, from a position if one is given."""
    offer = catalogue.offer(text)
    position = {} if state is None else {"position": format_state(game, state)}
    if offer:
        return ctx.link(f"/new/{offer.key}", **position)
    return ctx.link(f"/new/{catalogue.title_key(text)}", **game.options, **position)


def status_text(t: Translations, live: LiveGame) -> str:
    """Return the status line: the player to move, or the result."""
    session = live.session
    game = session.game
    if session.drawn_by_repetition:
        return t("status.repetition")
    if session.is_over:
        result = ending_text(t, game, session.winners, game.players)
        return with_reason(t, result, ending_at(game, session.state))
    name = player_name(t, game, session.mover)
    if live.failure:
        return t("status.failure", reason=live.failure)
    if session.human_to_move:
        return t("status.human", player=name)
    return t("status.paused" if live.paused else "status.engine", player=name)


def ending_text(t: Translations, game: Game, winners: Sequence[int], players: int) -> str:
    """Return the result of a finished game with a number of players."""
    names = [player_name(t, game, player) for player in winners]
    if len(names) == players:
        return t("status.drawn") if players > 1 else t("status.over")
    return t("status.won" if len(names) == 1 else "status.shared", player=names[0], players=", ".join(names))


def _typed(paths: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return an example of typing a move: the names of the places to touch; empty if none can be typed."""
    return next((path for path in paths if path and all(name.isascii() and name.isalnum() for name in path)), ())


def _announcement(t: Translations, live: LiveGame) -> str:
    """Return the announcement for screen readers after a change of the game."""
    session, status = live.session, status_text(t, live)
    if not session.turns:
        return status
    last = session.turns[-1]
    said = sentence_on(t, session.game, session.states[-2], last.text)
    return announcement(t, session.game, last.text, last.seat, f"{said} {status}".strip())


def announcement(t: Translations, game: Game, move: str | None, seat: int, status: str) -> str:
    """Return the announcement of a move and the status after it."""
    return t("game.announce", move=move, player=player_name(t, game, seat), status=status)


def past_status(t: Translations, ply: int) -> str:
    """Return the status line of an earlier position."""
    return t("status.past", ply=ply) if ply else t("status.start")


def _as_buttons(_name: str) -> Mapping[str, str]:
    return {"role": "button", "tabindex": "-1", "focusable": "true"}


def _actions(live: LiveGame, touched: Clicks) -> list[dict[str, Any]]:
    session = live.session
    if not session.human_to_move:
        return []
    game, state = session.game, session.state
    listed = touched.actions if len(touched.actions) > 1 else list(game.actions(state))
    hinted = live.hint.move if live.hint and live.hint.revision == live.revision else None
    texts = [format_action(game, state, action) for action in listed[:MAX_ACTIONS]]
    return [{"text": text, "hinted": text == hinted} for text in texts]


def _seats(t: Translations, live: LiveGame, ply: int) -> list[dict[str, Any]]:
    """Return the seats: the player to move at a ply, and the utilities at the end of the game."""
    session = live.session
    past = ply < len(session.turns)
    utility = None if past else session.utility
    mover = session.turns[ply].seat if past else None if session.is_over else session.mover
    return [
        {
            **seat_fields(t, session.game, number, session.seats[number]),
            "moving": number == mover,
            **standing_of(t, session.game, session.states[ply], number),
            "outcome": "" if utility is None else t.number(round(utility[number], 3)),
        }
        for number in in_turn(session.game)
    ]


def _moves(t: Translations, session: Session) -> list[dict[str, Any]]:
    names = [player_name(t, session.game, seat) for seat in range(session.game.players)]
    colours = [player_colour(session.game, seat) for seat in range(session.game.players)]
    written = written_moves(session)
    return [
        {"ply": ply, "text": text, "number": number, "name": names[turn.seat], "colour": colours[turn.seat]}
        for ply, (turn, (number, text)) in enumerate(zip(session.turns, written, strict=True), 1)
    ]


def _commands(live: LiveGame) -> list[str]:
    """Return the possible commands."""
    session = live.session
    able = {
        "undo": session.undoable > 0,
        "redo": bool(session.undone),
        "hint": session.human_to_move,
        "now": live.engine_to_move is not None and live.engine_to_move.searches,
        "pause": live.engine_to_move is not None,
        "go-on": not session.is_over and not session.human_to_move and (live.paused or bool(live.failure)),
    }
    return [name for name, possible in able.items() if possible]


def _hint(t: Translations, live: LiveGame) -> str:
    hint = live.hint
    if hint is None or hint.revision != live.revision:
        return ""
    return t("hint.thinking") if hint.move is None else hint_text(t, live.session, hint)


def _hint_path(live: LiveGame) -> str:
    """Return the places of a hint's move."""
    hint, session = live.hint, live.session
    if hint is None or hint.move is None or hint.revision != live.revision or session.is_over:
        return ""
    return " ".join(click_path_of(session.game, session.state, session.parse_move(hint.move)))


def _scores_address(ctx: RequestContext, live: LiveGame, *, past: bool) -> str:
    """Return the URL of the scores for the position that is shown; empty while an engine is to move."""
    if not past and not live.session.human_to_move:
        return ""
    return ctx.link(f"/game/{live.record.id}/scores", ply=ctx.ply)


def game_context(ctx: RequestContext, game: dict[str, Any], live: LiveGame) -> dict[str, Any]:
    """Return the context of all pages of a game: the game, its engine panel, and functions for URLs."""
    path = f"/game/{live.record.id}"
    kept: dict[str, Any] = {"ply": ctx.ply, "flip": ctx.flipped}
    return {
        "game": game,
        "engine": engine_panel(ctx.t, live, ctx.ply),
        "command_url": lambda name: ctx.link(f"{path}/{name}", flip=ctx.flipped),
        "view": lambda **fields: ctx.link(path, **{**kept, **fields}),
        "fragment": lambda **fields: ctx.link(f"{path}/view", **{**kept, **fields}),
    }


def known_places(session: Session) -> set[str]:
    """Return the names of all places on the board."""
    return set(drawn_names(session.game, session.state))
