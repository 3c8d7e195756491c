"""Reviews of played and stored games: they run in the background and are stored."""

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from filling import copy_filled
from spielbaum.errors import InputError
from spielbaum.store import Reviews, Store
from spielbaum.web import Settings, make_app
from spielbaum.web.live.reviewing import MAX_EACH
from visiting import PATIENCE, Visitor, form_of

pytestmark = pytest.mark.interpreted

LOST = ("0", "4", "8", "2", "6", "3", "7")
"""The fourth move, a corner, loses against the fork; an edge would have drawn."""


@pytest.fixture
def client(sqlite_url: str, filled: Path) -> Iterator[TestClient]:
    copy_filled(filled, sqlite_url)
    with TestClient(make_app(Settings(database=sqlite_url))) as opened:
        yield opened


def played(client: TestClient, key: str, seats: int, actions: tuple[str, ...]) -> Visitor:
    answer = client.post(f"/new/{key}", data=form_of(["human"] * seats, {}), follow_redirects=False)
    visitor = Visitor(client, answer.headers["location"].partition("?")[0])
    for action in actions:
        visitor.act("move", action=action)
    return visitor


def complete(client: TestClient, path: str, query: str = "") -> str:
    """Return the complete review, polling like the page."""
    assert client.get(f"{path}/review{query}").status_code == 200
    ends = time.monotonic() + PATIENCE
    while "hx-trigger" in (part := client.get(f"{path}/review/part{query}").text):
        assert time.monotonic() < ends, part
        time.sleep(0.05)
    return unescape(part)


@pytest.mark.slow
def test_a_review_is_stored(client: TestClient, sqlite_url: str) -> None:
    visitor = played(client, "tic-tac-toe", 2, LOST)
    page = client.get(f"{visitor.path}/review?seconds=0.4").text
    assert "of 7 moves reviewed" in page
    review = complete(client, visitor.path, "?seconds=0.4")
    assert "Turning point, move 4: 2 cost O 50 points of winning chances. 1 was better." in review
    assert re.search(r'href="[^"]*ply=4[^"]*" id="go-to-turn"', review)
    assert review.count("<circle") == 1 + len(LOST) + review.count('class="dot"')
    assert review.count("<polyline") == 2  # one line and its outline
    with Store(sqlite_url) as store, store.reading() as connection:
        assert connection.exec_driver_sql("select count(*) from review").scalar() == len(LOST)
    with TestClient(make_app(Settings(database=sqlite_url))) as again:
        page = again.get(f"{visitor.path}/review?seconds=0.4&ply=2").text
        assert "Turning point, move 4" in unescape(page)
        assert 'id="board" data-ply="2"' in page


def test_three_players_have_a_line_each_and_new_moves_are_reviewed(client: TestClient, sqlite_url: str) -> None:
    answer = client.post("/new/mnk", data=form_of(["human"] * 3, {"option-players": "3"}), follow_redirects=False)
    visitor = Visitor(client, answer.headers["location"].partition("?")[0])
    assert "no move to review yet" in client.get(f"{visitor.path}/review").text
    for action in visitor.actions()[:1]:
        visitor.act("move", action=action)
    assert complete(client, visitor.path, "?seconds=0.1").count("<polyline") == 6
    visitor.act("move", action=visitor.actions()[0])
    review = complete(client, visitor.path, "?seconds=0.1")
    assert "5% or more is an inaccuracy, 10% a mistake, 15% a blunder" in review
    with Store(sqlite_url) as store, store.reading() as connection:
        keys = connection.exec_driver_sql("select key from review").scalars().all()
        assert len(keys) == 2
        assert len(Reviews(store).find(keys)) == 2


def test_the_review_of_a_stored_game_shows_the_standings(client: TestClient) -> None:
    listed = client.get("/stored/tournament/1").text
    path = re.search(r'href="(/stored/game/\d+)', listed)[1]
    assert f'href="{path}/review' in client.get(path).text
    review = complete(client, path, "?seconds=0.1&lang=de")
    assert "bewiesen" in review
    page = client.get(f"{path}/review?seconds=0.1").text
    standing = re.search(r'id="standing".*?</table>', page, re.DOTALL)[0]
    assert standing.index("alpha-beta(depth=3)") < standing.index("random(seed=1)")
    assert client.get(f"{path}/review?seconds=0.1&ply=99").status_code == 404
    assert client.get(f"{path}/review?seconds=soon").status_code == 400


def test_a_visitor_has_at_most_two_reviews_at_once(client: TestClient) -> None:
    visitors = [played(client, "tic-tac-toe", 2, LOST[:number]) for number in (3, 4, 5)]
    for visitor in visitors:
        page = client.get(f"{visitor.path}/review?seconds=0.2").text
        assert "moves reviewed" in page
    reviews = client.app.state.site.reviews
    assert len(reviews._running) <= MAX_EACH
    for visitor in visitors:
        complete(client, visitor.path, "?seconds=0.2")
    assert client.get(f"{visitors[0].path}/review?seconds=6").status_code == 400


def test_the_error_of_a_review_is_shown_once_and_the_review_retried(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = played(client, "tic-tac-toe", 2, LOST)
    with monkeypatch.context() as broken:

        def refuse(*_given: object, **_named: object) -> None:
            raise InputError("no such thing")

        broken.setattr(client.app.state.site.games.pool, "analyse", refuse)
        assert "no such thing" in complete(client, visitor.path, "?seconds=0.1").lower()
    assert "blunder" in complete(client, visitor.path, "?seconds=0.4")
