"""A game in the browser that is drawn by repetition."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cyclic import __file__ as cyclic_file
from spielbaum.web import Settings, make_app
from visiting import Visitor, form_of


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    path = tmp_path / "kings.py"
    path.write_text(Path(cyclic_file).read_text(encoding="utf-8") + "\n\ngame = KINGS\n", encoding="utf-8")
    settings = Settings(database=f"sqlite:///{tmp_path / 'plays.db'}", games=(str(path),))
    with TestClient(make_app(settings)) as client:
        answer = client.post("/new/kings", data=form_of(["human", "human"], {}), follow_redirects=False)
        yield Visitor(client, answer.headers["location"])


def test_the_page_shows_a_draw_by_repetition(visitor: Visitor) -> None:
    for action in ["2", "1", "1", "2"] * 2:
        assert "Drawn by repetition" not in visitor.page()
        assert visitor.act("move", action=action).status_code == 200
    assert "Drawn by repetition" in visitor.page()
    assert visitor.actions() == []
    assert visitor.act("move", action="2").status_code != 200
    assert "Unentschieden durch Wiederholung" in visitor.client.get(visitor.path + "?lang=de").text
    visitor.act("undo")
    assert "Drawn by repetition" not in visitor.page()


def test_the_tree_counts_earlier_positions(visitor: Visitor) -> None:
    """The third occurrence of a position is a draw; a finished game has no tree."""
    for action in ["2", "1", "1", "2"] * 2:
        document = visitor.client.get(f"{visitor.path}/tree.json?algorithm=alpha-beta&depth=1")
        assert document.status_code == 200
        assert visitor.act("move", action=action).status_code == 200
    assert "draw by repetition" in document.text
    assert visitor.client.get(f"{visitor.path}/tree.json?algorithm=alpha-beta&depth=1").status_code == 409
