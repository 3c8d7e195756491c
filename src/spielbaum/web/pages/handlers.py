"""The commands of a game: move, undo, hint, change of seats and others."""

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from spielbaum.errors import InputError
from spielbaum.game import Action
from spielbaum.game.click_path import drawn_names
from spielbaum.game.notation import format_action, parse_action
from spielbaum.players import Choice
from spielbaum.session import Session
from spielbaum.session.notes import MAX_VARIATIONS
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.forms import choice_field, integer_field
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.live_game import PACES, LiveGame
from spielbaum.web.live.live_games import Change, StaleRevisionError
from spielbaum.web.live.site import Site
from spielbaum.web.views.game import may_draw
from spielbaum.web.views.moves import Touch, touched, variation_at
from spielbaum.web.views.players import read_seats

MAX_REVISION = 10**9
COMMANDS = {
    "move": ("action",),
    "touch": ("chosen", "place"),
    "undo": (),
    "redo": (),
    "seats": ("seat-*",),
    "hint": (),
    "now": (),
    "pause": (),
    "go-on": (),
    "pace": ("pace",),
    "draw": (),
    "resign": (),
    "rematch": (),
    "try": ("chosen", "place", "action", "ply", "var", "step"),
    "comment": ("where", "text"),
    "arrow": ("where", "drawn"),
    "forget": ("var",),
    "agree": ("seat",),
}
"""The commands, with the fields of their forms besides the revision."""

SEARCH_COMMANDS = ("hint",)
"""Commands that start a search and count against the rate limit for searches."""


@dataclass(frozen=True)
class CommandResult:
    """The result of a command.

    Parameters
    ----------
    chosen
        The places touched so far.
    notice
        The key of a message.
    goto
        The id of the game that follows this one.
    step
        The variation that is shown next, and its step.
    ply
        The ply that is shown next.
    """

    chosen: Sequence[str] = ()
    notice: str = ""
    goto: str = ""
    step: tuple[int, int] | None = None
    ply: int | None = None


def revision_of(fields: dict[str, str]) -> int:
    """Return the revision in a form.

    Raises
    ------
    WebError
        400 if the form has none.
    """
    revision = integer_field(fields, "revision", 0, MAX_REVISION)
    if revision is None:
        raise WebError(400, "missing-field", name="revision")
    return revision


async def execute(site: Site, live: LiveGame, name: str, fields: dict[str, str]) -> CommandResult:
    """Execute a command.

    Raises
    ------
    WebError
        4xx if the form is invalid, or the command is not possible now.
    StaleRevisionError
        If the game has changed since the form was made.
    SpielbaumError
        If the rules of the game forbid it.
    """
    games, revision = site.games, revision_of(fields)
    if name == "touch":
        return await _touch(site, live, revision, fields)
    if name == "try":
        return await _try(site, live, revision, fields)
    if name == "rematch":
        return CommandResult(goto=await games.rematch(live))
    if name == "pace":
        live.pace = choice_field(fields, "pace", tuple(PACES)) or live.pace
        live.redraw()
        return CommandResult()
    if name in ("hint", "now", "pause", "go-on"):
        if name in ("hint", "now") and revision != live.revision:
            raise StaleRevisionError
        _control(site, live, name)
        return CommandResult()
    await games.change(live, revision, _change_for(site, live, name, fields), seating=name == "seats")
    return _still_at(live.session, fields.get("where", ""))


def _still_at(session: Session, where: str) -> CommandResult:
    """Return the result that shows the position of a note again; the latest one without a note."""
    first, dot, step = where.partition(".")
    if dot:
        return CommandResult(step=(int(first), int(step)))
    return CommandResult(ply=int(first) if first and int(first) < len(session.turns) else None)


def _control(site: Site, live: LiveGame, name: str) -> None:
    """Execute a command that does not change the record of the game."""
    if name == "hint":
        if not live.session.human_to_move:
            raise WebError(409, "not-now")
        site.games.start_hint(live)
    elif name == "now":
        if live.job is None:
            raise WebError(409, "not-now")
        live.job.stop(play_now=True)
    else:
        site.games.pause(live, name == "pause")


def _change_for(site: Site, live: LiveGame, name: str, fields: dict[str, str]) -> Change:
    if name == "undo":
        return Session.undo
    if name == "redo":
        return Session.redo
    if name in ("draw", "resign"):
        if not (may_draw(live.session) if name == "draw" else live.session.humans):
            raise WebError(409, "not-now")
        return _resign if name == "resign" else partial(Session.end, how="agreement")
    if name in ("comment", "arrow", "forget"):
        return _annotation(name, fields)
    if name == "agree":
        return partial(Session.agree, seat=_seat(live, fields))
    if name == "seats":
        game = live.session.game
        seats = read_seats(fields, game, site.settings.longest_search, site.catalogue.engines_for(game))

        def seat_all(session: Session) -> None:
            for seat, spec in enumerate(seats):
                session.change_seat(seat, spec)

        return seat_all
    text = fields.get("action", "")
    if not text:
        raise WebError(400, "missing-field", name="action")
    return lambda session: _move(session, session.parse_move(text), _seconds(live))


