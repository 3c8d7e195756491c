"""The folders of ``examples/courses`` run in the programs that they are for."""

import base64
import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from spielbaum.grading.reading import read_assignment
from submitting import written

COURSES = Path(__file__).parents[2] / "examples" / "courses"
SOLUTION = COURSES / "tic-tac-toe" / "solution.py"

FAULTY = (
    SOLUTION.read_text("utf-8")
    .replace("        best = inf", "        best = -inf")
    .replace("value < best", "value > best")
)


def command(arguments: Sequence[str], folder: Path, **environment: str) -> str:
    """Run a program in a folder, with ``spielbaum`` on the path, and return its output."""
    program = written(folder / "bin", {"spielbaum": f'#!/bin/sh\nexec {sys.executable} -m spielbaum "$@"\n'})
    (program / "spielbaum").chmod(0o755)
    path = os.pathsep.join([str(program), str(Path(sys.executable).parent), os.environ["PATH"]])
    own = {**os.environ, "PATH": path, "HOME": str(folder), **environment}
    done = subprocess.run(arguments, cwd=folder, env=own, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("path", sorted(COURSES.rglob("assignment.toml")), ids=lambda path: path.parent.name)
def test_their_assignments_can_be_read(path: Path) -> None:
    assert sum(test.points for test in read_assignment(path).tests) in (10, 24)


@pytest.mark.long
def test_gradescope_runs_the_autograder(tmp_path: Path) -> None:
    shutil.copytree(COURSES / "gradescope", tmp_path / "source")
    (tmp_path / "results").mkdir()
    written(tmp_path, {"submission/tictactoe.py": FAULTY})
    command(["bash", "source/run_autograder"], tmp_path, AUTOGRADER=str(tmp_path))
    found = json.loads((tmp_path / "results" / "results.json").read_text("utf-8"))
    assert [(test["name"], test["status"], test["tags"][:1]) for test in found["tests"]] == [
        ("rules", "passed", []),
        ("minimax", "failed", ["min-max-swapped"]),
    ]


@pytest.mark.long
def test_github_runs_the_workflow(tmp_path: Path) -> None:
    shutil.copytree(COURSES / "github-classroom", tmp_path, dirs_exist_ok=True)
    written(tmp_path, {"tictactoe.py": SOLUTION.read_text("utf-8"), "output": "earlier=1\n"})
    text = (tmp_path / ".github" / "workflows" / "classroom.yml").read_text("utf-8")
    (steps,) = re.findall(r"run: \|\n((?: {10}.*\n)+)", text)
    command(["bash", "-e", "-c", steps], tmp_path, GITHUB_OUTPUT=str(tmp_path / "output"))
    lines = dict(line.split("=", 1) for line in (tmp_path / "output").read_text("utf-8").splitlines())
    result = json.loads(base64.b64decode(lines["result"]))
    assert lines["earlier"] == "1"
    assert (result["status"], result["max_score"], sum(one["score"] for one in result["tests"])) == ("pass", 10, 10)
    assert re.search(r"outputs\.result .*\n\s+with:\n\s+runners: spielbaum\n", text)


@pytest.mark.long
def test_nbgrader_runs_the_course(tmp_path: Path) -> None:
    pytest.importorskip("nbgrader")
    shutil.copytree(COURSES / "nbgrader", tmp_path, dirs_exist_ok=True)
    command(["nbgrader", "generate_assignment", "tic-tac-toe"], tmp_path)
    released = (tmp_path / "release" / "tic-tac-toe" / "tictactoe.ipynb").read_text("utf-8")
    assert "raise NotImplementedError" in released
    assert "BEGIN SOLUTION" not in released
    command(["nbgrader", "autograde", "tic-tac-toe"], tmp_path)
    command(["nbgrader", "export"], tmp_path)
    with (tmp_path / "grades.csv").open(encoding="utf-8") as file:
        points = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert points["anna"] == 10
    assert 4 <= points["ben"] < 10  # partial credit of a cell
    graded = (tmp_path / "autograded" / "ben" / "tic-tac-toe" / "tictactoe.ipynb").read_text("utf-8")
    assert "maximise" in graded


@pytest.mark.long
def test_otter_runs_the_assignment(tmp_path: Path) -> None:
    pytest.importorskip("otter")
    shutil.copytree(COURSES / "otter", tmp_path, dirs_exist_ok=True)
    command(["otter", "generate", "-t", "tests", "assignment.toml"], tmp_path)
    points = {}
    for name in ("anna", "ben"):
        command(["otter", "run", "-a", "autograder.zip", f"submissions/{name}.ipynb"], tmp_path)
        tests = json.loads((tmp_path / "results.json").read_text("utf-8"))["tests"]
        points[name] = {test["name"]: test["score"] for test in tests if "score" in test}
    assert points == {"anna": {"rules": 4, "minimax": 6}, "ben": {"rules": 4, "minimax": 0}}
    assert "maximise" in tests[-1]["output"]
