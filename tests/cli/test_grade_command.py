"""The command that grades: a table, JSON, pages, and files of other programs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum.grading.diagnosis import Verdict
from submitting import RULES, SIGN, TIES, without_processes, written

Run = Callable[..., Any]

VERDICTS = {"anna": Verdict(1.0, (TIES,)), "ben": Verdict(0.5, (SIGN,)), "cem": Verdict(0.0, (SIGN,))}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with an assignment and three programs, which are judged without processes."""
    without_processes(monkeypatch, VERDICTS)
    monkeypatch.chdir(tmp_path)
    return written(tmp_path, {**{f"programs/{name}.py": "" for name in VERDICTS}, "assignment.toml": RULES})


def test_json_has_a_document_of_all_submissions(spielbaum: Run, folder: Path) -> None:
    answer = spielbaum("grade", "programs", "--assignment", "assignment.toml", "--json")
    assert answer.code == 0
    anna, ben, _cem = answer.document["submissions"]
    assert (anna["name"], anna["points"], anna["of"]) == ("anna", 4, 4)
    assert (anna["tests"][0]["passed"], anna["tests"][0]["diagnosis"]) == (True, None)
    test = ben["tests"][0]
    assert (test["name"], test["passed"], test["points"], test["of"]) == ("rules", False, 2, 4)
    assert (test["diagnosis"], test["detail"]) == ("negamax-sign", "It is -3 here.")
    assert [one["code"] for one in anna["tests"][0]["diagnoses"]] == ["ties"]


def test_the_table_shows_points_and_what_went_wrong(spielbaum: Run, folder: Path) -> None:
    answer = spielbaum("grade", "programs", "--assignment", "assignment.toml", "--out", "results")
    lines = [line.split() for line in answer.out.splitlines() if line]
    assert lines[:4] == [
        ["student", "rules", "points", "of"], ["anna", "4", "4", "4"], ["ben", "2", "2", "4"], ["cem", "0", "0", "4"]
    ]  # fmt: skip
    assert answer.out.splitlines()[5:7] == ["2 rules: The value of a child is not negated.", "  negamax-sign: ben, cem"]
    assert "written: results/index.html" in answer.out.replace("\\", "/")
    assert (folder / "results" / "students" / "ben.html").exists()
    german = spielbaum("grade", "programs", "--assignment", "assignment.toml", "--language", "de")
    assert german.out.split()[:4] == ["Name", "rules", "Punkte", "von"]


def test_exports_and_bad_input(spielbaum: Run, folder: Path) -> None:
    ask = ["grade", "programs/ben.py", "--assignment", "assignment.toml"]
    answer = spielbaum(*ask, "--export", "gradescope=results.json", "--export", "csv=table.csv")
    assert answer.code == 0
    assert json.loads((folder / "results.json").read_text("utf-8"))["score"] == 2
    assert (folder / "table.csv").read_text("utf-8").splitlines()[1] == "ben,2,4,2,negamax-sign"
    for export, sentence in (
        ("moodle=x.csv", "unknown format 'moodle'"),
        ("csv", "--export takes a format and a file"),
        ("csv=none/x.csv", "cannot be written"),
    ):
        answer = spielbaum(*ask, "--export", export)
        assert (answer.code, answer.out) == (2, "")
        assert sentence in answer.err
    answer = spielbaum("grade", "nowhere", "--assignment", "assignment.toml")
    assert (answer.code, answer.err) == (2, "spielbaum: there is no file or folder 'nowhere'\n")


def test_a_new_assignment_can_be_read(spielbaum: Run, folder: Path) -> None:
    assert "assignment.toml exists already" in spielbaum("new", "assignment").err
    (folder / "assignment.toml").unlink()
    answer = spielbaum("new", "assignment")
    assert answer.out.splitlines()[0] == "wrote assignment.toml: say in it what is asked, then"
    assert (folder / "assignment.toml").read_text("utf-8").startswith("# An assignment")
