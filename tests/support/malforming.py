"""Malformed requests made from a seed, and calls of an application without a network."""

import gzip
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, unquote, urlencode

from starlette.types import ASGIApp, Message

FORM = "application/x-www-form-urlencoded"
HOST = "localhost"

HOSTILE = (
    "",
    " ",
    "\0",
    "-1",
    "1e309",
    "nan",
    "0x10",
    "\uff11\uff12",
    "٣",
    "9" * 19,
    "9" * 3999,
    "9" * 5000,
    "x" * 100_000,
    "../../etc/passwd",
    "/etc/passwd",
    "figure:../..",
    "tree:file=/etc/passwd",
    "mnk:width=1000000000",
    "./game.py",
    "True",
    "algorithm",
    "expert",
    "human,human",
    "depth=1000000000",
    "replacement=two-deep,bits=62",
    "threads=100000",
    "(" * 500,
    "a1 " * 1000,
    "{0.__class__}",
    "{{7*7}}",
    "%s%n",
    "'; DROP TABLE play; --",
    "<x-injected>",
    '"><x-injected onload=1>',
    "'><x-injected>",
    "a\r\nX-Injected: 1",
    "\u202e\u0000\uffff",
    "🎲" * 50,
    "[" * 2000,
    '{"a": 1}',
)
"""Values for fields."""

BROKEN = (
    b"%",
    b"%zz",
    b"%ff%fe",
    b"%00",
    b"%ed%a0%80",
    b"%c0%af",
    b"&&&===;;;",
    b"a=b&a=b",
    b"=" * 2000,
    b"&" * 500,
    b"+%2b+",
)
"""Invalid pieces of queries and bodies."""

KEYS = ("tic-tac-toe", "mnk", "nim", "random-tree", "figure", "tree", "connect-four", "chameleon-chess", "domineering")
OPTIONS = (
    {"option-width": "1000000000", "option-height": "1000000000"},
    {"option-branching": "1000000000", "option-depth": "511"},
    {"option-branching": "1", "option-depth": "511"},
    {"option-heaps": "-".join(["9"] * 1000)},
    {"option-heaps": "999999999999"},
    {"option-name": "../.."},
    {"option-file": "/etc/passwd"},
    {"option-players": "1000000"},
    {"option-line": "0", "option-width": "-3"},
    {"option-low": "-" + "9" * 400, "option-high": "9" * 400},
    {"option-total": "9" * 400, "option-values": "normal"},
)
COMMANDS = ("move", "touch", "undo", "redo", "seats", "hint", "now", "pause", "go-on", "view", "__class__", "%2e%2e")
STORED = ("", "/tournament/1", "/tournament/2", "/game/1", "/game/1/tree", "/game/1/tree.json", "/game/130", "/%00",
          "/game/1/why", "/game/1.0", "/tournament/99999999999")  # fmt: skip
PARTS = ("", "/view", "/download", "/why", "/tree", "/../../", "/events/x", "/%00", "/why/table/x")
FIELDS = ("revision", "action", "place", "chosen", "lang", "ply", "flip", "position", "seat-0-who", "seat-1-who",
          "seat-0-depth", "seat-0-seconds", "seat-0-algorithm", "seat-0-options", "seat-0-evaluation", "option-width",
          "option-x", "algorithm", "beside", "depth", "seconds", "move", "show", "page", "experiment",
          "__class__")  # fmt: skip
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT", "X" * 50, "get")
HEADERS = (
    ("host", "evil.example"),
    ("host", ""),
    ("host", "localhost\u00e9"),
    ("host", "[::1"),
    ("origin", "https://evil.example"),
    ("origin", "null"),
    ("origin", "http://[::1"),
    ("sec-fetch-site", "cross-site"),
    ("content-type", "application/json"),
    ("content-type", "multipart/form-data; boundary=x"),
    ("content-type", "text/plain; charset=utf-7"),
    ("content-type", ""),
    ("accept-language", "x" * 5000),
    ("accept-language", ";q=," * 500),
    ("accept-language", "de;q=9e999"),
    ("accept-encoding", "gzip;q=x"),
    ("hx-request", "true"),
    ("cookie", "a=" + "b" * 8000),
    ("range", "bytes=99999-"),
    ("content-length", "-1"),
)


@dataclass(frozen=True)
class Wrong:
    """A request."""

    method: str = "GET"
    path: str = "/"
    query: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""

    @property
    def scope(self) -> dict[str, Any]:
        """Return the request as a server passes it to an application."""
        given = dict(self.headers)
        headers = {"host": HOST, **({"content-type": FORM} if self.body else {}), **given}
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": self.method,
            "scheme": "http",
            "path": unquote(self.path),
            "raw_path": self.path.encode(),
            "root_path": "",
            "query_string": self.query,
            "headers": [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers.items()],
            "client": ("127.0.0.1", 12345),
            "server": (HOST, 80),
        }


