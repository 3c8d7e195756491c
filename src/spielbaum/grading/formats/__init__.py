"""Results in the formats of other programs: each a module with ``text(grades)``."""

from collections.abc import Callable
from importlib import import_module

from spielbaum.errors import InputError, Message, UnknownNameError
from spielbaum.grading.results import Grades

FORMATS = ("csv", "gradescope", "github-classroom", "nbgrader", "otter")

OF_ONE = ("gradescope", "github-classroom")
"""The formats that hold the results of one submission."""


def text_in(form: str, grades: Grades) -> str:
    """Return results in a format.

    Raises
    ------
    InputError
        If there is no such format, or it has one submission only.
    """
    refuse_unfit(form, len(grades.students))
    module = import_module(f"{__name__}.{_module(form)}")
    text: Callable[[Grades], str] = module.text
    return text(grades)


def refuse_unfit(form: str, submissions: int = 1) -> None:
    """Raise an InputError if there is no format of a name, or it holds one submission and there are several."""
    if form not in FORMATS:
        raise UnknownNameError(Message("format"), form, FORMATS)
    if form in OF_ONE and submissions != 1:
        raise InputError(Message("{} takes the results of one submission, not of {}", form, submissions))


def _module(form: str) -> str:
    return {"csv": "table", "otter": "otter_grader"}.get(form, form.replace("-", "_"))
