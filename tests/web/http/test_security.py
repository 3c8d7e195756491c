"""Forms from other sites, other hosts, and the headers of every response."""

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from spielbaum.web import Settings, make_app
from visiting import Visitor, error_message


def test_forms_of_other_sites_are_refused(visitor: Visitor) -> None:
    form = {"revision": "0", "action": "0"}
    for headers in ({"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        answer = visitor.client.post(f"{visitor.path}/move", data=form, headers=headers)
        assert answer.status_code == 403
    own = {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
    assert visitor.client.post(f"{visitor.path}/move", data=form, headers=own).status_code == 200


def test_other_hosts_are_refused(database: str) -> None:
    with TestClient(make_app(Settings(database=database, hosts=("localhost",))), "http://rebound.example") as client:
        answer = client.get("/")
        assert answer.status_code == 400
        assert "rebound.example" in error_message(answer.text)
        assert client.get("/", headers={"Host": "localhost:8000"}).status_code == 200


@pytest.fixture
def pages(visitor: Visitor) -> Iterator[tuple[str, str]]:
    paths = ["/", "/new/tic-tac-toe", *(visitor.path + tail for tail in ("", "/view", "/why", "/tree")), "/nothing"]
    return ((path, visitor.client.get(path).text) for path in paths)


def test_pages_comply_with_the_content_security_policy(pages: Iterator[tuple[str, str]]) -> None:
    for path, page in pages:
        assert not re.search(r"<[^>]*\sstyle=", page), path
        assert not re.search(r"<[^>]*\son\w+=", page), path
        assert not re.search(r"<style|<script(?![^>]*\bsrc=)|javascript:", page), path
        assert not re.search(r'(?:src|href)="https?://', page), path


def test_security_headers_and_no_cookie(visitor: Visitor) -> None:
    for path in ("/", visitor.path, "/nothing", f"{visitor.path}/download"):
        headers = visitor.client.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cache-control"] == "no-store"
        assert "set-cookie" not in headers


def test_an_application_in_a_page_is_framed_by_it_and_isolated(database: str) -> None:
    settings = Settings(database=database, in_page=True, stored=False)
    with TestClient(make_app(settings), root_path="/games/app") as client:
        headers = client.get("/games/app/").headers
        assert headers["content-security-policy"].endswith("frame-ancestors 'self'")
        assert headers["cross-origin-embedder-policy"] == "require-corp"
        embedded = client.get("/games/app/embed/tree/nim").headers
        assert embedded["content-security-policy"].endswith("frame-ancestors *")
        for path in ("/api", "/api/games", "/stored", f"/watch/{'a' * 27}"):
            assert client.get(f"/games/app{path}").status_code == 404
