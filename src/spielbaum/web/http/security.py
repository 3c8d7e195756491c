"""Security middleware: permitted hosts and origins, limits on request bodies, and response headers."""

import asyncio
from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spielbaum.web.http.errors import WebError
from spielbaum.web.http.request_context import path_of

MAX_BODY = 64 << 10
BODY_TIMEOUT = 10
"""Seconds within which the body of a request must arrive."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers of every response. The URL of a game is a secret, which must not reach other sites as the referrer.

With ``no-referrer`` browsers would also hide the origin of our own forms, so that forged ones could not be detected.
"""

EMBEDDED = "/embed/"
"""The path of pages that other sites may show in a frame: they are read-only and belong to no game."""

_POLICY = HEADERS["Content-Security-Policy"]

EMBEDDED_HEADERS = {
    "Content-Security-Policy": _POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "Cross-Origin-Resource-Policy": "cross-origin",
}

IN_PAGE_HEADERS = {
    "Content-Security-Policy": _POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    "Cross-Origin-Embedder-Policy": "require-corp",
}
"""Headers of an application in the browser: its page shows it in a frame, and is isolated, to share memory."""

API = "/api/"
"""The path of the JSON API for programs; browsers do not let pages of other sites send JSON."""

FORM, JSON = "application/x-www-form-urlencoded", "application/json"

SAFE = ("GET", "HEAD")


class SecurityMiddleware:
    """ASGI middleware that refuses forbidden requests and adds security headers.

    A refusal is stored in ``scope["refused"]``; the application answers it in the language of the request.

    Parameters
    ----------
    app
        The application.
    hosts
        The accepted values of the Host header; empty accepts any.
    root_path
        The path below which the application is served; empty for that of each request.
    in_page
        Whether the application runs in the browser of the visitor.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str] = (), root_path: str = "", *, in_page: bool = False) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.root_path = root_path
        self.headers = HEADERS | (IN_PAGE_HEADERS if in_page else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, and pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if self.root_path:
            path = scope["path"] if scope["path"] != self.root_path else f"{self.root_path}/"
            scope = {**scope, "root_path": self.root_path, "path": path}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Cache-Control", "no-store")
                headers.update(self.headers)
                if path_of(scope).startswith(EMBEDDED):
                    headers.update(EMBEDDED_HEADERS)
            await send(message)

        try:
            self._refuse(scope)
            body = b"" if scope["method"] in SAFE else await _read_body(scope, receive)
        except WebError as error:
            scope["refused"] = error
            body = b""
        except ClientDisconnect:
            return
        await self.app(scope, _replay(body, receive), send_with_headers)

    def _refuse(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts and _name_of(host) not in self.hosts:
            raise WebError(400, "other-host", host=host[:80])
        if scope["method"] in SAFE:
            return
        origin = headers.get("origin")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none") or (
            origin is not None and origin.partition("://")[2] != host
        ):
            raise WebError(403, "other-site")


def _name_of(host: str) -> str:
    """Return the host of a Host header, without the port.

    Examples
    --------
    >>> _name_of("localhost:8000"), _name_of("[::1]:8000")
    ('localhost', '[::1]')
    """
    return host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0].lower()


async def _read_body(scope: Scope, receive: Receive) -> bytes:
    """Return the body of a request: a form, or JSON under ``API``; it may be empty."""
    media_type = Headers(scope=scope).get("content-type", "").partition(";")[0].strip().lower()
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            async for chunk in Request(scope, receive).stream():
                body += chunk
                if len(body) > MAX_BODY:
                    raise WebError(413, "too-large", size=MAX_BODY >> 10)
    except TimeoutError:
        raise WebError(408, "too-slow") from None
    asks_api = path_of(scope).startswith(API)
    if body and media_type != (JSON if asks_api else FORM):
        raise WebError(415, "no-json" if asks_api else "no-form")
    return bytes(body)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a ``receive`` that first returns a body that has already been read."""
    given = False

    async def receive_replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_replay
