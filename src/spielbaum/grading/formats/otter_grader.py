"""The table ``final_grades.csv`` that ``otter grade`` writes: the first row holds the points to earn."""

from spielbaum.grading.formats.table import csv_text
from spielbaum.grading.results import Grades

POSSIBLE = "points-per-question"
"""The name in the row of the points to earn."""


def text(grades: Grades) -> str:
    """Return a row for each student: the points of each test, their share, their sum, and the file."""
    tests = [one.test for one in grades.students[0].outcomes]
    of = grades.students[0].of
    possible = [*(float(test.points) for test in tests), "NA", float(of), POSSIBLE]
    rows = (
        [*(one.points for one in own.outcomes), own.points / of if of else 0.0, own.points, own.name]
        for own in grades.students
    )
    head = [*(test.name for test in tests), "percent_correct", "total_points_earned", "file"]
    return csv_text([head, possible, *rows])
