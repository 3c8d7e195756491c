"""Links to watch only and to a position, pictures, and trees that other sites may frame."""

import re
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from spielbaum.web.live.watching import watch_token
from visiting import Begin, Visitor

SVG = "{http://www.w3.org/2000/svg}"


def field(page: str, name: str) -> str:
    """Return the value of a field of a page."""
    return re.search(rf'<input id="{name}"[^>]* value="([^"]*)"', page)[1].replace("&amp;", "&")


def path_of(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}"


@pytest.fixture
def watch(visitor: Visitor) -> str:
    """The path of the link to watch."""
    return urlsplit(field(visitor.page(), "watch-link")).path


def test_spectators_see_the_game_but_not_the_link_to_play(visitor: Visitor, watch: str) -> None:
    visitor.act("move", action="4")
    secret = visitor.path.rsplit("/", 1)[1]
    for path in (watch, f"{watch}?ply=0", f"{watch}/view", f"{watch}?lang=de", f"{watch}?flip=1"):
        page = visitor.client.get(path)
        assert page.status_code == 200
        assert secret not in page.text
        assert not re.search(r"<form|hx-post|name=\"revision\"|role=\"button\"", page.text)
    page = visitor.client.get(watch).text
    assert visitor.status() == re.search(r'<h2 id="status">(.*?)</h2>', page)[1]
    assert '<span class="visually-hidden">X</span>' in page


def test_spectators_cannot_change_the_game(visitor: Visitor, watch: str) -> None:
    token = watch.rsplit("/", 1)[1]
    before = visitor.page()
    for command in ("move", "undo", "seats", "pause", "hint"):
        form = {"revision": "0", "action": "4"}
        assert visitor.client.post(f"{watch}/{command}", data=form).status_code in (404, 405)
        assert visitor.client.post(f"/game/{token}/{command}", data=form).status_code in (400, 404)
    assert visitor.client.get(f"/game/{token}").status_code == 404
    assert visitor.page() == before


def test_a_token_is_valid_for_one_game_only(begin: Begin, watch: str, client: TestClient) -> None:
    other = begin("nim", "human", "human")
    token = watch_token(other.path.rsplit("/", 1)[1])
    assert token not in watch
    mixed = watch[:-22] + token[-22:]
    for wrong in (mixed, watch[:-1], watch + "A", "/watch/", f"/watch/{'é' * 27}"):
        assert client.get(wrong).status_code == 404
    assert "Nim" in client.get(f"/watch/{token}").text


def test_a_link_begins_a_game_from_the_position(visitor: Visitor) -> None:
    visitor.act("move", action="4")
    page = visitor.page()
    shown = visitor.client.get(path_of(field(page, "position-link"))).text
    assert field(shown, "position") == field(page, "notation") == "....X.... O"


@pytest.mark.parametrize("language", ["en", "de"])
def test_positions_and_games_are_pictures(visitor: Visitor, watch: str, language: str) -> None:
    for action in "048":
        visitor.act("move", action=action)
    for path in (visitor.path, watch):
        for name in ("picture.svg", "picture.svg?ply=1&flip=1", "film.svg"):
            address = f"{path}/{name}{'&' if '?' in name else '?'}lang={language}"
            answer = visitor.client.get(address)
            assert answer.headers["content-type"] == "image/svg+xml"
            assert ElementTree.fromstring(answer.text).tag == f"{SVG}svg"
            assert "<script" not in answer.text
    assert visitor.client.get(f"{visitor.path}/picture.svg?ply=9").status_code == 404
    film = ElementTree.fromstring(visitor.client.get(f"{visitor.path}/film.svg").text)
    assert len(list(film.iter(f"{SVG}animate"))) >= 3


def test_only_the_embedded_tree_may_be_framed(begin: Begin) -> None:
    visitor = begin("nim", "human", "human", option__heaps="1-2")
    page = visitor.client.get(f"{visitor.path}/tree?algorithm=minimax&depth=2").text
    code = field(page, "embed-code").replace("&lt;", "<").replace("&gt;", ">").replace("&#34;", '"')
    source = re.search(r'src="([^"]*)"', code)[1].replace("&amp;", "&")
    assert visitor.path not in code
    shown = visitor.client.get(path_of(source))
    assert shown.status_code == 200
    assert "frame-ancestors *" in shown.headers["content-security-policy"]
    assert "script-src 'self'" in shown.headers["content-security-policy"]
    assert shown.headers["cross-origin-resource-policy"] == "cross-origin"
    assert not re.search(r"<form|hx-|\sstyle=", shown.text)
    data = visitor.client.get(re.search(r'data-src="([^"]*)"', shown.text)[1].replace("&amp;", "&"))
    assert [tree["title"] for tree in data.json()["trees"]] == ["minimax"]
    for path in ("/", "/new/nim", visitor.path, f"{visitor.path}/tree", f"{visitor.path}/picture.svg", "/nothing"):
        headers = visitor.client.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["cross-origin-resource-policy"] == "same-origin"


def test_an_embedded_tree_refuses_invalid_requests(client: TestClient) -> None:
    for path, status in (
        ("/embed/tree/no-such-game", 404),
        ("/embed/tree/nim?position=nonsense", 400),
        ("/embed/tree/nim?file=x", 400),
        ("/embed/tree/nim/data.json?algorithm=nonsense", 400),
        ("/embed/tree/nim/data.json?depth=99", 400),
    ):
        assert client.get(path).status_code == status, path
