"""The command ``sheet``: documents with keys, files for each sheet, and refusals in a sentence."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum.exercises.marking import solution_of
from spielbaum.exercises.worksheet import make_worksheet, worksheet_on

pytestmark = pytest.mark.interpreted

Run = Callable[..., Any]


def test_sheets_of_a_count_are_printed_or_json(spielbaum: Run) -> None:
    told = spielbaum("sheet", "--count", "3", "--seed", "7").out
    assert re.findall(r"^# (Exercise \d+)", told, re.MULTILINE) == ["Exercise 7", "Exercise 8", "Exercise 9"]
    assert "Solution" not in told
    sheets = spielbaum("sheet", "--count", "3", "--seed", "7", "--json").document["sheets"]
    assert [one["answers"] for one in sheets] == [solution_of(make_worksheet(n)).to_dict() for n in (7, 8, 9)]
    german = spielbaum("sheet", "--json", "--language", "de").document["sheets"]
    assert german[0]["title"] == "Aufgabe 1: Alpha-Beta-Suche"


def test_a_document_has_the_key_behind_the_sheets(spielbaum: Run, tmp_path: Path) -> None:
    html, latex, text = (tmp_path / f"all.{ending}" for ending in ("html", "tex", "md"))
    words = ("sheet", "--count", "2", "--html", str(html), "--latex", str(latex), "--markdown", str(text))
    assert spielbaum(*words).code == 0
    assert "<h1>Key</h1>" in html.read_text(encoding="utf-8")
    assert r"\bfseries Key" in latex.read_text(encoding="utf-8")
    key = tmp_path / "key.html"
    assert spielbaum(*words, "--key", str(key)).code == 0
    assert "Solution" not in "".join(path.read_text(encoding="utf-8") for path in (html, latex, text))
    assert key.read_text(encoding="utf-8").count("Solution") >= 2


def test_each_sheet_has_a_file(spielbaum: Run, tmp_path: Path) -> None:
    words = ("sheet", "--count", "2", "--seed", "9", "--each", "--form", "--latex", str(tmp_path / "sheet.tex"))
    assert spielbaum(*words).code == 0
    texts = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert set(texts) == {"sheet-09.tex", "sheet-10.tex", "sheet-key.tex"}
    assert "TextField[name=v-A," in texts["sheet-09.tex"]
    assert "value=10,default=10,readonly=true" in texts["sheet-10.tex"]
    assert ["Solution" in text for _, text in sorted(texts.items())] == [False, False, True]


def test_given_trees_and_positions(spielbaum: Run, tmp_path: Path) -> None:
    found = spielbaum("sheet", "figure:max-n", "--json").document["sheets"]
    assert found[0]["answers"] == solution_of(worksheet_on("figure:max-n")).to_dict()
    path = tmp_path / "mine.json"
    path.write_text(json.dumps([[3, 12], [2, 9]]), encoding="utf-8")
    mine = spielbaum("sheet", f"tree:file={path}", "--algorithm", "minimax", "--json").document["sheets"]
    assert mine[0]["answers"]["values"] == {"B": "3", "C": "2", "A": "3"}
    words = ("sheet", "tic-tac-toe", "--position", "XOX.X.O..", "--to-move", "X", "--json")
    assert set(spielbaum(*words).document["sheets"][0]["answers"]["values"]) == {"a"}
    shaped = spielbaum("sheet", "random-tree:branching=2,depth=3", "--json").document["sheets"]
    assert shaped == spielbaum("sheet", "--branching", "2", "--depth", "3", "--json").document["sheets"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--algorithm", "pvs"), "there are worksheets on minimax, "),
        (("figure:negamax", "--count", "3"), "--count is for sheets on random trees or positions: this one is given"),
        (("figure:negamax", "--seed", "3"), "--seed is for sheets on random trees or positions: this one is given"),
        (("figure:negamax", "--depth", "3"), "--depth is for random trees, and 'figure:negamax' is given"),
        (
            ("tic-tac-toe", "--algorithm", "minimax"),
            "--algorithm is for a sheet on a tree, and 'tic-tac-toe'",
        ),
        (("--positions", "3"), "--positions is for a sheet on an evaluation: name a game"),
        (("tic-tac-toe", "--position", "XOX.X.O..", "--to-move", "X", "--positions", "2"), "and one is given"),
        (("tic-tac-toe", "--positions", "40"), "a sheet has 1 to 12 positions, not 40"),
        (("nim",), "nim has no evaluation to practise"),
        (("--form", "--count", "2", "--latex", "x.tex"), "--form is for one sheet in each file of --latex"),
        (("--each",), "--each writes files: give --html, --latex or --markdown"),
        (("--key", "key.pdf"), "a key is written to a file that ends in .html, .tex, .md, not to 'key.pdf'"),
        (("--html", "no/such/x.html"), "x.html cannot be written: No such file or directory"),
        (("--count", "0"), "Invalid value for '--count'"),
        (("tree:file=no.json",), "no.json"),
    ],
)
def test_bad_input_is_one_sentence(spielbaum: Run, words: tuple[str, ...], sentence: str) -> None:
    answer = spielbaum("sheet", *words)
    assert (answer.code, answer.out) == (2, "")
    assert sentence in answer.err
    assert len(answer.err.strip().splitlines()) == 1 or "Invalid value" in answer.err
