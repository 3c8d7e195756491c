"""Tests of the kind ``sheet``: answers in JSON and in PDF forms, marked in a test's own process or in this one."""

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from spielbaum import games
from spielbaum.errors import InputError
from spielbaum.exercises.answers import Answers
from spielbaum.exercises.estimates import make_estimates
from spielbaum.exercises.marking import solution_of
from spielbaum.exercises.worksheet import make_worksheet, worksheet_on
from spielbaum.grading.assignment import TestSpec
from spielbaum.grading.diagnosis import Verdict
from spielbaum.grading.kinds import sheet
from spielbaum.grading.reading import read_assignment
from spielbaum.grading.submission import Submission
from spielbaum.pictures.exercise import sheets_latex

pytestmark = pytest.mark.interpreted


def verdict(path: Path, answers: Answers | dict[str, Any], **options: Any) -> Verdict:
    """Return the verdict on answers that are written to a file."""
    data = answers.to_dict() if isinstance(answers, Answers) else answers
    path.joinpath("anna.json").write_text(json.dumps(data), encoding="utf-8")
    test = TestSpec("sheet", "sheet", options=options, folder=path)
    sheet.check(test)
    return sheet.run(test, Submission(path / "anna.json"), 0)


def test_each_student_has_a_sheet(tmp_path: Path) -> None:
    for number in (3, 5):
        assert verdict(tmp_path, solution_of(make_worksheet(number)), seed=3, count=3) == Verdict(1.0)
    other = verdict(tmp_path, solution_of(make_worksheet(9)), seed=3, count=3)
    assert (other.share, other.diagnoses[0].code) == (0, "wrong-sheet")
    assert str(other.diagnoses[0].detail) == "The answers are to sheet 9, and there are the sheets 3 to 5."


def test_the_first_error_is_explained_and_the_others_are_named(tmp_path: Path) -> None:
    right = solution_of(make_worksheet(1))
    wrong = replace(right, values={**right.values, "E": "0"}, cuts=right.cuts[1:], action="D")
    found = verdict(tmp_path, wrong)
    assert 0.5 < found.share < 1
    assert [one.code for one in found.diagnoses] == ["value-max", "branch-cut", "action"]
    first = found.diagnoses[0]
    assert str(first.sentence) == "A value of MAX is not the largest of those below."
    assert str(first.detail) == "At E MAX picks the largest of 0; 16; 1: 16, not 0. 13 of 16 answers are right."
    assert first.picture is not None
    assert ">E ✗ 0</text>" in first.picture
    assert f">{right.cuts[0]} ✗</text>" in first.picture
    assert Verdict.from_dict(json.loads(json.dumps(found.to_dict()))).passed is False


def test_names_may_be_lower_case(tmp_path: Path) -> None:
    right = solution_of(make_worksheet(1))
    typed = replace(
        right,
        values={name.lower(): value for name, value in right.values.items()},
        cuts=tuple(name.upper() for name in right.cuts),
        action=right.action.lower(),
    )
    assert verdict(tmp_path, typed).passed


def test_given_trees_are_paths_beside_the_assignment(tmp_path: Path) -> None:
    tmp_path.joinpath("mine.json").write_text("[[3, 12], [2, 9]]", encoding="utf-8")
    right = {"values": {"A": 3, "B": 3, "C": 2}, "action": "B"}
    assert verdict(tmp_path, right, tree="mine.json", algorithm="minimax").passed
    assert verdict(tmp_path, solution_of(worksheet_on("figure:max-n")), tree="figure:max-n").passed


def test_positions_are_valued(tmp_path: Path) -> None:
    made = make_estimates(games.load("tic-tac-toe"), 2)
    right = {"sheet": 2, "values": made.values}
    assert verdict(tmp_path, right, game="tic-tac-toe", count=2).passed
    turned = {"sheet": 2, "values": {name: -value for name, value in made.values.items()}}  # type: ignore[operator]
    found = verdict(tmp_path, turned, game="tic-tac-toe", count=2)
    assert {one.code for one in found.diagnoses} == {"evaluation-sign"}
    alone = {"values": {"a": 1}}
    options = {"game": "tic-tac-toe", "position": "X........", "evaluation": "open-lines"}
    assert verdict(tmp_path, alone, **options).diagnoses[0].code == "evaluation-value"


def test_an_unreadable_file_is_no_crash(tmp_path: Path) -> None:
    found = verdict(tmp_path, {"values": [1]})
    assert (found.share, found.diagnoses[0].code) == (0, "no-answers")
    assert '"values" is an object' in str(found.diagnoses[0].detail)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"gaem": "nim"}, "unknown key 'gaem'"),
        ({"count": 0}, "count must be a whole number of at least 1, not 0"),
        ({"algorithm": "pvs"}, "there are worksheets on"),
        ({"tree": "figure:max-n", "count": 2}, "there is one sheet on a given tree or position"),
        ({"tree": "figure:max-n", "algorithm": "alpha-beta"}, "needs a tree of two players"),
        ({"game": "nim"}, "nim has no evaluation"),
        ({"game": "tic-tac-toe", "evaluation": "x"}, "unknown evaluation"),
    ],
)
def test_invalid_options_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        sheet.check(TestSpec("sheet", "sheet", options=options))


def test_the_answers_of_the_example_are_marked() -> None:
    folder = Path(__file__).parents[2] / "examples" / "courses" / "worksheets"
    (test,) = read_assignment(folder / "assignment.toml").tests
    found = {path.stem: sheet.run(test, Submission(path), 0) for path in (folder / "answers").iterdir()}
    codes = {name: [one.code for one in verdict.diagnoses] for name, verdict in found.items()}
    assert codes == {"anna": [], "ben": ["value-cut", "branch-cut"], "clara": ["action"]}
    assert [round(found[name].share, 3) for name in sorted(found)] == [1, 0.906, 0.933]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_a_form_is_filled_in_and_marked(tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    right = solution_of(make_worksheet(7))
    tmp_path.joinpath("form.tex").write_text(sheets_latex([make_worksheet(7)], key=False, form=True), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "form.tex"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=250)
    writer = pypdf.PdfWriter(clone_from=tmp_path / "form.pdf")
    values = {f"v-{name}": value.replace("≥", ">=").replace("≤", "<=") for name, value in right.values.items()}
    fields = {**values, "cuts": ", ".join(right.cuts), "action": right.action}
    for page in writer.pages:
        writer.update_page_form_field_values(page, fields)
    writer.write(tmp_path / "anna.pdf")
    test = TestSpec("sheet", "sheet", options={"count": 30})
    assert sheet.run(test, Submission(tmp_path / "anna.pdf"), 0) == Verdict(1.0)
