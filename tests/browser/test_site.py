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

    out: Path
    games: list[str]
    url: str = ""
    built: dict[str, Any] = field(default_factory=dict)

    def build(self, *options: str) -> None:
        try:
            pyodide = pyodide_folder()
        except InputError as error:
            pytest.skip(str(error))
        command = [*PROGRAM, "site", str(self.out), *self.games, "--pyodide", str(pyodide), "--json", *options]
        made = subprocess.run(command, capture_output=True, text=True)
        assert made.returncode == 0, made.stderr
        self.built = json.loads(made.stdout)


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
    site = Served(folder / PATH.strip("/"), games)
    site.build()
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://[\d.:]+", server.stdout.readline())
            assert found
            site.url = found[0] + PATH
            yield site
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
    frame.locator(f"a[href*='/new/{game}']").first.click()
    frame.locator("#more > summary").click()
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
    with page.expect_download() as saved:
        frame.locator("#download").evaluate("link => link.click()")
    assert json.loads(saved.value.path().read_text())["seats"][0] == "human"

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


@pytest.mark.parametrize(
    ("locale", "missing", "sentence"),
    [
        ("en-GB", "delete Navigator.prototype.serviceWorker", "Spielbaum needs service workers"),
        ("de-DE", "delete globalThis.WebAssembly", "Spielbaum braucht WebAssembly"),
    ],
)
def test_what_a_browser_lacks_is_said(
    browser: Browser, small: Served, locale: str, missing: str, sentence: str
) -> None:
    for visitor in visit(browser, small, locale=locale):
        visitor.context.add_init_script(missing)
        page = visitor.open()
        expect(page.locator("#missing")).to_contain_text(sentence)
        expect(page.locator("#bar")).to_be_hidden()


@pytest.mark.long
def test_two_tabs_show_one_game_and_the_second_goes_on_when_the_first_is_closed(visitor: Visitor) -> None:
    first = visitor.open()
    begin(first, "tic-tac-toe", "human", "hard")
    second = visitor.open(first.url.partition("#")[2].join(("#", "")))
    frame = shown(second)
    expect(frame.locator("#board")).to_be_visible()
    play(shown(first), 2)
    expect(frame.locator("#moves li")).to_have_count(2)
    first.close()
    play(frame, 4)
    expect(second.locator("#bar")).to_be_hidden()


@pytest.mark.long
def test_a_tab_that_does_not_answer_is_replaced(visitor: Visitor) -> None:
    first = visitor.open()
    begin(first, "tic-tac-toe", "human", "hard")
    second = visitor.open(first.url.partition("#")[2].join(("#", "")))
    expect(shown(second).locator("#board")).to_be_visible()
    freeze = "worker.terminate(); setTimeout(() => { for (const end = Date.now() + 15_000; Date.now() < end; ); }, 0)"
    first.evaluate(freeze)
    play(shown(second), 2)
    expect(shown(first).locator("#moves li")).to_have_count(2, timeout=PATIENCE)
    play(shown(first), 4)
    visitor.wrong.clear()  # the engine of the first tab


@pytest.mark.long
def test_a_damaged_database_is_set_aside(visitor: Visitor) -> None:
    page = visitor.open()
    begin(page, "tic-tac-toe")
    page.evaluate(
        """async () => {
          const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
          const database = await done(indexedDB.open(`spielbaum ${location.pathname}`));
          await done(database.transaction("pieces", "readwrite").objectStore("pieces").put(new Uint8Array(65536), 0));
        }"""
    )
    page.goto("about:blank")
    page.goto(visitor.url)
    expect(page.locator("#missing")).to_contain_text("They were set aside, and new ones are stored", timeout=PATIENCE)
    begin(page, "tic-tac-toe")


@pytest.mark.long
def test_a_new_version_is_loaded_and_the_games_stay(visitor: Visitor, small: Served) -> None:
    page = visitor.open()
    play(begin(page, "tic-tac-toe", "human", "hard"), 2)
    small.build("--title", "The second", "--force")
    page.reload()
    expect(shown(page).locator("#moves li")).to_have_count(2)
    for _ in range(20):  # the browser looks for new versions by itself
        if page.locator("title", has_text="The second").count():
            break
        page.wait_for_timeout(500)
        page.reload()
        expect(shown(page).locator("#moves li")).to_have_count(2)
    assert page.evaluate("fetch('index.html').then((response) => response.text())").count("The second")


