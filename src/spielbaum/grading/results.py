"""The results of an assignment: points and diagnoses of all students."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from spielbaum.errors import Message
from spielbaum.grading.assignment import TestSpec
from spielbaum.grading.diagnosis import Diagnosis, Verdict
from spielbaum.language import tr


class Outcome(NamedTuple):
    """The verdict of one test on one submission."""

    test: TestSpec
    verdict: Verdict

    @property
    def points(self) -> float:
        """The points earned, to a hundredth."""
        return round(self.test.points * self.verdict.share, 2)

    @property
    def first(self) -> Diagnosis | None:
        """The first error; None if the test is passed."""
        return next((one for one in self.verdict.diagnoses if one.wrong), None)

    @property
    def code(self) -> str | None:
        """The code of the first error; None if the test is passed."""
        return None if self.first is None else self.first.code

    def words(self) -> str:
        """Return the diagnoses as lines of text in the current language, each detail below its sentence."""
        if not self.verdict.diagnoses:
            return tr("Right.")
        return "\n".join(
            line
            for one in self.verdict.diagnoses
            for line in (
                tr(one.sentence) if one.wrong else tr("Remark: {}", one.sentence),
                *([f"  {tr(one.detail)}"] if one.detail else []),
            )
        )

    def check(self) -> None:
        """Raise an AssertionError with the diagnoses unless the test is passed, as graders expect."""
        if not self.verdict.passed:
            raise AssertionError(self.words())

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as JSON, its sentences in the current language."""
        first = self.first
        return {
            "name": self.test.name,
            "passed": self.verdict.passed,
            "points": self.points,
            "of": self.test.points,
            "diagnosis": self.code,
            "sentence": first and tr(first.sentence),
            "detail": first and _text(first.detail),
            "diagnoses": [
                {"code": one.code, "sentence": tr(one.sentence), "detail": _text(one.detail), "wrong": one.wrong}
                for one in self.verdict.diagnoses
            ],
        }


def _text(message: Message | None) -> str | None:
    return None if message is None else tr(message)


class Student(NamedTuple):
    """A submission and the outcomes of all tests."""

    name: str
    outcomes: tuple[Outcome, ...]

    @property
    def points(self) -> float:
        """The points earned."""
        return round(sum(one.points for one in self.outcomes), 2)

    @property
    def of(self) -> float:
        """The points of the assignment."""
        return sum(one.test.points for one in self.outcomes)

    def to_dict(self) -> dict[str, Any]:
        """Return the results of the student as JSON."""
        tests = [one.to_dict() for one in self.outcomes]
        return {"name": self.name, "points": self.points, "of": self.of, "tests": tests}


class Case(NamedTuple):
    """What went wrong, in which tests, and whose submissions it is.

    Attributes
    ----------
    tests
        The names of the tests; empty if it is all of several.
    diagnosis
        That of the first student.
    names
        The students.
    is_one
        Whether the sentence is that of all, to the last value.
    """

    tests: tuple[str, ...]
    diagnosis: Diagnosis
    names: tuple[str, ...]
    is_one: bool

    @property
    def test(self) -> str:
        """The tests, in the current language."""
        return ", ".join(self.tests) or tr("all tests")

    @property
    def sentence(self) -> Message:
        """The sentence of the diagnosis, as an example where those of others have other values."""
        return self.diagnosis.sentence if self.is_one else Message("for example: {}", self.diagnosis.sentence)


@dataclass(frozen=True)
class Grades:
    """The results of an assignment."""

    title: str
    students: tuple[Student, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the results as JSON."""
        return {"title": self.title, "submissions": [one.to_dict() for one in self.students]}

    def cases(self, *, wrong: bool = True) -> list[Case]:
        """Return what went wrong, or what was remarked, the most frequent first."""
        found: dict[tuple[str, str], list[tuple[str, Diagnosis]]] = defaultdict(list)
        for name, test, one in self._diagnoses():
            if one.wrong == wrong:
                found[one.code, test].append((name, one))
        alike: dict[tuple[str, tuple[tuple[str, str], ...]], list[tuple[str, Diagnosis]]] = defaultdict(list)
        for (code, test), own in found.items():
            alike[code, tuple((name, str(one.sentence)) for name, one in own)].append((test, own[0][1]))
        every = len(self.students[0].outcomes)
        cases = [
            Case(
                () if len(told) == every > 1 else tuple(test for test, _one in told),
                told[0][1],
                tuple(dict.fromkeys(name for name, _text in own)),
                len({text for _name, text in own}) == 1,
            )
            for (_code, own), told in alike.items()
        ]
        return sorted(cases, key=lambda case: -len(case.names))

    def _diagnoses(self) -> Iterator[tuple[str, str, Diagnosis]]:
        for student in self.students:
            for outcome in student.outcomes:
                for one in outcome.verdict.diagnoses:
                    yield student.name, outcome.test.name, one
