"""Tests of assignments on the rules of a game and on an evaluation, with right solutions and with faults."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from spielbaum.errors import InputError, SpielbaumError
from spielbaum.grading.assignment import TestSpec
from spielbaum.grading.diagnosis import Stopped, Verdict
from spielbaum.grading.kinds import kind_of
from spielbaum.grading.submission import Submission

HERE = Path(__file__).parent
SOLUTION = HERE.parent.parent / "examples" / "courses" / "tic-tac-toe" / "solution.py"
CORPUS = tomllib.loads((HERE / "corpus" / "corpus.toml").read_text(encoding="utf-8"))
OPEN_LINES = {"against": "tic-tac-toe", "evaluation": "open-lines"}


def judged(kind: str, path: Path, names: Mapping[str, str] | None = None, **options: Any) -> Verdict:
    """Return the verdict on a file."""
    test = TestSpec(kind, kind, options=options)
    kind_of(test).check(test)
    try:
        verdict: Verdict = kind_of(test).run(test, Submission(path, names), 1)
    except Stopped as stop:
        return Verdict(0.0, (stop.diagnosis,))
    return verdict


def changed(folder: Path, old: str, new: str, source: str = "") -> Path:
    """Return the file of the model solution, or of a source, with one change."""
    text = source or SOLUTION.read_text(encoding="utf-8")
    assert old in text
    path = folder / "changed.py"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", CORPUS)
def test_right_solutions_in_any_style_are_right(name: str) -> None:
    if name == "felder_numpy":
        pytest.importorskip("numpy")
    path, names = HERE / "corpus" / f"{name}.py", CORPUS[name].get("names")
    rules = judged("rules", path, names, against="tic-tac-toe", positions=200, games=5)
    assert (rules.share, rules.diagnoses) == (1.0, ())
    evaluation = judged("evaluation", path, names, **OPEN_LINES, positions=40, **CORPUS[name]["tests"]["evaluation"])
    assert (evaluation.share, evaluation.diagnoses) == (1.0, ())


RULES: dict[str, tuple[str, str, str, float, str]] = {
    # fault: what is written, what instead, the code, the share, a part of the sentence and of the detail
    "a wrong line": ("(2, 4, 6))", "(2, 4, 7))", "win-missing", 0.8, "A win by this line is not seen: 2 4 6."),
    "the other begins": ('State(".........", "X")', 'State(".........", "O")', "first-player", 0.8, "O begins"),
    "X moves always": ('"O" if state.to_move == "X" else "X")', '"X")', "turn-order", 0.4, "After the moves 0: X is"),
    "a square too few": ("for square in order if", "for square in order[1:] if", "actions-missing", 0.8, "Missing: 0."),
    "a crash": ("        return 1\n    if has_line", "        return 1 / 0\n    if has_line", "crashes", 0.8,
                "The program crashes with ZeroDivisionError: division by zero."),
    "no function": ("def utility", "def useless", "missing-function", 0.0, "There is no function 'utility'."),
    "another name": ("def utility", "def utlity", "missing-function", 0.0,
                     "There is no function 'utility'. There is a function 'utlity'."),
    "no number": ("        return 1\n    if has_line", "        return 'X'\n    if has_line", "wrong-type", 0.8,
                  "returns 'X', not 1, 0 or -1"),
}  # fmt: skip


@pytest.mark.parametrize("fault", RULES)
def test_faults_in_rules_are_told_with_the_board(fault: str, tmp_path: Path) -> None:
    old, new, code, share, text = RULES[fault]
    verdict = judged("rules", changed(tmp_path, old, new), against="tic-tac-toe", positions=2300, games=0)
    first = verdict.diagnoses[0]
    assert (first.code, verdict.share, verdict.passed) == (code, share, False)
    assert text in f"{first.sentence} {first.detail}"
    assert (first.picture or "<svg").startswith("<svg")
    assert (first.picture is None) == (code == "missing-function")


COUNT_X = "        if noughts == 0 and crosses in (1, 2):\n            points += 3 if crosses == 2 else 1\n"
EVALUATIONS: dict[str, tuple[str, str, str, str]] = {
    # fault: what is written, what instead, the code, a part of the sentence and of the detail
    "sign": ("return points", "return -points", "evaluation-sign", "The evaluation has the wrong sign."),
    "side": ("return points", "return points if state.to_move == 'X' else -points", "evaluation-side",
             "The value depends on who is to move, and it should not."),
    "weight": ("points += 3", "points += 2", "evaluation-weight",
               "The weight of lines-2 of X is 2, and it should be 3."),
    "both weights": ("3 if", "4 if", "evaluation-weight", "The weight of lines-2 is 4, and it should be 3."),
    "sign of one": ("points -= 3 if noughts == 2 else 1", "points += 3 if noughts == 2 else 1", "evaluation-sign",
                   "What O has is counted with the wrong sign."),
    "sign of a term": ("3 if noughts == 2", "-3 if noughts == 2", "evaluation-sign",
                       "The term lines-2 of O has the wrong sign."),
    "one alone": (COUNT_X, "", "evaluation-feature", "What X has is not counted."),
    "no lines of one": ("crosses in (1, 2)", "crosses == 2", "evaluation-feature",
                        "The term lines-1 of X is not counted."),
    "closed lines": ("noughts == 0 and crosses in", "crosses in", "evaluation-feature",
                     "Lines of X are counted although O has pieces there too."),
    "a line short": ("for line in LINES:\n        marks", "for line in LINES[:7]:\n        marks", "evaluation-feature",
                     "A line is not counted: 2 4 6."),
    "another line": ("for line in LINES:\n        marks", "for line in (*LINES[:7], (2, 4, 5)):\n        marks",
                     "evaluation-feature", "A line is 2 4 5, and it should be 2 4 6."),
    "a constant": ("return points", "return points + 1", "evaluation-weight",
                   "All values are 1 too large. At the start:"),
    "nothing": ("return points", "return 0", "evaluation-feature", "The evaluation returns 0 everywhere."),
    "something": ("points = 0", "points = 5 * (state.squares[4] == 'X')", "evaluation-feature",
                  "The value is 9, and it should be 4: 1·4 + 3·0 − (1·0 + 3·0)."),
    "text": ("return points", "return str(points)", "wrong-type", "evaluation returns '0', not a number."),
    "a sum": ("return points", "return points, points", "not-zero-sum", "do not sum to 0. It returns [3, 3]."),
    "no function": ("def evaluation", "def guess", "missing-function", "There is no function 'evaluation'."),
}  # fmt: skip


@pytest.mark.parametrize("fault", EVALUATIONS)
def test_faults_in_evaluations_are_told_with_the_board(fault: str, tmp_path: Path) -> None:
    old, new, code, text = EVALUATIONS[fault]
    verdict = judged("evaluation", changed(tmp_path, old, new), **OPEN_LINES, positions=120)
    first = verdict.diagnoses[0]
    assert (first.code, verdict.passed, verdict.share <= 0.5) == (code, False, True)
    assert text in f"{first.sentence} {first.detail}"
    assert (first.picture is None) == (code in ("wrong-type", "not-zero-sum", "missing-function"))


HANDED = """
def evaluation(board):
    points, lines = 0, [*board, *zip(*board), [board[k][k] for k in range(3)], [board[k][2 - k] for k in range(3)]]
    for line in map(list, lines):
        for mark, other, sign in (("X", "O", 1), ("O", "X", -1)):
            points += sign * (0, 1, 3, 0)[line.count(mark)] * (line.count(other) == 0)
    return points