@pytest.mark.long
def test_a_game_is_written_checked_and_played_in_the_page(visitor: Visitor) -> None:
    frame, source = shown(visitor.open("#/own")), skeleton("mine")[0]
    frame.locator("#source").fill(source.replace("def actions(state):", "def actions(state)"), timeout=PATIENCE)
    frame.locator("#own-check").click()
    expect(frame.locator("#fault")).to_have_text("Line 23: SyntaxError: expected ':'", timeout=PATIENCE)
    frame.locator("#source").fill(source)
    frame.locator("#own-check").click()
    frame.locator("#own-play").click()
    frame.locator("#quick-easy").click()
    play(frame, 2)


@pytest.mark.long
@pytest.mark.parametrize("level", ["novice", "easy", "medium", "hard", "expert"])
def test_whole_games_at_every_level(visitor: Visitor, level: str) -> None:
    for game in ("tic-tac-toe", "my_game"):
        frame = begin(visitor.open(), game, level, level)
        frame.locator("#pace-fast").click()
        expect(frame.locator("#moves li")).to_have_count(9, timeout=PATIENCE)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "seats"), [("chameleon-chess", 4), ("connect-four", 2), ("othello", 2), ("chinese-checkers", 2)]
)
def test_whole_games_of_shipped_games(visitor_of_all: Visitor, game: str, seats: int) -> None:
    frame = begin(visitor_of_all.open(), game, *["easy"] * seats)
    frame.locator("#pace-fast").click()
    expect(frame.locator("#status")).to_have_text(re.compile("won|[Dd]raw"), timeout=3 * PATIENCE)
    expect(frame.locator("#board [role=button]")).to_have_count(0)
    assert frame.locator("#moves li").count() >= 7


@pytest.mark.long
def test_a_search_is_compiled_and_moves_at_once_when_asked(visitor_of_all: Visitor) -> None:
    frame = begin(visitor_of_all.open(), "connect-four", "expert", "human")
    expect(frame.locator("#engine dd").nth(1)).to_have_text(re.compile(r"\d,\d{3},\d{3}"))  # millions of nodes
    frame.locator("#now").click()
    expect(frame.locator("#moves li")).to_have_count(1, timeout=2_000)


@pytest.mark.long
def test_trees_reviews_exercises_and_puzzles_in_german_on_a_phone(browser: Browser, whole: Served) -> None:
    phone: dict[str, Any] = {"locale": "de-DE", "viewport": {"width": 390, "height": 780}, "has_touch": True}
    for visitor in visit(browser, whole, is_mobile=True, **phone):
        page = visitor.open()
        frame = shown(page)
        expect(frame.locator("h1")).to_have_text("Ein Spiel beginnen")
        expect(page.locator("#stage")).to_contain_text("geladen")
        begin(page, "tic-tac-toe", "novice", "novice")
        expect(frame.locator("#moves li")).to_have_count(9, timeout=PATIENCE)
        address = page.url
        frame.locator(".tabs a[href*='/review']").click()
        expect(frame.locator("#review-moves tbody tr")).to_have_count(9, timeout=PATIENCE)

        for path, selector in (
            ("/understand/twenty-seven", ".tv-node"),
            ("/simulations", ".growth-board svg"),
            ("/exercise?kind=values&tree=[[3,12,8],[2,4,6]]", "#exercise"),
            ("/puzzle?game=tic-tac-toe", "#board [role=button]"),
            (f"{address.partition('#')[2]}?ply=3", "#board[data-ply='3']"),
            (f"{address.partition('#')[2]}/tree?ply=5&depth=3&algorithm=alpha-beta", ".tv-node"),
        ):
            page.evaluate("path => (location.hash = path)", path)
            expect(frame.locator(selector).first).to_be_visible(timeout=PATIENCE)
            width = "document.documentElement.scrollWidth"
            assert frame.locator("html").evaluate(f"() => {width}") <= 390
            assert page.evaluate(width) <= 390
