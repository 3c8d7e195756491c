"""The page of a puzzle without JavaScript."""

import re
from html import unescape

from starlette.testclient import TestClient

from spielbaum.exercises.puzzle import GAMES

PUZZLE = {"game": "tic-tac-toe", "position": "..OX..OX. X"}


def verdict(client: TestClient, **answer: str) -> tuple[str, str]:
    page = client.get("/puzzle", params={**PUZZLE, **answer})
    assert page.status_code == 200, page.text
    found = re.search(r'<p class="notice (\w*)" id="verdict"[^>]*>(.*?)</p>', page.text)
    assert found
    return found[1], unescape(found[2])


def test_a_seed_redirects_to_a_puzzle_with_a_permanent_link(client: TestClient) -> None:
    for name in GAMES[:3]:
        found = client.get("/puzzle", params={"game": name, "seed": "3"}, follow_redirects=False)
        assert found.status_code == 303
        page = client.get(found.headers["location"])
        assert "exactly one move wins" in page.text
        link = re.search(r'id="puzzle-link" readonly value="([^"]+)"', page.text)
        assert link
        assert client.get(unescape(link[1])).status_code == 200
        another = re.search(r'href="([^"]+)" id="another"', page.text)
        assert another
        assert "seed=4" in another[1]
    assert client.get("/exercises").text.count("data-puzzle=") == len(GAMES)


def test_a_wrong_move_is_judged_without_the_solution(client: TestClient) -> None:
    assert verdict(client) == ("", "")
    assert verdict(client, action="0") == ("wrong", "0 loses. Try another move.")
    assert verdict(client, action="0", lang="de") == ("wrong", "0 verliert. Versuche einen anderen Zug.")


def test_a_right_move_is_praised_and_answered_until_the_game_is_won(client: TestClient) -> None:
    assert verdict(client, place="4") == ("open", "Right! O answers 0. What now?")
    page = client.get("/puzzle", params={**PUZZLE, "action": "4"}).text
    assert 'name="line" value="4;0"' in page
    assert 'id="streak"' not in page
    won = verdict(client, line="4;0", action="1")
    assert won == ("right", "Right! The game is won. Solved at the first try.")
    assert verdict(client, line="4;0", action="1", missed="1") == ("right", "Right! The game is won.")
    assert verdict(client, line="4;0", solve="1") == ("right", "The move is 1. The game is won.")


def test_a_streak_goes_on_in_the_link_to_the_next_puzzle(client: TestClient) -> None:
    for answer, streak in (({}, "4"), ({"missed": "1"}, None)):
        page = client.get("/puzzle", params={**PUZZLE, "line": "4;0", "action": "1", "streak": "3", **answer}).text
        another = re.search(r'href="([^"]+)" id="another"', page)
        assert another
        found = re.search(r"streak=(\d+)", another[1])
        assert (found and found[1]) == streak
        assert ("4 in a row" in page) == bool(streak)


def test_a_move_of_two_clicks_keeps_the_first(client: TestClient) -> None:
    asked = {"game": "domineering:rows=4,columns=5", "position": "...##/..###/#.#.#/#...# h"}
    first = client.get("/puzzle", params={**asked, "place": "a3"}).text
    assert 'name="chosen" value="a3"' in first
    second = client.get("/puzzle", params={**asked, "chosen": "a3", "place": "b3"}).text
    assert re.search(r"Right! \w+ answers b1b2", second)


def test_pages_refuse_invalid_puzzles(client: TestClient) -> None:
    for query in (
        "game=tic-tac-toe&position=nonsense",
        "game=weather",
        "seed=x",
        "game=tic-tac-toe&position=......... X",
        "game=tic-tac-toe&position=..OX..OX. X&line=9",
        "game=tic-tac-toe&position=..OX..OX. X&line=0",
    ):
        page = client.get(f"/puzzle?{query}")
        assert page.status_code == 400, query
        assert "That did not work" in page.text
    assert client.get("/puzzle", params={**PUZZLE, "action": "3"}).status_code == 400
