"""Thousands of malformed requests: each is refused with a sentence, and none does harm."""

import asyncio
import logging
import random
import re
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from starlette.applications import Starlette

import visiting
from filling import fill
from malforming import Said, Wrong, ask, wrong_request
from serving import serving
from spielbaum.store import Plays, Store
from spielbaum.web import Settings, make_app
from spielbaum.web.http.security import HEADERS
from tiers import at_night
from visiting import run_apart

pytestmark = [pytest.mark.slow, pytest.mark.interpreted]

REQUESTS = 2_000 if at_night() else 400
SLOWEST = 5.0
"""The longest answer in seconds, on a busy machine."""

ENOUGH = 10**6


@pytest.fixture
def app(database: str, tmp_path: Path) -> Iterator[Starlette]:
    fill(database, tmp_path)
    return make_app(Settings(database=database, hosts=("localhost",), games_per_minute=ENOUGH, searches_per_minute=60))


async def begin(app: Starlette) -> str:
    """Start a game of two humans with one move made and another taken back; return its path."""
    body = b"seat-0-who=human&seat-1-who=human"
    path = (await ask(app, Wrong("POST", "/new/tic-tac-toe", body=body))).headers["location"]
    for revision, (command, fields) in enumerate((("move", "&action=4"), ("move", "&action=0"), ("undo", ""))):
        answer = await ask(app, Wrong("POST", f"{path}/{command}", body=f"revision={revision}{fields}".encode()))
        assert answer.status == 303
    return path


def check(request: Wrong, answer: Said) -> None:
    """Check what holds for all answers."""
    assert 200 <= answer.status < 500 or (answer.status == 503 and 'id="error"' in answer.text), (request, answer.text)
    for name, value in HEADERS.items():
        assert answer.headers[name.lower()] == value, request
    assert "x-injected" not in {name.lower() for name in answer.headers}, request
    assert "<x-injected" not in answer.text, request
    assert "Traceback" not in answer.text, request
    assert "root:" not in answer.text, request
    if answer.status >= 400 and request.method != "HEAD":
        sentence = re.search(r'<p [^>]*id="(?:error|message)"[^>]*>([^<]+)</p>', answer.text)
        assert sentence, (request, answer.status, answer.text[:500])
        assert len(sentence[1].strip()) > 10, request


def test_thousands_of_malformed_requests(app: Starlette, database: str, caplog: pytest.LogCaptureFixture) -> None:
    generator = random.Random(20)
    seen: Counter[int] = Counter()

    async def attack() -> None:
        async with app.router.lifespan_context(app):
            with Store(database) as store:
                plays = Plays(store)
                own, other = await begin(app), await begin(app)
                bystander = plays.find(other.rpartition("/")[2])
                target = plays.find(own.rpartition("/")[2])
                for _ in range(REQUESTS):
                    request = wrong_request(generator, own)
                    start = time.monotonic()
                    answer = await asyncio.wait_for(ask(app, request), 30)
                    assert time.monotonic() - start < SLOWEST, request
                    check(request, answer)
                    seen[answer.status] += 1
                    now = plays.find(own.rpartition("/")[2])
                    assert now == target or answer.status < 400, request
                    target = now
                assert plays.find(other.rpartition("/")[2]) == bystander

    with caplog.at_level(logging.WARNING):
        run_apart(attack())
    assert not caplog.records
    assert {400, 403, 404, 405, 413, 415} <= set(seen)
    assert sum(count for status, count in seen.items() if status >= 400) > REQUESTS / 2


