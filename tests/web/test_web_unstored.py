"""What a game does while its database cannot be used: nothing, and it says so."""

import time
from collections.abc import Callable

import pytest
from test_web_play import PATIENCE
from visiting import Begin, Visitor

from spielbaum.errors import InputError
from spielbaum.store import Plays

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


def test_an_engine_whose_move_is_not_stored_says_so_and_goes_on_when_told(begin: Begin, fail: Fail) -> None:
    visitor = begin("tic-tac-toe", "random", "human")
    failing = fail("save")
    _wait_for(visitor, "The engine cannot go on: games cannot be kept at the moment")
    assert "Die Maschine kann nicht weiter: Spiele können" in visitor.status("?lang=de")
    failing.undo()
    visitor.act("go-on")
    _wait_for(visitor, "O to move")


def _wait_for(visitor: Visitor, status: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while visitor.status() != status and time.monotonic() < deadline:
        time.sleep(0.05)
    assert visitor.status() == status
