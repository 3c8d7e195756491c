"""Writing a game in the page: the check with the line at fault, playing it, and who may."""

import re
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from spielbaum.games._skeleton import skeleton
from spielbaum.web import Settings, make_app
from spielbaum.web.live import own_games
from spielbaum.web.live.own_games import Verdict, check_file
from visiting import Begin, run_apart

SOURCE = skeleton("my-game")[0]
KEY = "a-secret-key"


def fault_of(page: str) -> str:
    found = re.search(r'id="fault"><span lang="en">(.*?)</span>', page)
    return unescape(found[1]) if found else ""


def test_a_game_is_checked_played_and_replaced_by_its_next_version(begin: Begin, database: str, tmp_path: Path) -> None:
    settings = Settings(database=database, own_games=str(tmp_path / "mine"), own_key=KEY)
    with TestClient(make_app(settings)) as client:
        assert 'name="source"' in client.get("/own", params={"key": KEY}).text

        def check(source: str) -> str:
            answer = client.post("/own/check", data={"source": source, "key": KEY})
            assert answer.status_code == 200
            return answer.text

        wrong = check(SOURCE.replace("def actions(state):", "def actions(state)"))
        assert fault_of(wrong) == "Line 23: SyntaxError: expected ':'"
        assert re.search(r'class="fault"><b>23</b>def actions\(state\)', wrong)
        wrong = check(SOURCE.replace("return state.to_move", "return nowhere"))
        assert fault_of(wrong) == "Line 20, in to_move: NameError: name 'nowhere' is not defined"
        wrong = check(SOURCE.replace("(state.to_move + 1) % PLAYERS", "state.to_move + 1"))
        assert fault_of(wrong) == "to_move returns 2, and players are 0 to 1"
        assert not list((tmp_path / "mine").glob("*.py"))  # a file that never ends would stop the next start
        keys = []
        for source in (SOURCE, SOURCE.replace("COLUMNS, PLAYERS = 3", "COLUMNS, PLAYERS = 4")):
            play = re.search(r'href="/new/([\w-]+)" id="own-play"', check(source))
            assert play
            keys.append(play[1])
        visitor = begin(keys[0], "human", "human", client=client)
        visitor.act("touch", chosen="", place="a1")
        assert visitor.moves() == ["a1"]
        start = client.get("/").text
        assert f'data-game="{keys[1]}"' in start
        assert f'data-game="{keys[0]}"' not in start
    with TestClient(make_app(settings)) as client:  # games go on after a restart
        assert client.get(visitor.path).status_code == 200
        compiled = client.get(f"/own/compiled/{keys[1]}", params={"key": KEY})
        assert "Compiled" in compiled.text


def test_only_the_owner_of_the_machine_may_write_a_game(database: str, tmp_path: Path) -> None:
    with TestClient(make_app(Settings(database=database))) as client:
        page = client.get("/own").text
        assert 'name="source"' not in page
        assert "it would run your Python on another person" in page
        for answer in (client.post("/own/check", data={"source": SOURCE}), client.get("/own/compiled/x")):
            assert answer.status_code == 403
    with TestClient(make_app(Settings(database=database, own_games=str(tmp_path), own_key=KEY))) as client:
        assert 'name="source"' not in client.get("/own").text
        for key in ("", "wrong", "Schlüssel"):
            assert client.post("/own/check", data={"source": SOURCE, "key": key}).status_code == 403
        foreign = {"Origin": "https://elsewhere.example"}
        assert client.post("/own/check", data={"source": SOURCE, "key": KEY}, headers=foreign).status_code == 403
        assert client.get("/own/compiled/..%2Fx", params={"key": KEY}).status_code == 404
    assert not list(tmp_path.glob("*.py"))


def test_a_check_that_does_not_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_games, "SECONDS", 1)
    path = tmp_path / "endless.py"
    path.write_text("while True:\n    pass\n", encoding="utf-8")
    found: list[Verdict] = []

    async def check() -> None:
        found.append(await own_games._check_in_process(path, compiled=False))

    run_apart(check())
    assert found == [Verdict("the check did not end within 1 s")]


def test_an_engine_checks_a_file_as_the_command_does(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    for source, line in ((SOURCE, None), (SOURCE.replace("ROWS, COLUMNS", "ROWZ, COLUMNS", 1), 54), ("game = (", 1)):
        path.write_text(source, encoding="utf-8")
        assert check_file(str(path)).line == line
