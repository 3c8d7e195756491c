"""A spectator follows a game; links are copied, pictures saved, and a tree is framed by another site."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser

from serving import Server
from visiting import begin_at
from windows import NewWindow


def test_a_game_is_shared(new_window: NewWindow, server: Server) -> None:
    page = new_window()
    page.goto(server.url + begin_at(server.url, "tic-tac-toe", "human", "human"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#share summary").click()
    link = page.locator("#watch-link").input_value()
    page.locator('[data-copy="watch-link"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.getElementById('announce').textContent === 'Copied'")
    assert page.evaluate("navigator.clipboard.readText()") == link
    with page.expect_download() as saved:
        page.locator("#png").click()
    assert saved.value.suggested_filename == "tic-tac-toe-0.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    spectator = new_window()
    spectator.goto(link)
    assert spectator.locator("#board [role=button]").count() == 0
    page.locator('#board [data-place="4"]').click()
    spectator.locator("#moves li").wait_for()
    assert spectator.locator("form").count() == 0
    assert "O" in spectator.locator("#status").inner_text()
    film = page.request.get(page.locator("#film").evaluate("one => one.href"))
    assert "animate" in film.text()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """A server of another origin that serves the files of a folder."""
    handler = partial(QuietHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_told: object) -> None:
        pass


def test_other_sites_can_frame_trees_only(browser: Browser, server: Server, elsewhere: str, tmp_path: Path) -> None:
    frames = {"tree": "/embed/tree/tic-tac-toe?depth=2", "start": "/"}
    for name, path in frames.items():
        frame = f'<iframe src="{server.url}{path}" width="800" height="600"></iframe>'
        (tmp_path / f"{name}.html").write_text(f"<!doctype html><title>A</title>{frame}", encoding="utf-8")
    page = browser.new_page()
    forbidden: list[str] = []
    page.on("console", lambda message: forbidden.append(message.text))
    page.goto(f"{elsewhere}/tree.html")
    tree = page.frame_locator("iframe")
    tree.locator(".tv-canvas").first.wait_for()
    assert tree.locator("footer a").get_attribute("target") == "_blank"
    assert not [text for text in forbidden if "frame-ancestors" in text]
    with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
        page.goto(f"{elsewhere}/start.html")
    page.close()
