"""The consoles of the documentation: commands and their output."""

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from spielbaum.cli import run

FENCE = re.compile(
    r"^(?P<indent> *)```(?P<kind>\w+)(?P<rest>[^\n]*)\n(?P<text>.*?)^(?P=indent)```", re.DOTALL | re.MULTILINE
)
MASKS = (
    (re.compile(r'"(seconds|nodes_per_second|fill)": ?[^,}]+'), r'"\1": #'),
    (re.compile(r"\d+[.,]\d+ s, \d+[.,]\d+ (million nodes|Mio\. Knoten)/s"), "#"),
    (re.compile(r"in \d+[.,]\d+ s\b"), "in #"),
    (re.compile(r"\bkept in \S+"), "kept in #"),
    (re.compile(r"^((note|Hinweis): .*[bB]ubblewrap.*|.*, \d+ s)\n", re.MULTILINE), ""),
)
"""Patterns of output that differs from run to run: times and rates."""

COLUMNS_OF_TIMES = (
    (re.compile(r"\b(seconds|million/s|million nodes/s)\b"), re.compile(r"(?<![\w.])-?\d+\.\d+(?![\w.%])")),
    (re.compile(r"\b(Sekunden|Mio\./s)"), re.compile(r"(?<![\w,])-?\d+,\d+(?![\w,]|\s?%)")),
)
"""A header of a table with times, and what a time looks like in that language."""


class Step(NamedTuple):
    """A file to write, or a command and its output."""

    file: str
    command: str
    answer: str


def steps_of(text: str) -> Iterator[Step]:
    """Yield the files and commands of a page, in order."""
    for fence in FENCE.finditer(text):
        body = textwrap.dedent(fence["text"])
        title = re.search(r'title="([\w.]+)"', fence["rest"])
        if fence["kind"] == "python" and title:
            yield Step(title[1], "", body)
        elif fence["kind"] == "console":
            for typed in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, _, answer = typed.partition("\n")
                yield Step("", command, answer.strip("\n"))


def answer_of(command: str, before: int) -> tuple[str, int]:
    """Return the output and exit code of a command; ``before`` is the last exit code."""
    if command == "echo $?":
        return str(before), 0
    if not command.startswith("spielbaum ") or any(sign in shlex.split(command) for sign in "|>"):
        program = f'spielbaum() {{ {shlex.quote(sys.executable)} -m spielbaum "$@"; }}\n'
        done = subprocess.run(
            ["bash", "-c", program + command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
        return done.stdout, done.returncode
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = run(shlex.split(command)[1:])
    return out.getvalue(), code


def masked(answer: str) -> list[str]:
    """Return the lines of an output without times, rates and column widths."""
    for mask, instead in MASKS:
        answer = mask.sub(instead, answer)
    lines = [" ".join(line.split()) for line in answer.strip("\n").splitlines()]
    for header, time in COLUMNS_OF_TIMES:
        timed = next((i for i, line in enumerate(lines) if header.search(line)), None)
        if timed is not None:
            lines[timed:] = [time.sub("#", line) for line in lines[timed:]]
    return [line for line in lines if line]


def agree(documented: str, answer: str) -> bool:
    """Return whether an output agrees with the documented one, in which dots match anything."""
    if documented.startswith("{"):
        one, other = (re.sub(r"\s", "", "".join(masked(text))) for text in (documented, answer))
    else:
        one, other = ("\n".join(masked(text)) for text in (documented, answer))
    pattern = re.sub(r"(?:\\\.){3}|…", ".*", re.escape(one))
    return re.fullmatch(pattern, other, re.DOTALL) is not None
