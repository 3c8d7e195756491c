"""A site of static files in a browser: the application without a server of its own."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page, expect

from serving import PROGRAM
from spielbaum.browser.runtime import pyodide_folder
from spielbaum.errors import InputError
from spielbaum.games._skeleton import skeleton

PATIENCE = 60_000
PATH = "/~anna/games/"
"""The site is not at the root of its server."""


@dataclass
class Served:
    """A site that is served by ``python -m http.server``."""

    url: str
    built: dict[str, Any]


@dataclass
class Visitor:
    """A browser of its own, with what went wrong in it and what it requested."""

    context: BrowserContext
    url: str
    wrong: list[str] = field(default_factory=list)
    requests: set[str] = field(default_factory=set)

    def open(self, fragment: str = "") -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda message: message.type in ("error", "warning") and self.wrong.append(message.text))
        page.goto(self.url + fragment)
        return page


def served(folder: Path, games: list[str]) -> Iterator[Served]:
    """Build a site and serve it."""
    try:
        pyodide = pyodide_folder()
    except InputError as error:
        pytest.skip(str(error))
    out = folder / PATH.strip("/")
    made = subprocess.run(
        [*PROGRAM, "site", str(out), *games, "--pyodide", str(pyodide), "--json"], capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://[\d.:]+", server.stdout.readline())
            assert found
            yield Served(found[0] + PATH, json.loads(made.stdout))
        finally:
            server.terminate()


@pytest.fixture(scope="module")
def small(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Tic-tac-toe, and a game of a file."""
    folder = tmp_path_factory.mktemp("small")
    own = folder / "my_game.py"
    own.write_text(skeleton("my-game")[0])
    yield from served(folder, ["tic-tac-toe", str(own)])


@pytest.fixture(scope="module")
def whole(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """All games."""
    yield from served(tmp_path_factory.mktemp("whole"), [])


def visit(browser: Browser, site: Served, **options: object) -> Iterator[Visitor]:
    context = browser.new_context(**{"locale": "en-GB", "viewport": {"width": 1200, "height": 900}, **options})  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    visitor = Visitor(context, site.url)
    context.on("request", lambda request: visitor.requests.add(request.url))
    yield visitor
    context.close()
    assert not visitor.wrong
    assert {url for url in visitor.requests if not url.startswith((site.url, "data:"))} == set()


@pytest.fixture
def visitor(browser: Browser, small: Served) -> Iterator[Visitor]:
    yield from visit(browser, small)


@pytest.fixture
def visitor_of_all(browser: Browser, whole: Served) -> Iterator[Visitor]:
    yield from visit(browser, whole)


def shown(page: Page) -> FrameLocator:
    return page.frame_locator("#page")


def begin(page: Page, game: str, *players: str) -> FrameLocator:
    """Begin a game from the start page, with players as in the form."""
    frame = shown(page)
    frame.locator(f"a[href*='/new/{game}']").click()
    for number, player in enumerate(players):
        frame.locator(f"#seat-{number}-who").select_option(player)
    frame.locator("#begin").click()
    expect(frame.locator("#game")).to_be_visible(timeout=PATIENCE)
    return frame


def play(frame: FrameLocator, plies: int) -> None:
    """Make the first move that the board offers, and wait for the answers."""
    frame.locator("#board [role=button]").first.click()
    expect(frame.locator("#moves li")).to_have_count(plies, timeout=PATIENCE)


def test_a_game_is_played_explained_continued_and_played_offline(visitor: Visitor, small: Served) -> None:
    page = visitor.open()
    expect(shown(page).locator("h1")).to_have_text("Begin a game")
    expect(shown(page).locator(".catalogue li")).to_have_count(2)
    frame = begin(page, "tic-tac-toe", "human", "hard")
    play(frame, 2)
    assert re.fullmatch(re.escape(small.url) + r"#/game/[\w-]{22}", page.url)
    assert page.evaluate("crossOriginIsolated")

    frame.get_by_role("link", name="Why?").click()
    expect(frame.locator(".values tbody tr")).to_have_count(7)
    page.reload()
    expect(frame.locator(".values tbody tr")).to_have_count(7, timeout=PATIENCE)

    expect(page.locator("html[data-kept]")).to_have_count(1, timeout=PATIENCE)
    visitor.context.set_offline(True)
    page.goto("about:blank")
    page.goto(visitor.url)
    frame = begin(page, "my_game", "human", "expert")
    play(frame, 2)
    expect(frame.locator("#engine dd").nth(1)).to_have_text(re.compile(r"\d"))
