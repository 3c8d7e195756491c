"""The engine panel during a compilation, which starts when the page of a game is opened."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from spielbaum import games
from spielbaum.language import translations_for
from spielbaum.players import PlayerSpec, parse_players
from spielbaum.search.core.progress import Progress
from spielbaum.search_pool import JobStatus, SearchPool
from spielbaum.search_pool.search_job import Preparation, Stage
from spielbaum.session import Session
from spielbaum.web.http.rendering import templates
from spielbaum.web.live.live_game import LiveGame
from spielbaum.web.views.engine_panel import engine_panel
from visiting import Begin


def panel(preparation: Preparation | None, language: str = "en", stage: Stage = "compiling") -> dict[str, Any]:
    session = Session(games.load("draughts"), parse_players("human,pvs:1s"))
    status = JobStatus(stage=stage, ahead=0, progress=Progress(0, 0, 0.0, 0, 0), preparation=preparation)
    live = LiveGame(cast(Any, SimpleNamespace(revision=0)), session)
    live.preparation = (1, status)
    shown = engine_panel(translations_for(language), live)
    assert shown is not None
    return shown


@pytest.mark.parametrize(
    ("preparation", "step"),
    [
        (None, "Waiting for the compiler."),
        (Preparation(2), "Reading the rules · 2 s"),
        (Preparation(9, 34, 120), "34 of 120 functions translated · 9 s"),
        (Preparation(21, 120, 120), "All translated, now generating machine code · 21 s"),
    ],
)
def test_the_panel_shows_the_progress_of_a_compilation(preparation: Preparation | None, step: str) -> None:
    shown = panel(preparation)
    assert shown["step"] == step
    assert (shown["done"], shown["total"]) == ((preparation.done, preparation.total) if preparation else (0, 0))
    assert "Principal variation search" in shown["title"]
    assert panel(preparation, "de")["step"] not in ("", step)
    page = templates().get_template("_engine.html").render(engine=shown, t=translations_for("en"))
    assert step in page


def test_in_a_page_the_panel_says_that_an_engine_is_loading() -> None:
    shown = panel(None, stage="loading")
    assert shown["title"] == "Loading Principal variation search for White"
    assert shown["preparing"] == "The engine is loading."
    assert panel(None, "de", "loading")["title"] == "Hauptvariantensuche wird für Weiß geladen"


def test_opening_a_game_compiles_its_engines_in_turn_order(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[PlayerSpec] = []
    monkeypatch.setattr(SearchPool, "prepare", lambda *_pool, spec, **_named: prepared.append(spec))
    visitor = begin("mnk", "human", "expert", "novice", option__players="3", option__line="3")
    visitor.page()
    assert [spec.name for spec in prepared] == ["human", prepared[1].name, prepared[2].name]
    visitor.page()
    assert len(prepared) == 3
