"""A game as its page shows it."""

from collections.abc import Mapping, Sequence
from typing import Any

from spielbaum.game import Game, State
from spielbaum.game.click_path import Touched, after_touching, drawn_names
from spielbaum.game.notation import format_action, format_state
from spielbaum.pictures import Look
from spielbaum.pictures.svg.theme import player_colour
from spielbaum.session import Session
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.request_context import Visit
from spielbaum.web.http.texts import Texts
from spielbaum.web.live.catalogue import Shelf
from spielbaum.web.live.running import Running
from spielbaum.web.views.boards import board_picture
from spielbaum.web.views.players import choices_of, player_name, seat_fields
from spielbaum.web.views.search_job import engine_panel

TABS = (("play", ""), ("why", "/why"), ("tree", "/tree"))
"""The pages of a game: their names, and what their addresses end in."""

MOST_ACTIONS = 400
"""So many actions are listed; a board with more is played by touching it."""


def game_title(t: Texts, shelf: Shelf, text: str) -> str:
    """Return how a game is called."""
    key = shelf.title_key(text)
    return t.named("title", key, key)


def show_game(
    visit: Visit, shelf: Shelf, running: Running, *, chosen: Sequence[str] = (), notice: str = "", still: bool = False
) -> dict[str, Any]:
    """Return all that the page of a game shows.

    Parameters
    ----------
    visit
        Who looks, and from where.
    shelf
        Where the names of games are known.
    running
        The game.
    chosen
        The places that were touched so far.
    notice
        A sentence about what was asked for.
    still
        Whether the board is only to be looked at.

    Raises
    ------
    WebError
        404 if there is no such ply.
    """
    session, t = running.session, visit.t
    game, plies = session.game, len(session.turns)
    ply = plies if visit.ply is None else visit.ply
    if ply > plies:
        raise WebError(404, "no-ply", ply=ply)
    past = ply < plies
    chosen = chosen if chosen and known_places(session).issuperset(chosen) else ()
    playable = session.human_to_move and not past and not still
    touched = after_touching(game, session.state, chosen) if playable else Touched((), ())
    state = session.states[ply]
    look = Look(
        before=session.states[ply - 1] if ply else None,
        targets=touched.targets,
        chosen=tuple(chosen),
        flipped=visit.flipped,
        attributes=_as_buttons,
    )
    return {
        **_identity(visit, shelf, running, ply),
        "board": board_picture(t, game, state, look),
        "shown_ply": ply,
        "plies": plies,
        "past": past,
        "notation": format_state(game, state),
        "chosen": list(chosen),
        "touchable": bool(touched.targets or chosen),
        "ambiguous": len(touched.actions) > 1,
        "actions": [] if past else _actions(running, touched),
        "status": past_status(t, ply) if past else status_text(t, running),
        "seats": _seats(t, running),
        "choices": choices_of(game),
        "moves": _moves(t, session),
        "browse": browse(ply, plies),
        "deeds": [] if past else _deeds(running),
        "over": session.is_over,
        "waiting": running.to_think is not None,
        "hint": _hint(t, running),
        "announce": _announcement(t, running),
        "notice": notice,
    }


def _identity(visit: Visit, shelf: Shelf, running: Running, ply: int) -> dict[str, Any]:
    """Return what names the game and its addresses."""
    text, request, game = running.record.game, visit.request, running.session.game
    path = f"/game/{running.record.id}"
    view = {"ply": visit.ply, "flip": visit.flipped}
    return {
        "path": path,
        "tabs": TABS,
        **named_game(visit.t, shelf, text, game),
        "revision": running.revision,
        "version": running.version,
        "flipped": visit.flipped,
        "asked_ply": visit.ply,
        "address": f"{request.url.scheme}://{request.url.netloc}{visit.link(path)}",
        "view_address": visit.link(f"{path}/view", **view),
        "new_address": new_address(visit, shelf, text, game),
        "from_address": new_address(visit, shelf, text, game, running.session.states[ply]),
    }


def named_game(t: Texts, shelf: Shelf, text: str, game: Game) -> dict[str, str]:
    """Return how a game is called, and its options where they are not what it is offered with."""
    options = {} if shelf.offer(text) else game.options
    shown = ", ".join(f"{t.named('option', key)} {value}" for key, value in options.items())
    return {"title": game_title(t, shelf, text), "options": shown}


def new_address(visit: Visit, shelf: Shelf, text: str, game: Game, state: State | None = None) -> str:
    """Return the address at which another game is set up, from a position if one is given."""
    offer = shelf.offer(text)
    position = {} if state is None else {"position": format_state(game, state)}
    if offer:
        return visit.link(f"/new/{offer.key}", **position)
    return visit.link(f"/new/{shelf.title_key(text)}", **game.options, **position)


