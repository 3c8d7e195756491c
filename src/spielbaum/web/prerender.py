"""Pages of the application without a server: what a request by a visitor would return."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.datastructures import Headers


@dataclass(frozen=True)
class Prerendered:
    """The response to a request."""

    status: int
    headers: Headers
    body: bytes


def prerender(app: Starlette, path: str, *, language: str = "en", root_path: str = "") -> Prerendered:
    """Return a page as a visitor gets it.

    Parameters
    ----------
    app
        The application, which need not be started.
    path
        The path of the page below that of the application, such as ``/understand``, without a query.
    language
        The language of the visitor's browser.
    root_path
        The path of the application, which the links of the page begin with.
    """
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "server": ("localhost", 80),
        "path": root_path + path,
        "raw_path": quote(root_path + path).encode(),
        "root_path": root_path,
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"accept-language", language.encode())],
    }
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    with ThreadPoolExecutor(1) as thread:  # this one may run a loop already, as in notebooks
        thread.submit(asyncio.run, app(scope, receive, send)).result()
    start, *parts = sent
    return Prerendered(start["status"], Headers(raw=start["headers"]), b"".join(part["body"] for part in parts))
