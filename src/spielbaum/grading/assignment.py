"""Assignments: what is asked of a submission, its points and its limits."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from spielbaum.errors import InputError, Message, UnknownNameError


@dataclass(frozen=True)
class Limits:
    """What a test may use.

    Attributes
    ----------
    seconds
        Of processor time; the tests themselves are limited in states.
    memory
        In megabytes.
    states
        Of a game, that one search may visit.
    output
        Characters that a submission may print.
    """

    seconds: float = 10.0
    memory: int = 1024
    states: int = 1_000_000
    output: int = 10_000


@dataclass(frozen=True)
class TestSpec:
    """A test of an assignment.

    Attributes
    ----------
    name
        Its name, for readers.
    kind
        One of ``spielbaum.grading.kinds.KINDS``.
    points
        What it is worth.
    options
        The rest of its table, which its kind checks.
    limits
        Those of the assignment.
    folder
        That of the assignment file, to which paths among the options are relative.
    file
        The file of a submission that is tested, if it consists of several.
    """

    __test__ = False  # for pytest

    name: str
    kind: str
    points: float = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = Limits()
    folder: Path = Path()
    file: str | None = None

    def refuse_unknown(self, *known: str) -> None:
        """Raise an InputError if there is an option of another name."""
        from difflib import get_close_matches

        for name in self.options:
            if name not in known:
                near = get_close_matches(name, known, n=1)
                hint = (
                    Message("did you mean {!r}?", near[0])
                    if near
                    else Message("there is {}", ", ".join(known) or "none")
                )
                raise InputError(Message("test {!r}: unknown key {!r}: {}", self.name, name, hint))

    def text(self, name: str, default: str | None = None) -> str:
        """Return an option that is a text.

        Raises
        ------
        InputError
            If it is missing and has no default, or is no text.
        """
        found = self.options.get(name, default)
        if found is None:
            raise InputError(Message("test {!r}: {} is missing", self.name, name))
        if not isinstance(found, str):
            raise InputError(Message("test {!r}: {} must be a text, not {!r}", self.name, name, found))
        return found

    def choice(self, name: str, *choices: str) -> str:
        """Return an option that is one of some texts; the first is the default.

        Raises
        ------
        InputError
            If it is another one.
        """
        found = self.text(name, choices[0])
        if found not in choices:
            known = ", ".join(choices)
            raise InputError(Message("test {!r}: {} is one of {}, not {!r}", self.name, name, known, found))
        return found

    def whole_number(self, name: str, default: int, *, least: int = 1) -> int:
        """Return an option that is a whole number.

        Raises
        ------
        InputError
            If it is none, or less than ``least``.
        """
        found = self.options.get(name, default)
        if not isinstance(found, int) or isinstance(found, bool) or found < least:
            sentence = "test {!r}: {} must be a whole number of at least {}, not {!r}"
            raise InputError(Message(sentence, self.name, name, least, found))
        return found


@dataclass(frozen=True)
class Assignment:
    """An assignment: its tests, and the names that submissions use.

    Attributes
    ----------
    title
        Its title.
    tests
        In the order in which they are shown.
    names
        The name in the submissions by the standard name.
    seed
        Of everything random, with the name of the student.
    """

    title: str
    tests: tuple[TestSpec, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0

    def only(self, name: str) -> "Assignment":
        """Return the assignment with one of its tests.

        Raises
        ------
        UnknownNameError
            If there is no test of that name.
        """
        tests = tuple(test for test in self.tests if test.name == name)
        if not tests:
            raise UnknownNameError(Message("test"), name, [test.name for test in self.tests])
        return replace(self, tests=tests)
