"""From files and folders to the submissions of students."""

import os
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from spielbaum.errors import InputError, Message
from spielbaum.grading.assignment import Assignment, TestSpec
from spielbaum.grading.diagnosis import Diagnosis

PROGRAM, ANSWERS = ("rules", "search", "evaluation", "tournament"), ("sheet",)
ENDINGS = {".py": PROGRAM, ".ipynb": PROGRAM, ".json": ANSWERS, ".pdf": ANSWERS}
"""The files of submissions by their endings, and the kinds of tests that read them."""


_MOODLE = re.compile(r"_\d+_assignsubmission_\w*$")
"""What Moodle writes behind the name of a student."""


@dataclass(frozen=True)
class Given:
    """What a student handed in.

    Attributes
    ----------
    name
        Of the student: that of the file or of the folder.
    files
        The files, absolute.
    place
        The file or the folder that is the submission.
    is_folder
        Whether they are all in a folder of the student.
    within
        The folder that was given to the grader; a link that leads out of it is not followed.
    """

    name: str
    files: tuple[Path, ...]
    place: Path
    is_folder: bool = False
    within: Path | None = None

    def file_for(self, test: TestSpec) -> Path | Diagnosis:
        """Return the file that a test is about, or the diagnosis if it is missing."""
        fitting = [path for path in self.files if test.kind in ENDINGS.get(path.suffix, ())]
        if test.file is not None and self.is_folder:
            fitting = [path for path in fitting if path.name == test.file]
        if len(fitting) == 1:
            (path,) = fitting
            if self.leads_out(path):
                sentence = Message("The file {!r} is a link to a file that was not handed in.", _readable(path.name))
                return Diagnosis("missing-file", sentence)
            if path.is_file() and os.access(path, os.R_OK):
                return path
            return Diagnosis("missing-file", Message("The file {!r} cannot be read.", _readable(path.name)))
        if fitting:
            names = ", ".join(_readable(path.name) for path in fitting)
            sentence = Message("Several files were handed in, and the assignment does not say which counts: {}.", names)
            return Diagnosis("several-files", sentence)
        if test.file is not None:
            return Diagnosis("missing-file", Message("No file {!r} was handed in.", test.file))
        return Diagnosis("missing-file", Message("No file was handed in that this test can read."))

    def leads_out(self, path: Path) -> bool:
        """Return whether a file is a link to one that was not handed in."""
        if self.within is None or not path.is_relative_to(self.within):
            return False
        return not path.resolve().is_relative_to(self.within.resolve())


def collect(paths: Sequence[Path], assignment: Assignment) -> list[Given]:
    """Return the submissions in files and folders, by the names of the students.

    Each file is the submission of a student. A folder is one if it holds a file that the assignment names; if not,
    each of its files and folders is one. Of several folders with one program each, every folder is one.

    Raises
    ------
    InputError
        If there is no such file, or a folder is empty.
    """
    wanted = {test.file for test in assignment.tests if test.file}
    found: list[Given] = []
    for path in paths:
        if not path.exists():
            raise InputError(Message("there is no file or folder {!r}", str(path)))
        whole = path.absolute()
        if not whole.is_dir():
            found.append(_submission(whole))
            continue
        own = _visible(whole)
        if wanted & {file.name for file in own} or (len(paths) > 1 and _is_of_one(own)):
            found.append(replace(_submission(whole), within=whole))
        elif not own:
            raise InputError(Message("{!r} is empty: it holds no submission", str(path)))
        else:
            found += (replace(_submission(one), within=whole) for one in own)
    return _with_unique_names(_joined(found))


def _submission(path: Path) -> Given:
    if not path.is_dir():
        return Given(_student(path.stem), (path,), path)
    inside = (file for file in sorted(path.rglob("*")) if not _is_hidden(file.relative_to(path)))
    files = (file for file in inside if file.suffix in ENDINGS and not file.is_dir())
    return Given(_student(path.name), tuple(files), path, is_folder=True)


def _student(name: str) -> str:
    """Return the name of a student in that of a file or folder."""
    return _readable(_MOODLE.sub("", name))


def _readable(name: str) -> str:
    """Return the name of a file; what is no UTF-8 in it is shown as a replacement character."""
    return os.fsencode(name).decode("utf-8", "replace")


def _visible(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.iterdir()) if not _is_hidden(Path(path.name))]


def _is_hidden(path: Path) -> bool:
    return any(part.startswith((".", "__")) for part in path.parts)


def _is_of_one(files: Sequence[Path]) -> bool:
    """Return whether files can be those of one student: at most one program, and no folders."""
    return sum(ENDINGS.get(file.suffix) == PROGRAM for file in files) <= 1 and not any(file.is_dir() for file in files)


def _joined(found: Sequence[Given]) -> list[Given]:
    """Return submissions; files that differ in their endings alone are one, such as a program and answers."""
    joined: dict[tuple[Path, bool], Given] = {}
    for given in found:
        key = given.place if given.is_folder else given.place.with_suffix(""), given.is_folder
        first = joined.get(key)
        if first is not None and given.place == first.place:
            raise InputError(Message("the submission {!r} is given twice", given.name))
        joined[key] = given if first is None else replace(first, files=(*first.files, *given.files))
    return list(joined.values())


def _with_unique_names(found: Sequence[Given]) -> list[Given]:
    """Return submissions by name; those with the same name keep what Moodle wrote behind it, or have their folder's."""
    for longer in (_whole_name, _name_with_folder):
        count = Counter(given.name for given in found)
        found = [replace(given, name=longer(given)) if count[given.name] > 1 else given for given in found]
    twice = [name for name, number in Counter(given.name for given in found).items() if number > 1]
    if twice:
        raise InputError(Message("the submission {!r} is given twice", twice[0]))
    return sorted(found, key=lambda given: given.name)


def _whole_name(given: Given) -> str:
    return _readable(given.place.stem)


def _name_with_folder(given: Given) -> str:
    return f"{_readable(given.place.parent.name)}/{given.name}"