GOOD = b"POST /new/nim HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
FORM = b"seat-0-who=human&seat-1-who=human"
RAW = (
    b"\r\n\r\n\r\n",
    b"\0" * 1000,
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS
    b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /\r\n\r\n",
    b"GET  / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",  # no host
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /static/../../../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /static/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
    b"GET /" + b"z" * 100_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"".join(b"X%d: y\r\n" % number for number in range(3000)) + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
    GOOD + b"Content-Length: -5\r\n\r\n" + FORM,
    GOOD + b"Content-Length: 99999999999\r\n\r\n" + FORM,
    GOOD + b"Content-Length: 33\r\nContent-Length: 34\r\n\r\n" + FORM,
    GOOD + b"Content-Length: 33\r\nTransfer-Encoding: chunked\r\n\r\n" + FORM,
    GOOD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + FORM,
    GOOD + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n" + FORM,
    GOOD + b"Expect: 100-continue\r\nContent-Length: 1000000\r\n\r\n",
    GOOD + b"Content-Length: 2000000\r\n\r\n" + b"x" * 2_000_000,
    (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 50)[:-30],  # pipelined, the last one incomplete
)
"""Raw requests."""


WEBSOCKET = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def exchange(address: tuple[str, int], sent: bytes) -> bytes:
    """Send bytes, close the sending side, and return the whole answer."""
    got = bytearray()
    with socket.create_connection(address, timeout=30) as connection, suppress(OSError):
        with suppress(OSError):
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
        while piece := connection.recv(1 << 16):
            got += piece
    return bytes(got)


def memory(process: int) -> float:
    """Return the memory of a process in MiB; 0 if it is unknown."""
    status = Path(f"/proc/{process}/status")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0.0


def test_hundreds_of_broken_connections(tmp_path: Path) -> None:
    generator = random.Random(7)
    with serving(tmp_path / "plays.db") as server:
        address = ("127.0.0.1", int(server.url.rpartition(":")[2]))
        form = {"seat-0-who": "human", "seat-1-who": "human"}
        game = server.url + visiting.post(f"{server.url}/new/nim", data=form).headers["location"]
        bystander = visiting.get(f"{game}/download").text
        open_ones = [socket.create_connection(address, timeout=30) for _ in range(50)]
        for connection in open_ones:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0")  # and no more
        for sent in RAW:
            exchange(address, sent)
        assert exchange(address, WEBSOCKET).startswith(b"HTTP/1.1 200 "), "an upgrade gets a page"
        before = memory(server.process.pid)
        for number in range(400 if at_night() else 60):
            sent = bytearray(RAW[number % len(RAW)][:70_000])
            for _ in range(generator.randrange(1, 6)):
                sent[generator.randrange(min(len(sent), 200))] = generator.randrange(256)
            answers = exchange(address, bytes(sent))
            statuses = set(re.findall(rb"^HTTP/1\.1 (\d+)", answers, re.MULTILINE))
            assert statuses <= {
                b"100",
                b"200",
                b"204",
                b"303",
                b"400",
                b"403",
                b"404",
                b"405",
                b"408",
                b"413",
                b"415",
            }, answers
            assert b"Traceback" not in answers
        assert memory(server.process.pid) < before + 50
        assert visiting.get(f"{game}/download").text == bystander
        assert visiting.get(server.url).status_code == 200
        for connection in open_ones:
            connection.close()
    assert not [line for line in server.said if re.search("rror|Traceback|[Ww]ebsocket|[Uu]pgrade", line)], server.said


IMPATIENT = """
import sys
from spielbaum.web.http import connection
from spielbaum.web.http import security
connection.HEADER_TIMEOUT = security.BODY_TIMEOUT = 0.5
from spielbaum.cli import main
main()
"""


def test_slow_requests_time_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serving.PROGRAM", [sys.executable, "-c", IMPATIENT])
    whole = b"GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    slow = GOOD + b"Content-Length: 33\r\n\r\nseat"
    with serving(tmp_path / "plays.db") as server:
        address = ("127.0.0.1", int(server.url.rpartition(":")[2]))
        for sent, more, expected in (
            (b"", b"", []),
            (whole[:-5], b"", []),
            (whole, whole[:9], [b"204"]),
            (slow, b"-0-who", [b"408"]),
        ):
            with socket.create_connection(address, timeout=10) as connection:
                connection.sendall(sent)
                time.sleep(0.2)
                connection.sendall(more)
                got = bytearray()
                while not got.startswith(b"HTTP/1.1 408") and (piece := connection.recv(1 << 16)):
                    got += piece
                assert re.findall(rb"^HTTP/1\.1 (\d+)", got, re.MULTILINE) == expected
