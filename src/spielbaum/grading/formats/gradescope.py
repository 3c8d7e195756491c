"""The file ``results.json`` of Gradescope's autograder: one submission, a test for each of ours."""

import json

from spielbaum.grading.results import Grades


def text(grades: Grades) -> str:
    """Return the results of the only submission."""
    (student,) = grades.students
    tests = [
        {
            "name": one.test.name,
            "score": one.points,
            "max_score": one.test.points,
            "status": "passed" if one.verdict.passed else "failed",
            "output": one.words(),
            "output_format": "text",
            "visibility": "visible",
            "tags": [found.code for found in one.verdict.diagnoses],
        }
        for one in student.outcomes
    ]
    document = {"score": student.points, "output": grades.title, "visibility": "visible", "tests": tests}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
