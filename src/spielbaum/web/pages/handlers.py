"""What can be done in a game: the name of each deed, the fields of its form, and what it does."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from starlette.concurrency import run_in_threadpool

from spielbaum.game import Action
from spielbaum.game.click_path import after_touching
from spielbaum.players import Choice
from spielbaum.session import Session
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.forms import whole
from spielbaum.web.live.plays import Deed, StaleError
from spielbaum.web.live.running import Running
from spielbaum.web.live.site import Site
from spielbaum.web.views.game import known_places
from spielbaum.web.views.players import read_seats

LAST_REVISION = 10**9
FIELDS = {
    "move": ("action",),
    "touch": ("chosen", "place"),
    "undo": (),
    "redo": (),
    "seats": ("seat-*",),
    "hint": (),
    "now": (),
    "pause": (),
    "go-on": (),
}
"""The deeds, and what their forms have besides the revision."""

ASKS = ("hint",)
"""Deeds that make the server search for somebody."""


@dataclass(frozen=True)
class Outcome:
    """What the page shows after a deed: the places touched so far, and a sentence of the catalogue."""

    chosen: Sequence[str] = ()
    notice: str = ""


def revision_of(fields: dict[str, str]) -> int:
    """Return the revision that a form was made for.

    Raises
    ------
    WebError
        400 if it names none.
    """
    revision = whole(fields, "revision", 0, LAST_REVISION)
    if revision is None:
        raise WebError(400, "missing-field", name="revision")
    return revision


async def do(site: Site, running: Running, name: str, fields: dict[str, str]) -> Outcome:
    """Do a deed.

    Raises
    ------
    WebError
        4xx if the form is wrong, or the deed is not possible now.
    StaleError
        If the game has moved on since the form was made.
    SpielbaumError
        If the game does not allow it.
    """
    games, revision = site.games, revision_of(fields)
    if name == "touch":
        return await _touch(site, running, revision, fields)
    if name in ("hint", "now", "pause", "go-on"):
        if name in ("hint", "now") and revision != running.revision:
            raise StaleError
        _steer(site, running, name)
        return Outcome()
    await games.act(running, revision, _deed(site, running, name, fields), seating=name == "seats")
    return Outcome()


def _steer(site: Site, running: Running, name: str) -> None:
    """Do what changes nothing in the game itself."""
    if name == "hint":
        if not running.session.human_to_move:
            raise WebError(409, "not-now")
        site.games.advise(running)
    elif name == "now":
        if running.job is None:
            raise WebError(409, "not-now")
        running.job.stop(play_now=True)
    else:
        site.games.pause(running, name == "pause")


def _deed(site: Site, running: Running, name: str, fields: dict[str, str]) -> Deed:
    if name == "undo":
        return Session.undo
    if name == "redo":
        return Session.redo
    if name == "seats":
        seats = read_seats(fields, running.session.game, site.settings.longest_search)

        def seat_all(session: Session) -> None:
            for seat, spec in enumerate(seats):
                session.change_seat(seat, spec)

        return seat_all
    text = fields.get("action", "")
    if not text:
        raise WebError(400, "missing-field", name="action")
    return lambda session: _move(session, session.parse_move(text))


def _move(session: Session, action: Action) -> None:
    """Make a move of a human; engines move by themselves."""
    if not session.human_to_move:
        raise WebError(409, "not-now")
    session.make(Choice(action, 0.0))


async def _touch(site: Site, running: Running, revision: int, fields: dict[str, str]) -> Outcome:
    """Touch a place; if that completes a move, make it."""
    async with running.lock:
        if revision != running.revision:
            raise StaleError
        before = fields.get("chosen", "").split()
        meant = await run_in_threadpool(_meaning, running.session, before, fields.get("place", ""))
    if isinstance(meant, Outcome):
        return meant
    await site.games.act(running, revision, partial(_move, action=meant))
    return Outcome()


def _meaning(session: Session, before: list[str], place: str) -> Action | Outcome:
    """Return the move that a touch completes; else what is chosen now: it goes on, begins anew, or is let go."""
    places = known_places(session)
    for name in (place, *before):
        if name not in places:
            raise WebError(400, "no-place", place=name[:40])
    if not session.human_to_move:
        raise WebError(409, "not-now")
    if place in before:
        return Outcome(before[: before.index(place)])
    for chosen in ([*before, place], [place]):
        touched = after_touching(session.game, session.state, chosen)
        if len(touched.actions) == 1 and not touched.targets:
            return touched.actions[0]
        if touched.actions or touched.targets:
            return Outcome(chosen, "game.several" if touched.actions else "")
    return Outcome()
