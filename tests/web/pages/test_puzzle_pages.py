"""The page of a puzzle without JavaScript."""

import re
from html import unescape

from starlette.testclient import TestClient

from spielbaum.web.exercises.puzzle import GAMES

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


def test_a_move_is_judged_at_once(client: TestClient) -> None:
    assert verdict(client) == ("", "")
    right = verdict(client, place="4")
    assert right[0] == "right"
    assert right[1].startswith("4 wins in 3 plies. Best play: 4 ")
    assert verdict(client, action="4") == verdict(client, solve="1") == right
    wrong = verdict(client, action="0")
    assert wrong[0] == "wrong"
    assert re.match(r"0 (loses in \d plies|only draws)\. Best play: 0 .*Another move wins: try again\.", wrong[1])
    assert "gewinnt in 3 Halbzügen" in verdict(client, place="4", lang="de")[1]


def test_a_move_of_two_clicks_keeps_the_first(client: TestClient) -> None:
    asked = {"game": "domineering:rows=4,columns=5", "position": "...##/..###/#.#.#/#...# h"}
    first = client.get("/puzzle", params={**asked, "place": "a3"}).text
    assert 'name="chosen" value="a3"' in first
    second = client.get("/puzzle", params={**asked, "chosen": "a3", "place": "b3"}).text
    assert "a3b3 wins in 3 plies" in second


def test_pages_refuse_invalid_puzzles(client: TestClient) -> None:
    for query in (
        "game=tic-tac-toe&position=nonsense",
        "game=weather",
        "seed=x",
        "game=tic-tac-toe&position=......... X",
    ):
        page = client.get(f"/puzzle?{query}")
        assert page.status_code == 400, query
        assert "That did not work" in page.text
    assert client.get("/puzzle", params={**PUZZLE, "action": "3"}).status_code == 400
