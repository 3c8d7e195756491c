"""A real browser, and a real server for it to look at."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from chromium import NoBrowserError, start_chromium
from filling import fill_interpreted
from serving import Server, serving
from windows import NewWindow, Windows

PROMOTION = Path(__file__).parents[1] / "support" / "promotion.py"
"""A game in which one touch may be several moves."""


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    try:
        started = start_chromium(playwright)
    except NoBrowserError as error:
        pytest.skip(str(error))
    yield started
    started.close()


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose engines are interpreted: small searches are over before a compiler would have begun."""
    folder = tmp_path_factory.mktemp("served")
    fill_interpreted(folder, "plays.db")
    with serving(folder / "plays.db", str(PROMOTION), SPIELBAUM_JIT="0") as started:
        yield started


@pytest.fixture(scope="session")
def compiled_server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as its users start it."""
    with serving(tmp_path_factory.mktemp("served") / "compiled.db", SPIELBAUM_JIT="1") as started:
        yield started


@pytest.fixture
def new_window(browser: Browser, server: Server) -> Iterator[NewWindow]:
    """A function that opens a window; the test fails where one of them had anything to complain about."""
    windows = Windows(browser, server.url)
    yield windows.open
    windows.close()
    assert not windows.wrong, windows.wrong


@pytest.fixture
def page(new_window: NewWindow) -> Page:
    """A window on a desk."""
    return new_window()
