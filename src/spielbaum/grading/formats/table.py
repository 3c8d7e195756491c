"""A table as CSV: a row for each student."""

import csv
import io
from collections.abc import Iterable, Sequence

from spielbaum.grading.results import Grades


def text(grades: Grades) -> str:
    """Return a row for each student: the points, and for each test its points and the code of the diagnosis."""
    tests = [one.test.name for one in grades.students[0].outcomes]
    head = ["name", "points", "of", *(name for test in tests for name in (test, f"{test}: diagnosis"))]
    rows = [
        [
            student.name,
            f"{student.points:g}",
            f"{student.of:g}",
            *(cell for one in student.outcomes for cell in (f"{one.points:g}", one.code or "")),
        ]
        for student in grades.students
    ]
    return csv_text([head, *rows])


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    r"""Return rows as CSV.

    Examples
    --------
    >>> csv_text([["name", "points"], ["Groß, Anna", 4]])
    'name,points\n"Groß, Anna",4\n'
    """
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(rows)
    return file.getvalue()
