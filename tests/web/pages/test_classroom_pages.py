"""A class without JavaScript: joining, what the teacher shows, reports of students, and what is refused."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from spielbaum.web import Settings, make_app
from visiting import Begin

ELSEWHERE = "/class/aaaaaaaaaaaaaaaaaaaaaa"


def begun(client: TestClient, at: str = "") -> tuple[str, str]:
    """Begin a class; return the address of the teacher and the code."""
    answer = client.post("/class", data={"at": at}, follow_redirects=False)
    assert answer.status_code == 303
    code = re.search(r'id="class-code">(\w+)<', client.get(answer.headers["location"]).text)
    assert code
    return answer.headers["location"], code[1]


def joined(client: TestClient, code: str, name: str = "") -> str:
    answer = client.post("/class/join", data={"code": code.lower(), "name": name}, follow_redirects=False)
    assert answer.status_code == 303
    return answer.headers["location"]


def test_a_student_is_led_to_what_the_teacher_shows(client: TestClient, begin: Begin) -> None:
    room, code = begun(client, at="/understand/minimax?lang=de")
    assert code in client.get("/class", params={"code": code}).text
    seat = joined(client, code, "<Ada>")
    assert 'href="/understand/minimax"' in client.get(seat).text
    assert "&lt;Ada&gt;" in client.get(room).text
    visitor = begin("tic-tac-toe", "human", "human")
    shown = client.post(f"{room}/show", data={"address": f"{visitor.path}?ply=0", "steps": ""})
    assert shown.json() == {"shown": True}
    link = re.search(r'href="(/watch/[^"]+)"', client.get(seat).text)
    assert link
    assert visitor.path.removeprefix("/game/")[5:] not in client.get(seat).text  # they cannot play
    assert client.get(unescape(link[1])).status_code == 200
    assert client.post(f"{room}/show", data={"address": "/exercises", "steps": ""}).json() == {"shown": False}
    assert link[1] in client.get(seat).text


def test_the_teacher_sees_who_is_where_and_what_goes_wrong_most(client: TestClient) -> None:
    room, code = begun(client)
    task = "/exercise?kind=values&tree=figure:negamax"
    client.post(f"{room}/show", data={"address": task})
    for number in range(3):
        seat = joined(client, code)
        report = {"address": f"{task}&v-A=7&check=1", "answer": "wrong", "wrong": "A = 7" if number else "B = 1"}
        assert client.post(f"{seat}/report", data=report).status_code == 204
    board = client.get(f"{room}/part").text
    assert re.findall(r"(\d)×</span> <span class=\"class-who\"><b>(.*?)</b>", board) == [("2", "A = 7"), ("1", "B = 1")]
    assert board.count('<li class="gone">') == 3  # nobody listens
    assert client.post(f"{room}/free", follow_redirects=False).status_code == 303
    assert "Bring everyone back" in client.get(room).text
    assert client.post(f"{room}/end").url.path == "/class"
    assert client.get(room).status_code == client.get(seat).status_code == 404


def test_what_is_wrong_is_refused(client: TestClient) -> None:
    room, code = begun(client)
    seat = joined(client, code)
    assert client.get("/class", params={"code": "AEIOU"}).status_code == 404
    refused = client.post("/class/join", data={"code": "XXXXX", "name": "Mia"})
    assert refused.status_code == 404
    assert re.search('(?s)no class with the code .XXXXX.*id="code".*value="Mia"', refused.text)  # the form is there
    for address in (ELSEWHERE, "/class/x", "/seat/aaaaaaaaaaaaaaaaaaaaaa", f"{ELSEWHERE}/events"):
        assert client.get(address).status_code == 404, address
    assert client.post(f"{room}/show", data={"address": "/puzzle", "steps": "x"}).status_code == 400
    assert client.post(f"{room}/show", data={"other": "1"}).status_code == 400
    assert client.post(f"{room}/weather").status_code == 404
    assert client.post(f"{seat.replace('/seat', '/class')}/end").status_code == 404  # a student is not the teacher
    assert client.post(f"{seat}/report", data={"address": "/puzzle", "answer": "maybe"}).status_code == 400
    assert client.post(f"{room}/end", headers={"Origin": "https://elsewhere.example"}).status_code == 403


def test_codes_cannot_be_tried_out(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client.app.state.site.joining, "per_minute", 3)  # type: ignore[attr-defined]
    answers = [client.post("/class/join", data={"code": "BBBBB"}).status_code for _ in range(5)]
    assert answers[:3] == [404] * 3
    assert answers[-1] == 429


def test_a_page_has_no_class(database: str) -> None:
    with TestClient(make_app(Settings(database=database, in_page=True))) as client:
        assert client.get("/class").status_code == 404
        assert 'href="/class' not in client.get("/").text
