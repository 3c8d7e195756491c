"""Engines that a server was started with: visitors play against them, and can name no other program."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fake_engine import PIDS
from programs import comes, fake, is_alive, started
from spielbaum.errors import EngineError, InputError
from spielbaum.store import Plays, Store
from spielbaum.web import Settings, make_app
from visiting import Begin, Visitor, error_message

pytestmark = [
    pytest.mark.interpreted,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are looked for in /proc"),
]
LABEL = Path(sys.executable).name


@pytest.fixture
def pids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "pids"
    monkeypatch.setenv(PIDS, str(path))
    return path


@pytest.fixture
def client(database: str, pids: Path) -> Iterator[TestClient]:
    engines = (fake("ugi", "none", "time=5"), fake("ugi", "crash", "time=5"), fake("uci", "none"))
    with TestClient(make_app(Settings(database=database, engines=engines))) as opened:
        yield opened


def has_moved(visitor: Visitor, number: int) -> bool:
    visitor.page()  # which counts as watching
    return len(visitor.moves()) >= number


def test_an_engine_plays_and_its_command_is_nowhere_shown_nor_kept(
    begin: Begin, client: TestClient, database: str, pids: Path
) -> None:
    form = client.get("/new/tic-tac-toe").text
    assert f'value="engine:{LABEL}"' in form
    assert f'value="engine:{LABEL}-2"' in form
    assert f'value="engine:{LABEL}-3"' not in form  # it plays chess
    visitor = begin("tic-tac-toe", "human", f"engine:{LABEL}")
    visitor.act("move", action="4")
    assert comes(lambda: has_moved(visitor, 2))
    assert visitor.moves() == ["4", "0"]
    visitor.act("undo")
    visitor.act("move", action="0")
    assert comes(lambda: has_moved(visitor, 2))
    assert visitor.moves() == ["0", "1"]
    assert len(started(pids)) == 3
    shown = visitor.page() + client.get(f"{visitor.path}/download").text
    with Store(database) as store:
        kept = Plays(store).find(visitor.path.split("?")[0].rpartition("/")[2])
    assert kept is not None
    assert kept.seats == ("human", f"engine:{LABEL}")
    for text in (shown, str(kept)):
        assert "fake_engine" not in text
    client.__exit__(None, None, None)
    assert comes(lambda: not any(map(is_alive, started(pids))))
    client.__enter__()


def test_an_engine_that_crashes_is_told_by_its_label(begin: Begin, pids: Path) -> None:
    visitor = begin("tic-tac-toe", f"engine:{LABEL}-2", "human")
    assert comes(lambda: "has ended" in visitor.status())
    assert f"the engine {LABEL}-2 has ended" in visitor.status()
    assert "fake_engine" not in visitor.page()
    assert comes(lambda: not any(map(is_alive, started(pids))))


@pytest.mark.parametrize("who", ["uci:sleep 600", "ugi:touch owned", f"engine:{LABEL}-3", "engine:sleep", "engine:"])
def test_a_visitor_names_no_program(who: str, client: TestClient, pids: Path) -> None:
    for fields in (
        {"seat-0-who": "human", "seat-1-who": who},
        {"seat-0-who": "human", "seat-1-who": "algorithm", "seat-1-algorithm": who, "seat-1-depth": "1"},
        {"seat-0-who": "human", "seat-1-who": "algorithm", "seat-1-algorithm": "pvs", "seat-1-options": who},
    ):
        answer = client.post("/new/tic-tac-toe", data=fields, follow_redirects=False)
        assert answer.status_code == 400
        assert error_message(answer.text)
    assert started(pids) == []


def test_a_kept_game_that_names_a_command_starts_none(begin: Begin, database: str, pids: Path) -> None:
    from dataclasses import replace

    visitor = begin("tic-tac-toe", "human", "human")
    with Store(database) as store:
        plays = Plays(store)
        kept = plays.find(visitor.path.split("?")[0].rpartition("/")[2])
        assert kept is not None
        other = replace(kept, id=kept.id[::-1], seats=(fake("ugi", "none"), "human"))
        plays.add(other)
    odd = Visitor(visitor.client, f"/game/{other.id}")
    assert comes(lambda: "only engines that the server was started with" in odd.status())
    assert started(pids) == []


def test_what_is_no_engine_is_refused_at_the_start(database: str) -> None:
    with pytest.raises(InputError, match="--engine takes another program"):
        make_app(Settings(database=database, engines=("pvs(depth=3)",)))
    with pytest.raises(EngineError, match="there is no program 'no-such-engine'"):
        make_app(Settings(database=database, engines=("uci:no-such-engine",)))
