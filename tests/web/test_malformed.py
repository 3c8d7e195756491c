"""Thousands of requests that are wrong: each is refused with a sentence, and none does harm."""

import asyncio
import logging
import random
import re
import time
from collections import Counter
from collections.abc import Iterator

import pytest
from malforming import Said, Wrong, ask, wrong_request
from starlette.applications import Starlette

from spielbaum.store import Plays, Store
from spielbaum.web import Settings, make_app
from spielbaum.web.security import HEADERS

REQUESTS = 2_000
SLOWEST = 5.0
"""Seconds; a shared machine has its moments."""

ENOUGH = 10**6


@pytest.fixture
def app(database: str) -> Iterator[Starlette]:
    return make_app(Settings(database=database, hosts=("localhost",), games_per_minute=ENOUGH, searches_per_minute=60))


async def begin(app: Starlette) -> str:
    """Begin a game of two humans in which a move was made and another one taken back; return its path."""
    body = b"seat-0-who=human&seat-1-who=human"
    path = (await ask(app, Wrong("POST", "/new/tic-tac-toe", body=body))).headers["location"]
    for revision, (deed, fields) in enumerate((("move", "&action=4"), ("move", "&action=0"), ("undo", ""))):
        said = await ask(app, Wrong("POST", f"{path}/{deed}", body=f"revision={revision}{fields}".encode()))
        assert said.status == 303
    return path


def check(request: Wrong, said: Said) -> None:
    """Hold an answer against what holds for all answers."""
    assert 200 <= said.status < 500 or (said.status == 503 and "complaint" in said.text), (request, said.text)
    for name, value in HEADERS.items():
        assert said.headers[name.lower()] == value, request
    assert "x-injected" not in {name.lower() for name in said.headers}, request
    assert "<x-injected" not in said.text, request
    assert "Traceback" not in said.text, request
    assert "root:" not in said.text, request
    if said.status >= 400 and request.method != "HEAD":
        sentence = re.search(r'<p [^>]*id="(?:complaint|told)"[^>]*>([^<]+)</p>', said.text)
        assert sentence, (request, said.status, said.text[:500])
        assert len(sentence[1].strip()) > 10, request


def test_thousands_of_wrong_requests(app: Starlette, database: str, caplog: pytest.LogCaptureFixture) -> None:
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
                    said = await asyncio.wait_for(ask(app, request), 30)
                    assert time.monotonic() - start < SLOWEST, request
                    check(request, said)
                    seen[said.status] += 1
                    now = plays.find(own.rpartition("/")[2])
                    assert now == target or said.status < 400, request
                    target = now
                assert plays.find(other.rpartition("/")[2]) == bystander

    with caplog.at_level(logging.WARNING):
        asyncio.run(attack())
    assert not caplog.records
    assert {400, 403, 404, 405, 413, 415} <= set(seen)
    assert sum(count for status, count in seen.items() if status >= 400) > REQUESTS / 2
