"""Stored games in the browser: lists, a game at every ply, its tree, and games that cannot be shown."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from filling import MATCH, copy_filled, fill, keep
from spielbaum import games
from spielbaum.arena import Setup
from spielbaum.cli import run
from spielbaum.game.notation import format_state, play_line
from spielbaum.store import Listing, Store
from spielbaum.web import Settings, make_app

pytestmark = pytest.mark.interpreted

GAME = games.load("tic-tac-toe")


BOTH = pytest.mark.parametrize("url", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)], indirect=True)
"""For tests that read more than one game from the database."""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def url(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def file(url: str, filled: Path, tmp_path: Path) -> Path:
    return copy_filled(filled, url) if url.startswith("sqlite") else fill(url, tmp_path)


@pytest.fixture
def client(url: str, file: Path) -> Iterator[TestClient]:
    with TestClient(make_app(Settings(database=url))) as opened:
        yield opened


def rows(page: str, name: str) -> list[str]:
    body = re.search(rf'id="{name}".*?<tbody>(.*?)</tbody>', page, re.DOTALL)[1]
    return [unescape(" ".join(re.sub(r"<[^>]+>", " ", row).split())) for row in body.split("</tr>")[:-1]]


def complaint(page: str) -> str:
    return unescape(re.search(r'id="error"[^>]*>(.*?)</p>', page)[1])


@BOTH
def test_tournaments_are_listed_for_all_or_one_experiment(client: TestClient) -> None:
    assert 'href="/stored"' in client.get("/").text
    page = client.get("/stored").text
    listed = rows(page, "tournaments")
    assert [row.split(" no. ")[0] for row in listed] == ["Tic-tac-toe", "Nim", "race", "Tic-tac-toe"]
    assert "alpha-beta(depth=3) random(seed=1) 60 of 60 2026-01-01" in listed[3]
    assert listed[1].endswith("Luck & co")
    (address,) = set(re.findall(r'href="(/stored\?experiment=[^"]+)"', page))
    alone = client.get(unescape(address)).text
    assert [row.split(" no. ")[0] for row in rows(alone, "tournaments")] == ["Nim"]
    assert client.get("/stored?experiment=none").status_code == 404


@BOTH
def test_the_games_of_a_tournament_come_in_pages(client: TestClient, url: str) -> None:
    first, last = client.get("/stored/tournament/1"), client.get("/stored/tournament/1?page=2")
    assert [len(rows(page.text, "stored-games")) for page in (first, last)] == [50, 10]
    assert 'id="go-forward"' in first.text
    assert 'id="go-forward"' not in last.text
    with Store(url) as store:
        records = list(store.games(1))[50:]
        assert [line.plies for line in Listing(store).games(1, first=50)] == [2 + len(one.moves) for one in records]
    for row, record in zip(rows(last.text, "stored-games"), records, strict=True):
        winners = [("X", "O")[seat] for seat in record.survivors]
        ending = "Drawn" if len(winners) == 2 else f"{winners[0]} has won"
        seats = [f"{name}: {MATCH.players[player]}" for name, player in zip("XO", record.seating, strict=True)]
        assert row.startswith(f"game {record.number} {' '.join(seats)} {ending} {2 + len(record.moves)} ")
    assert complaint(client.get("/stored/tournament/1?page=3").text) == "The list has 2 pages; there is no page 3."


def test_a_game_is_shown_at_every_ply(client: TestClient, url: str) -> None:
    with Store(url) as store:
        tournament, record = store.game(next(iter(store.game_ids(1).values())))
        number = store.game_ids(tournament.id)[0]
    line = [*record.opening, *(move.action for move in record.moves)]
    for ply in range(len(line) + 1):
        page = client.get(f"/stored/game/{number}?ply={ply}").text
        position = format_state(GAME, play_line(GAME, GAME.initial(), " ".join(line[:ply])))
        assert re.search(r'id="notation" readonly value="([^"]*)"', page)[1] == position
        assert f'data-ply="{ply}"' in page
        assert ('id="go-back"' in page, 'id="go-forward"' in page) == (ply > 0, ply < len(line))
        assert ('id="from-here"' in page) == (ply < len(line))
        assert len(re.findall(r'aria-current="step"', page)) == (ply > 0)
    listed = rows(page.replace('id="moves"', 'id="x"><i id="moves"'), "moves")
    assert [row.split()[2] for row in listed] == line
    assert [row.endswith("opening") for row in listed[:3]] == [True, True, False]
    searched = [(row, move) for row, move in zip(listed[2:], record.moves, strict=True) if move.depth]
    assert searched
    for row, move in searched:
        assert row.split()[3:5] == [str(move.depth), f"{move.nodes:,}"]
    assert client.get(f"/stored/game/{number}").text.count('class="outcome"') == 2
    assert complaint(client.get(f"/stored/game/{number}?ply=10").text) == "The game has no move 10."


def test_a_stored_position_starts_a_game_and_has_a_tree(client: TestClient, url: str) -> None:
    with Store(url) as store:
        number = store.game_ids(1)[1]
    page = client.get(f"/stored/game/{number}?ply=3").text
    address = unescape(re.search(r'href="([^"]*)" id="from-here"', page)[1])
    position = re.search(r'id="notation" readonly value="([^"]*)"', page)[1]
    assert f'name="position" value="{position}"' in client.get(address).text
    form = {"position": position, "seat-0-who": "human", "seat-1-who": "human"}
    begun = client.post(address.partition("?")[0], data=form)
    assert f'readonly value="{position}"' in begun.text
    tree = client.get(f"/stored/game/{number}/tree?ply=3&depth=1")
    source = unescape(re.search(r'data-src="([^"]*)"', tree.text)[1])
    assert source.startswith(f"/stored/game/{number}/tree.json?ply=3")
    assert len(client.get(source).json()["trees"][0]["parent"]) == 7
    over = client.get(f"/stored/game/{number}/tree")
    assert "The game is over" in over.text
    assert client.get(f"/stored/game/{number}/tree.json").status_code == 409


@pytest.mark.slow
@BOTH
def test_links_lead_to_the_games_before_and_after(client: TestClient) -> None:
    page, seen = client.get("/stored/game/1").text, 1
    assert 'id="game-before"' not in page
    while found := re.search(r'href="([^"]*)" id="game-after"', page):
        page, seen = client.get(found[1]).text, seen + 1
    assert seen == 60


def test_games_of_a_file_need_a_server_with_that_file(client: TestClient, url: str, file: Path) -> None:
    page = client.get("/stored/tournament/2").text
    why = re.search(r'id="why-not">(.*?)</p>', page)[1]
    assert "their rules are in race.py" in why
    assert str(file.parent) not in page + client.get("/stored").text
    assert len(rows(page, "stored-games")) == 2
    assert "/stored/game/" not in page
    with Store(url) as store:
        number = store.game_ids(2)[0]
    assert client.get(f"/stored/game/{number}").status_code == 410
    with TestClient(make_app(Settings(database=url, games=(str(file),)))) as knowing:
        assert "why-not" not in knowing.get("/stored/tournament/2").text
        shown = knowing.get(f"/stored/game/{number}")
        assert (shown.status_code, "has won" in shown.text) == (200, True)
        assert str(file.parent) not in shown.text


def test_directories_of_files_in_options_are_not_disclosed(client: TestClient, url: str, tmp_path: Path) -> None:
    folder = tmp_path / "of-nobodys-business"
    folder.mkdir()
    (folder / "written.json").write_text("[[3, 5], [2, 9]]", encoding="utf-8")
    with Store(url) as store:
        keep(store, Setup(game=f"tree:file={folder / 'written.json'}", players=("random", "random(seed=1)")))
    listed, games_of = client.get("/stored").text, client.get("/stored/tournament/5").text
    assert "written.json" in listed
    assert "spielbaum serve tree:file=written.json" in games_of
    assert folder.name not in listed + games_of


def test_games_whose_rules_have_changed_are_not_shown(client: TestClient, url: str) -> None:
    with Store(url) as store:
        (number,) = store.game_ids(4).values()
    answer = client.get(f"/stored/game/{number}")
    assert (answer.status_code, "played under different rules" in complaint(answer.text)) == (410, True)


def test_pages_are_in_german(client: TestClient) -> None:
    german = {"Accept-Language": "de"}
    assert "60 von 60 Partien" in client.get("/stored/tournament/1", headers=german).text
    page = client.get("/stored/game/1", headers=german).text
    assert "Eröffnung" in page
    assert "opening" not in page


def test_a_server_may_hide_stored_games(url: str, file: Path) -> None:
    with TestClient(make_app(Settings(database=url, stored=False))) as closed:
        assert "/stored" not in closed.get("/").text
        for path in ("/stored", "/stored/tournament/1", "/stored/game/1", "/stored/game/1/tree"):
            assert closed.get(path).status_code == 404


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ((), 200),
        (("--no-stored",), 404),
        (("--name", "games.example.org"), 404),
        (("--name", "games.example.org", "--stored"), 200),
    ],
)
def test_a_public_server_hides_stored_games_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], status: int
) -> None:
    answers = []

    def visit(app: Starlette, *_: object, **_options: object) -> None:
        with TestClient(app, base_url="http://127.0.0.1") as client:
            answers.append(client.get("/stored").status_code)

    monkeypatch.setattr("spielbaum.web.server.run", visit)
    assert run(["serve", "--port", "0", "--database", str(tmp_path / "results.db"), *arguments]) == 0
    assert answers == [status]


def test_a_database_without_games_says_so(tmp_path: Path) -> None:
    with TestClient(make_app(Settings(database=str(tmp_path / "empty.db")))) as empty:
        assert "This database has no stored games yet" in empty.get("/stored").text


@BOTH
def test_unknown_ids_are_not_found(client: TestClient) -> None:
    for number in ("0", "-1", "1x", "٣", "9" * 10, "9" * 5000, "99999999", "%00"):
        for path in (f"/stored/game/{number}", f"/stored/tournament/{number}", f"/stored/game/{number}/tree.json"):
            answer = client.get(path)
            assert answer.status_code == 404
            assert complaint(answer.text)
