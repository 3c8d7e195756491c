"""Pages of results, in the current language."""

import base64
import statistics
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from spielbaum.adapters.names import GAME
from spielbaum.errors import Message
from spielbaum.grading.diagnosis import Diagnosis
from spielbaum.grading.results import Case, Grades, Outcome, Student
from spielbaum.language import current_language, current_texts, tr
from spielbaum.pictures.svg.theme import DARK, LIGHT


class Shown(NamedTuple):
    """A diagnosis as text.

    Attributes
    ----------
    code, wrong
        Those of the diagnosis.
    sentence, detail
        In the current language; the detail may be empty.
    picture
        The address of the picture; empty if there is none.
    """

    code: str
    wrong: bool
    sentence: str
    detail: str
    picture: str


def class_page(grades: Grades, addresses: Mapping[str, str]) -> str:
    """Return the page of the class: what went wrong how often, and the points.

    Parameters
    ----------
    grades
        The results.
    addresses
        The address of each student's page, by name.
    """
    tests = [one.test for one in grades.students[0].outcomes]
    points = [student.points for student in grades.students]
    facts = [
        (tr("Submissions"), _number(len(points))),
        (tr("Points to earn"), _number(sum(test.points for test in tests))),
        (tr("Mean"), _number(statistics.fmean(points))),
        (tr("Median"), _number(statistics.median(points))),
        (
            tr("Everything right"),
            _number(sum(all(one.verdict.passed for one in own.outcomes) for own in grades.students)),
        ),
    ]
    of_tests = [[student.outcomes[number].points for student in grades.students] for number in range(len(tests))]
    return _render(
        "class.html",
        title=grades.title,
        facts=facts,
        tests=tests,
        cases=[_case(case) for case in grades.cases()],
        remarks=[_case(case) for case in grades.cases(wrong=False)],
        students=grades.students,
        addresses=addresses,
        means=[*map(statistics.fmean, of_tests), statistics.fmean(points)],
        several=len(tests) > 1,
    )


def student_page(student: Student, title: str) -> str:
    """Return the page of a student: each test with its points, and its diagnoses with pictures.

    Parameters
    ----------
    student
        The results.
    title
        The title of the assignment.
    """
    tests = [(one, _standing(one), _shown(one.verdict.diagnoses)) for one in student.outcomes]
    return _render("student.html", title=f"{title}: {student.name}", student=student, tests=tests)


def _standing(outcome: Outcome) -> str:
    """Return the state of a test: right, partly right or wrong."""
    if outcome.verdict.passed:
        return "right"
    return "part" if outcome.points > 0 else "wrong"


def _case(case: Case) -> tuple[Case, Shown]:
    return case, _shown([replace(case.diagnosis, sentence=case.sentence)])[0]


def _shown(diagnoses: Iterable[Diagnosis]) -> list[Shown]:
    return [
        Shown(one.code, one.wrong, _sentence(one.sentence), _sentence(one.detail), _address(one.picture))
        for one in diagnoses
    ]


def _sentence(message: Message | None) -> str:
    """Return a message in the current language, which begins with a capital letter, or the name of a function."""
    text = "" if message is None else tr(message)
    return text if text.partition(" ")[0] in GAME else text[:1].upper() + text[1:]


def _address(picture: str | None) -> str:
    """Return an SVG as an address: in an image no script runs, wherever the picture comes from."""
    return f"data:image/svg+xml;base64,{base64.b64encode(picture.encode()).decode()}" if picture else ""


def _number(value: float) -> str:
    return current_texts().number(value, 2)


def _of(points: float, most: float) -> str:
    return tr("{} of {} points", _number(points), _number(most))


def _render(template: str, **values: Any) -> str:
    shared = {"tr": tr, "number": _number, "of": _of, "language": current_language()}
    return _environment().get_template(template).render(**shared, **values, light=LIGHT, dark=DARK, plots="")


@cache
def _environment() -> Environment:
    """Return the templates, with the style sheet of the report."""
    return Environment(
        loader=ChoiceLoader([PackageLoader("spielbaum.grading"), PackageLoader("spielbaum.report")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
