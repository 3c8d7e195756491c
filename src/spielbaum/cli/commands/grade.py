"""Grading submissions: a table, pages for the class and for each student, and files of other programs."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from spielbaum.cli.shared.options import Json, Verbose
from spielbaum.cli.shared.output import BEST, QUIET, bar, console, plain, print_json, table
from spielbaum.cli.shared.parameters import Argument, Option

if TYPE_CHECKING:
    from spielbaum.grading.results import Grades, Outcome

Submissions = Annotated[
    list[str],
    Argument(metavar="SUBMISSION...", help="Files, folders of a student, or a folder that holds those of a class."),
]
AssignmentOption = Annotated[
    Path, Option("--assignment", metavar="FILE", help="What is asked, in TOML; new assignment writes one.")
]
Out = Annotated[
    Path | None,
    Option("--out", metavar="FOLDER", help="Write pages, CSV and JSON, and keep verdicts: a later run goes on."),
]
Jobs = Annotated[
    int | None, Option("--jobs", metavar="N", min=1, help="Tests that run at a time; by default one for each core.")
]


def grade(
    submissions: Submissions,
    assignment: AssignmentOption,
    out: Out = None,
    jobs: Jobs = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Grade submissions: run the tests of an assignment on each, and say in words what is wrong.

    Every test runs in a process of its own, with limits of time, memory, states and output. One that fails does not
    end the run.
    """
    from spielbaum.grading.collecting import collect
    from spielbaum.grading.reading import read_assignment
    from spielbaum.grading.runner import grade as grade_all
    from spielbaum.grading.sandbox import bubblewrap
    from spielbaum.grading.verdicts import Verdicts

    asked = read_assignment(assignment)
    given = collect(list(map(Path, submissions)), asked)
    number, done = len(given) * len(asked.tests), 0
    if bubblewrap() is None:
        sys.stderr.write("note: bubblewrap is not installed: a program that means to can read and write your files\n")
    with Verdicts(out and out / "verdicts.jsonl") as verdicts, bar(asked.title, number) as tell:

        def advance(_name: str) -> None:
            nonlocal done
            done += 1
            tell(done)

        try:
            grades = grade_all(asked, given, jobs=jobs or os.cpu_count() or 1, verdicts=verdicts, advance=advance)
        except KeyboardInterrupt:
            kept = "; the same command goes on" if out else "; with --out a later run goes on"
            sys.stderr.write(f"{done} of {number} tests are done{kept}\n")
            raise
    if json:
        print_json(grades.to_dict())
    else:
        _show(grades)


def _show(grades: "Grades") -> None:
    """Print the points of each student and test, and what went wrong how often."""
    out = console()
    tests = [one.test for one in grades.students[0].outcomes]
    shown = table("student", *(f">{test.name}" for test in tests), ">points")
    for student in grades.students:
        cells = [_points(one) for one in student.outcomes]
        shown.add_row(plain(student.name), *cells, f"{student.points:g} of {student.of:g}")
    out.print(shown)
    for case in grades.cases():
        who = ", ".join(case.names[:3]) + (f" and {len(case.names) - 3} more" if len(case.names) > 3 else "")
        out.print(f"\n[bold]{len(case.names)}[/] {plain(case.test)}: {plain(case.diagnosis.sentence)}")
        out.print(f"  [{QUIET}]{plain(case.diagnosis.code)}: {plain(who)}[/]")


def _points(one: "Outcome") -> str:
    text = f"{one.points:g}"
    return f"[{BEST}]{text}[/]" if one.verdict.passed else text
