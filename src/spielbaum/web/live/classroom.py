"""Classes that follow their teacher: where the teacher is, who follows, and what goes wrong most.

Everything is in memory only, and a class ends after ``HOURS`` at the latest.
"""

import json
import re
import secrets
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field

from spielbaum.web.http.errors import WebError
from spielbaum.web.live.watchers import Watchers

HOURS = 12
"""Hours after which a class ends by itself."""

MOST_CLASSES, MOST_SEATS, MOST_TASKS = 100, 100, 200
"""Limits: classes of a server, seats of a class, and tasks of which answers are counted."""

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""The letters of codes: without vowels there are no words, and no I and O, which look like digits."""

CODE_LENGTH = 5
CODE = re.compile(f"[{LETTERS}]{{{CODE_LENGTH}}}")
KEY = re.compile(r"[\w-]{22}", re.ASCII)

RIGHT, WRONG, OPEN = "right", "wrong", "open"
ANSWERS = (RIGHT, WRONG, OPEN)
"""The states of an answer to a task."""


@dataclass
class Seat:
    """A window of a class.

    Attributes
    ----------
    key
        The secret part of its address.
    number, name
        Its number in the class, and the name that the student chose; empty for none.
    windows
        The number of open event streams.
    address
        The page that it shows; empty if that page is not one of ``for_others``.
    answer, tries
        The state of the last answer on that page, and the number of wrong ones.
    """

    key: str
    number: int
    name: str = ""
    windows: int = 0
    address: str = ""
    answer: str = ""
    tries: int = 0
    _wrong: str = ""

    def report(self, address: str, answer: str, wrong: str) -> bool:
        """Note where the student is; return whether this is another wrong answer than the last."""
        if address != self.address:
            self.address, self.tries, self._wrong, self.answer = address, 0, "", ""
        mistaken = answer == WRONG and (self.answer != WRONG or wrong != self._wrong)
        self.answer, self._wrong = answer, wrong if answer == WRONG else ""
        self.tries += mistaken
        return mistaken


@dataclass
class Classroom:
    """A class: the page that its teacher shows, and its seats. It belongs to the event loop.

    Attributes
    ----------
    code
        What students type.
    key
        The secret of the teacher.
    address, steps, revealed, node
        The page that the teacher shows, without language, the steps of its trees, whether its answer is shown, and the
        node to which the teacher points, as the script of the page writes it.
    free
        Whether students work on their own.
    seats
        By key.
    mistakes
        How often each mistake was made: a page, and the place or move that was wrong.
    over
        Whether it has ended.
    changes
        The number of changes.
    """

    code: str
    key: str
    ends: float
    address: str = ""
    steps: tuple[int, ...] = ()
    revealed: bool = False
    node: str = ""
    free: bool = False
    seats: dict[str, Seat] = field(default_factory=dict)
    mistakes: Counter[tuple[str, str]] = field(default_factory=Counter)
    over: bool = False
    changes: int = 0
    _watchers: Watchers = field(default_factory=Watchers)

    @property
    def place(self) -> str:
        """What the windows of students follow, as JSON."""
        shown = {"address": self.address, "steps": self.steps, "revealed": self.revealed, "node": self.node}
        return json.dumps({**shown, "free": self.free})

    @property
    def present(self) -> list[Seat]:
        """The seats with an open window."""
        return [seat for seat in self.seats.values() if seat.windows]

    def join(self, name: str) -> Seat:
        """Return a new seat.

        Raises
        ------
        WebError
            503 if the class is full.
        """
        if len(self.seats) >= MOST_SEATS:
            raise WebError(503, "class-full", count=MOST_SEATS)
        seat = Seat(secrets.token_urlsafe(16), len(self.seats) + 1, name)
        self.seats[seat.key] = seat
        self.notify()
        return seat

    def show(self, address: str, steps: tuple[int, ...] = (), *, revealed: bool = False, node: str = "") -> None:
        """Show a page of the teacher."""
        before = self.place
        self.address, self.steps, self.revealed, self.node = address, steps, revealed, node
        if self.place != before:
            self.notify()

    def lead(self, leads: bool) -> None:
        """Let students follow, or work on their own."""
        self.free = not leads
        self.notify()

    def report(self, seat: Seat, address: str, answer: str, wrong: str) -> None:
        """Note where a student is, and the answer given there."""
        mistake = (address, wrong)
        if seat.report(address, answer, wrong) and (mistake in self.mistakes or len(self.mistakes) < MOST_TASKS):
            self.mistakes[mistake] += 1
        self.notify()

    def end(self) -> None:
        """End the class."""
        self.over = True
        self.notify()

    def notify(self) -> None:
        """Wake all event streams."""
        self.changes += 1
        self._watchers.wake()

    def watch(self, timeout: float) -> AsyncGenerator[bool]:
        """Yield True at once and after every change, and False after ``timeout`` seconds without one."""
        return self._watchers.watch(timeout, lambda: self.over)


class Classrooms:
    """The classes of a server.

    Parameters
    ----------
    clock
        Returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._by_key: dict[str, Classroom] = {}

    def start(self) -> Classroom:
        """Return a new class.

        Raises
        ------
        WebError
            503 if there are too many.
        """
        self._end_old()
        if len(self._by_key) >= MOST_CLASSES:
            raise WebError(503, "too-many-classes")
        taken = {room.code for room in self._by_key.values()}
        code = next(code for code in iter(_new_code, "") if code not in taken)
        room = Classroom(code, secrets.token_urlsafe(16), self._clock() + HOURS * 3600)
        self._by_key[room.key] = room
        return room

    def of_teacher(self, key: str) -> Classroom:
        """Return the class of a teacher.

        Raises
        ------
        WebError
            404 if there is none, or it has ended.
        """
        self._end_old()
        room = self._by_key.get(key)
        if room is None:
            raise WebError(404, "no-class")
        return room

    def of_code(self, code: str) -> Classroom:
        """Return the class with a code.

        Raises
        ------
        WebError
            404 if there is none, or it has ended.
        """
        self._end_old()
        room = next((room for room in self._by_key.values() if secrets.compare_digest(room.code, code)), None)
        if room is None:
            raise WebError(404, "no-class-code", code=code)
        return room

    def of_seat(self, key: str) -> tuple[Classroom, Seat]:
        """Return the class with a seat, and the seat.

        Raises
        ------
        WebError
            404 if there is none, or the class has ended.
        """
        self._end_old()
        for room in self._by_key.values():
            if key in room.seats:
                return room, room.seats[key]
        raise WebError(404, "no-class")

    def end(self, room: Classroom) -> None:
        """End a class, and forget it."""
        self._by_key.pop(room.key, None)
        room.end()

    def close(self) -> None:
        """End all classes."""
        for room in list(self._by_key.values()):
            self.end(room)

    def _end_old(self) -> None:
        now = self._clock()
        for room in [room for room in self._by_key.values() if room.ends <= now]:
            self.end(room)


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
