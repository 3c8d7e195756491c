"""Grading the program of the notebook that is running, for nbgrader and otter-grader."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from spielbaum.errors import InputError, Message
from spielbaum.grading.collecting import Given
from spielbaum.grading.notebook import program_of
from spielbaum.grading.reading import read_assignment
from spielbaum.grading.results import Outcome
from spielbaum.grading.runner import grade
from spielbaum.grading.verdicts import Verdicts


def grade_here(test: str, assignment: str | Path = "assignment.toml") -> Outcome:
    """Grade the program of the notebook that is running, by one test of an assignment, and print what is wrong.

    Parameters
    ----------
    test
        The name of the test.
    assignment
        The file of the assignment.

    Raises
    ------
    InputError
        If there is no such test, or no notebook is running.

    Examples
    --------
    In a cell of nbgrader, whose value is the points::

        grade_here("minimax").points
    """
    asked = read_assignment(Path(assignment)).only(test)
    with TemporaryDirectory() as folder:
        file = Path(folder).resolve() / "notebook.py"
        file.write_text(program_of(_cells()), encoding="utf-8")
        grades = grade(asked, [Given("notebook", (file,), file)], jobs=1, verdicts=Verdicts(None))
    (outcome,) = grades.students[0].outcomes
    print(outcome.words())
    return outcome


def _cells() -> list[str]:
    """Return the cells that were run before this one."""
    try:
        from IPython import get_ipython
    except ImportError:
        shell: Any = None
    else:
        shell = get_ipython()
    if shell is None:
        raise InputError(Message("grade_here grades the notebook that is running, and none is"))
    return list(shell.history_manager.input_hist_raw)[:-1]
