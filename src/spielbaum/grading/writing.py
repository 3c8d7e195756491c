"""Writes results to a folder: pages, a table and JSON."""

import json
import re
from collections.abc import Iterable
from itertools import chain, count
from pathlib import Path

from spielbaum.errors import InputError, Message
from spielbaum.files import write_whole
from spielbaum.grading.formats import text_in
from spielbaum.grading.pages import class_page, student_page
from spielbaum.grading.results import Grades

CLASS_PAGE, STUDENTS, TABLE, DOCUMENT = "index.html", "students", "results.csv", "results.json"
"""What is written: a page, a folder of pages, CSV and JSON."""


def write_results(grades: Grades, folder: Path) -> None:
    """Write the pages in the current language, the table and the JSON.

    Raises
    ------
    InputError
        If they cannot be written.
    """
    try:
        (folder / STUDENTS).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(Message("cannot write {!r}: {}", str(folder), error.strerror or str(error))) from None
    names = file_names(student.name for student in grades.students)
    for student in grades.students:
        write_whole(folder / STUDENTS / names[student.name], student_page(student, grades.title))
    addresses = {name: f"{STUDENTS}/{file}" for name, file in names.items()}
    write_whole(folder / CLASS_PAGE, class_page(grades, addresses))
    write_whole(folder / TABLE, text_in("csv", grades))
    write_whole(folder / DOCUMENT, json.dumps(grades.to_dict(), indent=1, ensure_ascii=False) + "\n")


def file_names(names: Iterable[str]) -> dict[str, str]:
    """Return a file of HTML for each name, of letters, digits, dots and hyphens; no two are the same.

    Examples
    --------
    >>> file_names(["anna", "Müller, Ö.", "a/b", "a b"])
    {'anna': 'anna.html', 'Müller, Ö.': 'Müller-Ö.html', 'a/b': 'a-b.html', 'a b': 'a-b-2.html'}
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        stem = re.sub(r"[^\w.]+", "-", name).strip("-.") or "student"
        own = next(one for one in chain([stem], (f"{stem}-{i}" for i in count(2))) if one.casefold() not in taken)
        taken.add(own.casefold())
        found[name] = f"{own}.html"
    return found
