"""Classes in memory: codes, seats, what goes wrong, and their end."""

import json

import pytest

from spielbaum.web.http.errors import WebError
from spielbaum.web.live.classroom import CODE, HOURS, MOST_CLASSES, MOST_SEATS, Classrooms


def test_a_class_is_found_by_its_code_its_keys_and_its_seats() -> None:
    rooms = Classrooms()
    room, other = rooms.start(), rooms.start()
    assert CODE.fullmatch(room.code)
    assert rooms.of_code(room.code) is room
    assert rooms.of_teacher(other.key) is other
    seat = room.join("Ada")
    assert rooms.of_seat(seat.key) == (room, seat)
    assert room.join("").number == 2
    rooms.end(room)
    assert room.over
    for find, name in ((rooms.of_code, room.code), (rooms.of_teacher, room.key), (rooms.of_seat, seat.key)):
        with pytest.raises(WebError):
            find(name)
    assert rooms.of_code(other.code) is other


def test_a_class_ends_with_the_day_and_limits_hold() -> None:
    now = 0.0
    rooms = Classrooms(clock=lambda: now)
    room = rooms.start()
    for _ in range(MOST_SEATS):
        room.join("")
    with pytest.raises(WebError, match="class-full"):
        room.join("")
    for _ in range(MOST_CLASSES - 1):
        rooms.start()
    with pytest.raises(WebError, match="too-many-classes"):
        rooms.start()
    now = HOURS * 3600 - 1
    assert rooms.of_code(room.code) is room
    now += 2
    with pytest.raises(WebError):
        rooms.of_code(room.code)
    assert room.over
    rooms.start()


def test_wrong_answers_are_counted_once_each() -> None:
    room = Classrooms().start()
    one, two = room.join(""), room.join("")
    room.show("/exercise?seed=1", (3,), revealed=True)
    place = {"address": "/exercise?seed=1", "steps": [3], "revealed": True, "node": "", "free": False}
    assert json.loads(room.place) == place
    for seat, wrong in ((one, "A = 7"), (one, "A = 7"), (two, "A = 7"), (one, "B = 1")):
        room.report(seat, "/exercise?seed=1", "wrong", wrong)
    room.report(one, "/exercise?seed=1", "right", "")
    assert (one.answer, one.tries, two.tries) == ("right", 2, 1)
    assert room.mistakes == {("/exercise?seed=1", "A = 7"): 2, ("/exercise?seed=1", "B = 1"): 1}
    room.report(one, "/exercise?seed=2", "", "")
    assert (one.answer, one.tries) == ("", 0)
