"""What the process of a test is asked: the test and the submission, as JSON."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spielbaum.grading.assignment import Limits, TestSpec
from spielbaum.language import current_language, use_language


@dataclass(frozen=True)
class Request:
    """A test of a submission."""

    test: TestSpec
    path: Path
    names: Mapping[str, str]
    seed: int


def request_of(test: TestSpec, path: Path, names: Mapping[str, str], seed: int) -> str:
    """Return the request for a test in the current language, as JSON."""
    limits = vars(test.limits)
    own = {**vars(test), "options": dict(test.options), "limits": limits, "folder": str(test.folder)}
    how = {"names": dict(names), "seed": seed, "language": current_language()}
    return json.dumps({"test": own, "path": str(path), **how})


def read_request(text: str) -> Request:
    """Return the request of a JSON text, and use its language from now on."""
    found = json.loads(text)
    use_language(found["language"])  # of the words in pictures
    given = found["test"]
    limits = Limits(**given["limits"])
    test = TestSpec(**{**given, "limits": limits, "folder": Path(given["folder"])})
    return Request(test, Path(found["path"]), found["names"], found["seed"])


AGAIN = 1.0
"""Seconds until a program that catches the end of its time is ended all the same."""


def take_output() -> int:
    """Return a descriptor of the standard output, which is closed for all others, as are input and error output."""
    answer = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for own in (0, 1, 2):
        os.dup2(nothing, own)
    return answer


def answer(descriptor: int, document: Mapping[str, Any]) -> None:
    """Write a document as a line of JSON."""
    line = (json.dumps(document) + "\n").encode()
    while line:
        line = line[os.write(descriptor, line) :]
