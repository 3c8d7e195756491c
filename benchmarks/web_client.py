"""A minimal browser for measurements: one connection for clicks, one for server-sent events."""

import asyncio
import gzip
import time
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

PATIENCE = 60
"""Seconds after which an answer counts as lost."""


@dataclass(frozen=True)
class Answer:
    """A response of the server, and the time it took."""

    status: int
    headers: Mapping[str, str]
    text: str
    seconds: float


class Client:
    """Sends one request after the other over one connection, and reopens it if the server has closed it."""

    def __init__(self, url: str, *, gzipped: bool = False) -> None:
        parts = urlsplit(url)
        assert parts.hostname
        assert parts.port
        self.host, self.port = parts.hostname, parts.port
        self.gzipped = gzipped
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def get(self, path: str) -> Answer:
        """Ask for a page, as htmx does."""
        return await self._ask(self._head("GET", path) + "\r\n")

    async def post(self, path: str, fields: Mapping[str, object], *, by_htmx: bool = True) -> Answer:
        """Send a form."""
        body = urlencode(fields)
        kind = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        return await self._ask(self._head("POST", path, by_htmx=by_htmx) + f"{kind}\r\n{body}")

    async def events(self, path: str, changed: asyncio.Event) -> None:
        """Listen to a game until the task is cancelled, and set an event whenever it has changed."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            writer.write((self._head("GET", path) + "\r\n").encode())
            while line := await reader.readline():
                if line.startswith(b"event: changed"):
                    changed.set()
        finally:
            writer.close()

    async def close(self) -> None:
        """Close the connection."""
        if self._writer:
            self._writer.close()
        self._reader = self._writer = None

    def _head(self, method: str, path: str, *, by_htmx: bool = True) -> str:
        host = f"{self.host}:{self.port}"
        marked = "HX-Request: true\r\n" if by_htmx else ""
        packed = "Accept-Encoding: gzip\r\n" if self.gzipped else ""
        return f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{packed}{marked}"

    async def _ask(self, request: str) -> Answer:
        start = time.perf_counter()
        if self._reader is None or self._reader.at_eof():
            await self.close()
            self._reader, self._writer = await asyncio.open_connection(self.host, self.port)
        assert self._writer
        self._writer.write(request.encode())
        async with asyncio.timeout(PATIENCE):
            status, headers, body = await read_answer(self._reader)
        seconds = time.perf_counter() - start
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        return Answer(status, headers, body.decode(), seconds)


async def read_answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    """Return the status, the headers and the body of an answer of known length."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in head[1:] if line)
    headers = {name.lower(): value.strip() for name, _, value in pairs}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return int(head[0].split()[1]), headers, body
