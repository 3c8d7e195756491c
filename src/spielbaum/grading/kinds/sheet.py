"""Tests of the kind ``sheet``: the answers to a worksheet, in JSON or in a PDF form."""

from typing import Any

from spielbaum.errors import InputError, Message, SpielbaumError
from spielbaum.exercises.answers import read_answers
from spielbaum.exercises.estimates import Estimates, make_estimates, mark_estimates, sentence_about
from spielbaum.exercises.exercise import Exercise
from spielbaum.exercises.marking import mark_sheet
from spielbaum.exercises.sentences import explanation
from spielbaum.exercises.worksheet import make_worksheet, worksheet_on
from spielbaum.grading.assignment import TestSpec
from spielbaum.grading.diagnosis import Diagnosis, Verdict
from spielbaum.grading.submission import Submission
from spielbaum.pictures.exercise import solution_picture
from spielbaum.position_text import parse_position
from spielbaum.registry import load

TREES = ("algorithm", "branching", "depth", "seed", "count", "tree")
POSITIONS = ("game", "evaluation", "positions", "position", "seed", "count")


def check(test: TestSpec) -> None:
    """Raise an InputError if there is no such worksheet."""
    test.refuse_unknown(*(POSITIONS if "game" in test.options else TREES))
    for name in ("algorithm", "tree", "game", "evaluation", "position"):
        if name in test.options:
            test.text(name)
    for name in ("branching", "depth", "seed", "count", "positions"):
        value = test.options.get(name, 1)
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise InputError(
                Message("test {!r}: {} must be a whole number from 1 on, not {!r}", test.name, name, value)
            )
    if ("tree" in test.options or "position" in test.options) and {"seed", "count", "branching"} & {*test.options}:
        raise InputError(Message("test {!r}: there is one sheet on a given tree or position", test.name))
    _sheet(test, test.options.get("seed", 1))


def run(test: TestSpec, submission: Submission, _seed: int) -> Verdict:
    """Return the verdict on the answers in the file of a submission: part of the points for each that is right."""
    try:
        answers = read_answers(submission.path)
    except InputError as error:
        return Verdict(0.0, (Diagnosis("no-answers", _sentence_of(error)),))
    number = answers.sheet or test.options.get("seed", 1)
    first, count = test.options.get("seed", 1), test.options.get("count", 1)
    if not {"tree", "position"} & {*test.options} and not first <= number < first + count:
        said = Message(
            "The answers are to sheet {}, and there are the sheets {} to {}.", number, first, first + count - 1
        )
        return Verdict(0.0, (Diagnosis("wrong-sheet", said),))
    sheet = _sheet(test, number)
    if isinstance(sheet, Estimates):
        marks = mark_estimates(sheet, answers)
        found = [(one, sentence_about(sheet, one)) for one in marks.errors]
    else:
        marks = mark_sheet(sheet, answers)
        found = [(one, explanation(sheet, one)) for one in marks.errors]
    detail = Message("{:g} of {} answers are right.", marks.points, marks.most)
    picture = solution_picture(sheet)
    return Verdict(
        marks.share,
        tuple(
            Diagnosis(one.key, said, detail if i == 0 else None, picture if i == 0 else None)
            for i, (one, said) in enumerate(found)
        ),
    )


def _sheet(test: TestSpec, number: int) -> Exercise | Estimates:
    """Return the worksheet of a number."""
    options = test.options
    if "game" in options:
        game = load(options["game"])
        state = parse_position(game, options["position"]) if "position" in options else None
        own: dict[str, Any] = {name: options[name] for name in ("evaluation", "positions") if name in options}
        return make_estimates(game, number, state=state, **own)
    if "tree" in options:
        file = test.folder / options["tree"]
        return worksheet_on(f"tree:file={file}" if file.is_file() else options["tree"], options.get("algorithm"))
    shape = {name: options[name] for name in ("branching", "depth", "algorithm") if name in options}
    return make_worksheet(number, **shape)


def _sentence_of(error: SpielbaumError) -> Message:
    said = error.args[0]
    return said if isinstance(said, Message) else Message(str(said))
