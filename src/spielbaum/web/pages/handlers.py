"""The commands of a game: move, undo, hint, change of seats and others."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from spielbaum.game import Action
from spielbaum.players import Choice
from spielbaum.session import Session
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.forms import choice_field, integer_field
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.live_game import PACES, LiveGame
from spielbaum.web.live.live_games import Change, StaleRevisionError
from spielbaum.web.live.site import Site
from spielbaum.web.views.game import known_places
from spielbaum.web.views.moves import Touch, touched
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
}
"""The commands, with the fields of their forms besides the revision."""

SEARCH_COMMANDS = ("hint",)
"""Commands that start a search and count against the rate limit for searches."""


@dataclass(frozen=True)
class CommandResult:
    """The result of a command: the places touched so far, and the key of a message."""

    chosen: Sequence[str] = ()
    notice: str = ""


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
    return CommandResult()


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
    return lambda session: _move(session, session.parse_move(text))


def _move(session: Session, action: Action) -> None:
    """Make a human's move; 409 if an engine is to move."""
    if not session.human_to_move:
        raise WebError(409, "not-now")
    session.make(Choice(action, 0.0))


async def _touch(site: Site, live: LiveGame, revision: int, fields: dict[str, str]) -> CommandResult:
    """Touch a place, and make the move if that completes one."""
    async with live.lock:
        if revision != live.revision:
            raise StaleRevisionError
        before = fields.get("chosen", "").split()
        meaning = await run_in_threadpool(_interpret, live.session, before, fields.get("place", ""))
    if meaning.action is None:
        return CommandResult(meaning.chosen, "game.several" if meaning.several else "")
    await site.games.change(live, revision, partial(_move, action=meaning.action))
    return CommandResult()


def _interpret(session: Session, before: list[str], place: str) -> Touch:
    """Return the meaning of a touch.

    Raises
    ------
    WebError
        400 if the board has no such place; 409 if an engine is to move.
    """
    places = known_places(session)
    for name in (place, *before):
        if name not in places:
            raise WebError(400, "no-place", place=name[:40])
    if not session.human_to_move:
        raise WebError(409, "not-now")
    return touched(session.game, session.state, before, place)