def status_text(t: Texts, running: Running) -> str:
    """Return whose turn it is, or how the game has ended."""
    session = running.session
    game = session.game
    if session.drawn_by_repetition:
        return t("status.repetition")
    if session.is_over:
        return ending_text(t, game, session.winners, game.players)
    name = player_name(t, game, session.mover)
    if running.trouble:
        return t("status.trouble", reason=t.sentence(running.trouble))
    if session.human_to_move:
        return t("status.human", player=name)
    return t("status.paused" if running.paused else "status.engine", player=name)


def ending_text(t: Texts, game: Game, winners: Sequence[int], players: int) -> str:
    """Return who has won, of so many players."""
    names = [player_name(t, game, player) for player in winners]
    if len(names) == players:
        return t("status.drawn") if players > 1 else t("status.over")
    return t("status.won" if len(names) == 1 else "status.shared", player=names[0], players=", ".join(names))


def _announcement(t: Texts, running: Running) -> str:
    """Return what is read aloud when the game has changed."""
    session, status = running.session, status_text(t, running)
    if not session.turns:
        return status
    last = session.turns[-1]
    return t("game.announce", move=last.text, player=player_name(t, session.game, last.seat), status=status)


def past_status(t: Texts, ply: int) -> str:
    """Return where in a game a position stands."""
    return t("status.past", ply=ply) if ply else t("status.start")


def _as_buttons(_name: str) -> Mapping[str, str]:
    return {"role": "button", "tabindex": "-1", "focusable": "true"}


def _actions(running: Running, touched: Touched) -> list[dict[str, Any]]:
    session = running.session
    if not session.human_to_move:
        return []
    game, state = session.game, session.state
    listed = touched.actions if len(touched.actions) > 1 else list(game.actions(state))
    hinted = running.hint.move if running.hint and running.hint.revision == running.revision else None
    texts = [format_action(game, state, action) for action in listed[:MOST_ACTIONS]]
    return [{"text": text, "hinted": text == hinted} for text in texts]


def _seats(t: Texts, running: Running) -> list[dict[str, Any]]:
    session = running.session
    utility = session.utility
    mover = None if session.is_over else session.mover
    return [
        {
            **seat_fields(t, session.game, number, spec),
            "moving": number == mover,
            "outcome": "" if utility is None else t.number(round(utility[number], 3)),
        }
        for number, spec in enumerate(session.seats)
    ]


def _moves(t: Texts, session: Session) -> list[dict[str, Any]]:
    names = [player_name(t, session.game, seat) for seat in range(session.game.players)]
    colours = [player_colour(session.game, seat) for seat in range(session.game.players)]
    return [
        {"ply": ply, "text": turn.text, "name": names[turn.seat], "colour": colours[turn.seat]}
        for ply, turn in enumerate(session.turns, 1)
    ]


def browse(ply: int, plies: int) -> list[tuple[str, int | None, str]]:
    """Return the links through the positions of a game: their names, where they lead, and their signs."""
    back, forward = ply > 0, ply < plies
    return [
        ("first", 0 if back else None, "⇤"),
        ("back", ply - 1 if back else None, "←"),
        ("forward", ply + 1 if forward else None, "→"),
        ("last", plies if forward else None, "⇥"),
    ]


def _deeds(running: Running) -> list[str]:
    """Return what can be done now, as the names of deeds."""
    session = running.session
    able = {
        "undo": session.undoable > 0,
        "redo": bool(session.undone),
        "hint": session.human_to_move,
        "now": running.to_think is not None and running.to_think.searches,
        "pause": running.to_think is not None,
        "go-on": not session.is_over and not session.human_to_move and (running.paused or bool(running.trouble)),
    }
    return [name for name, possible in able.items() if possible]


def _hint(t: Texts, running: Running) -> str:
    hint = running.hint
    if hint is None or hint.revision != running.revision:
        return ""
    return t("hint.thinking") if hint.move is None else t("hint.text", move=hint.move)


def game_context(visit: Visit, game: dict[str, Any], running: Running) -> dict[str, Any]:
    """Return what the templates of a game need besides the game itself."""
    path = f"/game/{running.record.id}"
    kept: dict[str, Any] = {"ply": visit.ply, "flip": visit.flipped}
    return {
        "game": game,
        "engine": engine_panel(visit.t, running),
        "act": lambda deed: visit.link(f"{path}/{deed}", flip=visit.flipped),
        "view": lambda **fields: visit.link(path, **{**kept, **fields}),
        "fragment": lambda **fields: visit.link(f"{path}/view", **{**kept, **fields}),
    }


def known_places(session: Session) -> set[str]:
    """Return the names of all places on the board, as a hand may touch them."""
    return set(drawn_names(session.game, session.state))
