"""Submissions and results for tests of grading."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from spielbaum.errors import Message
from spielbaum.grading import runner
from spielbaum.grading.assignment import TestSpec
from spielbaum.grading.diagnosis import Diagnosis, Verdict
from spielbaum.grading.results import Grades, Outcome, Student

RULES = """
title = "Rules"

[[test]]
name = "rules"
kind = "rules"
points = 4
against = "tic-tac-toe"
"""

SIGN = Diagnosis("negamax-sign", Message("The value of a child is not negated."), Message("It is {} here.", -3))
TIES = Diagnosis("ties", Message("Of equal actions it takes another one."), wrong=False)

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def written(folder: Path, files: Mapping[str, str]) -> Path:
    """Write files into a folder, and return it."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def results(**verdicts: Sequence[Verdict]) -> Grades:
    """Return the results of students in a test of 4 points, and one of 6 if they have two verdicts."""
    tests = [TestSpec("rules", "rules", 4), TestSpec("minimax", "search", 6)]
    students = [Student(name.replace("_", " "), tuple(map(Outcome, tests, own))) for name, own in verdicts.items()]
    return Grades("Tic-tac-toe", tuple(students))


def without_processes(monkeypatch: pytest.MonkeyPatch, verdicts: Mapping[str, Verdict]) -> list[str]:
    """Judge files by given verdicts, by their stems, instead of in processes; return the list of files judged."""
    judged: list[str] = []

    def run(_self: object, _command: Sequence[str], request: bytes, _seconds: float) -> tuple[int, bytes]:
        seal, asked = request.splitlines(keepends=True)
        stem = Path(json.loads(asked)["path"]).stem
        judged.append(stem)
        return 0, json.dumps({"seal": seal.decode().strip(), **verdicts[stem].to_dict()}).encode()

    monkeypatch.setattr(runner._Processes, "run", run)
    return judged
