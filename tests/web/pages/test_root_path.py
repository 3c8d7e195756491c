"""Below a path, no link, form, script, style or source leaves it."""

import re
from collections import Counter, deque
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from filling import copy_filled
from spielbaum.cli import run
from spielbaum.web import Settings, make_app, server
from visiting import form_of

pytestmark = pytest.mark.interpreted

ORIGIN = "http://testserver"
FOLLOWED = {"href", "src", "hx-get", "data-src", "data-address", "data-view", "data-page"}
TEXTS = {"aria-label", "value", "placeholder"}
"""Attributes whose values may begin with a slash though they are no addresses."""
OF_A_KIND = 1
"""How many pages are visited of those that differ only in names and numbers."""


class Addresses(HTMLParser):
    """The addresses in a page: all of them, those to follow, and the links to share."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.named: list[str] = []
        self.followed: list[str] = []
        self.shared: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.shared += re.findall(rf"{ORIGIN}[^\"]*", given.get("value", ""))
        self.named += [value for name, value in given.items() if value.startswith("/") and name not in TEXTS]
        self.followed += [value for name, value in given.items() if value.startswith("/") and name in FOLLOWED]
        if tag == "form" and given.get("method") == "get":
            self.followed.append(given["action"])


@pytest.mark.parametrize(
    ("settings", "of_request", "root", "shared"),
    [
        (Settings(), "", "", ORIGIN),
        (Settings(root_path="/~kurt/games"), "", "/~kurt/games", f"{ORIGIN}/~kurt/games"),
        (
            Settings(in_page=True, stored=False, shared_address=f"{ORIGIN}/my%20games/#"),
            "/my games/app",
            "/my%20games/app",
            f"{ORIGIN}/my%20games/#",
        ),
    ],
    ids=["no path", "of the server", "of the request, in a page"],
)
def test_pages_stay_below_the_path(
    settings: Settings, of_request: str, root: str, shared: str, filled: Path, sqlite_url: str
) -> None:
    copy_filled(filled, sqlite_url)
    app = make_app(replace(settings, database=sqlite_url))
    routes = {route.path: route for route in app.routes if isinstance(route, Route) and "GET" in (route.methods or ())}

    def kind(address: str) -> tuple[str, ...]:
        path = unquote(urlsplit(address).path).removeprefix(unquote(root))
        found = next((name for name, route in routes.items() if route.path_regex.match(path)), None)
        assert found, f"no page has the address {address}"
        return found, *sorted(parse_qs(urlsplit(address).query, keep_blank_values=True))

    with TestClient(app, root_path=of_request) as client:
        begun = client.post(f"{root}/new/tic-tac-toe", data=form_of(("human", "human"), {}), follow_redirects=False)
        game = begun.headers["location"]
        assert game.startswith(f"{root}/game/")
        client.post(f"{game}/move", data={"revision": "0", "action": "4"})
        waiting, visited = deque([f"{root}/", game, f"{root}/embed/tree/nim?depth=2"]), Counter[tuple[str, ...]]()
        offered = set[str]()
        while waiting:
            address = waiting.popleft()
            visited[kind(address)] += 1
            if visited[kind(address)] > OF_A_KIND or "/events" in address:
                continue
            answer = client.get(address, headers={"HX-Request": "true"} if "/view" in address else {})
            assert answer.status_code in (200, 204, 410), address
            assert str(answer.url).startswith(f"{ORIGIN}{root}/"), address
            if not answer.headers.get("content-type", "").startswith("text/html"):
                continue
            found = Addresses(answer.text)
            for name in found.named:
                assert name.startswith(f"{root}/"), (address, name)
            for link in found.shared:
                assert link.startswith(f"{shared}/"), (address, link)
                offered.add(kind(root + link.removeprefix(shared))[0])
            waiting.extend(found.followed)
    seen = {route for route, *_ in visited}
    assert seen >= {"/", "/new/{key:str}", "/game/{id:str}/tree.json", "/exercise", "/puzzle", "/game/{id:str}/review"}
    assert offered >= {"/game/{id:str}", "/new/{key:str}", "/exercise", "/puzzle", "/embed/tree/{key:str}"}
    assert ("/watch/{token:str}" in routes) == ("/watch/{token:str}" in offered) == (not settings.in_page)


def test_a_proxy_may_remove_the_path_or_not(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def visit(app: Starlette, *_: object, **_options: object) -> None:
        with TestClient(app, base_url="http://localhost") as client:
            pages = {client.get(path).text for path in ("/games", "/games/", "/")}
            assert len(pages) == 1
            assert 'href="/games/own"' in pages.pop()

    monkeypatch.setattr(server, "run", visit)
    assert run(["serve", "--port", "0", "--path", "/games/", "--database", sqlite_url]) == 0
    assert re.search(r"http://127\.0\.0\.1:\d+/games/ ", capsys.readouterr().out)
