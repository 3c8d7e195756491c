"""The notebooks of the documentation run in a page, from the first cell to the last, and ask no other host."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from spielbaum.browser.runtime import pyodide_folder
from spielbaum.errors import InputError

pytestmark = [pytest.mark.long, pytest.mark.compiled]

BUILD = Path(__file__).parents[2] / "docs" / "lite" / "build.py"
PATIENCE = 240_000
GAMES = ("connect-four:width=5,height=4", "tic-tac-toe")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the notebooks, below a path."""
    if find_spec("jupyterlite_core") is None:
        pytest.skip("JupyterLite is missing: pip install --group lite")
    try:
        pyodide_folder()
    except InputError as error:
        pytest.skip(str(error))
    root = tmp_path_factory.mktemp("site")
    search = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    subprocess.run([sys.executable, BUILD, root / "notes", *GAMES], env={**os.environ, "PATH": search}, check=True)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=root)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/notes/"
        server.shutdown()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A window, which asks no other host."""
    context = browser.new_context()
    elsewhere: list[str] = []
    context.on("request", lambda request: elsewhere.append(request.url))
    yield context.new_page()
    context.close()
    own = address.removesuffix("notes/")
    assert [url for url in elsewhere if not url.startswith((own, "data:", "blob:"))] == []


def outputs(page: Page, address: str, name: str) -> list[str]:
    """Run all cells of a notebook, and return their outputs."""
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}notebooks/index.html?path={quote(name)}.ipynb")
    cells = page.locator(".jp-CodeCell")
    cells.first.wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    last = cells.last.locator(".jp-InputPrompt")
    expect(last).to_have_text(f"[{cells.count()}]:", timeout=PATIENCE)
    return page.locator(".jp-OutputArea-output").all_inner_texts()


def test_the_tutorial_runs(page: Page, address: str) -> None:
    shown = outputs(page, address, "Your first game")
    for expected in (
        "sound: subtract-a-square, 2,000 random games, 71 states",
        "some action unless terminal",
        "nodes   312,782 (155,589 max, 157,193 min)",
        "7,806",
        "(25, 1, True)",
        "alpha-beta:order=static  5x5         1      8,229",
    ):
        assert any(expected in text for text in shown), (expected, shown)
    assert not any("Error" in text or "spielbaum: " in text for text in shown), shown


def test_the_five_tasks_run(page: Page, address: str) -> None:
    shown = outputs(page, address, "Five tasks in Python")
    for expected in ("'2'", "6,639 nodes", "alpha-beta 0 1036", "(7.0, -7.0)", "50,489 nodes"):
        assert any(expected in text for text in shown), (expected, shown)
    assert not any("Error" in text for text in shown), shown
