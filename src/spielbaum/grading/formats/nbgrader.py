"""The table that ``nbgrader export`` writes, so that grades of both can be joined."""

from spielbaum.grading.formats.table import csv_text
from spielbaum.grading.results import Grades

COLUMNS = (
    "assignment",
    "duedate",
    "timestamp",
    "student_id",
    "last_name",
    "first_name",
    "email",
    "raw_score",
    "late_submission_penalty",
    "score",
    "max_score",
)


def text(grades: Grades) -> str:
    """Return a row for each student, whose id is the name of the submission."""
    rows = (
        [grades.title, "", "", one.name, "", "", "", one.points, 0.0, one.points, float(one.of)]
        for one in grades.students
    )
    return csv_text([COLUMNS, *rows])
