"""Results in the formats of other programs: each a module with ``text(grades)``."""

from collections.abc import Callable
from importlib import import_module

from spielbaum.errors import InputError, Message, UnknownNameError
from spielbaum.grading.results import Grades, Student

FORMATS = ("csv", "gradescope", "github-classroom", "nbgrader", "otter")


def text_in(form: str, grades: Grades) -> str:
    """Return results in a format.

    Raises
    ------
    InputError
        If there is no such format, or it has one submission only.
    """
    refuse_unknown(form)
    module = import_module(f"{__name__}.{_module(form)}")
    text: Callable[[Grades], str] = module.text
    return text(grades)


def refuse_unknown(form: str) -> None:
    """Raise an InputError if there is no format of a name."""
    if form not in FORMATS:
        raise UnknownNameError(Message("format"), form, FORMATS)


def only_student(grades: Grades, form: str) -> Student:
    """Return the only submission of a format that has one.

    Raises
    ------
    InputError
        If there are several.
    """
    if len(grades.students) != 1:
        raise InputError(Message("{} takes the results of one submission, not of {}", form, len(grades.students)))
    return grades.students[0]


def _module(form: str) -> str:
    return {"csv": "table", "otter": "otter_grader"}.get(form, form.replace("-", "_"))
