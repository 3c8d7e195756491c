"""The language of a page."""

import re
from contextvars import copy_context

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient

from spielbaum import Searcher, games
from spielbaum.errors import InputError, UnsupportedGameError
from spielbaum.language import Translations, current_language, use_language
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.translations import preferred
from visiting import GERMAN, Begin, Visitor


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "en"), ("de", "de"), ("fr, de;q=0.5", "de"), ("de;q=0.1, en-GB", "en"), ("de;q=x", "en"), ("*", "en")],
)
def test_accept_language_decides_the_language(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


def test_pages_are_in_german(visitor: Visitor) -> None:
    page = visitor.client.get(visitor.path, headers=GERMAN)
    assert page.headers["content-language"] == "de"
    assert '<html lang="de">' in page.text
    assert "X ist am Zug" in page.text
    assert "to move" not in page.text


def test_the_labels_of_the_board_are_in_german(begin: Begin) -> None:
    page = begin("chameleon-chess", *["human"] * 4).page("?lang=de")
    assert 'aria-label="b1, Springer, Rot"' in page
    assert re.search(r'<svg [^>]*aria-label="chameleon-chess: Rot ist am Zug"', page)
    assert "knight" not in page


def test_links_and_forms_keep_the_chosen_language(visitor: Visitor) -> None:
    page = visitor.page("?lang=de")
    inner = [link for link in re.findall(r'(?:href|action|hx-get|hx-post)="(/[^"]*)"', page) if "/static/" not in link]
    assert inner
    assert all("lang=" in link for link in inner)


def test_the_chosen_language_overrides_the_browser(begin: Begin, client: TestClient) -> None:
    visitor = begin("tic-tac-toe", "human", "human")
    answer = client.post(f"{visitor.path}/move?lang=de", data={"revision": "0", "action": "zz"})
    assert re.search(r'id="error">(.*?)<', answer.text)[1].startswith("Der Zug „zz“ ist nicht erlaubt")
    answer = client.post(f"{visitor.path}/move?lang=de", data={"revision": "0"})
    assert re.search(r'id="error">(.*?)<', answer.text)[1] == "Dem Formular fehlt das Feld „action“."


@pytest.mark.parametrize(
    ("game", "algorithm", "lacks"),
    [
        ("random-tree:players=3,low=0", "max-n:shallow,transform=none", "shallow pruning braucht die größte Summe"),
        ("random-tree:players=3", "max-n:shallow,transform=none", "shallow pruning braucht Werte, von denen keiner"),
        ("random-tree", "alpha-beta:bounds=true", "bounds=true braucht Schranken"),
    ],
)
def test_messages_about_unfit_games_are_in_german(game: str, algorithm: str, lacks: str) -> None:
    with pytest.raises((InputError, UnsupportedGameError)) as raised:
        Searcher(games.load(game), algorithm)
    assert Translations("de").sentence(raised.value).startswith(lacks)


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_a_request_calls_speaks_its_language_and_not_that_of_the_server(language: str) -> None:
    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": f"lang={language}".encode()}

    def spoken() -> str:
        RequestContext(Request(scope))
        return current_language()

    use_language("de" if language == "en" else "en")
    try:
        assert copy_context().run(spoken) == language
        assert current_language() != language
    finally:
        use_language("en")
