"""Each test in a process of its own: whatever a program does has a diagnosis of its own, and the others go on."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from spielbaum.grading import sandbox
from spielbaum.grading.collecting import collect
from spielbaum.grading.reading import read_assignment
from spielbaum.grading.results import Grades
from spielbaum.grading.runner import grade
from spielbaum.grading.verdicts import Verdicts
from submitting import RULES, written

LIMITS = "\n[limits]\nseconds = 0.5\nmemory = 400\noutput = 1000\n"

BY_DAY = {
    "endless": "while True:\n    pass",
    "exits": "import os\nos._exit(3)",
    "out-of-memory": "text = 'x' * 10**9",
    "prints": "while True:\n    print('x' * 80)",
    "writes-files": "open('mine.txt', 'w')",
}
AT_NIGHT = {
    "endless": "while True:\n    try:\n        while True:\n            pass\n    except:\n        pass",
    "endless ": "import time\ntime.sleep(1000)",
    "endless  ": "import re\nre.match('(a*)*b', 'a' * 40)",
    "exits": "import sys\nsys.exit()",
    "exits ": "import os\nfor number in range(3, 10):\n    try:\n"
    '        os.write(number, b\'{"share": 1, "diagnoses": []}\')\n    except OSError:\n        pass\nos._exit(0)',
    "deep-recursion": "def f():\n    f()\nf()",
    "deep-recursion ": "import sys\nsys.setrecursionlimit(10**9)\ndef f():\n    f()\nf()",
    "uses-network": "import socket\nsocket.create_connection(('127.0.0.1', 9))",
    "starts-programs": "import subprocess\nsubprocess.run(['true'])",
    "starts-programs ": "import os\nos.kill(os.getppid(), 9)",
    "reads-input": "input()",
    "crashes": "1 / 0",
    "missing-module": "import no_such_module",
    "syntax-error": "def f(:\n    pass",
    "syntax-error ": "x = '\0'",
    "missing-function": "x = 1",
}


def graded(folder: Path, programs: dict[str, str]) -> Grades:
    """Grade programs; the names of the files are those of the dictionary."""
    files = {f"programs/{name}.py": text for name, text in programs.items()}
    written(folder, {**files, "assignment.toml": RULES + LIMITS})
    asked = read_assignment(folder / "assignment.toml")
    return grade(asked, collect([folder / "programs"], asked), jobs=2, verdicts=Verdicts(None))


def codes(grades: Grades) -> dict[str, str | None]:
    """Return the code of the first error by the name of the student."""
    return {student.name: student.outcomes[0].code for student in grades.students}


@pytest.mark.slow
def test_each_misdeed_has_its_diagnosis(tmp_path: Path) -> None:
    grades = graded(tmp_path, BY_DAY)
    assert codes(grades) == {name: name for name in BY_DAY}
    details = {one.name: str(one.outcomes[0].first and one.outcomes[0].first.detail) for one in grades.students}
    assert details["endless"] in ("Line 1 of endless.py: while True:", "Line 2 of endless.py: pass")
    assert details["writes-files"] == "Line 1 of writes-files.py: open('mine.txt', 'w')"
    assert not (tmp_path / "programs" / "mine.txt").exists()
    assert all(student.points == 0 for student in grades.students)


@pytest.mark.long
def test_rarer_misdeeds_have_theirs(tmp_path: Path) -> None:
    assert codes(graded(tmp_path, AT_NIGHT)) == {name: name.strip() for name in AT_NIGHT}


@pytest.mark.long
def test_what_is_refused_or_printed_is_a_remark_if_the_program_goes_on(tmp_path: Path) -> None:
    text = "print('hello')\ntry:\n    open('mine.txt', 'w')\nexcept OSError:\n    pass"
    (student,) = graded(tmp_path, {"careful": text}).students
    first, *remarks = student.outcomes[0].verdict.diagnoses
    assert first.code == "missing-function"
    assert [(one.code, one.wrong) for one in remarks] == [("writes-files", False), ("prints", False)]
    assert str(remarks[1].detail) == "The output begins: hello"


@pytest.mark.long
def test_what_is_defined_before_a_program_asks_for_input_counts(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "examples" / "courses" / "tic-tac-toe" / "solution.py").read_text("utf-8")
    (student,) = graded(tmp_path, {"plays": text + "\nwhile True:\n    move = input()\n"}).students
    assert student.points == student.of
    assert [(one.code, one.wrong) for one in student.outcomes[0].verdict.diagnoses] == [("reads-input", False)]


@pytest.mark.slow
def test_a_program_sees_no_other_files(tmp_path: Path) -> None:
    if sandbox.bubblewrap() is None:
        pytest.skip("bubblewrap is not installed, or may not make namespaces")
    written(tmp_path, {"secret.txt": "the key"})
    reading = f"print(open({str(tmp_path / 'secret.txt')!r}).read())"
    (student,) = graded(tmp_path, {"curious": reading}).students
    assert student.outcomes[0].code == "crashes"
    assert "FileNotFoundError" in str(student.outcomes[0].first and student.outcomes[0].first.sentence)


@pytest.mark.long
def test_diagnoses_are_the_same_without_bubblewrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "bubblewrap", lambda: None)
    assert codes(graded(tmp_path, BY_DAY)) == {name: name for name in BY_DAY}


@pytest.mark.long
def test_a_right_program_in_a_folder_of_several_files_is_right(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "courses" / "tic-tac-toe" / "solution.py"
    text = example.read_text("utf-8").replace("from math import inf", "from helper import inf")
    files = {"submissions/anna/solution.py": text, "submissions/anna/helper.py": "from math import inf"}
    written(tmp_path, {**files, "assignment.toml": 'file = "solution.py"\n' + RULES})
    asked = read_assignment(tmp_path / "assignment.toml")
    (student,) = grade(asked, collect([tmp_path / "submissions"], asked), jobs=1, verdicts=Verdicts(None)).students
    assert (student.name, student.points) == ("anna", 4)


@pytest.mark.long
def test_an_interrupted_run_ends_all_processes(tmp_path: Path) -> None:
    written(tmp_path, {**{f"programs/{n}.py": "import time\ntime.sleep(1000)" for n in range(4)}, "a.toml": RULES})
    asked = read_assignment(tmp_path / "a.toml")
    given = collect([tmp_path / "programs"], asked)
    begun = time.monotonic()
    threading.Timer(2, os.kill, [os.getpid(), signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        grade(asked, given, jobs=2, verdicts=Verdicts(None))
    assert time.monotonic() - begun < 25  # one that is not killed waits for 30 seconds
