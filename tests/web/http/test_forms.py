"""Invalid requests and forms are refused with a message."""

import pytest
from starlette.testclient import TestClient

from spielbaum.web.http.security import MAX_BODY
from visiting import GERMAN, Visitor, error_message


@pytest.mark.parametrize(
    ("fields", "english", "german"),
    [
        ({"position": "XXXX"}, "position &#39;XXXX&#39;", "Stellung „XXXX“"),
        ({"seat-0-who": "robot"}, " must be one of human, random, algorithm", "Das Feld „seat-0-who“ ist eines von"),
        ({"option-order": "x"}, "must be one of rows, centre", "ist eine von rows, centre"),
        ({"option-nothing": "x"}, "does not belong there", "nicht dorthin gehört"),
        ({"seat-1-who": "algorithm", "seat-1-algorithm": "pvs"}, "needs a limit", "braucht eine Zahl"),
    ],
)
def test_invalid_input_gets_a_message(client: TestClient, fields: dict[str, str], english: str, german: str) -> None:
    form = {"seat-0-who": "human", "seat-1-who": "human", **fields}
    for headers, sentence in (({}, english), (GERMAN, german)):
        answer = client.post("/new/tic-tac-toe", data=form, headers=headers)
        assert answer.status_code == 400
        assert sentence in error_message(answer.text)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/game/short", 404),
        ("GET", f"/game/{'x' * 22}", 404),
        ("GET", "/game/%00%ff", 404),
        ("GET", "/new/../../etc/passwd", 404),
        ("GET", "/new/tree?file=/etc/passwd", 400),
        ("GET", "/?lang=xx", 400),
        ("GET", "/?other=1", 400),
        ("GET", "/?lang=de&lang=en", 400),
        ("GET", "/?lang=%ff", 400),
        ("DELETE", "/", 405),
        ("POST", "/", 405),
        ("GET", "/static/000000000000/site.css", 404),
        ("GET", "/new/random-tree?branching=100000000", 400),
        ("GET", "/new/random-tree?players=100000", 400),
        ("GET", "/new/nim?heaps=999999999999999999999999", 400),
    ],
)
def test_bad_requests_are_refused(client: TestClient, method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    assert len(error_message(answer.text)) > 10


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "fields", "status"),
    [
        ("move", {}, 400),
        ("move", {"action": "99"}, 400),
        ("move", {"action": "0", "revision": "-1"}, 400),
        ("move", {"action": "0", "revision": "9" * 50}, 400),
        ("move", {"action": "0\x00"}, 400),
        ("move", {"action": "0" * 5000}, 400),
        ("move", {"action": "0", "more": "1"}, 400),
        ("touch", {"place": "z9", "chosen": ""}, 400),
        ("redo", {}, 400),
        ("now", {}, 409),
        ("seats", {"seat-0-who": "human"}, 400),
        ("dance", {}, 404),
    ],
)
def test_bad_commands_are_refused(visitor: Visitor, command: str, fields: dict[str, str], status: int) -> None:
    answer = visitor.client.post(f"{visitor.path}/{command}", data={"revision": "0", **fields})
    assert answer.status_code == status
    assert error_message(answer.text)
    assert visitor.moves() == []


def test_bodies_other_than_forms_are_refused(visitor: Visitor) -> None:
    path, kind = f"{visitor.path}/move", {"Content-Type": "application/x-www-form-urlencoded"}
    post = visitor.client.post
    assert post(path, content=b"revision=0&action=%ff", headers=kind).status_code == 400
    assert post(path, content=b"\xff\xfe", headers=kind).status_code == 400
    assert post(path, json={"revision": 0, "action": "0"}).status_code == 415
    assert post(path, content=b"a" * (MAX_BODY + 1), headers=kind).status_code == 413
    assert visitor.moves() == []
