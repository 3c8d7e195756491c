"""Grading submissions: a table, pages for the class and for each student, and files of other programs."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from spielbaum.cli.shared.options import Json, Verbose
from spielbaum.cli.shared.output import BEST, QUIET, bar, console, plain, print_json, table
from spielbaum.cli.shared.parameters import Argument, Option
from spielbaum.language import tr

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
Export = Annotated[
    list[str] | None,
    Option(
        "--export",
        metavar="FORMAT=FILE",
        help="Also write the results for another program: csv, gradescope, github-classroom, nbgrader or otter.",
    ),
]
Jobs = Annotated[
    int | None, Option("--jobs", metavar="N", min=1, help="Tests that run at a time; by default one for each core.")
]


def grade(
    submissions: Submissions,
    assignment: AssignmentOption,
    out: Out = None,
    export: Export = None,
    jobs: Jobs = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Grade submissions: run the tests of an assignment on each, and say in words what is wrong.

    Every test runs in a process of its own, with limits of time, memory, states and output. One that fails does not
    end the run.
    """
    from spielbaum.files import write_whole
    from spielbaum.grading.collecting import collect
    from spielbaum.grading.formats import refuse_unfit, text_in
    from spielbaum.grading.reading import read_assignment
    from spielbaum.grading.runner import grade as grade_all
    from spielbaum.grading.sandbox import bubblewrap
    from spielbaum.grading.verdicts import Verdicts
    from spielbaum.grading.writing import CLASS_PAGE, write_results

    exports = [_export(text) for text in export or ()]
    asked = read_assignment(assignment)
    given = collect(list(map(Path, submissions)), asked)
    for form, _path in exports:
        refuse_unfit(form, len(given))
    number, done = len(given) * len(asked.tests), 0
    if bubblewrap() is None:
        note = tr("note: without bubblewrap, a program that means to can read and write your files")
        sys.stderr.write(f"{note}\n")
    with Verdicts(out and out / "verdicts.jsonl") as verdicts, bar(asked.title, number) as tell:

        def advance(_name: str) -> None:
            nonlocal done
            done += 1
            tell(done)

        try:
            grades = grade_all(asked, given, jobs=jobs or os.cpu_count() or 1, verdicts=verdicts, advance=advance)
        except KeyboardInterrupt:
            note = (
                tr("{} of {} tests are done; the same command goes on", done, number)
                if out
                else tr("{} of {} tests are done; with --out a later run goes on", done, number)
            )
            sys.stderr.write(f"{note}\n")
            raise
    if out is not None:
        write_results(grades, out)
    for form, path in exports:
        write_whole(path, text_in(form, grades))
    if json:
        print_json(grades.to_dict())
        return
    _show(grades)
    if out is not None:
        console().print(f"\n[{QUIET}]{plain(tr('written: {}, and a page for each student', out / CLASS_PAGE))}[/]")


def _export(text: str) -> tuple[str, Path]:
    """Return the format and the file of ``FORMAT=FILE``."""
    from spielbaum.errors import InputError, Message
    from spielbaum.grading.formats import refuse_unfit
    from spielbaum.pictures.svg.files import refuse_unfit_path

    form, equals, file = text.partition("=")
    if not equals or not file:
        raise InputError(Message("--export takes a format and a file, such as gradescope=results.json, not {!r}", text))
    refuse_unfit(form)
    refuse_unfit_path(Path(file))
    return form, Path(file)


def _show(grades: "Grades") -> None:
    """Print the points of each student and test, and what went wrong how often."""
    out = console()
    tests = [one.test for one in grades.students[0].outcomes]
    shown = table("student")
    for name in (*(plain(test.name) for test in tests), tr("points"), tr("of")):
        shown.add_column(name, justify="right")
    for student in grades.students:
        cells = [_points(one) for one in student.outcomes]
        shown.add_row(
            plain(student.name),
            *cells,
            f"{student.points:g}",
            f"{student.of:g}",
        )
    out.print(shown)
    for case in grades.cases():
        who = ", ".join(case.names[:3])
        who = tr("{} and {} more", who, len(case.names) - 3) if len(case.names) > 3 else who
        out.print(f"\n[bold]{len(case.names)}[/] {plain(case.test)}: {plain(tr(case.sentence))}")
        out.print(f"  [{QUIET}]{plain(case.diagnosis.code)}: {plain(who)}[/]")


def _points(one: "Outcome") -> str:
    text = f"{one.points:g}"
    return f"[{BEST}]{text}[/]" if one.verdict.passed else text
