"""The web application in a worker of the browser: requests of the service worker become calls of the ASGI application.

JavaScript calls ``Bridge``; ``static/app-worker.js`` has the other side.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pyodide.ffi import to_js
from starlette.types import Message

from spielbaum.browser.pool import BrowserPool
from spielbaum.browser.storage import Kept, Storage
from spielbaum.browser.workers import JsWorker
from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm
from spielbaum.web import Settings, make_app
from spielbaum.web.http.rendering import templates
from spielbaum.web.live.catalogue import Catalogue

log = logging.getLogger(__name__)

DATABASE = Path("/kept/spielbaum.sqlite")
"""The database, in the file system of Pyodide."""

OWN_GAMES = Path("/own-games")
"""The games that the visitor writes, in the file system of Pyodide: they last as long as the application."""

UNLIMITED = 10**9
"""The visitor has the engines alone."""

PAGES_OF_GAMES = ("base", "new", "game")
"""The templates whose pages come first; those of other pages are read when they are needed."""

Send = Callable[..., None]
"""Sends a message, and the buffers that move with it, to the service worker."""


def prepare(site: Any) -> None:
    """Load the games, the algorithms and the first templates, before Python's memory is kept, also for engines.

    Parameters
    ----------
    site
        The content of ``site.json``.
    """
    Catalogue(tuple(site.games), others=site.all)
    for name in algorithm_names():
        find_algorithm(name)
    for name in templates().list_templates(filter_func=lambda name: name.startswith(("_", *PAGES_OF_GAMES))):
        templates().get_template(name)


class Bridge:
    """The application, for JavaScript.

    Parameters
    ----------
    base
        The address of the site, with a slash at its end.
    site
        The content of ``site.json``.
    start_engine
        Starts a worker with an engine, as for ``JsWorker``.
    """

    def __init__(self, base: str, site: Any, start_engine: Callable[[Any, Any], Any]) -> None:
        random.seed()  # Python's memory may have been kept
        self._settings = Settings(
            games=tuple(site.games),
            other_games=site.all,
            database=str(DATABASE),
            games_per_minute=UNLIMITED,
            searches_per_minute=UNLIMITED,
            stored=False,
            documentation="",
            root_path=f"{urlsplit(base).path}app",
            own_games=str(OWN_GAMES),
            in_page=True,
            shared_address=f"{base}#",
        )
        self._pool = BrowserPool(partial(JsWorker, start_engine))
        self._storage: Storage | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, kept: Kept | None) -> str:
        """Start the application.

        Parameters
        ----------
        kept
            The storage of the browser; None to keep nothing.

        Returns
        -------
        str
            Why the stored database cannot be used and is set aside; empty if it can.
        """
        wrong = ""
        if kept:
            self._storage = Storage(DATABASE, kept)
            wrong = await self._storage.restore()
        self.app = make_app(self._settings, self._pool)
        await self._run_lifespan()
        return wrong

    async def _run_lifespan(self) -> None:
        loop = asyncio.get_running_loop()
        started: asyncio.Future[None] = loop.create_future()
        forever: asyncio.Future[Message] = loop.create_future()

        async def receive() -> Message:
            if not started.done():
                return {"type": "lifespan.startup"}
            return await forever

        async def send(message: Message) -> None:
            if message["type"] == "lifespan.startup.failed":
                started.set_exception(RuntimeError(message["message"]))
            else:
                started.set_result(None)

        self._spawn(self.app({"type": "lifespan", "asgi": {"version": "3.0"}}, receive, send))
        await started

    def answer(
        self,
        method: str,
        path: str,
        query: str,
        headers: Any,
        secure: bool,
        body: Any,
        send: Send,
        gone: Awaitable[None],
    ) -> None:
        """Answer a request.

        Parameters
        ----------
        method, path, query, headers
            The request line, and the pairs of its headers.
        secure
            Whether the page was loaded over HTTPS.
        body
            The body, a buffer; undefined if there is none.
        send
            Called with the start of the response, its chunks, and its end.
        gone
            Awaited until the client has disconnected.
        """
        pairs = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.to_py()]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": method,
            "scheme": "https" if secure else "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": pairs,
            "client": ("127.0.0.1", 0),
            "server": (dict(pairs)[b"host"].decode(), None),
        }
        self._spawn(self._answer(scope, body.to_bytes() if body else b"", send, gone))

    async def _answer(self, scope: dict[str, Any], body: bytes, send: Send, gone: Awaitable[None]) -> None:
        bodies = [body]

        async def receive() -> Message:
            if bodies:
                return {"type": "http.request", "body": bodies.pop(), "more_body": False}
            await gone
            return {"type": "http.disconnect"}

        async def answer(message: Message) -> None:
            if self._storage:
                await self._storage.save()
            if message["type"] == "http.response.start":
                pairs = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
                send(_object(start={"status": message["status"], "headers": pairs}))
                return
            if chunk := message.get("body"):
                send(_object(chunk=chunk))
            if not message.get("more_body"):
                send(_object(done=True))

        await self.app(scope, receive, answer)

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a request failed", exc_info=error)


def _object(**fields: Any) -> Any:
    """Return a JavaScript object."""
    from js import Object

    return to_js(fields, dict_converter=Object.fromEntries)
