"""Results in the formats of other programs, held against what their programs read."""

import base64
import csv
import io
import json
from typing import Any

import pytest

from spielbaum.errors import InputError
from spielbaum.grading.diagnosis import Verdict
from spielbaum.grading.formats import text_in
from submitting import SIGN, TIES, results

BEN = results(ben=[Verdict(1.0, (TIES,)), Verdict(0.25, (SIGN,))])
CLASS = results(anna=[Verdict(1.0), Verdict(1.0)], ben=[Verdict(1.0), Verdict(0.25, (SIGN,))])

GRADESCOPE = {
    "score": float | int,
    "max_score": float | int,
    "name": str,
    "output": str,
    "status": ("passed", "failed"),
    "output_format": ("text", "html", "simple_format", "md", "ansi"),
    "visibility": ("hidden", "after_due_date", "after_published", "visible"),
    "tags": list,
}
"""The keys of a test in Gradescope's results.json that we write, with their types or values."""


def fits(document: dict[str, Any], keys: dict[str, Any]) -> bool:
    return set(document) <= set(keys) and all(
        value in keys[key] if isinstance(keys[key], tuple) else isinstance(value, keys[key])
        for key, value in document.items()
    )


def test_gradescope() -> None:
    found = json.loads(text_in("gradescope", BEN))
    assert set(found) <= {
        "score",
        "execution_time",
        "output",
        "visibility",
        "stdout_visibility",
        "tests",
        "leaderboard",
    }
    assert found["score"] == 5.5 == sum(test["score"] for test in found["tests"])
    assert all(fits(test, GRADESCOPE) for test in found["tests"])
    assert [(test["status"], test["max_score"]) for test in found["tests"]] == [("passed", 4), ("failed", 6)]
    assert found["tests"][0]["output"] == "Remark: Of equal actions it takes another one."
    assert found["tests"][1]["output"] == "The value of a child is not negated.\n  It is -3 here."


def test_github_classroom() -> None:
    """The keys and values are those that autograding-grading-reporter uses."""
    name, _, text = text_in("github-classroom", BEN).rstrip("\n").partition("=")
    assert name == "result"
    assert "\n" not in text
    found = json.loads(base64.b64decode(text, validate=True))
    assert (found["version"], found["status"], found["max_score"]) == (1, "fail", 10)
    assert [(one["name"], one["status"], one["score"]) for one in found["tests"]] == [
        ("rules", "pass", 4),
        ("minimax", "fail", 1.5),
    ]
    keys = {"name", "status", "score", "message", "test_code", "filename", "line_no", "execution_time"}
    assert all(set(one) == keys for one in found["tests"])
    assert found["tests"][1]["test_code"].startswith("The value of a child is not negated.")


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_tables() -> None:
    rows = table(text_in("csv", CLASS))
    ben = {"rules": "4", "rules: diagnosis": "", "minimax": "1.5", "minimax: diagnosis": "negamax-sign"}
    assert rows[1] == {"name": "ben", "points": "5.5", "of": "10", **ben}
    rows = table(text_in("nbgrader", CLASS))
    assert [(row["student_id"], row["score"], row["max_score"]) for row in rows] == [
        ("anna", "10.0", "10.0"),
        ("ben", "5.5", "10.0"),
    ]
    rows = table(text_in("otter", CLASS))
    assert rows[0]["file"] == "points-per-question"
    assert (rows[0]["minimax"], rows[0]["total_points_earned"]) == ("6.0", "10.0")
    assert (rows[2]["file"], rows[2]["minimax"], rows[2]["percent_correct"]) == ("ben", "1.5", "0.55")


def test_a_format_of_one_submission_refuses_a_class() -> None:
    for form in ("gradescope", "github-classroom"):
        with pytest.raises(InputError, match=f"{form} takes the results of one submission, not of 2"):
            text_in(form, CLASS)
    with pytest.raises(InputError, match="unknown format 'gradscope': did you mean 'gradescope'"):
        text_in("gradscope", CLASS)
