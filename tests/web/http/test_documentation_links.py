"""Pages link to the documentation if its address is known, and only to pages that exist."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from spielbaum.registry import names
from spielbaum.search.algorithms.registry import algorithm_names
from spielbaum.web import Settings, make_app
from spielbaum.web.http.documentation import Documentation
from visiting import Begin

DOCS = Path(__file__).parents[3] / "docs"
AT = "https://docs.example"


def test_every_game_and_algorithm_has_a_page() -> None:
    docs = Documentation(AT)
    addresses = [docs.game(name) for name in names()] + [docs.algorithm(name) for name in algorithm_names()]
    for address in addresses:
        assert (DOCS / f"{address.removeprefix(AT).strip('/')}.md").is_file(), address


@pytest.mark.parametrize("address", [AT, ""])
def test_pages_link_to_the_documentation_if_it_is_known(begin: Begin, database: str, address: str) -> None:
    with TestClient(make_app(Settings(database=database, documentation=address))) as client:
        visitor = begin("tic-tac-toe", "human", "human", client=client)
        pages = (visitor.page(), client.get(f"{visitor.path}/tree?algorithm=pvs&depth=1").text)
    found = [re.findall(r'href="(https://[^"]*)"', page) for page in pages]
    if not address:
        assert found == [[], []]
        return
    assert {f"{AT}/", f"{AT}/games/tic-tac-toe/"} <= set(found[0])
    assert f"{AT}/" in found[1]
    assert any(link.startswith(f"{AT}/algorithms/") for link in found[1])


def test_german_pages_link_to_german_documentation(database: str) -> None:
    with TestClient(make_app(Settings(database=database, documentation=AT))) as client:
        page = client.get("/", headers={"Accept-Language": "de"}).text
    assert f'href="{AT}/de/"' in page
    assert (DOCS / "de" / "index.md").is_file()