"""


def test_an_evaluation_without_a_game_is_handed_boards(tmp_path: Path) -> None:
    path = changed(tmp_path, "[board[k][2 - k] for k in range(3)]", "[board[k][2 - k] for k in range(3)]", HANDED)
    assert judged("evaluation", path, **OPEN_LINES, state="rows").passed
    flat = changed(tmp_path, "(board):", "(board):\n    board = [board[0:3], board[3:6], board[6:9]]", HANDED)
    assert judged("evaluation", flat, **OPEN_LINES, state="text", positions=60).passed
    assert judged("evaluation", flat, **OPEN_LINES, state="list", marks=["X", "O", " "], positions=60).passed
    (found,) = judged(
        "evaluation", changed(tmp_path, "1, 3, 0", "1, 2, 0", HANDED), **OPEN_LINES, state="rows"
    ).diagnoses
    assert str(found.sentence) == "The weight of lines-2 is 2, and it should be 3."


def test_the_side_of_an_evaluation_may_be_the_mover(tmp_path: Path) -> None:
    path = changed(tmp_path, "return points", "return points if state.to_move == 'X' else -points")
    assert judged("evaluation", path, **OPEN_LINES, side="mover", positions=60).passed
    (wrong,) = judged("evaluation", SOLUTION, **OPEN_LINES, side="mover", positions=60).diagnoses
    assert (wrong.code, str(wrong.sentence)) == (
        "evaluation-side",
        "The value is that for X, not for the player to move.",
    )


def test_a_first_state_may_be_given(tmp_path: Path) -> None:
    path = changed(tmp_path, "def initial_state", "def begin_somehow")
    (missing,) = judged("rules", path, against="tic-tac-toe").diagnoses
    assert str(missing.sentence) == "There is no function 'initial_state'."
    lists = (HERE / "corpus" / "lists.py").read_text(encoding="utf-8")
    given = changed(tmp_path, "def initial_state", "def begin_somehow", lists)
    start = "[[None, None, None], [None, None, None], [None, None, None]]"
    assert judged("rules", given, against="tic-tac-toe", start=start, positions=100, games=5).passed


def test_a_utility_of_another_size_is_wrong_unless_the_assignment_allows_it(tmp_path: Path) -> None:
    path = changed(tmp_path, "        return 1\n    if has_line", "        return 5\n    if has_line")
    path = changed(tmp_path, "        return -1\n", "        return -5\n", path.read_text(encoding="utf-8"))
    for scaled in (False, True):
        verdict = judged("rules", path, against="tic-tac-toe", positions=300, games=40, scaled=scaled)
        assert (verdict.passed, verdict.share) == ((True, 1.0) if scaled else (False, 0.8))
        assert str(verdict.diagnoses[0].sentence) == "utility is 5 times as large as in the reference."


@pytest.mark.parametrize(
    ("kind", "options", "said"),
    [
        ("rules", {}, "test 'rules': against is missing"),
        ("rules", {"against": "tictactoe"}, "unknown game 'tictactoe': did you mean 'tic-tac-toe'?"),
        ("rules", {"against": "nim", "positions": 0}, "positions must be a whole number of at least 1, not 0"),
        ("rules", {"against": "nim", "scaled": 3}, "scaled is true or false, not 3"),
        ("rules", {"against": "nim", "moves": 3}, "moves is a table from texts to texts, not 3"),
        ("rules", {"against": "nim", "position": 3}, "unknown key 'position': did you mean 'positions'?"),
        ("rules", {"against": "nim", "start": "f()"}, "start is a position as Python writes it, not 'f()'"),
        ("evaluation", {"against": "nim"}, "nim has no evaluation"),
        ("evaluation", {**OPEN_LINES, "evaluation": "lines"}, "unknown evaluation of 'tic-tac-toe' 'lines'"),
        ("evaluation", {**OPEN_LINES, "side": "last"}, "side is one of first, mover, not 'last'"),
        ("evaluation", {**OPEN_LINES, "marks": ["X"]}, "marks are those of both players and of an empty square"),
    ],
)  # fmt: skip
def test_options_that_do_not_fit_are_refused(kind: str, options: dict[str, Any], said: str) -> None:
    test = TestSpec(kind, kind, options=options)
    with pytest.raises(InputError) as refused:
        kind_of(test).check(test)
    assert said in str(refused.value)
    assert isinstance(refused.value, SpielbaumError)
