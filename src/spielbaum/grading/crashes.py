"""How a submission failed to return: the diagnosis of an exception, with the line where it was raised."""

import linecache
import os
import sys
import traceback
from pathlib import Path
from types import FrameType, TracebackType

from spielbaum.errors import Message
from spielbaum.grading.diagnosis import Diagnosis, Stopped

LONGEST = 200
"""Characters of a message of an exception that are quoted."""


def crash_of(error: BaseException, path: Path) -> Diagnosis | None:
    """Return the diagnosis of an exception; None if it was raised by no line of a submission.

    Parameters
    ----------
    error
        What a function of the submission raised.
    path
        The file of the submission; other files of its folder count as its own too.
    """
    if isinstance(error, Stopped):
        given = error.diagnosis
        place = given.detail or _place(error.__traceback__, path)
        return Diagnosis(given.code, given.sentence, place, given.picture, given.wrong)
    if isinstance(error, SyntaxError) and _is_own(error.filename or "", path):
        place = _line(error.filename or "", error.lineno or 1)
        return Diagnosis("syntax-error", Message("The file is not Python: {}.", error.msg or "invalid syntax"), place)
    place = _place(error.__traceback__, path)
    if place is None:
        return None
    return Diagnosis(*_named(error), place)


def place_of(frame: FrameType | None, path: Path) -> Message | None:
    """Return the line of a submission that is being executed; None if there is none."""
    while frame is not None and not _is_own(frame.f_code.co_filename, path):
        frame = frame.f_back
    return None if frame is None else _line(frame.f_code.co_filename, frame.f_lineno)


def _named(error: BaseException) -> tuple[str, Message]:
    if isinstance(error, SystemExit):
        return "exits", Message("The program ends itself with sys.exit, before the test is over.")
    if isinstance(error, RecursionError):
        return "deep-recursion", Message(
            "The recursion does not end: a function calls itself more than {} times.", sys.getrecursionlimit() - 100
        )
    if isinstance(error, MemoryError):
        return "out-of-memory", Message("The program needs more memory than it may have.")
    if isinstance(error, ModuleNotFoundError):
        return "missing-module", Message("The program imports {!r}, which is not installed here.", error.name or "")
    text = str(error)
    said = f"{type(error).__name__}: {text[:LONGEST]}" if text else type(error).__name__
    return "crashes", Message("The program crashes with {}.", said.rstrip("."))


def _place(trace: TracebackType | None, path: Path) -> Message | None:
    own = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(trace)
        if _is_own(frame.f_code.co_filename, path)
    ]
    return _line(*own[-1]) if own else None


def _line(filename: str, number: int) -> Message:
    source = linecache.getline(filename, number).strip()
    return Message("Line {} of {}: {}", number, os.path.basename(filename), source[:LONGEST])


def _is_own(filename: str, path: Path) -> bool:
    return filename == str(path) or os.path.dirname(filename) == str(path.parent)
