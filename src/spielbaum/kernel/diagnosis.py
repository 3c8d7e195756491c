"""Numba's wall of text, told in one sentence with file, function and line."""

import re
from pathlib import Path

_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+):\s*\ndef (?P<function>\w+)')
_LOCATION = re.compile(r"During: .*? at (?P<file>\S+) \((?P<line>\d+)\)")
_OWN = str(Path(__file__).resolve().parent.parent)

_CAUSES: tuple[tuple[str, str], ...] = (
    (
        r"Untyped global name '(\w+)':\s*Cannot determine Numba type of <class '([\w.]+)'>",
        "it uses the global {0!r}, a {1}; use numbers, tuples, NamedTuples or functions",
    ),
    (r"NameError: name '(\w+)' is not defined", "the name {0!r} is not defined"),
    (r"global name '(\w+)' is not defined", "the name {0!r} is not defined"),
    (r"Unknown attribute '(\w+)' of type (\S+)", "{1} has no attribute {0!r}"),
    (
        r"(?:Can't unify return type|Cannot unify) (.+?) (?:and|with|from) (.+?)(?: for '?([\w.]+)'?)?[,\n]",
        "two types meet in one place, {0} and {1}; make them the same",
    ),
    (r"variable '?(\w+)'? (?:may be|is) (?:undefined|referenced before assignment)", "{0!r} may be read before it is set"),
    (r"Use of unsupported opcode \((\w+)\)", "it uses a Python feature that cannot be compiled ({0})"),
    (r"The use of a (\w+)(?: comprehension)?.*? is not supported", "it uses a {0}, which cannot be compiled"),
    (r"No implementation of function Function\(<(?:built-in function|class|function) '?(\w+)[^)]*\) found for signature:\s*\n\s*\n?\s*>>> (.+)",
     "{0!r} cannot be compiled for these arguments: {1}"),
    (r"(?:Invalid use of|Cannot resolve) (.+)", "cannot be compiled: {0}"),
)  # fmt: skip


def explain(error: BaseException) -> str:
    """Return one sentence that says which function of which file cannot be compiled, and why.

    Parameters
    ----------
    error
        What Numba raised.
    """
    text = _ANSI.sub("", str(error))
    return f"{_place(text)} cannot be compiled: {_cause(text)} (--verbose shows the compiler's words)"


def _place(text: str) -> str:
    frames = [(m["file"], m["line"], m["function"]) for m in _PLACE.finditer(text)]
    for file, line, function in reversed(frames):
        if not file.startswith(_OWN) or "games" in Path(file).parts:
            return f"{function} in {Path(file).name}, line {line},"
    for match in reversed(list(_LOCATION.finditer(text))):
        if not match["file"].startswith(_OWN):
            return f"a function in {Path(match['file']).name}, line {match['line']},"
    return "a function of the game"


def _cause(text: str) -> str:
    for pattern, sentence in _CAUSES:
        match = re.search(pattern, text)
        if match:
            return sentence.format(*((group or "").strip() for group in match.groups()))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines[1:] if not line.startswith(("-", "File", "During"))), lines[0] if lines else "")
