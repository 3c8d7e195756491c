"""The kinds of tests: each a module with ``check(test)`` and ``run(test, submission, seed)``."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Protocol

from spielbaum.errors import UnknownNameError
from spielbaum.grading.assignment import TestSpec
from spielbaum.grading.diagnosis import Verdict
from spielbaum.grading.submission import Submission

KINDS = {
    "rules": "spielbaum.grading.kinds.rules",
    "search": "spielbaum.grading.kinds.search",
    "evaluation": "spielbaum.grading.kinds.evaluation",
    "tournament": "spielbaum.grading.kinds.tournament",
    "sheet": "spielbaum.grading.kinds.sheet",
}
"""The module of each kind, imported when it is needed."""

TOGETHER = {"tournament"}
"""The kinds that compare all submissions: their modules have ``run_together`` in place of ``run``."""


class Kind(Protocol):
    """What the module of a kind has: ``run``, or ``run_together`` if it is one of ``TOGETHER``."""

    def check(self, test: TestSpec) -> None:
        """Raise an InputError, with one sentence, if the options of a test do not fit."""

    def run(self, test: TestSpec, submission: Submission, seed: int) -> Verdict:
        """Return the verdict of a test, in the process of the test.

        Whatever the submission raises may be raised; the process tells it apart.
        """

    def run_together(self, test: TestSpec, submissions: Mapping[str, Submission], seed: int) -> Mapping[str, Verdict]:
        """Return the verdict on each submission, by name.

        It is called in the grader's own process, so it executes submissions in others.
        """


def kind_of(test: TestSpec) -> Any:
    """Return the module of a test's kind.

    Raises
    ------
    UnknownNameError
        If there is no such kind.
    """
    if test.kind not in KINDS:
        raise UnknownNameError("kind of test", test.kind, KINDS)
    return import_module(KINDS[test.kind])