def wrong_request(generator: random.Random, own: str) -> Wrong:
    """Return a request with one or more errors; ``own`` is the path of its game."""
    pick = generator.choice
    fields = {name: pick(HOSTILE) for name in generator.sample(FIELDS, generator.randrange(4))}
    request = pick((_begin, _command, _look, _stored, _somewhere))(generator, own, fields)
    for _ in range(generator.randrange(3)):
        request = pick((_other_method, _other_header, _broken_body, _broken_query, _too_large))(request, generator)
    return request


def _begin(generator: random.Random, own: str, fields: dict[str, str]) -> Wrong:
    seats = {f"seat-{number}-who": generator.choice(("human", "easy", "random", "algorithm")) for number in range(4)}
    form = {**seats, **generator.choice((*OPTIONS, {})), **fields}
    path = f"/new/{generator.choice((*KEYS, quote(generator.choice(HOSTILE)[:500])))}"
    if generator.random() < 0.3:
        return Wrong(path=path, query=urlencode({**form, "position": generator.choice(HOSTILE)}).encode())
    return Wrong("POST", path, body=urlencode(form).encode())


def _command(generator: random.Random, own: str, fields: dict[str, str]) -> Wrong:
    command = generator.choice(COMMANDS)
    known = {"move": ("action",), "touch": ("chosen", "place"), "seats": ("seat-0-who", "seat-1-who")}.get(command, ())
    form = {"revision": "0", **{name: generator.choice(HOSTILE) for name in known}}
    return Wrong("POST", f"{own}/{command}", body=urlencode({**form, **fields}).encode())


def _look(generator: random.Random, own: str, fields: dict[str, str]) -> Wrong:
    return Wrong(path=own + generator.choice(PARTS), query=urlencode(fields).encode())


def _stored(generator: random.Random, own: str, fields: dict[str, str]) -> Wrong:
    """Return a request to the stored games whose fields have invalid values."""
    names = ("page", "experiment", "ply", "flip", "lang", "depth", "algorithm")
    known = {name: generator.choice((*HOSTILE, "1", "2")) for name in generator.sample(names, generator.randrange(3))}
    hostile = quote(generator.choice(HOSTILE)[:2000], safe="")
    path = generator.choice((*STORED, f"/game/{hostile}", f"/tournament/{hostile}", f"/game/{hostile}/tree.json"))
    return Wrong(path=f"/stored{path}", query=urlencode(generator.choice((known, fields))).encode())


def _somewhere(generator: random.Random, own: str, fields: dict[str, str]) -> Wrong:
    text = quote(generator.choice(HOSTILE)[:2000], safe="/")
    places = ("/static/../", "/static/000000000000/", "/static/", "/game/", "/", "//", "/new/", f"{own[:-1]}")
    return Wrong(path=generator.choice(places) + text, query=urlencode(fields).encode())


def _other_method(request: Wrong, generator: random.Random) -> Wrong:
    return replace(request, method=generator.choice(METHODS))


def _other_header(request: Wrong, generator: random.Random) -> Wrong:
    return replace(request, headers=(*request.headers, generator.choice(HEADERS)))


def _broken_body(request: Wrong, generator: random.Random) -> Wrong:
    piece = generator.choice((*BROKEN, b'{"revision": 0}', generator.randbytes(generator.randrange(300))))
    return replace(request, method="POST", body=request.body[: generator.randrange(200)] + piece)


def _broken_query(request: Wrong, generator: random.Random) -> Wrong:
    return replace(request, query=request.query + generator.choice(BROKEN))


def _too_large(request: Wrong, generator: random.Random) -> Wrong:
    if generator.random() < 0.8:
        return request
    return replace(request, method="POST", body=b"position=" + b"x" * (1 << 20))


@dataclass
class Said:
    """The response of an application."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytearray = field(default_factory=bytearray)

    @property
    def text(self) -> str:
        """The body."""
        packed = self.body.startswith(b"\x1f\x8b")
        return (gzip.decompress(self.body) if packed else self.body).decode()


async def ask(app: ASGIApp, request: Wrong, chunk: int = 4096) -> Said:
    """Return what an application answers to a request that comes in chunks."""
    said = Said()
    chunks = [request.body[at : at + chunk] for at in range(0, len(request.body), chunk)] or [b""]
    messages = _messages(chunks)

    async def receive() -> Message:
        return next(messages)

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            said.status = message["status"]
            said.headers = {name.decode(): value.decode("latin-1") for name, value in message["headers"]}
        else:
            said.body += message.get("body", b"")

    await app(request.scope, receive, send)
    return said


def _messages(chunks: Sequence[bytes]) -> Any:
    for number, part in enumerate(chunks, 1):
        yield {"type": "http.request", "body": part, "more_body": number < len(chunks)}
    while True:
        yield {"type": "http.disconnect"}
