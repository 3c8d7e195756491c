"""The exercise in ``examples/courses``: the counts of the model solution, and the mistakes of the submissions."""

from math import inf
from pathlib import Path
from types import ModuleType

import pytest

from scripts import script
from spielbaum.grading.collecting import collect
from spielbaum.grading.kinds import kind_of
from spielbaum.grading.reading import read_assignment
from spielbaum.grading.results import Grades
from spielbaum.grading.runner import grade
from spielbaum.grading.submission import Submission
from spielbaum.grading.verdicts import Verdicts

FOLDER = Path(__file__).parents[2] / "examples" / "courses" / "tic-tac-toe"
CENTRE_CORNERS_EDGES = (4, 0, 2, 6, 8, 1, 3, 5, 7)


@pytest.fixture
def model() -> ModuleType:
    return script("examples/courses/tic-tac-toe/solution.py")


def grades_of(*files: str) -> Grades:
    asked = read_assignment(FOLDER / "assignment.toml")
    with Verdicts(None) as verdicts:
        return grade(asked, collect([FOLDER / file for file in files], asked), jobs=1, verdicts=verdicts)


def test_late_position(model: ModuleType) -> None:
    late = model.State("XOX.X.O..", "X")
    assert model.counted(model.minimax, late) == ((1, 3), 40)
    assert model.counted(model.alpha_beta, late, -inf, inf) == (1, 21)
    assert model.counted(model.negamax, late, -inf, inf) == (1, 21)
    model.order = CENTRE_CORNERS_EDGES
    assert model.counted(model.alpha_beta, late, -inf, inf) == (1, 18)


@pytest.mark.parametrize(
    ("order", "nodes"), [(range(9), [10, 36, 167, 591]), (CENTRE_CORNERS_EDGES, [10, 26, 97, 282])]
)
def test_depth_limits(model: ModuleType, order: tuple[int, ...], nodes: list[int]) -> None:
    model.order = order
    found = [model.counted(model.limited, model.initial_state(), depth, -inf, inf)[1] for depth in range(1, 5)]
    assert found == nodes


@pytest.mark.long
def test_empty_board(model: ModuleType) -> None:
    empty = model.initial_state()
    assert model.counted(model.minimax, empty) == ((0, 0), 549_946)
    for order, nodes in ((range(9), 18_297), (CENTRE_CORNERS_EDGES, 7_275)):
        model.order = order
        assert model.counted(model.alpha_beta, empty, -inf, inf) == (0, nodes)
        assert model.counted(model.negamax, empty, -inf, inf) == (0, nodes)
        assert model.counted(model.limited, empty, 9, -inf, inf) == (0, nodes)


@pytest.mark.parametrize(
    ("file", "test", "code"),
    [
        ("solution.py", "rules", None),
        ("submissions/ben.py", "rules", "win-missing"),
        ("submissions/ben.py", "alpha-beta", "window-not-passed"),
        ("submissions/clara.py", "negamax", "negamax-sign"),
        ("submissions/clara.py", "depth limit", "depth-off-by-one"),
    ],
)
def test_a_submission(file: str, test: str, code: str | None) -> None:
    asked = read_assignment(FOLDER / "assignment.toml")
    (one,) = [found for found in asked.tests if found.name == test]
    verdict = kind_of(one).run(one, Submission(FOLDER / file), 57)
    assert [found.code for found in verdict.diagnoses if found.wrong][:1] == ([] if code is None else [code])


@pytest.mark.long
def test_grades() -> None:
    grades = grades_of("solution.py", "submissions/ben.py", "submissions/clara.py")
    told = {
        student.name: {
            one.test.name: one.verdict.diagnoses[0].code for one in student.outcomes if not one.verdict.passed
        }
        for student in grades.students
    }
    assert told == {
        "solution": {},
        "ben": {"rules": "win-missing", "alpha-beta": "window-not-passed"},
        "clara": {"negamax": "negamax-sign", "depth limit": "depth-off-by-one"},
    }
    assert [student.points for student in grades.students if student.name == "solution"] == [24]
