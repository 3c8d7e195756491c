"""From files and folders to submissions."""

import json
from pathlib import Path

import pytest

from spielbaum.errors import InputError
from spielbaum.grading.assignment import Assignment, TestSpec
from spielbaum.grading.collecting import Given, collect
from spielbaum.grading.diagnosis import Diagnosis
from spielbaum.grading.notebook import program_of, read_notebook
from submitting import written

ANY = Assignment("", (TestSpec("rules", "rules"),))
NAMED = Assignment("", (TestSpec("rules", "rules", file="main.py"), TestSpec("sheet", "sheet", file="answers.json")))


def found(assignment: Assignment, *paths: Path) -> dict[str, list[str]]:
    """Return the files of each submission."""
    return {given.name: [file.name for file in given.files] for given in collect(paths, assignment)}


def test_a_folder_holds_the_files_and_the_folders_of_a_class(tmp_path: Path) -> None:
    files = {"anna.py": "", "ben/main.py": "", "ben/.venv/x.py": "", "cem/notes.docx": "", ".hidden.py": ""}
    written(tmp_path, files)
    assert found(ANY, tmp_path) == {"anna": ["anna.py"], "ben": ["main.py"], "cem": []}


def test_of_several_folders_each_is_a_submission(tmp_path: Path) -> None:
    written(tmp_path, {"anna/solution.py": "", "ben/solution.py": ""})
    assert found(ANY, tmp_path / "anna", tmp_path / "ben") == {"anna": ["solution.py"], "ben": ["solution.py"]}


def test_a_folder_with_a_named_file_is_a_submission(tmp_path: Path) -> None:
    written(tmp_path, {"main.py": "", "helper.py": "", "answers.json": "{}"})
    (given,) = collect([tmp_path], NAMED)
    assert [given.file_for(test) for test in NAMED.tests] == [tmp_path / "main.py", tmp_path / "answers.json"]
    (tmp_path / "main.py").unlink()
    (given,) = collect([tmp_path], NAMED)
    missing = given.file_for(NAMED.tests[0])
    assert isinstance(missing, Diagnosis)
    assert (missing.code, str(missing.sentence)) == ("missing-file", "No file 'main.py' was handed in.")


def test_several_programs_of_a_student_are_ambiguous(tmp_path: Path) -> None:
    written(tmp_path, {"a.py": "", "b.py": ""})
    several = Given("anna", (tmp_path / "a.py", tmp_path / "b.py"), tmp_path, is_folder=True).file_for(ANY.tests[0])
    assert isinstance(several, Diagnosis)
    assert several.code == "several-files"
    assert "a.py, b.py" in str(several.sentence)


def test_a_program_and_answers_with_one_name_are_one_submission(tmp_path: Path) -> None:
    written(tmp_path, {"anna.py": "", "anna.json": "{}", "ben.py": ""})
    assert found(ANY, tmp_path) == {"anna": ["anna.json", "anna.py"], "ben": ["ben.py"]}


def test_names_from_moodle_are_those_of_the_students(tmp_path: Path) -> None:
    written(tmp_path, {"Anna Groß_4711_assignsubmission_file_/main.py": "", "Ben_1_assignsubmission_file_main.py": ""})
    assert found(ANY, tmp_path) == {
        "Anna Groß": ["main.py"],
        "Ben": ["Ben_1_assignsubmission_file_main.py"],
    }


def test_a_file_that_cannot_be_read_is_a_diagnosis(tmp_path: Path) -> None:
    (tmp_path / "anna.py").symlink_to(tmp_path / "none.py")
    (given,) = collect([tmp_path], ANY)
    missing = given.file_for(ANY.tests[0])
    assert isinstance(missing, Diagnosis)
    assert str(missing.sentence) == "The file 'anna.py' cannot be read."


def test_a_link_to_what_was_not_handed_in_is_not_followed(tmp_path: Path) -> None:
    written(tmp_path, {"solution.py": "", "class/ben.py": ""})
    (tmp_path / "class" / "anna.py").symlink_to(tmp_path / "solution.py")
    anna, ben = collect([tmp_path / "class"], ANY)
    missing = anna.file_for(ANY.tests[0])
    assert isinstance(missing, Diagnosis)
    assert str(missing.sentence) == "The file 'anna.py' is a link to a file that was not handed in."
    assert ben.file_for(ANY.tests[0]) == tmp_path / "class" / "ben.py"


def test_names_that_are_no_utf_8_are_readable(tmp_path: Path) -> None:
    try:
        written(tmp_path, {"M\udcfcller.py": ""})
    except OSError:
        pytest.skip("file names are UTF-8 here")
    assert [given.name for given in collect([tmp_path], ANY)] == ["M\N{REPLACEMENT CHARACTER}ller"]


def test_students_of_one_name_keep_the_number_of_moodle(tmp_path: Path) -> None:
    names = [f"Anna Groß_{number}_assignsubmission_file_" for number in (4711, 4712)]
    written(tmp_path, {f"{name}/main.py": "" for name in names})
    assert list(found(ANY, tmp_path)) == names


def test_equal_names_are_distinguished_by_their_folders(tmp_path: Path) -> None:
    written(tmp_path, {"monday/anna.py": "", "friday/anna.py": "", "friday/ben.py": ""})
    names = found(ANY, tmp_path / "monday" / "anna.py", tmp_path / "friday")
    assert sorted(names) == ["ben", "friday/anna", "monday/anna"]
    with pytest.raises(InputError, match="is given twice"):
        collect([tmp_path / "friday", tmp_path / "friday"], ANY)


def test_a_missing_or_empty_folder_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no file or folder"):
        collect([tmp_path / "none"], ANY)
    with pytest.raises(InputError, match="is empty"):
        collect([tmp_path], ANY)


def test_the_program_of_a_notebook_has_no_calls_and_no_grader(tmp_path: Path) -> None:
    cells = [
        "import otter\ngrader = otter.Notebook()\nshown = grader.check",
        "%matplotlib inline\nfrom math import inf",
        "def f(x):\n    return inf\n\nf(1)\nassert f(2)",
        "shown('q1')\nlimit: int = 3\nfor i in range(3):\n    limit += i",
        "from spielbaum.grading.here import grade_here\ngrade_here('rules')",
    ]
    kept = "from math import inf\ndef f(x):\n    return inf\nlimit: int = 3\nfor i in range(3):\n    limit += i\n"
    assert program_of(cells) == kept
    assert "def f(:" in program_of(["def f(:\n    pass"])
    document = {"cells": [{"cell_type": "markdown", "source": "# Title"}, {"cell_type": "code", "source": ["x = 1\n"]}]}
    written(tmp_path, {"a.ipynb": json.dumps(document), "b.ipynb": "[]", "c.ipynb": "x"})
    assert read_notebook(tmp_path / "a.ipynb") == "x = 1\n"
    for name in "bc":
        with pytest.raises(InputError, match="is no notebook"):
            read_notebook(tmp_path / f"{name}.ipynb")
