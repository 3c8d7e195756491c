"""The endpoints of a class: joining it, its page for the teacher, and the event streams that keep all in step."""

from collections.abc import AsyncIterator, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from spielbaum.web.http.errors import WebError
from spielbaum.web.http.forms import choice_field, read_fields
from spielbaum.web.http.rendering import redirected
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.classroom import ANSWERS, CODE, KEY, Classroom, Seat
from spielbaum.web.live.site import Site, form_of, site_of
from spielbaum.web.pages.events import HEADERS, KEEP_ALIVE, MEDIA_TYPE, EventStream, event
from spielbaum.web.views.classroom import bar_of_student, bar_of_teacher, classroom_view
from spielbaum.web.views.following import for_others

LONGEST_NAME, LONGEST_WRONG = 24, 40
MOST_WINDOWS = 4
"""The most event streams of a seat: a page that is left may still have one."""

LONGEST_NODE = 400
MOST_STEPS = 8
"""The most trees of a page whose steps are followed."""


async def entrance(request: Request) -> Response:
    """Return the page on which one joins a class or begins one."""
    site, ctx = site_of(request), RequestContext(request, ("code", "at"))
    code = ctx.fields.get("code", "").upper()
    try:
        if code:
            _room(site, ctx, code)
    except WebError as error:
        return _refused(site, ctx, error, code)
    return site.renderer.response(ctx, "class_entrance.html", code=code, name="", at=ctx.fields.get("at", ""))


async def start(request: Request) -> Response:
    """Begin a class, and redirect to its page."""
    site, ctx = site_of(request), RequestContext(request)
    fields = read_fields(await form_of(request), ("at",))
    site.new_games.check(ctx.address)
    room = site.classes.start()
    room.show(for_others(fields.get("at", "")))
    return redirected(ctx, f"/class/{room.key}")


async def join(request: Request) -> Response:
    """Join a class, and redirect to the page of the new seat."""
    site, ctx = site_of(request), RequestContext(request)
    fields = read_fields(await form_of(request), ("code", "name"))
    code = fields.get("code", "").strip().upper()
    try:
        room = _room(site, ctx, code)
    except WebError as error:
        return _refused(site, ctx, error, code, fields.get("name", ""))
    seat = room.join(fields.get("name", "")[:LONGEST_NAME])
    return redirected(ctx, f"/seat/{seat.key}")


async def teacher(request: Request) -> Response:
    """Return the page of a class for its teacher."""
    return await _teacher(request, "class.html")


async def teacher_part(request: Request) -> Response:
    """Return the part of the page that changes."""
    return await _teacher(request, "_class.html")


async def command(request: Request) -> Response:
    """Execute a command of the teacher."""
    site, ctx, room = site_of(request), RequestContext(request), _of_teacher(request)
    name = request.path_params["command"]
    fields = read_fields(await form_of(request), ("address", "steps", "revealed", "node") if name == "show" else ())
    if name == "show":
        address = for_others(fields.get("address", ""))
        if address:
            steps, node = _steps(fields.get("steps", "")), fields.get("node", "")
            room.show(
                address, steps, revealed=bool(fields.get("revealed")), node=node if len(node) <= LONGEST_NODE else ""
            )
        return JSONResponse({"shown": bool(address)})
    if name in ("lead", "free"):
        room.lead(name == "lead")
    elif name == "end":
        site.classes.end(room)
        return redirected(ctx, "/class")
    else:
        raise WebError(404, "not-found")
    return Response(status_code=204) if ctx.by_htmx else redirected(ctx, f"/class/{room.key}")


async def teacher_events(request: Request) -> Response:
    """Return the event stream of a window of the teacher."""
    site, ctx, room = site_of(request), RequestContext(request), _of_teacher(request)
    if request.method == "HEAD":
        return Response(media_type=MEDIA_TYPE, headers=HEADERS)
    site.windows.open(ctx.address)

    def messages() -> dict[str, str]:
        bar = site.renderer.render(ctx, "_class_bar.html", **bar_of_teacher(ctx, room))
        return {"bar": bar, "seats": str(room.changes)}

    return EventStream(_events(room, messages), ended=lambda: site.windows.close(ctx.address))


