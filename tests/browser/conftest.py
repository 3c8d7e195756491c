"""A real browser and a real server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from chromium import NoBrowserError, start_chromium
from filling import fill_interpreted
from serving import Server, serving
from windows import NewWindow, Windows

PROMOTION = Path(__file__).parents[1] / "support" / "promotion.py"
"""A game in which one touch may mean several moves."""


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
    """A server with interpreted engines, which finish small searches before a compiler could start."""
    folder = tmp_path_factory.mktemp("served")
    fill_interpreted(folder, "plays.db")
    with serving(folder / "plays.db", str(PROMOTION), SPIELBAUM_JIT="0") as started:
        yield started


@pytest.fixture
def new_window(browser: Browser, server: Server) -> Iterator[NewWindow]:
    """A function that opens a window; the test fails if a window reports an error."""
    windows = Windows(browser, server.url)
    yield windows.open
    windows.close()
    assert not windows.wrong, windows.wrong


@pytest.fixture(scope="session")
def windows(browser: Browser, server: Server) -> Iterator[Windows]:
    """The windows of ``page``."""
    opened = Windows(browser, server.url)
    yield opened
    opened.close()


@pytest.fixture
def page(windows: Windows) -> Iterator[Page]:
    """A window of a desktop browser, which many tests use one after the other; its settings must not be changed."""
    page = windows.again()
    yield page
    windows.leave(page)
    wrong, windows.wrong = windows.wrong, []
    assert not wrong, wrong
