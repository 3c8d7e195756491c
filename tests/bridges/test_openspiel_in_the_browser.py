"""Games of OpenSpiel in the browser: only those that were named at the start."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from spielbaum.web import Settings, make_app
from visiting import Visitor, form_of

pytest.importorskip("pyspiel")


def test_openspiel_games_are_played_in_the_browser_if_offered(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'plays.db'}", games=("openspiel:hex(board_size=3)",))
    with TestClient(make_app(settings)) as client:
        assert client.get("/new/openspiel-chess").status_code == 404
        begun = client.post("/new/openspiel-hex-board_size-3", data=form_of(["human"] * 2, {}), follow_redirects=False)
        assert begun.status_code == 303
        visitor = Visitor(client, begun.headers["location"])
        for move in ("b2", "a1", "b1", "a2", "b3"):
            assert move in visitor.actions()
            visitor.act("move", action=move)
        assert visitor.moves() == ["b2", "a1", "b1", "a2", "b3"]
        assert visitor.actions() == []
