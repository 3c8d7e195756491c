"""Engines of a server: visitors can play against them but cannot name other programs."""

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
    visitor.page()  # counts as watching
    return len(visitor.moves()) >= number


def test_the_command_of_an_engine_is_neither_shown_nor_stored(
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


def test_a_crashed_engine_is_named_by_its_label(begin: Begin, pids: Path) -> None:
    visitor = begin("tic-tac-toe", f"engine:{LABEL}-2", "human")
    assert comes(lambda: "has ended" in visitor.status())
    assert f"the engine {LABEL}-2 has ended" in visitor.status()
    assert "fake_engine" not in visitor.page()
    assert comes(lambda: not any(map(is_alive, started(pids))))


@pytest.mark.parametrize("who", ["uci:sleep 600", "ugi:touch owned", f"engine:{LABEL}-3", "engine:sleep", "engine:"])
def test_visitors_cannot_name_programs(who: str, client: TestClient, pids: Path) -> None:
    for fields in (
        {"seat-0-who": "human", "seat-1-who": who},
        {"seat-0-who": "human", "seat-1-who": "algorithm", "seat-1-algorithm": who, "seat-1-depth": "1"},
        {"seat-0-who": "human", "seat-1-who": "algorithm", "seat-1-algorithm": "pvs", "seat-1-options": who},
    ):
        answer = client.post("/new/tic-tac-toe", data=fields, follow_redirects=False)
        assert answer.status_code == 400
        assert error_message(answer.text)
    assert started(pids) == []


def test_a_stored_game_cannot_start_a_command(begin: Begin, database: str, pids: Path) -> None:
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


def test_invalid_engines_are_refused_at_the_start(database: str) -> None:
    with pytest.raises(InputError, match="--engine takes another program"):
        make_app(Settings(database=database, engines=("pvs(depth=3)",)))
    with pytest.raises(EngineError, match="there is no program 'no-such-engine'"):
        make_app(Settings(database=database, engines=("uci:no-such-engine",)))