async def seat(request: Request) -> Response:
    """Return the page of a seat, which leads to the page that the teacher shows."""
    site, ctx = site_of(request), RequestContext(request)
    room, mine = _of_seat(request)
    return site.renderer.response(ctx, "class_seat.html", room=room, seat=mine, shown=ctx.root + room.address)


async def seat_events(request: Request) -> Response:
    """Return the event stream of a window of a student."""
    site, ctx = site_of(request), RequestContext(request)
    room, mine = _of_seat(request)
    if request.method == "HEAD":
        return Response(media_type=MEDIA_TYPE, headers=HEADERS)
    if mine.windows >= MOST_WINDOWS:
        raise WebError(429, "too-many-windows", count=MOST_WINDOWS)
    mine.windows += 1
    room.notify()

    def ended() -> None:
        mine.windows -= 1
        room.notify()

    def messages() -> dict[str, str]:
        bar = site.renderer.render(ctx, "_class_bar.html", **bar_of_student(ctx, room, mine))
        return {"place": room.place, "bar": bar}

    return EventStream(_events(room, messages), ended=ended)


async def report(request: Request) -> Response:
    """Note where a student is, and the answer that was given there."""
    RequestContext(request)
    room, mine = _of_seat(request)
    fields = read_fields(await form_of(request), ("address", "answer", "wrong"))
    answer = choice_field(fields, "answer", ANSWERS) or ""
    room.report(mine, for_others(fields.get("address", "")), answer, fields.get("wrong", "")[:LONGEST_WRONG])
    return Response(status_code=204)


async def _teacher(request: Request, template: str) -> Response:
    site, ctx, room = site_of(request), RequestContext(request), _of_teacher(request)
    shown = await run_in_threadpool(classroom_view, ctx, site.catalogue, room)
    return site.renderer.response(ctx, template, **shown)


async def _events(room: Classroom, messages: Callable[[], dict[str, str]]) -> AsyncIterator[str]:
    """Yield the messages that differ from the last ones of their kinds, until the class ends."""
    sent: dict[str, str] = {}
    yield "retry: 1000\n\n"
    watching = room.watch(KEEP_ALIVE)
    try:
        async for changed in watching:
            if room.over:
                break
            now = messages() if changed else {}
            new = {kind: text for kind, text in now.items() if sent.get(kind) != text}
            sent |= new
            if new or not changed:
                yield "".join(event(kind, text) for kind, text in new.items()) or ": still here\n\n"
        yield event("over", "")
    finally:
        await watching.aclose()


def _refused(site: Site, ctx: RequestContext, error: WebError, code: str, name: str = "") -> Response:
    """Return the entrance with what is wrong with the code."""
    sentence = ctx.t(error.key, **error.values)
    shown = {"code": code[:5], "name": name[:LONGEST_NAME], "at": ""}
    return site.renderer.response(ctx, "class_entrance.html", status=error.status, sentence=sentence, **shown)


def _room(site: Site, ctx: RequestContext, code: str) -> Classroom:
    """Return the class with a code; codes are not guessed, because a network address may try only some."""
    site.joining.check(ctx.address)
    if not CODE.fullmatch(code):
        raise WebError(404, "no-class-code", code=code[:20])
    return site.classes.of_code(code)


def _of_teacher(request: Request) -> Classroom:
    return site_of(request).classes.of_teacher(_key(request))


def _of_seat(request: Request) -> tuple[Classroom, Seat]:
    return site_of(request).classes.of_seat(_key(request))


def _key(request: Request) -> str:
    key: str = request.path_params["key"]
    if not KEY.fullmatch(key):
        raise WebError(404, "no-class")
    return key


def _steps(text: str) -> tuple[int, ...]:
    """Return the steps of trees: ``3 0``."""
    words = text.split()[:MOST_STEPS]
    if not all(word.isascii() and word.isdigit() and len(word) < 8 for word in words):
        raise WebError(400, "unreadable-field", name="steps")
    return tuple(map(int, words))
