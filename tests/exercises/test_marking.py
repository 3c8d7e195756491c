"""Marks of worksheets: full for the solution, parts for parts of it, and the first error in words."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from spielbaum import games
from spielbaum.errors import InputError
from spielbaum.exercises.answers import Answers, read_answers
from spielbaum.exercises.estimates import make_estimates, mark_estimates, sentence_about
from spielbaum.exercises.exercise import Exercise
from spielbaum.exercises.marking import mark_sheet, solution_of
from spielbaum.exercises.sentences import explanation
from spielbaum.exercises.worksheet import make_worksheet, worksheet_on, worksheet_shapes
from spielbaum.language import tr, using_language

pytestmark = pytest.mark.interpreted

NINE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"


def first_error(exercise: Exercise, answers: Answers) -> str:
    return str(explanation(exercise, mark_sheet(exercise, answers).errors[0]))


def changed(answers: Answers, **values: str) -> Answers:
    return replace(answers, values={**answers.values, **values})


@pytest.mark.parametrize("seed", [1, 4])
@pytest.mark.parametrize("algorithm", worksheet_shapes())
def test_the_solution_has_full_marks_and_every_slip_costs(algorithm: str, seed: int) -> None:
    made = make_worksheet(seed, algorithm=algorithm)
    right = solution_of(made)
    marks = mark_sheet(made, right)
    assert (marks.share, marks.errors) == (1, ())
    assert mark_sheet(made, Answers()).share == 0
    for name in right.values:
        for wrong in (
            changed(right, **{name: "77 0 0" if " " in right.values[name] else "77"}),
            changed(right, **{name: ""}),
        ):
            marked = mark_sheet(made, wrong)
            assert 0 < marked.share < 1
            assert name in str(explanation(made, marked.errors[0]))
    for name in right.cuts:
        marked = mark_sheet(made, replace(right, cuts=tuple(one for one in right.cuts if one != name)))
        assert (marked.points, len(marked.errors)) == (marked.most - 1, 1)
        assert f"The branch to {name} is cut. At " in str(explanation(made, marked.errors[0]))
    if made.window is None:
        other = next(child.name for child in made.root.children if child.name != right.action)
        assert f"not to {other}" in first_error(made, replace(right, action=other))


def test_a_missing_sign_counts_half_and_branches_wrongly_struck_cost() -> None:
    made = worksheet_on(NINE, "alpha-beta")
    right = solution_of(made)
    assert (right.values, right.cuts, right.action) == ({"B": "3", "C": "≤ 2", "D": "≤ 2", "A": "3"}, ("c2", "c3"), "B")
    assert mark_sheet(made, changed(right, C="2")).points == 6.5
    assert first_error(made, changed(right, C="2")) == (
        "The search leaves C early, so it only knows ≤ 2, not 2. "
        "At C MIN concedes at most 2. At A MAX already has 3, so MAX will never go to C."
    )
    struck = replace(right, cuts=(*right.cuts, "D"))
    assert mark_sheet(made, struck).points == 6
    assert first_error(made, struck).startswith(
        "The branch to D is not cut. When the search reaches it, α is 3 and β is ∞"
    )
    everything = Answers(cuts=tuple(node.name for node in made.root.below()))
    assert mark_sheet(made, everything).points == 0


def test_what_follows_from_an_error_is_right() -> None:
    made = worksheet_on(NINE, "minimax")
    slipped = Answers(values={"B": "4", "C": "2", "D": "2", "A": "4"}, action="B")
    marks = mark_sheet(made, slipped)
    assert (marks.points, marks.most, len(marks.errors)) == (4, 5, 1)
    assert first_error(made, slipped) == "At B MIN picks the smallest of 3; 12; 8: 3, not 4."


def test_equal_actions_are_right_where_all_of_them_are_searched() -> None:
    made = worksheet_on("[[3, 12], [3, 9]]", "minimax")
    right = solution_of(made)
    assert mark_sheet(made, replace(right, action="C")).share == 1
    cut = worksheet_on("[[3, 12], [3, 9]]", "alpha-beta")
    assert mark_sheet(cut, replace(solution_of(cut), action="C")).share < 1


@pytest.mark.parametrize(
    ("tree", "algorithm", "values", "said"),
    [
        (NINE, "negamax", {"B": "3"}, "At B the values below, 3; 12; 8, are those of the other player: with the sign"),
        (NINE, "minimax", {"B": "three"}, "“three” at B is not a value"),
        ("figure:max-n", "max-n", {"C": "2 2 2"}, "At C player 2 picks the vector of (3, 1, 3); (2, 2, 2)"),
        ("figure:max-n", "max-n", {"C": "2 2"}, "“2 2” at C is not a vector: enter 3 numbers"),
        ("figure:max-n", "prob-max-n", {"C": "2 2 2"}, "At C the search finds (2.7, 1.3, 3), not 2 2 2."),
        (NINE, "alpha-beta", {"Z": "3"}, "There is no node 'Z' on this sheet."),
        (NINE, "alpha-beta", {"B": ""}, "The value of B is missing: it is 3."),
    ],
)
def test_errors_are_explained(tree: str, algorithm: str, values: dict[str, str], said: str) -> None:
    made = worksheet_on(tree, algorithm)
    assert first_error(made, changed(solution_of(made), **values)).startswith(said)


def test_errors_are_explained_in_german() -> None:
    made = worksheet_on(NINE, "alpha-beta")
    marks = mark_sheet(made, replace(solution_of(made), cuts=("c3",)))
    with using_language("de"):
        assert tr(explanation(made, marks.errors[0])).startswith("Der Zweig zu c2 wird abgeschnitten. In C lässt MIN")


def test_positions_are_marked() -> None:
    sheet = make_estimates(games.load("tic-tac-toe"), 3)
    right = {name: str(value) for name, value in sheet.values.items()}
    assert mark_estimates(sheet, Answers(values=right)).share == 1
    name = next(name for name, value in sheet.values.items() if value)
    turned = mark_estimates(sheet, Answers(values={**right, name: str(-sheet.values[name])}))  # type: ignore[operator]
    assert (turned.points, turned.errors[0].key) == (5, "evaluation-sign")
    wrong = mark_estimates(sheet, Answers(values={**right, name: "77"}))
    assert "What counts: lines-1: X " in str(sentence_about(sheet, wrong.errors[0]))
    missing = mark_estimates(sheet, Answers(values={"z": "1"}))
    assert [one.key for one in missing.errors] == ["no-position", *["position-missing"] * 6]


def test_rounded_values_are_right() -> None:
    sheet = make_estimates(games.load("dots-and-boxes:rows=1,columns=2"), 1, evaluation="mobility", positions=2)
    value = sheet.values["a"]
    assert isinstance(value, float)
    for given, points in ((f"{value:.2f}", 1), (f"{value:.3f}".replace(".", ","), 1), (f"{value:.0f}", 0)):
        assert mark_estimates(sheet, Answers(values={"a": given})).points == points


def written(path: Path, data: Any) -> Path:
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def test_answers_are_numbers_or_texts(tmp_path: Path) -> None:
    data = {"sheet": 7, "values": {"B": 5, "C": "≥ 6", "D": [1, 2, 3], "E": None}, "cuts": "c2, d1", "action": "B"}
    found = read_answers(written(tmp_path / "a.json", data))
    assert found == Answers(7, {"B": "5", "C": "≥ 6", "D": "1 2 3"}, ("c2", "d1"), "B")
    made = make_worksheet(7)
    assert read_answers(written(tmp_path / "b.json", solution_of(made).to_dict())) == solution_of(made)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("[1, 2", "a.json holds no answers"),
        ([1], "a.json must hold an object"),
        ({"value": {}}, "there is no entry 'value' in answers, which have sheet, values, cuts, action"),
        ({"values": 3}, '"values" is an object'),
        ({"values": {"A": True}}, "an answer is a number or a text"),
        ({"values": {"A": {"x": 1}}}, "an answer is a number or a text"),
        ({"sheet": "seven"}, "the number of a sheet is a whole number, not 'seven'"),
        ({"values": {f"a{n}": 1 for n in range(300)}}, "a sheet has at most 200 answers"),
    ],
)
def test_other_files_are_refused(data: Any, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=sentence):
        read_answers(written(tmp_path / "a.json", data))


def test_a_broken_form_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("pypdf")
    with pytest.raises(InputError, match=r"a\.pdf is not a PDF file that can be read"):
        read_answers(written(tmp_path / "a.pdf", "no form"))
