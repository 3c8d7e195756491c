"""Pages without a server are those of the server."""

import pytest
from starlette.testclient import TestClient

from spielbaum.web import Settings, make_app
from spielbaum.web.prerender import prerender


@pytest.mark.parametrize("language", ["en", "de"])
def test_prerendered_pages_are_those_of_a_server(database: str, language: str) -> None:
    app = make_app(Settings(database=database))
    with TestClient(app, root_path="/games") as client:
        for path, status in (("/", 200), ("/understand", 200), ("/new/nim", 200), ("/nothing", 404)):
            served = client.get(f"/games{path}", headers={"Accept-Language": language})
            page = prerender(app, path, language=language, root_path="/games")
            assert page.status == served.status_code == status
            assert page.body == served.content
            assert page.headers["content-language"] == language
