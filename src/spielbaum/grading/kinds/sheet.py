"""Tests of the kind ``sheet``: the answers to a worksheet, in JSON or in a PDF form."""

from typing import Any

from spielbaum.errors import InputError, Message, SpielbaumError
from spielbaum.exercises.answers import Answers, read_answers
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

SENTENCES = {
    "value-max": Message("A value of MAX is not the largest of those below."),
    "value-min": Message("A value of MIN is not the smallest of those below."),
    "value-mover": Message("A value is not the largest of those below with their signs turned."),
    "value-own": Message("A player does not take the vector that is best for it."),
    "value-other": Message("A value is wrong."),
    "value-cut": Message("The value of a node that is left early is wrong."),
    "value-missing": Message("A value is missing."),
    "sign-exact": Message("An exact value is taken for a bound."),
    "sign-bound": Message("A bound is taken for an exact value, or for another one."),
    "no-value": Message("An answer is not a value."),
    "no-vector": Message("An answer is not a vector."),
    "no-node": Message("An answer is to a node that is not on the sheet."),
    "pruned-cut": Message("A node has a value that is never visited."),
    "branch-cut": Message("A branch that is cut is not struck out."),
    "branch-first": Message("The first branch of a node is struck out."),
    "branch-open": Message("A branch is struck out that must be searched."),
    "branch-needed": Message("A branch is struck out that must be searched."),
    "action": Message("The best action is wrong."),
    "action-missing": Message("The best action is missing."),
    "evaluation-sign": Message("A value has the sign of the other player."),
    "evaluation-value": Message("The value of a position is wrong."),
    "position-missing": Message("The value of a position is missing."),
    "no-position": Message("An answer is to a position that is not on the sheet."),
    "no-answers": Message("The file holds no answers."),
    "wrong-sheet": Message("The answers are to another sheet."),
}
"""What is wrong, by the code of a diagnosis; where it is, its detail says."""


def check(test: TestSpec) -> None:
    """Raise an InputError if there is no such worksheet."""
    test.refuse_unknown(*(POSITIONS if "game" in test.options else TREES))
    for name in ("algorithm", "tree", "game", "evaluation", "position"):
        if name in test.options:
            test.text(name)
    for name in ("branching", "depth", "seed", "count", "positions"):
        test.whole_number(name, 1)
    if ("tree" in test.options or "position" in test.options) and {"seed", "count", "branching"} & {*test.options}:
        raise InputError(Message("test {!r}: there is one sheet on a given tree or position", test.name))
    _sheet(test, test.options.get("seed", 1))


def run(test: TestSpec, submission: Submission, _seed: int) -> Verdict:
    """Return the verdict on the answers in the file of a submission: part of the points for each that is right."""
    try:
        answers = read_answers(submission.path)
    except SpielbaumError as error:
        return Verdict(0.0, (Diagnosis("no-answers", SENTENCES["no-answers"], _sentence_of(error)),))
    number = answers.sheet or test.options.get("seed", 1)
    first, count = test.options.get("seed", 1), test.options.get("count", 1)
    if not {"tree", "position"} & {*test.options} and not first <= number < first + count:
        said = Message(
            "The answers are to sheet {}, and there are the sheets {} to {}.", number, first, first + count - 1
        )
        return Verdict(0.0, (Diagnosis("wrong-sheet", SENTENCES["wrong-sheet"], said),))
    return _verdict(_sheet(test, number), answers)


def _verdict(sheet: Exercise | Estimates, answers: Answers) -> Verdict:
    """Return the verdict, with the first error of each code."""
    if isinstance(sheet, Estimates):
        marks = mark_estimates(sheet, answers)
        found = [(one.key, sentence_about(sheet, one)) for one in marks.errors]
    else:
        marks = mark_sheet(sheet, answers)
        found = [(one.key, explanation(sheet, one)) for one in marks.errors]
    given = answers.spelled(one.wrong for one in marks.errors).values
    wrong = {one.wrong: given.get(one.wrong, "") for one in marks.errors}
    diagnoses: dict[str, Diagnosis] = {}
    for key, detail in found:
        code = key.partition("-cut-")[0] + "-cut" if "-cut-" in key else key
        said = detail if diagnoses else Message("{} {:g} of {} answers are right.", detail, marks.points, marks.most)
        picture = None if diagnoses else solution_picture(sheet, wrong)
        diagnoses.setdefault(code, Diagnosis(code, SENTENCES[code], said, picture))
    return Verdict(marks.share, tuple(diagnoses.values()))


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
