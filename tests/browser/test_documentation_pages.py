"""The documentation as it is built: tabs, search, code in its column, and axe-core."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
WIDE = (
    *("tutorial/", "first-ten-minutes/", "sixty-seconds/", "command-line/", "algorithms/max-n/", "algorithms/table/"),
    *("de/tutorial/", "de/exercise-tic-tac-toe/"),
)
"""Pages with wide code."""
SHOWN = (
    "",
    "first-ten-minutes/",
    "gallery/",
    "tutorial/",
    "command-line/",
    "serve/",
    "classroom/",
    "de/",
    "de/grading/",
)
OPTIONS = {"resultTypes": ["violations"], "rules": {"landmark-unique": {"enabled": False}}}
"""All rules but one: the theme puts the button that copies a block of code into a landmark without a name."""
OVERFLOWING = "all => all.filter(code => code.scrollWidth > code.clientWidth + 1).map(code => code.textContent)"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the documentation, built without the application and the notebooks."""
    if find_spec("material") is None or find_spec("mkdocstrings") is None:
        pytest.skip("MkDocs is missing: pip install '.[docs]'")
    site = tmp_path_factory.mktemp("documentation")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", site]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=True)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
    shutil.rmtree(site)


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A window of 1280 × 800, which asks no other host."""
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 800})
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    yield context.new_page()
    context.close()
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []


def test_tabs_lead_readers_and_german_and_contributors_are_apart(page: Page) -> None:
    page.goto("tutorial/")
    tabs = page.locator(".md-tabs__link:visible")
    names = ["Learn", "Play and teach", "Your game", "Research", "Reference", "Deutsch", "Contributing"]
    expect(tabs).to_have_text(names)
    places = [tabs.nth(number).bounding_box() for number in range(7)]
    gaps = [after["x"] - before["x"] - before["width"] for before, after in pairwise(places) if before and after]
    apart = gaps.pop(4)
    assert apart > 5 * max(gaps)
    for name in names:
        page.locator(".md-tabs").get_by_text(name, exact=True).click()
        expect(page.locator(".md-tabs__item--active")).to_have_text(name)
        expect(page.locator("h1")).to_be_visible()


def test_a_page_and_its_german_one_lead_to_each_other(page: Page) -> None:
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto("texts/")
        for language, words in (("de", "Inhaltsverzeichnis"), ("en", "Table of contents")):
            page.locator(".language").click()
            expect(page.locator(f'html[lang="{language}"] .md-nav__title', has_text=words).first).to_be_attached()
            title, link = page.locator("h1").bounding_box(), page.locator(".language").bounding_box()
            assert title
            assert link
            assert link["y"] >= title["y"] + title["height"] or width > 390
            assert link["x"] >= title["x"]
            inside = "title => title.getBoundingClientRect().right - parseFloat(getComputedStyle(title).paddingRight)"
            assert width == 390 or page.locator("h1").evaluate(inside) <= link["x"]


def test_code_fits_its_column(page: Page) -> None:
    for name in WIDE:
        page.goto(name)
        blocks = page.locator("pre > code")
        assert blocks.count() > 3, name
        assert blocks.evaluate_all(OVERFLOWING) == [], name


def test_the_search_finds_pages_by_what_readers_call_them(page: Page) -> None:
    for words, path in (
        ("shallow pruning", "algorithms/max-n/"),
        ("hypermax", "algorithms/hypermax/"),
        ("install", "first-ten-minutes/"),
        ("own game", "tutorial/"),
    ):
        page.goto("")
        page.keyboard.press("/")
        page.keyboard.type(words)
        first = page.locator(".md-search-result__item").first.locator("a").first
        expect(first).to_be_visible()
        assert path in (first.get_attribute("href") or ""), words
    page.goto("")
    page.keyboard.press("/")
    page.keyboard.type("shallow pruning")
    expect(page.locator(".md-search-result__item").first.locator("a").nth(1)).to_contain_text("Shallow pruning")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, address: str, scheme: str) -> None:
    page = browser.new_page(base_url=address, color_scheme=scheme, viewport={"width": 1280, "height": 800})
    found: dict[str, list[str]] = {}
    for name in SHOWN:
        page.goto(name)
        answer = Axe().run(page, options=OPTIONS).response["violations"]
        found[name] = [f"{one['id']}: {one['nodes'][0]['html'][:160]} ({len(one['nodes'])})" for one in answer]
    page.close()
    assert not any(found.values()), found
