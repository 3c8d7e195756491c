"""A class for its teacher: where the students are, and what goes wrong most."""

from collections import Counter
from typing import Any
from urllib.parse import parse_qsl

from spielbaum.errors import SpielbaumError
from spielbaum.exercises.query import read_exercise
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.live.catalogue import Catalogue
from spielbaum.web.live.classroom import OPEN, RIGHT, WRONG, Classroom, Seat
from spielbaum.web.views.exercises import title_of
from spielbaum.web.views.game import game_title

MOST_SHOWN = 8
"""The most mistakes that are listed."""


def bar_of_teacher(ctx: RequestContext, room: Classroom) -> dict[str, Any]:
    """Return the context of the bar below the pages of a teacher."""
    return {
        "room": room,
        "seat": None,
        "present": len(room.present),
        "path": ctx.link(f"/class/{room.key}"),
        "command": lambda name: ctx.link(f"/class/{room.key}/{name}"),
    }


def bar_of_student(ctx: RequestContext, room: Classroom, seat: Seat) -> dict[str, Any]:
    """Return the context of the bar below the pages of a student."""
    shown = ctx.root + room.address if room.free else ""
    return {"room": room, "seat": seat, "shown": shown}


def classroom_view(ctx: RequestContext, catalogue: Catalogue, room: Classroom) -> dict[str, Any]:
    """Return the context of the page of a class."""
    titles: dict[str, str] = {}

    def titled(address: str) -> str:
        if address not in titles:
            titles[address] = _title(ctx, catalogue, address)
        return titles[address]

    here = [seat for seat in room.present if seat.address == room.address]
    counts = Counter(seat.answer or OPEN for seat in here)
    worst = room.mistakes.most_common(MOST_SHOWN)
    return {
        "room": room,
        "present": len(room.present),
        "shown": titled(room.address) if room.address else "",
        "shown_address": ctx.root + room.address,
        "counts": counts if counts[RIGHT] + counts[WRONG] else None,
        "seats": [_seat(ctx, room, seat, titled) for seat in room.seats.values()],
        "mistakes": [
            {
                "title": titled(address),
                "address": ctx.root + address,
                "wrong": wrong,
                "count": count,
                "share": round(100 * count / worst[0][1]),
            }
            for (address, wrong), count in worst
        ],
        "join": f"{ctx.origin}/class".partition("://")[2],
        "command": lambda name: ctx.link(f"/class/{room.key}/{name}"),
        "part": ctx.link(f"/class/{room.key}/part"),
    }


def _seat(ctx: RequestContext, room: Classroom, seat: Seat, titled: Any) -> dict[str, Any]:
    state = "gone" if not seat.windows else seat.answer or ("there" if seat.address == room.address else "away")
    return {
        "number": seat.number,
        "name": seat.name,
        "state": state,
        "tries": seat.tries,
        "where": titled(seat.address) if seat.address else ctx.t("class.elsewhere"),
        "address": ctx.root + seat.address if seat.address else "",
    }


def _title(ctx: RequestContext, catalogue: Catalogue, address: str) -> str:
    """Return what a page shows, in a few words."""
    t, (asked, _, part) = ctx.t, address.partition("#")
    path, _, query = asked.partition("?")
    kind, key = [*path.strip("/").split("/"), ""][:2]
    fields = dict(parse_qsl(query))
    try:
        if kind == "exercise":
            return title_of(t, read_exercise(fields))
        if kind == "puzzle":
            return f"{t('puzzle.short')} · {game_title(t, catalogue, fields.get('game', ''))}"
    except SpielbaumError:  # what students report may be invalid
        return t("class.elsewhere")
    if kind == "understand":
        chapter = t.named("chapter", f"{key}.title", t.named("lesson", f"{key}.title", t("start.understand")))
        return f"{chapter}, {part}" if part else chapter
    return t("tabs.tree" if path.endswith("/tree") else "class.game")
