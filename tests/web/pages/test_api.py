"""The JSON API: the answers of the command line, the limits of visitors, and refusals."""

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from serving import serving
from spielbaum.book import Plan, build_book
from spielbaum.cli import run
from spielbaum.web import Settings, make_app
from tiers import examples

pytestmark = pytest.mark.interpreted

BOT = Path(__file__).parents[3] / "examples" / "boardgame_io.cjs"
FIELDS = ("game", "position", "moves", "to_move", "algorithm", "evaluation", "depth", "seconds", "nodes", "level")


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    database = tmp_path_factory.mktemp("api") / "plays.db"
    with TestClient(make_app(Settings(database=str(database), searches_per_minute=10**6))) as opened:
        yield opened


def asked(client: TestClient, path: str, **fields: Any) -> dict[str, Any]:
    answer = client.post(f"/api/{path}", json=fields)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("fields", "options"),
    [
        ({"game": "tic-tac-toe", "position": "XO..X....", "algorithm": "alpha-beta", "nodes": 300},
         "--position XO..X.... --algorithm alpha-beta --nodes 300"),
        ({"game": "nim:heaps=3-4", "moves": ["a1"], "algorithm": "pvs", "depth": 3},
         "--moves a1 --algorithm pvs --depth 3"),
        ({"game": "mnk:players=3", "moves": "a1 b2", "algorithm": "max-n", "evaluation": "none", "nodes": 200},
         "--moves a1,b2 --algorithm max-n --evaluation none --nodes 200"),
    ],
)  # fmt: skip
def test_an_analysis_equals_that_of_the_command_line(
    fields: dict[str, Any], options: str, api: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    found = asked(api, "analyze", **fields)
    limits = [*options.split(), *(["--seconds", "30"] if "depth" in fields else [])]
    assert run(["analyze", fields["game"], *limits, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    kept = {"game", "position", "algorithm", "evaluation", "action", "value", "kind", "depth", "nodes", "actions"}
    assert {name: found[name] for name in kept} == {name: shown[name] for name in kept}
    assert found.keys() == shown.keys()


def test_a_move_comes_with_the_state_after_it(api: TestClient, capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(api, "move", game="tic-tac-toe", position="XX.OO....", to_move="X", depth=2)
    assert (found["action"], found["kind"], found["player"]) == ("2", "heuristic", "alpha-beta(depth=2)")
    assert run(["show", "tic-tac-toe", "--position", "XXXOO.... O", "--json"]) == 0
    assert found["next"] == json.loads(capsys.readouterr().out)
    assert (found["next"]["terminal"], found["next"]["utility"]) == (True, [1, -1])


def test_a_whole_game_is_played_by_levels_and_at_random(api: TestClient) -> None:
    moves, found = list[str](), dict[str, Any]()
    while not found or not found["next"]["terminal"]:
        level = ("random", "easy")[len(moves) % 2]
        found = asked(api, "move", game="tic-tac-toe", moves=moves, level=level)
        assert found["player"] == ("random" if level == "random" else "best(depth=2)")
        moves.append(found["action"])
    assert 5 <= len(moves) <= 9
    assert len(set(moves)) == len(moves)


WRONG = [
    (b"", "it is not JSON: line 1, column 1"),
    (b"[1]", "the request must be an object with fields such as game, position"),
    (b"\xff", "the request is not valid UTF-8"),
    (b'{"game": NaN}', "all numbers must be finite"),
    (b"[" * 60000, "the request cannot be read"),
    (b'{"depth": 3}', "the field 'game' is missing"),
    (b'{"game": 3}', "game must be a text of at most 4,000 printable characters"),
    (b'{"game": "nim", "depth": 2.5}', "depth must be a whole number from 1 to 100, not 2.5"),
    (b'{"game": "nim", "depth": true}', "depth must be a whole number from 1 to 100, not True"),
    (b'{"game": "nim", "seconds": 1000}', "seconds must be a number from 0.05 to 30, not 1000"),
    (b'{"game": "nim", "moves": ["1x1", 2]}', "moves must be a text, or a list of at most 1,000 texts"),
    (b'{"game": "nim", "colour": "red"}', "there is no field 'colour': there is game, position"),
    (b'{"game": "checkers"}', "the game 'checkers' is not offered here"),
    (b'{"game": "nim", "position": "x"}', "position 'x'"),
    (b'{"game": "nim", "moves": "9x9"}', "move 1: action '9x9'"),
    (b'{"game": "nim:heaps=1", "moves": "a1"}', "the game is over there: there is nothing to search"),
    (b'{"game": "nim", "level": "medium", "depth": 2}', "level replaces depth: leave one of them out"),
    (b'{"game": "nim", "level": "grandmaster"}', "unknown level 'grandmaster'"),
    (b'{"game": "nim", "algorithm": "alpha-beta", "simulations": 9}', "simulations"),
]


@pytest.mark.parametrize(("body", "message"), WRONG)
def test_invalid_requests_get_a_sentence(body: bytes, message: str, api: TestClient) -> None:
    answer = api.post("/api/move", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert message in answer.json()["error"]


def test_requests_cannot_name_files_or_commands(
    api: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    trap = tmp_path / "trap"
    (tmp_path / "game.py").write_text(f"open({str(trap)!r}, 'w')\n", encoding="utf-8")
    (tmp_path / "tree.json").write_text("[[1, 2]]", encoding="utf-8")
    (tmp_path / "model.json").write_text("{}", encoding="utf-8")
    command = f"uci:touch {trap}"
    hostile: list[Mapping[str, Any]] = [
        {"game": "game.py"},
        {"game": str(tmp_path / "game.py")},
        {"game": "./game.py:size=3"},
        {"game": "tree:file=tree.json"},
        {"game": "nim", "evaluation": "model.json"},
        {"game": "nim", "evaluation": str(tmp_path / "model.json")},
        *({"game": "nim", name: text} for name in ("algorithm", "level", "evaluation") for text in (command, "human")),
        {"game": command},
        {"game": f"nim:heaps={command}"},
        {"game": "nim", "algorithm": f"alpha-beta(evaluation={tmp_path / 'model.json'})"},
        {"game": "nim", "position": f"$(touch {trap})"},
        {"game": "nim", "moves": [f"`touch {trap}`"]},
    ]
    for fields in hostile:
        for path in ("analyze", "move"):
            answer = api.post(f"/api/{path}", json=fields)
            assert answer.status_code == 400, (fields, answer.text)
            assert answer.json()["error"], fields
    assert not trap.exists()
    names = [row["name"] for row in api.get("/api/games").json()["games"]]
    assert "nim" in names
    assert not any("/" in name or "." in name for name in names)


def test_a_game_file_is_named_by_its_stem_and_its_folder_is_not_disclosed(database: str) -> None:
    file = Path(__file__).parents[3] / "examples" / "hex.py"
    with TestClient(make_app(Settings(database=database, games=(str(file),)))) as client:
        found = asked(client, "move", game="hex", level="random")
        assert found["game"] == "hex"
        assert str(file.parent) not in json.dumps([found, client.get("/api/games").json(), client.get("/api").text])


@pytest.fixture(scope="module")
def with_book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with a book of a small game to ply 1; only 3-3 wins for the first player."""
    folder = tmp_path_factory.mktemp("library")
    build_book("nim:heaps=3-4", Plan(plies=1), folder / "nim.book")
    with TestClient(make_app(Settings(database=str(folder / "plays.db"), books=(str(folder / "nim.book"),)))) as opened:
        yield opened


def test_an_analysis_includes_the_book(with_book: TestClient, capsys: pytest.CaptureFixture[str]) -> None:
    asks = {"game": "nim:heaps=3-4", "algorithm": "alpha-beta", "nodes": 9}
    found = asked(with_book, "analyze", **asks)
    path = with_book.app.state.site.settings.books[0]  # type: ignore[attr-defined]
    assert run(["analyze", asks["game"], "--algorithm", "alpha-beta", "--nodes", "9", "--book", path, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert found["book"] == {**shown["book"], "file": "nim.book"}
    assert (found["book"]["value"], found["book"]["action"], found["book"]["kind"]) == (1, "b1", "exact")
    assert found["nodes"] == shown["nodes"] > 0
    assert str(Path(path).parent) not in json.dumps(found)
    beyond = asked(with_book, "analyze", game="nim:heaps=3-4", moves=["a1"], depth=9)
    assert (beyond["book"]["value"], beyond["book"]["actions"], beyond["value"]) == (1, None, 1)
    assert "book" not in asked(with_book, "analyze", game="nim:heaps=2-2", depth=9)


def test_a_move_comes_from_the_book_if_possible(with_book: TestClient) -> None:
    for fields in ({"depth": 1}, {"level": "expert"}, {}):
        found = asked(with_book, "move", game="nim:heaps=3-4", **fields)
        assert (found["action"], found["value"], found["kind"], found["nodes"]) == ("b1", 1, "exact", 0)
        assert found["book"]["action"] == "b1"
    for fields in ({"level": "easy"}, {"level": "random"}, {"depth": 1, "moves": ["a1"]}):
        found = asked(with_book, "move", game="nim:heaps=3-4", **fields)
        assert ("book" in found) == ("depth" in fields)
        assert found["nodes"] > 0 or fields.get("level") == "random"
    schemas = with_book.get("/api/openapi.json").json()["components"]["schemas"]
    for path, schema in (("analyze", "Analysis"), ("move", "Move")):
        found = asked(with_book, path, game="nim:heaps=3-4", depth=1)
        assert fits(schemas[schema], found, schemas)
        assert not fits(schemas[schema], {**found, "book": {**found["book"], "value": "1"}}, schemas)


def test_requests_cannot_name_a_book(with_book: TestClient) -> None:
    path = with_book.app.state.site.settings.books[0]  # type: ignore[attr-defined]
    for fields in ({"book": path}, {"algorithm": f"alpha-beta(book={path})"}, {"level": f"expert(book={path})"}):
        answer = with_book.post("/api/move", json={"game": "nim", **fields})
        assert answer.status_code == 400
        assert answer.json()["error"]


def test_programs_have_the_limits_of_visitors(database: str) -> None:
    with TestClient(make_app(Settings(database=database, searches_per_minute=2))) as client:
        statuses = [client.post("/api/move", json={"game": "nim", "level": "random"}).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        assert client.get("/api/games").status_code == 200


def test_refusals_are_json(api: TestClient) -> None:
    own = {"Content-Type": "application/json"}
    game = b'{"game": "nim"}'
    for status, answer in (
        (415, api.post("/api/move", data={"game": "nim"})),
        (413, api.post("/api/move", content=b" " * 70_000, headers=own)),
        (403, api.post("/api/move", content=game, headers={**own, "Origin": "https://elsewhere.example"})),
        (403, api.post("/api/move", content=game, headers={**own, "Sec-Fetch-Site": "cross-site"})),
        (405, api.get("/api/move")),
        (404, api.get("/api/nothing")),
        (400, api.get("/api/games?file=x")),
    ):
        assert answer.status_code == status
        assert len(answer.json()["error"]) > 10
    assert api.post("/new/nim", content=game, headers=own).status_code == 415
    german = api.get("/api/nothing", headers={"Accept-Language": "de"})
    assert german.json()["error"] == "Unter dieser Adresse ist nichts."


def fits(schema: Mapping[str, Any], value: Any, schemas: Mapping[str, Any]) -> bool:
    """Return whether a value matches a schema; supports the keywords that we use."""
    if "$ref" in schema:
        return fits(schemas[schema["$ref"].rpartition("/")[2]], value, schemas)
    if "oneOf" in schema:
        return sum(fits(choice, value, schemas) for choice in schema["oneOf"]) == 1
    if "enum" in schema:
        return value in schema["enum"]
    kinds = {"string": str, "integer": int, "number": int | float, "boolean": bool, "null": type(None),
             "array": list, "object": dict}  # fmt: skip
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(isinstance(value, kinds[kind]) for kind in types):
        return False
    if isinstance(value, list):
        return all(fits(schema["items"], item, schemas) for item in value)
    if isinstance(value, dict):
        known = schema.get("properties", {})
        closed = schema.get("additionalProperties", True) or set(value) <= set(known)
        held = all(fits(known[name], item, schemas) for name, item in value.items() if name in known)
        return closed and held and set(schema.get("required", ())) <= set(value)
    return True


def test_answers_match_the_openapi_description(api: TestClient) -> None:
    description = api.get("/api/openapi.json").json()
    schemas, page = description["components"]["schemas"], api.get("/api").text
    assert description["openapi"] == "3.1.0"
    for path, operations in description["paths"].items():
        assert path in page
        ((method, operation),) = operations.items()
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        if body:
            assert fits(body["schema"], body["example"], schemas)
            assert not fits(body["schema"], {**body["example"], "other": 1}, schemas)
        answer = api.request(method, path, json=body.get("example"))
        assert answer.status_code == 200
        assert fits(operation["responses"]["200"]["content"]["application/json"]["schema"], answer.json(), schemas)
    vector = asked(api, "analyze", game="mnk:players=3", algorithm="max-n", nodes=100)
    assert fits(schemas["Analysis"], vector, schemas)
    assert fits(schemas["Error"], api.post("/api/move", json={}).json(), schemas)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
NEARLY = st.sampled_from(["nim", "tic-tac-toe", "XO.......", "a1", "0", "pvs", "mcts", "none", "easy", "../x.py"])


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(FIELDS), JSON | NEARLY | st.integers(1, 2), max_size=5))
@examples(200)
def test_any_json_is_answered_or_refused(api: TestClient, fields: dict[str, Any]) -> None:
    answer = api.post("/api/move", json={**fields, "depth": 1} if "level" not in fields else fields)
    assert answer.status_code in (200, 400), answer.text
    assert answer.json().keys() >= ({"action", "next"} if answer.status_code == 200 else {"error"})


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_the_bot_of_boardgame_io_does_not_lose(tmp_path: Path) -> None:
    assert subprocess.run(["node", "--check", str(BOT)], timeout=60).returncode == 0
    if subprocess.run(["node", "-e", "require.resolve('boardgame.io/ai')"], capture_output=True, timeout=60).returncode:
        pytest.skip("boardgame.io is not installed where NODE_PATH says")
    with serving(tmp_path / "plays.db", SPIELBAUM_JIT="0") as server:
        for _ in range(3):
            played = subprocess.run(["node", str(BOT), server.url], capture_output=True, text=True, timeout=60)
            end = json.loads(played.stdout)
            assert end.get("draw") or end["winner"] == "1"
    gone = subprocess.run(["node", str(BOT), server.url], capture_output=True, text=True, timeout=60)
    assert (gone.returncode, gone.stdout) == (1, "")
