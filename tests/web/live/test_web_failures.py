"""What a game does while its database cannot be used, or its rules fail: nothing, and it says so."""

import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from spielbaum.errors import InputError
from spielbaum.store import Plays
from spielbaum.web import Settings, make_app
from spielbaum.web.views.game import status_text as status_now
from visiting import PATIENCE, Begin, Visitor

Fail = Callable[..., pytest.MonkeyPatch]


@pytest.fixture
def fail(monkeypatch: pytest.MonkeyPatch) -> Fail:
    """Return a function that makes methods of the database fail until what it returns is undone."""

    def broken(*_args: object) -> None:
        raise InputError("cannot use the database plays.db: disk I/O error")

    def begin(*methods: str) -> pytest.MonkeyPatch:
        for method in methods:
            monkeypatch.setattr(Plays, method, broken)
        return monkeypatch

    return begin


def test_a_move_that_is_not_stored_is_not_made(begin: Begin, fail: Fail) -> None:
    visitor = begin("tic-tac-toe", "human", "human")
    visitor.act("move", action="0")
    failing = fail("save", "find")
    assert visitor.act("move", action="1").status_code == 503
    assert (visitor.moves(), visitor.revision) == (["0"], 1)
    failing.undo()
    assert visitor.act("move", action="4").status_code == 200
    assert visitor.moves() == ["0", "4"]


def test_an_engine_whose_move_is_not_stored_reports_it_and_can_resume(begin: Begin, fail: Fail) -> None:
    visitor = begin("tic-tac-toe", "random", "human")
    failing = fail("save")
    _wait_for(visitor, "The engine had to stop: games cannot be kept at the moment")
    assert "Die Maschine kann nicht weiter: Spiele können" in visitor.status("?lang=de")
    failing.undo()
    visitor.act("go-on")
    _wait_for(visitor, "O to move")


def test_a_page_is_consistent_while_the_engine_changes_the_game(
    begin: Begin, fail: Fail, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = begin("tic-tac-toe", "random", "human")
    fail("save")
    _wait_for(visitor, "The engine had to stop: games cannot be kept at the moment")
    live = client.portal.call(client.app.state.site.games.find, visitor.path.rpartition("/")[2])

    def status_text(*asked: Any) -> str:
        status = status_now(*asked)
        live.failure = None  # as a request may do while a thread renders
        return status

    monkeypatch.setattr("spielbaum.web.views.game.status_text", status_text)
    page = visitor.page()
    assert "The engine had to stop" in page
    assert set(re.findall(rf'action="{visitor.path}/([a-z-]+)"', page)) & {"go-on", "now", "pause"} == {"go-on"}


POSITIONS = ('{"a":' + "[" * 3900, '{"node":512,"ply":0}', '{"node":-1,"ply":0}', '{"node":0,"ply":' + "9" * 5000 + "}")


@pytest.mark.parametrize("game", ["figure", "random-tree", "tree", "nim"])
@pytest.mark.parametrize("position", POSITIONS)
def test_an_impossible_position_is_refused(game: str, position: str, client: TestClient) -> None:
    form = {"seat-0-who": "human", "seat-1-who": "human", "position": position}
    answer = client.post(f"/new/{game}", data=form)
    assert answer.status_code == 400
    assert "position" in answer.text


FAULTY = """
from typing import NamedTuple
from spielbaum import Game

class State(NamedTuple):
    left: int
    player: int

def result(state, action):
    return State(state.left - action, 1 // (4 - state.left) - state.player)

game = Game(
    name="faulty", players=2, zero_sum=True,
    initial=lambda: State(4, 0), to_move=lambda state: state.player, result=result,
    actions=lambda state: range(1, min(2, state.left) + 1),
    is_terminal=lambda state: state.left == 0, utility=lambda state: (1.0, -1.0),
)
"""


@pytest.mark.interpreted
def test_the_file_and_line_of_faulty_rules_are_logged(
    begin: Begin, database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "faulty.py"
    file.write_text(FAULTY)
    where = "result in faulty.py, line 10, raises ZeroDivisionError"
    with TestClient(make_app(Settings(games=(str(file),), database=database))) as client:
        visitor = begin("faulty", "human", "human", client=client)
        assert visitor.act("move", action="1").status_code == 500
        assert visitor.moves() == []
        assert where in caplog.text
        visitor = begin("faulty", "novice", "human", client=client)
        words = "division by zero" if sys.version_info >= (3, 14) else "integer division or modulo by zero"
        _wait_for(visitor, f"The engine had to stop: {where}: {words}")


def _wait_for(visitor: Visitor, status: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while visitor.status() != status and time.monotonic() < deadline:
        time.sleep(0.05)
    assert visitor.status() == status