def _seat(live: LiveGame, fields: dict[str, str]) -> int:
    seat = integer_field(fields, "seat", 0, live.session.game.players - 1)
    if seat is None:
        raise WebError(400, "missing-field", name="seat")
    return seat


def _seconds(live: LiveGame) -> float:
    """Return the time that a human's move took, which counts with clocks only."""
    return live.thought if live.session.notes.clock else 0.0


def _resign(session: Session) -> None:
    """End the game, which the human to move has lost, or else the first human."""
    session.end("resignation", session.mover if session.mover in session.humans else session.humans[0])


_WHERE = re.compile(r"\d{1,6}(\.\d{1,6})?", re.ASCII)


def _annotation(name: str, fields: dict[str, str]) -> Change:
    """Return a change of the notes of a game.

    Raises
    ------
    WebError
        400 if the form is invalid.
    """
    if name == "forget":
        number = integer_field(fields, "var", 0, MAX_VARIATIONS)

        def forget(session: Session) -> None:
            if number is not None and number < len(session.notes.variations):
                session.notes = session.notes.without(number)

        return forget
    where = fields.get("where", "")
    if not _WHERE.fullmatch(where):
        raise WebError(400, "missing-field", name="where")
    text = fields.get("text", "") if name == "comment" else " ".join(fields.get("drawn", "").split()[:2])

    first, dot, step = where.partition(".")

    def note(session: Session) -> None:
        shown = variation_at(session, 0, int(first), int(step)) if dot else variation_at(session, int(first), None, 0)
        if name == "comment":
            session.notes = session.notes.commented(shown.where, text)
            return
        _refuse_unknown(text.split(), drawn_names(session.game, shown.states[-1]))
        if text:
            session.notes = session.notes.toggled(shown.where, text)

    return note


def _move(session: Session, action: Action, seconds: float) -> None:
    """Make a human's move; 409 if an engine is to move."""
    if not session.human_to_move:
        raise WebError(409, "not-now")
    session.make(Choice(action, seconds))


async def _touch(site: Site, live: LiveGame, revision: int, fields: dict[str, str]) -> CommandResult:
    """Touch a place, and make the move if that completes one."""
    async with live.lock:
        if revision != live.revision:
            raise StaleRevisionError
        settling = live.session.settlement is not None
        before = fields.get("chosen", "").split()
        meaning = (
            Touch() if settling else await run_in_threadpool(_interpret, live.session, before, fields.get("place", ""))
        )
    if settling:
        await site.games.change(live, revision, lambda session: session.mark_dead(fields.get("place", "")))
        return CommandResult()
    if meaning.action is None:
        return CommandResult(meaning.chosen, "game.several" if meaning.several else "")
    await site.games.change(live, revision, partial(_move, action=meaning.action, seconds=_seconds(live)))
    return CommandResult()


async def _try(site: Site, live: LiveGame, revision: int, fields: dict[str, str]) -> CommandResult:
    """Touch a place of an earlier position or of a variation: the move becomes a variation, or part of one."""
    number = integer_field(fields, "var", 0, MAX_VARIATIONS)
    step = integer_field(fields, "step", 0, MAX_REVISION) or 0
    ply = integer_field(fields, "ply", 0, MAX_REVISION) or 0
    found: list[CommandResult] = []

    def change(session: Session) -> None:
        shown = variation_at(session, ply, number, step)
        game, state = session.game, shown.states[-1]
        if text := fields.get("action", ""):
            meaning = Touch(parse_action(game, state, text))
        else:
            meaning = touched(game, state, fields.get("chosen", "").split(), fields.get("place", ""))
        if meaning.action is None:
            found.append(CommandResult(meaning.chosen, "game.several" if meaning.several else ""))
            raise _NoMoveError
        text = format_action(game, state, meaning.action)
        if number is None and ply < len(session.turns) and session.turns[ply].text == text:
            found.append(CommandResult(ply=ply + 1))
            raise _NoMoveError
        session.notes, *place = session.notes.tried(shown.ply, shown.moves, text)
        found.append(CommandResult(step=(place[0], place[1])))

    with suppress(_NoMoveError):
        await site.games.change(live, revision, change)
    return found[-1] if found else CommandResult()


class _NoMoveError(InputError):
    """A touch did not complete a move that is new."""


def _interpret(session: Session, before: list[str], place: str) -> Touch:
    """Return the meaning of a touch.

    Raises
    ------
    WebError
        400 if the board has no such place; 409 if an engine is to move.
    """
    _refuse_unknown((place, *before), drawn_names(session.game, session.state))
    if not session.human_to_move:
        raise WebError(409, "not-now")
    return touched(session.game, session.state, before, place)


def _refuse_unknown(names: Sequence[str], places: Collection[str]) -> None:
    """Raise an error if one of some names is not that of a place."""
    for name in names:
        if name not in places:
            raise WebError(400, "no-place", place=name[:40])
