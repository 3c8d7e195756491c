"""Actions of a visitor through the forms of a game's page."""

import asyncio
import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import httpx
from httpx import Response
from starlette.testclient import TestClient

Begin = Callable[..., "Visitor"]
PATIENCE = 90
get, post, stream = (partial(asked, verify=False) for asked in (httpx.get, httpx.post, httpx.stream))
"""A client that does not load the machine's certificates."""
GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.1"}


def run_apart(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in a new thread, since Playwright leaves a loop running in that of its tests.

    A timeout of the test would only end the wait for that thread, so the coroutine has its own.
    """

    async def in_time() -> None:
        await asyncio.wait_for(work, 2 * PATIENCE)

    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, in_time()).result()


def form_of(seats: Sequence[str], fields: Mapping[str, str]) -> dict[str, str]:
    """Return the form that starts a game: the player of each seat, and other fields."""
    return {**{f"seat-{number}-who": who for number, who in enumerate(seats)}, **fields}


def begin_at(url: str, key: str, *seats: str, **fields: str) -> str:
    """Start a game at a server in another process, and return the path of its page."""
    answer = post(f"{url}/new/{key}", data=form_of(seats, fields), timeout=PATIENCE)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


class Visitor:
    """A visitor who plays one game through its forms."""

    def __init__(self, client: TestClient, path: str) -> None:
        self.client = client
        self.path = path

    def page(self, query: str = "") -> str:
        """Return the page of the game."""
        answer = self.client.get(self.path + query)
        assert answer.status_code == 200, answer.text
        return answer.text

    @property
    def revision(self) -> int:
        """Return the revision shown on the page."""
        return int(re.search(r'name="revision" value="(\d+)"', self.page())[1])

    def act(self, command: str, revision: int | None = None, **fields: str) -> Response:
        """Send the form of a command, as htmx does."""
        shown = self.revision if revision is None else revision
        return self.client.post(
            f"{self.path}/{command}", data={"revision": str(shown), **fields}, headers={"HX-Request": "true"}
        )

    def actions(self) -> list[str]:
        """Return the moves offered by the page."""
        return list(dict.fromkeys(re.findall(r'name="action" value="([^"]*)"', self.page())))

    def moves(self) -> list[str]:
        """Return the moves of the game so far."""
        listed = re.search(r'<ol class="moves[^>]*>(.*?)</ol>', self.page(), re.DOTALL)[1]
        return [line.split("</span>")[-1].strip() for line in re.findall(r"<li>(.*?)</a>", listed, re.DOTALL)]

    def status(self, query: str = "") -> str:
        """Return the status of the game on the page."""
        return re.search(r'<h2 id="status">(.*?)</h2>', self.page(query))[1]


def error_message(page: str) -> str:
    """Return the error message of a page or fragment."""
    return re.search(r'id="error"[^>]*>(.*?)</p>', page)[1]
